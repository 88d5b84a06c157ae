"""Names of cards, circles, territories, faiths and seats, in the reader's language or the one that there is."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from solafide.cards import Card, CardSet, Circle, Result
from solafide.languages import DEFAULT_LANGUAGE
from solafide.text.catalogue import catalogue

SHORT_NAMES_FILE = Path(__file__).parents[1] / "territory_short_names.toml"
Names = Mapping[str, str]  # of the persons "1" and "2", and of the faiths that people with names play


def localized_name(names: Mapping[str, str], lang: str) -> str:
    """The name in `lang`, else in English, else in the first language of the card set, which needs only one.

    >>> localized_name({"de": "Kaiser", "nl": "Keizer"}, "nl"), localized_name({"de": "Kaiser"}, "hu")
    ('Keizer', 'Kaiser')
    """
    return names.get(lang) or names.get(DEFAULT_LANGUAGE) or next(iter(names.values()), "")


def card_name(card: Card, lang: str) -> str:
    """The name of a card."""
    return localized_name(card.name, lang)


def circle_name(circle: Circle, lang: str) -> str:
    """The name of an Imperial Circle."""
    return localized_name(circle.name, lang)


def circle_short_name(circle: Circle, lang: str) -> str:
    """The short name of an Imperial Circle; its full name if the card set has none."""
    return localized_name(circle.short, lang) or circle_name(circle, lang)


def result_name(result: Result, lang: str) -> str:
    """The name of a line of the Military Chart."""
    return localized_name(result.name, lang)


def territory_name(circle: Circle, estate: str, index: int, lang: str) -> str:
    """The name of a territory, by its place in the order of the data (from 0)."""
    return localized_name(circle.territories[estate][index], lang)


def territory_short_name(circle: Circle, estate: str, index: int, lang: str) -> str:
    """The name of a territory on the board, where there is little room."""
    name = territory_name(circle, estate, index, lang)
    return _territory_short_names().get(lang, {}).get(name, name)


@cache
def _territory_short_names() -> dict[str, dict[str, str]]:
    return tomllib.loads(SHORT_NAMES_FILE.read_text(encoding="utf-8"))


def card_or_result_name(card_id: str, cards: CardSet, lang: str) -> str:
    """The name of a card or a chart result by its id."""
    if card_id.startswith("M"):
        return result_name(cards.results[int(card_id[1:]) - 1], lang)
    return card_name(cards.cards[card_id], lang)


def circle_name_by_number(number: int, cards: CardSet, lang: str) -> str:
    """The name of an Imperial Circle by its number."""
    return circle_name(cards.circles[number - 1], lang)


def faith_name(faith: str, lang: str) -> str:
    """A faith (C, P), the letter N or Foreign Influence (F) as a label.

    >>> faith_name("P", "en")
    'Protestant'
    """
    return catalogue(lang).render(f"faith.{faith}.name")


def faith_subject(who: str, lang: str, names: Names | None = None) -> str:
    """A faith, or a person before the faiths are known, as the subject of a sentence; `names`: of named persons.

    >>> faith_subject("2", "en", {"2": "Anna"}), faith_subject("1", "en", {"2": "Anna"})
    ('Anna', 'Player 1')
    """
    if names and who in names and who not in ("C", "P"):
        return names[who]
    key = f"faith.{who}.subject" if who in ("C", "P") else f"person.{who}"
    return catalogue(lang).render(key)


def seat_name(seat: str | None, lang: str) -> str:
    """The name of a seat: a faith, a person, nature (N) or the spectator (None).

    >>> seat_name("C", "en"), seat_name("1", "en"), seat_name(None, "en")
    ('Catholics', 'Player 1', 'Spectator')
    """
    if seat in ("C", "P"):
        return catalogue(lang).render(f"faith.{seat}.party")
    return catalogue(lang).render({None: "person.spectator", "N": "person.nature"}.get(seat, f"person.{seat}"))


def estate_name(estate: str, lang: str) -> str:
    """Nobility or Commoners."""
    return catalogue(lang).render(f"estate.{estate}")


def deck_name(deck: str, lang: str) -> str:
    """The country of a Foreign Influence deck."""
    return catalogue(lang).render(f"deck.{deck}.name")


def power_space_name(power: int, lang: str) -> str:
    """A space of the Power track, 0 to 3 from Nobility outer to Commoners outer."""
    return catalogue(lang).render(f"power.{power}")


def option_letter(index: int) -> str:
    """The letter of the option with that index from 0: a, b, c …"""
    return chr(ord("a") + index)
