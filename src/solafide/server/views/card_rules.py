"""Which sections of the rules and which rulings concern a card, a circle or a line of the Military Chart."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from solafide.cards import Card, Effect, Result
from solafide.languages import DEFAULT_LANGUAGE
from solafide.text.rules import rules

# By the kind of an effect.
RULES_OF_EFFECTS = {
    "convert": ("6.1", "R14", "R16", "R39"),
    "convert_neutrals": ("6.7", "R21"),
    "shift": ("6.2", "R15", "R16"),
    "neutralise": ("R19", "R14"),
    "disputation": ("6.3", "R17"),
    "draw": ("R9",),
    "draw_keep": ("R9", "R38"),
    "draw_play": ("R9", "R31"),
    "redraw": ("R9", "R37"),
    "opponent_discards": ("R12", "R33"),
    "recover": ("R9",),
}
COST_RULES = ("6.4", "R18")
PERSISTENT_RULES = ("6.5", "R20", "R30", "R41")
MILITARY_RULES = ("6.6", "2.4", "R26", "R42")
FOREIGN_RULES = ("2.3", "9", "R6", "R27")
CIRCLE_RULES = ("2.1", "7", "8", "R1", "R2", "R3", "R14")


def rules_of_card(card: Card) -> list[str]:
    """Return sections, then rulings, each in the order of the rules.

    >>> from solafide.cards import builtin
    >>> rules_of_card(builtin().cards["P07"])
    ['6.2', 'R9', 'R15', 'R16']
    """
    sections: list[str] = []
    if card.cost:
        sections += COST_RULES
    if card.persistent is not None:
        sections += PERSISTENT_RULES
        sections += _rules_of(card.persistent.effects)
        sections += COST_RULES if card.persistent.cost else ()
    if card.military:
        sections += MILITARY_RULES
    if card.deck is not None:
        sections += FOREIGN_RULES
    sections += _rules_of(card.effects if card.each is None else (*card.effects, card.each))
    return in_order(sections)


def rules_of_result(result: Result) -> list[str]:
    return in_order((*MILITARY_RULES, *_rules_of(result.effects)))


def in_order(sections: Iterable[str]) -> list[str]:
    """Return each section once, in the order of the rules."""
    concerned = set(sections)
    return [section for section in _all_sections() if section in concerned]


@cache
def _all_sections() -> tuple[str, ...]:
    return tuple(part["section"] for part in rules(DEFAULT_LANGUAGE))


def _rules_of(effects: Iterable[Effect]) -> Iterator[str]:
    for effect in effects:
        if effect.kind == "choose":
            for option in effect.fields["options"]:
                yield from _rules_of(option)
        else:
            yield from RULES_OF_EFFECTS[effect.kind]
