"""The table says that the computer thinks less on a slower machine, as soon as the time limit has ended a search."""

from itertools import count
from typing import Any

import pytest

from server.local_client import LocalClient
from solafide.players import SearchPlayer
from solafide.players.agents.levels import LevelPlayer
from solafide.players.agents.search_budget import Clock
from solafide.server.engine import opponents
from solafide.text import LANGUAGES, catalogue

HOUR_S = 3600
SEARCHES = 4  # of the computer, in which it has a choice


def searches(client: LocalClient, level: str, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Play against a level that reads this clock; return `time_limited` of its first searches as each of them began."""

    def limited_player(name: str, seed: int) -> SearchPlayer:
        machine = LevelPlayer(name, seed, clock)
        machine.limit_to_table_time()
        return machine

    monkeypatch.setattr(opponents, "table_player", limited_player)
    with client.open_stream() as stream:
        game = client.new("person", level, first="P")["game"]
        while len(began := searches_begun(stream.messages, game)) < SEARCHES:
            client.choose(client.wait_for_decision(game))
    return [search["time_limited"] for search in began]


def searches_begun(messages: list[tuple[str, dict[str, Any]]], game: str) -> list[dict[str, Any]]:
    """What the first message of each search in a game says."""
    thinking = [message["thinking"] for _, message in messages if message["game"] == game and message.get("thinking")]
    return [search for search in thinking if search["iterations"] == 0]


def test_from_the_second_search_on_the_time_limit_is_shown(
    client: LocalClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    ticks = count()  # at each look another hour has passed
    limited = searches(client, "rector", lambda: HOUR_S * next(ticks), monkeypatch)
    assert limited == [False] + [True] * (len(limited) - 1)


def test_a_search_that_does_all_its_iterations_is_not_limited(
    client: LocalClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    limited = searches(client, "scholar", lambda: 0.0, monkeypatch)
    assert not any(limited)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_setup_and_table_use_the_same_sentence(lang: str) -> None:
    """The level says it before the game, the table while the computer thinks: in the same words."""
    texts = catalogue(lang)
    assert texts.render("setup.slower_machine.level", text="").strip() == texts.render("table.slower_machine")
