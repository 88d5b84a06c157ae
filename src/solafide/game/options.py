"""The options of a game that the rulings leave to the players, and the tables that the kernel makes of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from solafide.cards import CardSet, tables
from solafide.game.error import SolaFideError
from solafide.game.identity import FAITHS
from solafide.game.view_types import OptionsJson
from solafide.kernel import codes as k
from solafide.kernel.tables import Tables

RULES_VERSION = 1
LIMITED_TOKENS = 16
UNLIMITED_TOKENS = 100  # more than there are territories

OPTION_VALUES: dict[str, tuple[Any, ...]] = {
    "mode": ("first", "draft"),
    "claims": ("at-once", "after-card"),
    "tokens": (16, None),
    "faiths": ("rolled", "agreed"),
    "first": ("rolled", "C", "P"),
}


@dataclass(frozen=True, slots=True)
class Options:
    """The options of a game, each with the default that the rulings name.

    mode: first-game decks or a draft (R8); claims: when circles are claimed (R23); tokens: 16, or None for unlimited
    (R5); turn_limit: None, or the number of single turns after which the game is cut off (R44); faiths: rolled for, or
    agreed: person 1 is Catholic (R7); first: who has the first turn.

    >>> Options(mode="draft").claims
    'at-once'
    """

    mode: Literal["first", "draft"] = "first"
    claims: Literal["at-once", "after-card"] = "at-once"
    tokens: Literal[16] | None = 16
    turn_limit: int | None = None
    faiths: Literal["rolled", "agreed"] = "rolled"
    first: Literal["rolled", "C", "P"] = "rolled"

    def __post_init__(self) -> None:
        for name, allowed in OPTION_VALUES.items():
            value = getattr(self, name)
            if not any(value == choice and type(value) is type(choice) for choice in allowed):
                raise SolaFideError(
                    "error.bad_option", option=name, value=str(value), expected=", ".join(str(a) for a in allowed)
                )
        limit = self.turn_limit
        if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or not 1 <= limit <= 1_000_000):
            raise SolaFideError("error.bad_option", option="turn_limit", value=str(limit), expected="1-1000000")

    def json(self) -> OptionsJson:
        return {
            "mode": self.mode,
            "claims": self.claims,
            "tokens": self.tokens,
            "turn_limit": self.turn_limit,
            "faiths": self.faiths,
            "first": self.first,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "Options":
        for name in data:
            if name not in cls.__dataclass_fields__:
                raise SolaFideError(
                    "error.bad_option", option=name, value=str(data[name]), expected=", ".join(cls.__dataclass_fields__)
                )
        return cls(**data)


def unplayable_cards(cards: CardSet, mode: str) -> list[str]:
    """Return the cards that a game of this mode could deal and that have no effects yet: see docs/card-sets.md.

    A first game deals the first-game cards (R8), and every game Foreign Influence (§9).
    """
    dealt = (card for card in cards.cards.values() if mode == "draft" or card.first_game or card.faith == "F")
    return [card.id for card in dealt if not card.playable]


def require_playable(cards: CardSet, mode: str) -> None:
    """Refuse a game that could deal a card without effects."""
    if unplayable := unplayable_cards(cards, mode):
        key = "error.unplayable.first" if mode == "first" else "error.unplayable.draft"
        raise SolaFideError(key, cards=unplayable)


def kernel_tables(cards: CardSet, options: Options) -> Tables:
    """Return the card set and the options as the kernel reads them."""
    return tables(
        cards,
        draft=options.mode == "draft",
        at_once=options.claims == "at-once",
        supply=LIMITED_TOKENS if options.tokens else UNLIMITED_TOKENS,
        turn_limit=options.turn_limit or 0,
        roll_faiths=options.faiths == "rolled",
        first=k.NOBODY if options.first == "rolled" else FAITHS.index(options.first),
    )
