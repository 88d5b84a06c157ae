"""Earlier built-in card sets: they can be chosen for a new game, are shown, and new games have the newest one."""

from collections.abc import Iterator

import pytest

from cards.changed_builtin import RULE, Change, change_builtin  # noqa: F401
from server.local_client import LocalClient
from solafide.cards import CardSet, builtin
from solafide.game import verify
from solafide.server.views import setup_options

OWN_SET = '[set]\nname = "Mine"\n'


@pytest.fixture
def both(change_builtin: Change) -> Iterator[tuple[CardSet, CardSet]]:  # noqa: F811
    """Return the present set and a newer one; a rule of it was changed."""
    before = builtin()
    setup_options.setup.cache_clear()
    yield before, change_builtin(*RULE)
    setup_options.setup.cache_clear()


def test_there_is_nothing_to_choose_while_there_is_one_set(client: LocalClient) -> None:
    assert client.get("setup")["earlier_sets"] == []


def test_an_earlier_set_is_chosen_and_played(both: tuple[CardSet, CardSet], client: LocalClient) -> None:
    before, after = both
    (earlier,) = client.get("setup")["earlier_sets"]
    assert (earlier["version"], earlier["rules_hash"], earlier["name"]) == (1, before.rules_hash, "Card set 1")
    newest, earlier_game = client.new("person", "scholar"), client.new("person", "scholar", set_version=1, turn_limit=4)
    assert (newest["cards"], newest["cards_hash"]) == ("", after.hash)
    assert (earlier_game["cards"], earlier_game["cards_hash"]) == ("", before.hash)
    assert client.get("card-faces", set=earlier_game["cards_hash"])["cards"]["C13"]["text"] == ["Draw 3 cards."]
    over = client.play(earlier_game["game"], 1000)
    assert over["view"]["outcome"]["limited"]
    text = client.ask("GET", f"/api/games/{earlier_game['game']}/record").text
    assert verify(text).cards == before


def test_a_version_that_is_not_there_is_refused(client: LocalClient) -> None:
    client.new("person", "scholar", 422, set_version=2)
    client.new("person", "scholar", 422, set_version=1, cards=OWN_SET)
    newest = client.new("person", "scholar", set_version=1)
    assert newest["cards_hash"] == builtin().hash, "the only version is the newest one"
