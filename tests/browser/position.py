"""Bring games to a given moment by HTTP requests, so that a test clicks only what it is about."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from secrets import token_hex
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import Page

from browser.browser_user import BrowserUser
from solafide.game import load, replay

Json = dict[str, Any]
GOLDEN = Path(__file__).parents[1] / "golden"
NAMES = ("catholic-wins", "protestant-wins", "draw", "turn-limit")
OPPONENT_TIMEOUT_S = 240.0
POLL_INTERVAL_S = 0.01
IMPORTED: dict[tuple[str, str], str] = {}  # game ids by server address and record name

# ---------------------------------------------------------------- new games


def post(visitor: BrowserUser, path: str, body: Json) -> Json:
    answer = visitor.context.request.post(f"{visitor.address}/api/{path}", data=body)
    assert answer.ok, answer.text()
    result: Json = answer.json()
    return result


def new_game(visitor: BrowserUser, one: str = "person", two: str = "scholar", **setup: Any) -> str:
    """Create a game on the local server, in which person 1 plays the Catholics; return its path."""
    request = {"players": {"1": one, "2": two}, "faith": "C", "mode": "first", "idempotency_key": token_hex(8)}
    return f"/game/{post(visitor, 'games', request | setup)['game']}"


def moment_of(visitor: BrowserUser, path: str) -> Json:
    """Return the moment of a game from the server."""
    moment: Json = visitor.context.request.get(f"{visitor.address}/api{path.replace('/game/', '/games/')}").json()
    return moment


def next_question(visitor: BrowserUser, path: str) -> Json:
    """Wait for the opponent and return the moment with the player's next question."""
    end = monotonic() + OPPONENT_TIMEOUT_S
    while not (moment := moment_of(visitor, path))["text"]["options"]:
        assert monotonic() < end, "the opponent does not choose"
        assert moment["view"]["phase"] != "over", "the game is over"
        sleep(POLL_INTERVAL_S)
    return moment


def make_choice(visitor: BrowserUser, path: str, moment: Json, random: Random) -> None:
    """Make a random choice, preferably not to draw a card."""
    options = [option["choice"] for option in moment["text"]["options"]]
    choice = random.choice([option for option in options if option != "draw"] or options)
    request = {"version": moment["version"], "choice": choice, "idempotency_key": token_hex(8)}
    post(visitor, f"games/{path.removeprefix('/game/')}/choices", request)


def make_choices(visitor: BrowserUser, path: str, choices: int, random: Random) -> None:
    """Make this number of choices from the first own turn on, and stop at the next question."""
    own_choices = 0
    while (moment := next_question(visitor, path))["view"]["turn"] != "C" or own_choices < choices:
        own_choices += moment["view"]["turn"] == "C" or own_choices > 0
        make_choice(visitor, path, moment, random)


# ---------------------------------------------------------------- moments of finished games


@cache
def places_of(question: str) -> list[tuple[str, int, str]]:
    """Return where this question was asked with several options: record, step before it, faith."""
    return [(name, *place) for name in NAMES for place in places_in(question, name)]


def places_in(question: str, name: str) -> Iterator[tuple[int, str]]:
    for step, _, _ in replay(load(GOLDEN / f"{name}.solafide")):
        if step.question == question and len(step.options) > 1 and step.who in ("C", "P"):
            yield step.version - 1, step.who


def import_record(visitor: BrowserUser, name: str) -> str:
    """Import a record once for each server and return the game id."""
    place = (visitor.address, name)
    if place not in IMPORTED:
        text = (GOLDEN / f"{name}.solafide").read_text("utf-8")
        IMPORTED[place] = post(visitor, "records", {"text": text})["game"]
    return IMPORTED[place]


def game_at(visitor: BrowserUser, question: str, number: int = 0) -> str:
    """Branch a game where the records ask this question, by default for the first time; return its path."""
    name, at, who = places_of(question)[number]
    request = {"at": at, "seat": who, "hidden": "true", "opponent": "scholar", "idempotency_key": token_hex(8)}
    return f"/game/{post(visitor, f'games/{import_record(visitor, name)}/branch', request)['game']}"


def table_at(visitor: BrowserUser, question: str, number: int = 0) -> Page:
    """Open a tab at a table that asks this question."""
    page = visitor.tab(game_at(visitor, question, number))
    wait_for_question(page)
    return page


def wait_for_question(page: Page) -> None:
    page.locator(".is-target, .answers [data-choice]").first.wait_for()
