"""`solafide cards`: list cards, circles and lines of the Military Chart."""

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from solafide.cards import Card, CardSet, Circle, Effect, Result, builtin
from solafide.cards.vocabulary import EFFECTS
from solafide.commands.card_sets import named_card_set
from solafide.commands.context import DONE, Context, print_json
from solafide.text import (
    card_flags,
    card_name,
    card_text,
    circle_name,
    circle_short_name,
    deck_name,
    flag_names,
    power_space_name,
    result_name,
    result_text,
)

WIDTH_COLUMNS = 100
INDENT = " " * 8
FLAGS = ("military", "persistent", "first-game")
ENTRY_KINDS = ("card", "circle", "result")

Entry = Card | Circle | Result


def run(context: Context) -> int:
    kind, kinds = context.values["kind"], (*ENTRY_KINDS, *FLAGS, *EFFECTS)
    if kind is not None and kind not in kinds:
        raise context.usage_error("cli.error.choice", option="--kind", value=kind, allowed=", ".join(kinds))
    cards = named_card_set(context) or builtin()
    entries = [entry for entry in _entries(cards) if _matches(entry, context.values)]
    if name := context.values.get("id"):
        entries = _find_by_id(name, entries, context)
    if context.values["json"]:
        print_json(_document(cards, entries, context.lang))
    else:
        _print(cards, entries, context)
    return DONE


def _entries(cards: CardSet) -> Iterator[Entry]:
    yield from cards.cards.values()
    yield from cards.circles
    yield from cards.results


def _matches(entry: Entry, filters: dict[str, Any]) -> bool:
    faith, deck = (entry.faith, entry.deck) if isinstance(entry, Card) else (None, None)
    return (
        filters["source"] in (None, entry.source)
        and filters["faith"] in (None, faith)
        and filters["deck"] in (None, deck)
        and (filters["kind"] is None or filters["kind"] in _kinds(entry))
    )


def _find_by_id(name: str, entries: list[Entry], context: Context) -> list[Entry]:
    """The entry of that id: P33, F07, M2, or the number of a circle."""
    entry_id = name.upper()
    if re.fullmatch(r"[CPF]\d", entry_id):
        entry_id = f"{entry_id[0]}0{entry_id[1]}"
    matches = [entry for entry in entries if entry_id == (str(entry.number) if isinstance(entry, Circle) else entry.id)]
    if not matches and not re.fullmatch(r"[CPFM]?\d+", entry_id):
        raise context.usage_error("cli.error.command", command=name, commands="list, check, export")
    if not matches:
        raise context.usage_error("cli.error.card", card=name)
    return matches


def _kinds(entry: Entry) -> set[str]:
    """The values of `--kind` that match an entry."""
    if isinstance(entry, Circle):
        return {"circle"}
    if isinstance(entry, Result):
        return {"result", *_effect_kinds(entry.effects)}
    effects = [*entry.effects, *(entry.persistent.effects if entry.persistent else ())]
    flags = {flag.replace("_", "-") for flag in card_flags(entry)}
    return {"card", *flags, *_effect_kinds([*effects, entry.each] if entry.each else effects)}


def _effect_kinds(effects: Iterable[Effect]) -> Iterator[str]:
    for effect in effects:
        yield effect.kind
        for option in effect.fields["options"] if effect.kind == "choose" else ():
            yield from _effect_kinds(option)


# ---------------------------------------------------------------- text


def _print(cards: CardSet, entries: list[Entry], context: Context) -> None:
    texts, history = context.texts, context.values["history"]
    print(texts.render("listing.set", name=cards.name))
    for part, title in ((Card, "listing.cards"), (Circle, "listing.circles"), (Result, "listing.results")):
        section = [entry for entry in entries if isinstance(entry, part)]
        if section:
            print(f"\n{texts.render(title)}")
        for entry in section:
            _print_entry(entry, cards, context, history)
    if not entries:
        context.print_text("listing.nothing")
        return
    print()
    context.print_text("listing.total", n=len(entries))
    for source, n in Counter(entry.source for entry in entries).items():
        name, note = texts.render(f"source.{source}.name"), texts.render(f"source.{source}.note")
        _print_wrapped(texts.render("listing.by_source", source=name, n=n, note=note), "")


