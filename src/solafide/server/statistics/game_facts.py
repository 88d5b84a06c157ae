"""What one finished game adds to the statistics of its players: their cards and what these did, and the time played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from solafide.game import FAITHS, Game
from solafide.game.event_types import Event
from solafide.players.analysis.mistake_subjects import stored_mistake_subject
from solafide.server.matches.match import Match
from solafide.server.schemas.identity import HUMAN
from solafide.server.storage.ledger import EntryKind

MAX_COUNTED_PAUSE_S = 180.0  # a player who took longer for a choice has done something else meanwhile
PLAYER_KINDS = frozenset((EntryKind.CHOICE, EntryKind.UNDO, EntryKind.TAKEBACK))
# What is counted of a card, in the order in which it is stored: how often it was played, territories that it converted,
# spaces that it shifted the power, points of circles that were claimed in its turn.
CARD_USE = ("plays", "converted", "shifted", "points")
PLAYS, CONVERTED, SHIFTED, POINTS = range(len(CARD_USE))

Uses = dict[str, list[int]]  # by card
LedgerTime = tuple[str, str, str]  # kind, who and time of an entry


def is_counted(match: Match) -> bool:
    """Whether a game counts: it was played here from its first card, and by a person."""
    setup = match.setup
    return setup.start is None and setup.recorded is None and HUMAN in setup.players.values()


def game_facts(match: Match, times: Sequence[LedgerTime]) -> dict[str, Any]:
    """Return the facts of a finished game as they are stored; times: of all entries of its ledger."""
    persons = dict[str, str]((match.public_summary()["persons"] or {}).items())
    return {
        "players": dict(match.players),
        "turns": match.move_number,
        "taken_back": any(kind == EntryKind.TAKEBACK for kind, *_ in times),
        "seconds": seconds_played(times, persons),
        "cards": card_uses(match.game),
    }


def seconds_played(times: Iterable[LedgerTime], persons: Mapping[str, str]) -> dict[str, int]:
    """Return how long each faith has taken for its choices; a long pause counts as a short one.

    >>> minute = "2026-11-18T11:{:02}:00.000+00:00".format
    >>> times = [("created", "", minute(0)), ("choice", "1", minute(1)), ("choice", "P", minute(50))]
    >>> seconds_played(times, {"1": "C", "2": "P"})
    {'C': 60, 'P': 180}
    """
    seconds = dict.fromkeys(FAITHS, 0.0)
    before: float | None = None
    for kind, who, at in times:
        now = datetime.fromisoformat(at).timestamp()
        faith = persons.get(who, who)
        if before is not None and kind in PLAYER_KINDS and faith in FAITHS:
            seconds[faith] += min(max(now - before, 0.0), MAX_COUNTED_PAUSE_S)
        before = now
    return {faith: round(total) for faith, total in seconds.items()}


def card_uses(game: Game) -> dict[str, Uses]:
    """Return what the cards of each faith did, Foreign Influence cards included."""
    uses: dict[str, Uses] = {faith: {} for faith in FAITHS}
    faith, card = "", ""
    for event in game.all_events():
        match event["event"]:
            case "turn":
                faith, card = "", ""
            case "played" | "used" | "foreign":
                faith, card = event["by"], event["card"]
                if event["event"] != "used":
                    _count(uses[faith], card, PLAYS, 1)
        if card and event.get("by") == faith:
            _count_effect(uses[faith], card, event)
    return uses


def _count_effect(uses: Uses, card: str, event: Event) -> None:
    match event["event"]:
        case "converted":
            _count(uses, card, CONVERTED, 1)
        case "shifted":
            _count(uses, card, SHIFTED, abs(event["to"] - event["from"]))
        case "claimed":
            _count(uses, card, POINTS, event["points"])


def _count(uses: Uses, card: str, field: int, amount: int) -> None:
    uses.setdefault(card, [0] * len(CARD_USE))[field] += amount


def mistakes_of(analysis: Mapping[str, Any]) -> dict[str, list[list[Any]]]:
    """Return the mistakes of each faith in a stored analysis: subject, chance of winning that was lost, step before."""
    return {
        faith: [
            [stored_mistake_subject(step["question"], step.get("why")), round(step["loss"], 4), step["version"] - 1]
            for step in analysis["steps"]
            if step["by"] == faith and step["grade"]
        ]
        for faith in FAITHS
    }
