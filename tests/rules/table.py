"""Helpers for the tests of the rules: set up a position, make choices, inspect the result."""

import json
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import pytest

from solafide.cards import CardSet, builtin, from_canonical
from solafide.game import Event, Faith, Game, Options, ScriptedNature, position

Effect = dict[str, Any]

CLAIMS = ("at-once", "after-card")
OTHER = {"C": "P", "P": "C"}
C1, C2 = "C13", "C11"  # spare cards in a hand: they make playing another one a choice
P1, P2 = "P13", "P01"
LAST = dict.fromkeys(range(2, 11), "P")  # claimed so, only circle 1 is left
ESTATES = ("nobility", "commoners")
OVALS = {
    faith: {card.id for card in builtin().cards.values() if card.faith == faith and card.first_game} for faith in "CP"
}

both_timings = pytest.mark.parametrize("claims", CLAIMS)
both_faiths = pytest.mark.parametrize("name", ["C", "P"])

# ---------------------------------------------------------------- the table


def game_with(
    *,
    claims: str = "at-once",
    tokens_a_faith: int | None = 16,
    turn_limit: int | None = None,
    turn: str = "C",
    chance: Iterable[str] = (),
    **table: Any,
) -> Game:
    """Return a position (see `solafide.game.position`) with these options; nature's answers come from `chance`."""
    rules: Any = {"claims": claims, "tokens": tokens_a_faith, "turn_limit": turn_limit, "first": turn}
    options = Options(mode="draft", faiths="agreed", **rules)
    return position(options=options, turn=turn, nature=ScriptedNature(chance), **table)


def nearly(number: int, faith: Faith, estate: str = "nobility") -> dict[str, Any]:
    """Return a circle in which this faith lacks one territory of the dominant side: the first that needs a token.

    >>> nearly(2, "C")
    {'nobility': 'PCCCC', 'power': 1}
    """
    territories = getattr(builtin().circles[number - 1], estate)
    lacking = next(t for t, letter in enumerate(territories) if letter != faith)
    holders = faith * lacking + territories[lacking] + faith * (len(territories) - lacking - 1)
    return {estate: holders, "power": 1 + ESTATES.index(estate)}


# ---------------------------------------------------------------- changed card sets


def cards(
    circles: Mapping[int, Mapping[str, Any]] | None = None,
    results: Mapping[int, list[Effect]] | None = None,
    **changed: list[Effect] | dict[str, Any],
) -> CardSet:
    """Return the built-in set with some cards changed: `cards(C02=[draw(2)], P02=lasting("military_roll"))`."""
    return _cards(json.dumps([dict(circles or {}), dict(results or {}), changed]))


@cache
def _cards(text: str) -> CardSet:
    circles, results, changed = json.loads(text)
    plain = json.loads(builtin().canonical())
    for card in plain["card"]:
        if card["id"] in changed:
            body = changed[card["id"]]
            for field in ("effects", "each", "persistent", "cost", "military"):
                card.pop(field, None)
            card |= body if isinstance(body, dict) else {"effects": body}
            card["source"] = "printed"
    for circle in plain["circle"]:
        circle |= circles.get(str(circle["number"]), {})
        circle["territories"] = {estate: [{"en": "A town"}] * len(circle[estate]) for estate in ESTATES}
    for result in plain["result"]:
        result["effects"] = results.get(str(result["roll"]), result["effects"])
    return from_canonical(json.dumps(plain))


def convert(side: str, count: int = 1, circle: str = "chosen") -> Effect:
    return {"effect": "convert", "side": side, "count": count, "circle": circle}


def shift(toward: str, spaces: int = 1, circle: str = "chosen") -> Effect:
    return {"effect": "shift", "toward": toward, "spaces": spaces, "circle": circle}


def neutralise(side: str, circle: str = "chosen") -> Effect:
    return {"effect": "neutralise", "side": side, "circle": circle}


def disputation(circle: str = "chosen") -> Effect:
    return {"effect": "disputation", "circle": circle}


def convert_neutrals(first: int, second: int) -> Effect:
    return {"effect": "convert_neutrals", "circles": [first, second]}


def draw(count: int = 1) -> Effect:
    return {"effect": "draw", "count": count}


def draw_keep(draw: int, keep: int) -> Effect:
    return {"effect": "draw_keep", "draw": draw, "keep": keep}


def draw_play(draw: int) -> Effect:
    return {"effect": "draw_play", "draw": draw}


def redraw() -> Effect:
    return {"effect": "redraw"}


def opponent_discards(count: int = 1) -> Effect:
    return {"effect": "opponent_discards", "count": count}


def recover(count: int = 1) -> Effect:
    return {"effect": "recover", "count": count}


def choose(*options: list[Effect]) -> Effect:
    return {"effect": "choose", "options": list(options)}


def lasting(when: str, *effects: Effect, cost: int = 0, limit: int = 0) -> dict[str, Any]:
    """Return the body of a persistent card."""
    persistent: dict[str, Any] = {"when": when}
    if effects:
        persistent["effects"] = list(effects)
    if cost:
        persistent["cost"] = {"discard": cost}
    if limit:
        persistent["limit"] = limit
    return {"persistent": persistent}


# ---------------------------------------------------------------- choices


def play(game: Game, *choices: str) -> list[Event]:
    """Make choices one after the other and return all events."""
    return [event for choice in choices for event in game.choose(choice)]


def pending_question(game: Game) -> str:
    """Return the faith and the kind of the pending question, such as "C circle", or "nobody"."""
    decision = game.decision()
    return f"{decision.who} {decision.question}" if decision else "nobody"


def options(game: Game) -> set[str]:
    decision = game.decision()
    return set(decision.options) if decision else set()


def circles_offered(game: Game) -> set[int]:
    assert pending_question(game)[2:] == "circle", pending_question(game)
    return {int(option.removeprefix("circle:")) for option in options(game)}


# ---------------------------------------------------------------- looking


def kinds(events: Iterable[Event]) -> list[str]:
    return [event["event"] for event in events]


def order(events: Iterable[Event], *selected: str) -> list[str]:
    """Return the kinds of the selected events, in the order in which they happened."""
    return [kind for kind in kinds(events) if kind in selected]


def happened(events: Iterable[Event], kind: str) -> list[dict[str, Any]]:
    """Return the facts of all events of one kind."""
    return [
        {name: fact for name, fact in event.items() if name not in ("event", "version")}
        for event in events
        if event["event"] == kind
    ]


def skipped(events: Iterable[Event]) -> list[int]:
    """Return which effects of their cards were skipped, counted from 0."""
    return [event["effect"] for event in events if event["event"] == "skipped"]


def circle(game: Game, number: int) -> dict[str, Any]:
    whole: dict[str, Any] = game.whole()["circles"][number - 1]
    return whole


def power(game: Game, number: int) -> int | None:
    space: int | None = circle(game, number)["power"]
    return space


def owners(game: Game) -> dict[int, str]:
    return {c["circle"]: c["owner"] for c in game.whole()["circles"] if c["owner"]}


def in_play(game: Game) -> set[int]:
    return {c["circle"] for c in game.whole()["circles"] if c["state"] == "in_play"}


def faith(game: Game, name: str) -> dict[str, Any]:
    """Return the complete state of a player: hand, deck, discard, aside, front, tokens, rewards, points, circles."""
    whole: dict[str, Any] = game.whole()["faiths"][name]
    return whole


def tokens(game: Game) -> dict[str, int]:
    return {name: faith(game, name)["tokens"] for name in "CP"}
