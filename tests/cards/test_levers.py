"""What may move to balance the game: docs/balance/levers.toml leaves all that a rulebook states as it is."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from solafide.cards import Card, CardSet, Effect
from solafide.cards.vocabulary import POWER_STARTS

ROOT = Path(__file__).parents[2]
ATTESTED = tomllib.loads((Path(__file__).parent / "data" / "attested.toml").read_text("utf-8"))


@cache
def tool() -> ModuleType:
    """The module of tools/ that reads the file."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(ROOT / "tools"))
        return import_module("balance_levers")


def variants() -> list[str]:
    return sorted(tool().levers_by_variant())


@pytest.fixture(scope="module")
def base() -> CardSet:
    cards: CardSet = tool().base_set()
    return cards


def partial_cards() -> Iterator[tuple[str, dict[str, Any]]]:
    """Return each card of which something is attested, with what it is."""
    yield from ((each["id"], each) for each in ATTESTED["partial"])
    yield from ((card_id, ATTESTED["converters"]) for card_id in ATTESTED["converters"]["ids"])


# ------------------------------------------------------------ the file


def test_every_lever_has_two_to_four_variants() -> None:
    for lever in tool().levers():
        expected = range(1, 5) if lever.entry.startswith("oval") else range(2, 5)
        assert len(lever.variants) in expected, lever.target


def test_every_entry_that_may_move_is_listed(base: CardSet) -> None:
    """Each reconstructed and each partly attested card, each circle; and no card that a rulebook prints."""
    cards = [lever.target for lever in tool().levers() if lever.kind == "card"]
    circles = [lever.target for lever in tool().levers() if lever.kind == "circle"]
    assert len(cards) == len(set(cards))
    expected = {card.id for card in base.cards.values() if card.source in ("partial", "reconstructed")}
    assert set(cards) == expected
    assert not set(cards) & set(ATTESTED["whole"])
    # One for the prints, one for the start space; that of the Lower Saxon Circle is in an example.
    assert Counter(circles) == {str(number): 1 if number == 2 else 2 for number in range(1, 11)}


def test_the_base_has_what_is_attested(base: CardSet) -> None:
    check_attested(base, base)


# ------------------------------------------------------------ every variant


@pytest.mark.parametrize("variant", variants())
def test_a_variant_is_a_card_set_that_keeps_what_is_attested(variant: str, base: CardSet) -> None:
    lever = tool().levers_by_variant()[variant]
    cards = tool().card_set([variant])
    other = {"card": [lever.target], "circle": [f"circle {lever.target}"], "oval": []}[lever.kind]
    expected = sorted(other or [lever.target, lever.variants[variant]])
    assert tool().changed_entries(cards) == expected, "a variant changes its own entry, and is no copy of it"
    check_attested(cards, base)


@pytest.mark.parametrize("variant", variants())
def test_the_modes_have_separate_levers(variant: str, base: CardSet) -> None:
    """Ovals move the first game alone, cards without oval the draft alone."""
    lever = tool().levers_by_variant()[variant]
    cards = tool().card_set([variant])
    moved = {mode for mode, view in (("first", first_game_rules), ("draft", draft_rules)) if view(cards) != view(base)}
    assert moved == lever.modes(base)
    if lever.kind == "oval":
        assert moved == {"first"}
    elif lever.kind == "card" and not base.cards[lever.target].first_game:
        assert moved == {"draft"}


def test_two_variants_of_the_same_thing_exclude_each_other() -> None:
    with pytest.raises(ValueError, match="exclude"):
        tool().card_set(["C34a", "C34b"])
    both = tool().card_set(["C25a", "C25-C29", "circle4a", "circle4s"])
    assert tool().changed_entries(both) == ["C25", "C29", "circle 4"]
    assert not both.cards["C25"].first_game
    assert both.cards["C25"].effects[0].fields["spaces"] == 2


# ------------------------------------------------------------ helpers


def first_game_rules(cards: CardSet) -> list[Any]:
    """Return all that decides a first game."""
    ovals = [without_oval(card) for card in cards.cards.values() if card.first_game or card.faith == "F"]
    return [*ovals, *(circle.rules() for circle in cards.circles), *(result.rules() for result in cards.results)]


def draft_rules(cards: CardSet) -> list[Any]:
    """Return all that decides a draft."""
    every_card = [without_oval(card) for card in cards.cards.values()]
    return [*every_card, *(circle.rules() for circle in cards.circles), *(result.rules() for result in cards.results)]


def without_oval(card: Card) -> dict[str, Any]:
    return {name: value for name, value in card.rules().items() if name != "first_game"}


def check_attested(cards: CardSet, base: CardSet) -> None:
    for name, card in cards.cards.items():
        original = base.cards[name]
        assert (card.number, dict(card.name)) == (original.number, dict(original.name))
        assert card.military == original.military
        assert (card.persistent is None) == (original.persistent is None)
        if card.faith == "F" or name in ATTESTED["whole"]:
            assert without_oval(card) == without_oval(original)
    assert cards.results == base.results
    for card_id, facts in partial_cards():
        check_card(cards.cards[card_id], facts)
    check_circles(cards)


def check_card(card: Card, facts: dict[str, Any]) -> None:
    assert card.military or not facts.get("military")
    assert card.persistent or not facts.get("persistent")
    assert len(card.effects) == facts.get("effects", len(card.effects))
    at = 0
    for fact in facts.get("contains", []):
        places = [place for place, effect in enumerate(card.effects) if place >= at and matches(effect, fact)]
        assert places, f"{card.id} lacks {fact}"
        at = places[0] + 1


def matches(effect: Effect, fact: dict[str, Any]) -> bool:
    plain = effect.plain()
    return all(plain.get(name) == value for name, value in fact.items())


def check_circles(cards: CardSet) -> None:
    facts = ATTESTED["circles"]
    assert sorted(circle.points for circle in cards.circles) == [5] * facts["fives"] + [7] * facts["sevens"]
    for circle in cards.circles:
        assert len(circle.nobility) == len(circle.commoners)
        assert len(circle.nobility) in facts["territories"]
    for fact in ATTESTED["circle"]:
        circle = cards.circles[fact["number"] - 1]
        prints = circle.nobility + circle.commoners
        assert set(fact["has"]) <= set(prints)
        assert set(fact.get("commoners_have", [])) <= set(circle.commoners)
        assert prints.count("N") == fact.get("neutrals", prints.count("N"))
        assert POWER_STARTS[circle.start] in fact.get("start", POWER_STARTS)
