"""What differs between a card set and the built-in one."""

from __future__ import annotations

from typing import Any

from solafide.cards.cardset import Card, CardSet, Circle, Result
from solafide.cards.entry_form import entry_ids
from solafide.cards.loader import builtin


def entry_of(cards: CardSet, entry: str) -> Card | Circle | Result:
    """Return an entry by its id.

    >>> entry_of(builtin(), "circle-3").number, entry_of(builtin(), "M06").roll
    (3, 6)
    """
    if entry.startswith("circle-"):
        return cards.circles[int(entry.removeprefix("circle-")) - 1]
    return cards.results[int(entry[1:]) - 1] if entry.startswith("M") else cards.cards[entry]


def changed_entries(cards: CardSet) -> list[str]:
    """Return the entries that differ from the built-in ones, in their order; sources do not count."""
    return [entry for entry in entry_ids() if _facts(cards, entry) != _facts(builtin(), entry)]


def changed_rules(cards: CardSet) -> list[str]:
    """Return the entries whose rules differ from those of the built-in ones, in their order."""
    return [entry for entry in entry_ids() if entry_of(cards, entry).rules() != entry_of(builtin(), entry).rules()]


def _facts(cards: CardSet, entry: str) -> dict[str, Any]:
    return {name: value for name, value in entry_of(cards, entry).plain().items() if name != "source"}