def _print_entry(entry: Entry, cards: CardSet, context: Context, history: bool) -> None:
    lang, texts = context.lang, context.texts
    source = texts.render(f"source.{entry.source}.name")
    if isinstance(entry, Card):
        flags = flag_names(entry, lang) + ([deck_name(entry.deck, lang)] if entry.deck else [])
        lines, title = card_text(entry, lang, cards), f"{entry.id:<5}{entry.number:>2} {card_name(entry, lang)}"
    elif isinstance(entry, Circle):
        flags, title = [texts.render("circle.points", n=entry.points)], f"{entry.number:<8}{circle_name(entry, lang)}"
        lines = _circle_lines(entry, context)
    else:
        flags, title = [], f"{entry.id:<5}{entry.roll:>2} {result_name(entry, lang)}"
        lines = result_text(entry, lang, cards)
    print(f"{title}  [{', '.join([*flags, source])}]")
    for line in lines:
        _print_wrapped(line, INDENT)
    if history and not isinstance(entry, Result) and entry.history:
        note = entry.history.get(lang) or next(iter(entry.history.values()))
        _print_wrapped(texts.render("card.history", history=note), INDENT)


def _circle_lines(circle: Circle, context: Context) -> list[str]:
    texts = context.texts
    below = ", ".join(str(number) for number in circle.below) or texts.render("board.none")
    facts = {
        "listing.nobility": circle.nobility,
        "listing.commoners": circle.commoners,
        "listing.start": power_space_name(circle.start, context.lang),
        "listing.below": below,
    }
    return ["; ".join(f"{texts.render(key)}: {fact}" for key, fact in facts.items())]


def _print_wrapped(text: str, indent: str) -> None:
    print("\n".join(textwrap.wrap(text, WIDTH_COLUMNS, initial_indent=indent, subsequent_indent=indent)))


# ---------------------------------------------------------------- JSON


def _document(cards: CardSet, entries: list[Entry], lang: str) -> dict[str, Any]:
    return {
        "set": {"name": cards.name, "hash": cards.hash, "rules_hash": cards.rules_hash, "builtin": cards.builtin},
        "lang": lang,
        "cards": [_card(entry, cards, lang) for entry in entries if isinstance(entry, Card)],
        "circles": [_circle(entry, lang) for entry in entries if isinstance(entry, Circle)],
        "results": [_result(entry, cards, lang) for entry in entries if isinstance(entry, Result)],
    }


def _card(card: Card, cards: CardSet, lang: str) -> dict[str, Any]:
    return {
        "id": card.id,
        "number": card.number,
        "faith": card.faith,
        "name": card_name(card, lang),
        "names": dict(card.name),
        "text": card_text(card, lang, cards),
        "cost": card.cost,
        "effects": [effect.plain() for effect in card.effects],
        "each": card.each.plain() if card.each else None,
        "persistent": card.persistent.plain() if card.persistent else None,
        "military": card.military,
        "first_game": card.first_game,
        "deck": card.deck,
        "year": card.year or None,
        "history": card.history.get(lang),
        "source": card.source,
    }


def _circle(circle: Circle, lang: str) -> dict[str, Any]:
    return {
        "id": circle.number,
        "number": circle.number,
        "name": circle_name(circle, lang),
        "names": dict(circle.name),
        "short": circle_short_name(circle, lang),
        "points": circle.points,
        "nobility": circle.nobility,
        "commoners": circle.commoners,
        "start": circle.start,
        "below": list(circle.below),
        "territories": {side: [dict(name) for name in names] for side, names in circle.territories.items()},
        "history": circle.history.get(lang),
        "source": circle.source,
    }


def _result(result: Result, cards: CardSet, lang: str) -> dict[str, Any]:
    return {
        "id": result.id,
        "roll": result.roll,
        "name": result_name(result, lang),
        "names": dict(result.name),
        "text": result_text(result, lang, cards),
        "effects": [effect.plain() for effect in result.effects],
        "source": result.source,
    }
