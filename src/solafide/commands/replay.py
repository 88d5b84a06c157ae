"""`solafide replay FILE`: print a recorded game, from the view of a seat or with nothing hidden."""

import json
from collections.abc import Iterator
from typing import Any

from solafide.commands.context import DONE, NEGATIVE, Context, print_json
from solafide.game import (
    RULES_VERSION,
    Event,
    FastNature,
    Game,
    Record,
    RecordError,
    Seat,
    Step,
    View,
    commitment,
    load,
    redacted,
    replay,
)
from solafide.game.identity import is_faith
from solafide.game.view_types import FullView
from solafide.text import error_text, event_text, seat_name

ALL_SEATS = "all"
JSON_FORMAT = 1
# Questions whose options, or their number, reveal hidden cards.
PRIVATE_QUESTIONS = frozenset(
    {"draft", "action", "after", "cost", "cost_any", "discard", "redraw", "keep", "play_drawn", "foreign", "limit"}
)


def run(context: Context) -> int:
    file = context.values["file"]
    try:
        record = load(file)
    except RecordError as error:
        if error.key.startswith("error.file.") or not context.values["json"]:
            raise
        details = {"key": error.key, "facts": error.facts, "message": error_text(error, context.lang)}
        print_json({"ok": False, "file": file, "error": details})
        return NEGATIVE
    # The file of an unfinished game holds the hidden cards of both seats: they are shown only on request.
    viewer = context.values["seat"] or (ALL_SEATS if record.outcome else "spectator")
    if context.values["json"]:
        _print_json(record, viewer)
    else:
        _print(context, record, viewer)
    return DONE


def _print(context: Context, record: Record, viewer: str) -> None:
    texts, lang = context.texts, context.lang
    name = record.cards.name if not record.cards.builtin else texts.render("replay.cards_builtin")
    print(texts.render("replay.title", file=context.values["file"]))
    print("\n".join(_options(record, context)))
    print(texts.render("replay.cards", name=name))
    if viewer != ALL_SEATS:
        print(texts.render("replay.eyes", who=seat_name(_seat(viewer), lang)))
    if record.seed is not None:
        print(texts.render("table.commitment", hash=commitment(record.seed)))
    if record.decides:
        print(texts.render("decider.plays"))
    if record.taken_back:
        print(texts.render("replay.taken_back", n=len(record.taken_back)))
    print()
    for event in _without_hidden_deals(_events(record, viewer)):
        if event["event"] == "turn":
            print()
        print(event_text(event, record.cards, lang))
    print()
    if record.outcome is None:
        print(texts.render("replay.unfinished"))
    elif record.seed is not None:
        print(texts.render("table.seed", seed=record.seed.hex()))


def _options(record: Record, context: Context) -> list[str]:
    rules, texts = record.options, context.texts
    limited = rules.tokens is not None
    tokens = (
        texts.render("option.tokens.limited", count=rules.tokens)
        if limited
        else texts.render("option.tokens.unlimited")
    )
    option_texts = [
        texts.render("replay.mode", value=texts.render(f"option.mode.{rules.mode}")),
        texts.render("replay.claims", value=texts.render(f"option.claims.{rules.claims}")),
        texts.render("replay.tokens", value=tokens),
    ]
    if rules.turn_limit is not None:
        option_texts.append(texts.render("option.turn_limit.some", n=rules.turn_limit))
    return option_texts


def _events(record: Record, viewer: str) -> Iterator[Event]:
    yield from _start(record).all_events()
    for _, events, _ in replay(record):
        yield from (_redacted_for(event, viewer) for event in events)


def _start(record: Record) -> Game:
    """The game before its first step."""
    return Game.again(record.options, record.cards, FastNature(0))


def _without_hidden_deals(events: Iterator[Event]) -> Iterator[Event]:
    """Leave out hidden cards of the draft: they would all give the same sentence."""
    return (event for event in events if event["event"] != "dealt" or "card" in event)


def _seat(viewer: str) -> Seat | None:
    return viewer if is_faith(viewer) else None


def _redacted_for(event: Event, viewer: str) -> Event:
    return event if viewer == ALL_SEATS else redacted(event, _seat(viewer))


# ---------------------------------------------------------------- JSON


def _print_json(record: Record, viewer: str) -> None:
    """Print one JSON document, a line for each step."""
    start = _start(record)
    head = {
        "format": JSON_FORMAT,
        "rules": RULES_VERSION,
        "options": record.options.json(),
        "cards": {
            "hash": record.cards.hash,
            "rules_hash": record.cards.rules_hash,
            "name": record.cards.name,
            "builtin": record.cards.builtin,
        },
        "players": record.players,
        "seat": viewer,
        "commitment": commitment(record.seed) if record.seed else None,
        "seed": record.seed.hex() if record.seed and record.outcome else None,
        "promises": dict(record.chance.commitments) if record.chance else None,
        "chance": dict(record.chance.contributions) if record.chance and record.outcome else None,
        "finished": record.outcome is not None,
        "outcome": record.outcome.json() if record.outcome else None,
        "taken_back": record.taken_back,
        "decides": record.decides or None,
        "start": {"events": start.all_events(), "state": _state(start, viewer)},
    }
    print(_json(head)[:-1] + ',"steps":[')
    for number, replayed in enumerate(replay(record)):
        print((",\n" if number else "") + _json(_step(*replayed, viewer)), end="")
    print("]}")


def _step(step: Step, events: list[Event], game: Game, viewer: str) -> dict[str, Any]:
    document = {**step.json()} if viewer == ALL_SEATS else _redacted_step(step, events, _seat(viewer))
    return document | {"events": [_redacted_for(event, viewer) for event in events], "state": _state(game, viewer)}


def _state(game: Game, viewer: str) -> FullView | View:
    return game.whole() if viewer == ALL_SEATS else game.view(_seat(viewer))


def _redacted_step(step: Step, events: list[Event], seat: Seat | None) -> dict[str, Any]:
    """A step as a seat may know it: without the options of others, and without whether they had a choice."""
    document: dict[str, Any] = {**step.json()}
    if step.who == seat:
        return document
    if step.who == "N":
        hidden = any("card" in event and "card" not in redacted(event, seat) for event in events)
        return document | {"options": None, "choice": None, "auto": None} if hidden else document
    if step.question in PRIVATE_QUESTIONS:
        document |= {"options": None, "auto": None}
    if step.question == "draft":
        document["choice"] = None
    return document


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
