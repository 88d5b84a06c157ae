"""`solafide replay FILE`: a recorded game told again, from the eyes of a seat or with nothing hidden."""

import json
from collections.abc import Iterator
from typing import Any

from solafide.commands.context import DONE, NEGATIVE, Context, print_json
from solafide.game import (
    FAITHS,
    RULES_VERSION,
    Event,
    FastNature,
    Game,
    Record,
    RecordError,
    Step,
    commitment,
    load,
    redacted,
    replay,
)
from solafide.text import error_text, event_text, seat_name

ALL = "all"
FORMAT = 1
# Questions whose options, or even how many there are, tell of hidden cards.
PRIVATE = frozenset(
    {"draft", "action", "after", "cost", "cost_any", "discard", "redraw", "keep", "play_drawn", "foreign", "limit"}
)


def run(context: Context) -> int:
    file = context.values["file"]
    try:
        record = load(file)
    except RecordError as error:
        if error.key.startswith("error.file.") or not context.values["json"]:
            raise
        told = {"key": error.key, "facts": error.facts, "message": error_text(error, context.lang)}
        print_json({"ok": False, "file": file, "error": told})
        return NEGATIVE
    # A save of an unfinished game holds secrets of both seats: they are shown only to whoever asks for them.
    eyes = context.values["seat"] or (ALL if record.outcome else "spectator")
    if context.values["json"]:
        _print_json(record, eyes)
    else:
        _tell(context, record, eyes)
    return DONE


def _tell(context: Context, record: Record, eyes: str) -> None:
    texts, lang = context.texts, context.lang
    name = record.cards.name if not record.cards.builtin else texts.render("replay.cards_builtin")
    print(texts.render("replay.title", file=context.values["file"]))
    print("\n".join(_options(record, context)))
    print(texts.render("replay.cards", name=name))
    if eyes != ALL:
        print(texts.render("replay.eyes", who=seat_name(_seat(eyes), lang)))
    if record.seed is not None:
        print(texts.render("table.commitment", hash=commitment(record.seed)))
    if record.decides:
        print(texts.render("decider.plays"))
    if record.taken_back:
        print(texts.render("replay.taken_back", n=len(record.taken_back)))
    print()
    for event in _sentences(_events(record, eyes)):
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
    named = [
        texts.render("replay.mode", value=texts.render(f"option.mode.{rules.mode}")),
        texts.render("replay.claims", value=texts.render(f"option.claims.{rules.claims}")),
        texts.render("replay.tokens", value=tokens),
    ]
    if rules.turn_limit is not None:
        named.append(texts.render("option.turn_limit.some", n=rules.turn_limit))
    return named


def _events(record: Record, eyes: str) -> Iterator[Event]:
    yield from _before(record).all_events()
    for _, events, _ in replay(record):
        yield from (_seen(event, eyes) for event in events)


def _before(record: Record) -> Game:
    """The game before its first step."""
    return Game.again(record.options, record.cards, FastNature(0))


def _sentences(events: Iterator[Event]) -> Iterator[Event]:
    """Without cards of the draft that somebody else looks at: forty-five times the same sentence."""
    return (event for event in events if event["event"] != "dealt" or "card" in event)


def _seat(eyes: str) -> str | None:
    return eyes if eyes in FAITHS else None


def _seen(event: Event, eyes: str) -> Event:
    return event if eyes == ALL else redacted(event, _seat(eyes))


# ---------------------------------------------------------------- JSON


def _print_json(record: Record, eyes: str) -> None:
    """One document, a line for each step, printed while the game goes on."""
    start = _before(record)
    head = {
        "format": FORMAT,
        "rules": RULES_VERSION,
        "options": record.options.json(),
        "cards": {
            "hash": record.cards.hash,
            "rules_hash": record.cards.rules_hash,
            "name": record.cards.name,
            "builtin": record.cards.builtin,
        },
        "players": record.players,
        "seat": eyes,
        "commitment": commitment(record.seed) if record.seed else None,
        "seed": record.seed.hex() if record.seed and record.outcome else None,
        "promises": dict(record.chance.promises) if record.chance else None,
        "chance": dict(record.chance.parts) if record.chance and record.outcome else None,
        "finished": record.outcome is not None,
        "outcome": record.outcome.json() if record.outcome else None,
        "taken_back": record.taken_back,
        "decides": record.decides or None,
        "start": {"events": start.all_events(), "state": _state(start, eyes)},
    }
    print(_json(head)[:-1] + ',"steps":[')
    for number, told in enumerate(replay(record)):
        print((",\n" if number else "") + _json(_step(*told, eyes)), end="")
    print("]}")


def _step(step: Step, events: list[Event], game: Game, eyes: str) -> dict[str, Any]:
    told = step.json() if eyes == ALL else _redacted_step(step, events, _seat(eyes))
    return told | {"events": [_seen(event, eyes) for event in events], "state": _state(game, eyes)}


def _state(game: Game, eyes: str) -> dict[str, Any]:
    return game.whole() if eyes == ALL else game.view(_seat(eyes))


def _redacted_step(step: Step, events: list[Event], seat: str | None) -> dict[str, Any]:
    """The step as a seat may know it: neither what others could have chosen nor whether they had a choice."""
    told = step.json()
    if step.who == seat:
        return told
    if step.who == "N":
        hidden = any("card" in event and "card" not in redacted(event, seat) for event in events)
        return told | {"options": None, "choice": None, "auto": None} if hidden else told
    if step.question in PRIVATE:
        told |= {"options": None, "auto": None}
    if step.question == "draft":
        told["choice"] = None
    return told


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
