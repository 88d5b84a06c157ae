"""Reasons for a card of the draft: each kind appears with its fact and not without it."""

from typing import Any

import pytest

from rules.table import cards, convert, draw, shift
from solafide.cards import CardSet, builtin
from solafide.game import Game, LiveNature, Options
from solafide.players.advice.deck_profile import composition, conversions, cost, roles, usual_shares
from solafide.players.advice.draft_coach import deck_summary, draft_reasons, faith_reasons
from solafide.players.advice.hint import hint
from solafide.players.advice.reasons import REASON_KINDS

NOBLES = ["C01", "C12", "C18", "C26", "C05"]  # five that convert nobility, four of which draw
SHIFTS = ["C04", "C31", "C39", "C25", "C27"]  # five that shift power; C27 converts as well
PRACTICE = {"C32": 0.8, "C05": 0.3, "C28": 0.05}
PAID = ["C34", "C21"]  # two that cost a card

# kind, card, deck, facts; the same without its fact: card, deck, set
CASES: list[tuple[str, str, list[str], dict[str, Any], str, list[str], CardSet]] = [
    ("fills_gap", "C04", NOBLES, {"what": "shift", "have": 0, "kept": 5}, "C04", SHIFTS, builtin()),
    ("too_many", "C18", NOBLES, {"what": "nobility", "have": 5, "kept": 5}, "C18", SHIFTS, builtin()),
    ("often_kept", "C32", [], {"practice": 0.8}, "C05", [], builtin()),
    ("seldom_kept", "C28", [], {"practice": 0.05}, "C05", [], builtin()),
    ("draws_many", "C13", [], {"n": 3}, "C13", [], cards(C13=[draw()])),
    ("claims_alone", "C09", [], {}, "C09", [], cards(C09=[convert("nobility"), shift("nobility")])),
    ("shifts_far", "C39", [], {"n": 2}, "C39", [], cards(C39=[shift("either")])),
    ("free_side", "C33", [], {}, "C33", [], cards(C33=[convert("nobility"), draw()])),
    ("attacks_hand", "C08", [], {}, "C08", [], cards(C08=[draw()])),
    ("converts_more", "C24", [], {"n": 2}, "C01", [], builtin()),
    ("early_circles", "P33", [], {"n": 6}, "P42", [], builtin()),
    ("late_circles", "P42", [], {}, "P39", [], builtin()),
    ("can_pay", "C34", NOBLES, {"draws": 4}, "C34", SHIFTS, builtin()),
    ("cannot_pay", "C34", SHIFTS, {"cards": 1}, "C34", SHIFTS, cards(C34=[convert("dominant", 2)])),
    ("feeds_costs", "C01", PAID, {"costs": 2}, "C01", PAID[:1], builtin()),
    ("replaces_itself", "C01", [], {}, "C01", [], cards(C01=[convert("nobility")])),
    ("second_lasting", "C43", ["C44"], {"card": "C44"}, "C43", ["C44"], cards(C44=[draw()])),
    ("military_roll", "C40", [], {}, "C40", [], cards(C40=[convert("commoners", 2)])),
    ("needs_military", "P45", [], {"cards": 6}, "P44", [], builtin()),
]


def draft_facts(card: str, deck: list[str], card_set: CardSet) -> dict[str, dict[str, Any]]:
    facts: dict[str, dict[str, Any]] = {}
    for each in draft_reasons([f"keep:{card}"], {"own": {"kept": deck}}, card_set, PRACTICE)[f"keep:{card}"]:
        facts.setdefault(each.kind, dict(each.facts))
    return facts


@pytest.mark.parametrize(
    ("kind", "card", "deck", "facts", "_card", "_deck", "_cards"), CASES, ids=lambda value: str(value)[:12]
)
def test_a_reason_appears_with_its_fact(
    kind: str, card: str, deck: list[str], facts: Any, _card: str, _deck: Any, _cards: Any
) -> None:
    by_kind = draft_facts(card, deck, builtin())
    assert kind in by_kind, by_kind
    assert by_kind[kind] == facts


@pytest.mark.parametrize(
    ("kind", "_card", "_deck", "_facts", "card", "deck", "card_set"), CASES, ids=lambda value: str(value)[:12]
)
def test_no_reason_without_its_fact(
    kind: str, _card: str, _deck: Any, _facts: Any, card: str, deck: list[str], card_set: CardSet
) -> None:
    assert kind not in draft_facts(card, deck, card_set)


def test_every_kind_of_draft_reason_has_a_case() -> None:
    assert {case[0] for case in CASES} == set(list(REASON_KINDS)[list(REASON_KINDS).index("fills_gap") :]) - {
        "starts_ahead"
    }


def test_a_deck_of_few_cards_has_no_profile() -> None:
    assert "fills_gap" not in draft_facts("C04", NOBLES[:3], builtin())


def test_faiths_with_the_same_start() -> None:
    even = cards(circles={number: {"nobility": "CCPP", "commoners": "CCPP"} for number in range(1, 4)})
    assert not faith_reasons("faith:C", even)
    assert not faith_reasons("faith:P", even)


def test_what_cards_are_good_for() -> None:
    cards = builtin().cards
    assert roles(cards["P33"]) == {"nobility", "commoners"}
    assert roles(cards["C16"]) == {"shift"}
    assert roles(cards["C43"]) == {"draw"}
    assert conversions(cards["C14"]) == 2
    assert [cost(cards[name]) for name in ("C01", "P03", "C28")] == [0, 2, 1]
    assert (
        usual_shares("C", builtin())["draw"]
        == composition([name for name in cards if name[0] == "C"], builtin())["draw"] / 45
    )


def test_the_coach_sees_the_deck_so_far() -> None:
    game = Game(Options(mode="draft", faiths="agreed"), nature=LiveNature(bytes(32)))
    for _ in range(6):
        decision = game.decision("P")
        assert decision is not None
        game.choose(decision.options[0], "P")
    decision, view = game.decision("P"), game.view("P")
    assert decision is not None
    advice = hint(view, decision, builtin(), iterations=30, playouts=True, mind=decision.options[1])
    assert advice.deck == deck_summary(view, builtin())
    assert advice.deck["cards"] == 6
    assert {each.choice for each in advice.choices} == set(decision.options)
    assert all(each.chance is not None for each in advice.choices)
    assert advice.mind is not None
