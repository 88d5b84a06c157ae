"""The faces of cards, circles and the Military Chart, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any

from solafide.cards import Card, CardSet, Circle, Effect, Result, builtin
from solafide.cards.differences import changed_entries, changed_rules
from solafide.server.views.card_rules import CIRCLE_RULES, in_order, rules_of_card, rules_of_result
from solafide.text import (
    card_name,
    card_text,
    circle_name,
    circle_short_name,
    result_name,
    result_text,
    source_name,
    source_text,
    territory_name,
    territory_short_name,
)
from solafide.text.render.names import localized_name

Face = dict[str, Any]
AFTER_COST, THEN, OR = ":", ">", "/"
COUNTRIES = {"shift": "france", "convert": "england", "cards": "netherlands", "neutralise": "switzerland"}
# The emblems of an effect, by its kind.
EMBLEMS = {
    "convert": ("convert",),
    "convert_neutrals": ("neutrals",),
    "shift": ("shift",),
    "neutralise": ("neutralise",),
    "disputation": ("disputation",),
    "draw": ("draw",),
    "draw_keep": ("draw", THEN, "discard"),
    "draw_play": ("draw",),
    "redraw": ("any", THEN, "draw"),
    "opponent_discards": ("discard",),
    "recover": ("draw",),
}


@lru_cache(maxsize=32)
def faces(cards: CardSet, lang: str) -> Face:
    """Return all faces of a card set."""
    return {
        "hash": cards.hash,
        "name": cards.name,
        "cards": {card.id: card_face(card, cards, lang) for card in cards.cards.values()},
        "circles": [circle_face(circle, lang) for circle in cards.circles],
        "results": [result_face(result, cards, lang) for result in cards.results],
        "changed": changed_entries(cards),
        "changed_rules": changed_rules(cards),
    }


def card_face(card: Card, cards: CardSet, lang: str) -> Face:
    """One card."""
    face: Face = {
        "card": card.id,
        "number": card.number,
        "name": card_name(card, lang),
        "text": card_text(card, lang, cards),
        "emblems": block(card),
        "year": card.year.replace("-", "–"),
        "history": localized_name(card.history, lang),
        "picture": card_picture(card),
        "military": card.military,
        "persistent": card.persistent is not None,
        "first_game": card.first_game,
        "source": card.source,
        "source_text": source_text(card.source, lang),
        "source_label": source_name(card.source, lang),
        "rules": rules_of_card(card),
    }
    if card.deck is not None:
        face |= {"deck": card.deck, "country": (card.country or COUNTRIES[card.deck]).lower()}
    return face


def circle_face(circle: Circle, lang: str) -> Face:
    """One Imperial Circle, as it is printed."""
    return {
        "circle": circle.number,
        "name": circle_name(circle, lang),
        "short_name": circle_short_name(circle, lang),
        "points": circle.points,
        "nobility": _side(circle, "nobility", circle.nobility, lang),
        "commoners": _side(circle, "commoners", circle.commoners, lang),
        "start": circle.start,
        "below": list(circle.below),
        "history": localized_name(circle.history, lang),
        "source": circle.source,
        "source_text": source_text(circle.source, lang),
        "source_label": source_name(circle.source, lang),
        "rules": in_order(CIRCLE_RULES),
    }


def _side(circle: Circle, estate: str, prints: str, lang: str) -> list[Face]:
    return [
        {
            "print": printed,
            "name": territory_name(circle, estate, at, lang),
            "short_name": territory_short_name(circle, estate, at, lang),
        }
        for at, printed in enumerate(prints)
    ]


def result_face(result: Result, cards: CardSet, lang: str) -> Face:
    """One line of the Military Chart."""
    return {
        "roll": result.roll,
        "name": result_name(result, lang),
        "text": result_text(result, lang, cards),
        "emblems": list(_row(result.effects)),
        "picture": result_picture(result),
        "source": result.source,
        "source_text": source_text(result.source, lang),
        "source_label": source_name(result.source, lang),
        "rules": rules_of_result(result),
    }


# ---------------------------------------------------------------- pictures


def card_picture(card: Card) -> str | None:
    """The name of the picture of a card; none if a card set has made it another card, with other names."""
    original = builtin().cards.get(card.id)
    return card.id if original is not None and _has_name(card.name, original.name) else None


def result_picture(result: Result) -> str | None:
    """The name of the picture of a line of the Military Chart; none if it has other names."""
    return f"M{result.roll:02}" if _has_name(result.name, builtin().results[result.roll - 1].name) else None


def _has_name(names: Mapping[str, str], original: Mapping[str, str]) -> bool:
    return any(original.get(lang) == name for lang, name in names.items())


# ---------------------------------------------------------------- emblems


def block(card: Card) -> list[str]:
    """The emblems of a card from left to right: its cost and ":", then its effects with ">" between them.

    >>> from solafide.cards import builtin
    >>> block(builtin().cards["P07"])
    ['shift', '>', 'draw']
    """
    if card.persistent is None:
        return [*_cost(card.cost), *_row((card.each,) if card.each is not None else card.effects)]
    if card.persistent.effects:
        return [*_cost(card.persistent.cost), *_row(card.persistent.effects)]
    return ["persistent", AFTER_COST, {"military_roll": "military"}.get(card.persistent.when, "draw")]


def _cost(cost: int | str) -> list[str]:
    return ["any" if cost == "any" else "discard", AFTER_COST] if cost else []


def _row(effects: Iterable[Effect]) -> Iterator[str]:
    return _join(THEN, (_emblems(effect) for effect in effects))


def _emblems(effect: Effect) -> Iterator[str]:
    if effect.kind == "choose":
        return _join(OR, (_row(option) for option in effect.fields["options"]))
    return iter(EMBLEMS[effect.kind])


def _join(mark: str, groups: Iterable[Iterator[str]]) -> Iterator[str]:
    return chain.from_iterable(chain((mark,) if at else (), group) for at, group in enumerate(groups))
