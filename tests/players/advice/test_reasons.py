"""Each kind of reason is found where its fact is, and not where the fact is taken away."""

from dataclasses import dataclass
from typing import Any

import pytest

from players.choice_reasons import continuation_of, facts_by_kind, reasons_for
from rules.table import cards, convert, draw, game_with, nearly
from solafide.game import Game
from solafide.players.advice.reasons import REASON_KINDS, Reason, find_reasons, make_reason, select_reasons, stands_out

PLAYED = set(list(REASON_KINDS)[: list(REASON_KINDS).index("only_choice")])
NOBILITY = {"power": 1}  # the nobility is dominant
HANDS = {"C": ["C01", "C13"], "P": ["P04"]}
DEAR = {"cost": {"discard": 1}, "effects": [draw(1)]}


@dataclass(frozen=True)
class Case:
    """A position, a choice with its continuation, the facts of the reason, and a change that removes the fact."""

    kind: str
    table: dict[str, Any]
    choice: str
    facts: dict[str, Any]
    without: dict[str, Any]
    then: tuple[str, ...] = ()
    reply: tuple[str, ...] = ()
    before: tuple[str, ...] = ()
    compared_with: str | None = None


def circle_2(**described: Any) -> dict[int, dict[str, Any]]:
    return {2: NOBILITY | described, 3: NOBILITY}


def claimed_but_1(faith: str) -> dict[int, str]:
    return dict.fromkeys(range(2, 11), faith)


TWO = ("circle:2",)
CASES = [
    Case(
        "wins_now",
        {"claimed": claimed_but_1("C"), "circles": {1: nearly(1, "C")}, "hands": HANDS},
        "play:C01",
        {"own": 62, "other": 0},
        {"circles": {1: {"nobility": "PPCCC", "power": 1}}},
    ),
    Case(
        "loses_now",
        {"claimed": claimed_but_1("P"), "circles": {1: nearly(1, "C")}, "hands": HANDS},
        "play:C01",
        {"own": 7, "other": 55},
        {"claimed": claimed_but_1("C")},
    ),
    Case(
        "claims_now",
        {"circles": circle_2(nobility="PCCCC"), "hands": HANDS},
        "play:C01",
        {"circle": 2, "points": 7, "share": 1},
        {"circles": circle_2(nobility="PPCCC")},
        TWO,
    ),
    Case(
        "claims_and_reward",
        {"circles": circle_2(nobility="PCCCC"), "hands": HANDS, "disputation": 2},
        "play:C01",
        {"circle": 2, "points": 7},
        {"disputation": 3},
        TWO,
    ),
    Case(
        "gives_claim",
        {"circles": circle_2(commoners="PPPPP"), "hands": {"C": ["C39", "C13"]}},
        "play:C39",
        {"circle": 2, "points": 7},
        {"circles": circle_2(commoners="PPPPC")},
        ("circle:2", "toward:commoners"),
    ),
    Case(
        "misses_claim",
        {"circles": circle_2(nobility="PCCCC"), "hands": HANDS},
        "play:C13",
        {"circle": 2, "points": 7},
        {"circles": circle_2(nobility="PPCCC")},
    ),
    Case(
        "stops_claim",
        {"circles": circle_2(nobility="PPNPP"), "hands": HANDS},
        "play:C01",
        {"circle": 2, "points": 7, "share": 1},
        {"hands": HANDS | {"P": ["P06"]}},
        TWO,
    ),
    Case(
        "allows_claim",
        {"circles": circle_2(nobility="PPNPP"), "hands": HANDS},
        "play:C13",
        {"circle": 2, "points": 7, "share": 1},
        {"hands": HANDS | {"P": ["P06"]}},
    ),
    Case(
        "threatens_claim",
        {"circles": circle_2(nobility="PPCCC"), "hands": {"C": ["C01", "C18"]}},
        "play:C01",
        {"circle": 2, "points": 7, "share": 1},
        {"hands": {"C": ["C01", "C03"]}},
        TWO,
    ),
    Case(
        "takes_power",
        {"circles": circle_2(nobility="PPNPP"), "hands": {"C": ["C39", "C13"]}},
        "play:C39",
        {"circle": 2, "side": "nobility", "lacks": 1},
        {"circles": circle_2(nobility="PPNCC")},
        ("circle:2", "toward:commoners"),
    ),
    Case(
        "turns_power",
        {"circles": circle_2(commoners="CCCCP"), "hands": {"C": ["C39", "C13"]}},
        "play:C39",
        {"circle": 2, "side": "commoners", "lacks": 1},
        {"circles": circle_2(commoners="CCPPP")},
        ("circle:2", "toward:commoners"),
    ),
    Case(
        "holds_power",
        {"circles": circle_2(nobility="CCCCP"), "hands": {"C": ["C25", "C13"]}},
        "play:C25",
        {"circle": 2, "side": "nobility"},
        {"circles": circle_2(nobility="PPNCP")},
        TWO,
    ),
    Case(
        "brings_near",
        {"circles": circle_2(nobility="PPPCC"), "hands": HANDS},
        "play:C01",
        {"circle": 2, "lacks": 2},
        {"circles": circle_2(nobility="PPPPC")},
        TWO,
    ),
    Case(
        "pushes_back",
        {"circles": circle_2(nobility="PPNPP"), "hands": HANDS},
        "play:C01",
        {"circle": 2, "lacks": 2},
        {"circles": circle_2(nobility="PPNCC")},
        TWO,
    ),
    Case(
        "disputation_first",
        {"circles": circle_2(nobility="PPCCC"), "hands": {"C": ["C11", "C13"]}},
        "play:C11",
        {"circle": 2, "lacks": 2},
        {"circles": circle_2(nobility="PPPCC")},
        TWO,
    ),
    Case(
        "disputation_away",
        {"circles": circle_2(nobility="PPNPP"), "hands": {"C": ["C11", "C13"]}, "disputation": 2},
        "play:C11",
        {"circle": 2},
        {"circles": circle_2(nobility="PPNCC")},
        ("circle:3",),
    ),
    Case(
        "opens_circle",
        {"circles": circle_2(nobility="PCCCC"), "hands": HANDS},
        "play:C01",
        {"circle": 4},
        {"circles": circle_2(nobility="PCCCC") | {4: {}, 5: {}}},
        TWO,
    ),
    Case(
        "opens_for_other",
        {"circles": circle_2(nobility="PCCCC"), "hands": HANDS},
        "play:C01",
        {"circle": 5},
        {"circles": circle_2(nobility="PCCCC") | {4: {}, 5: {}}},
        TWO,
    ),
    Case(
        "loses_card",
        {"circles": circle_2(nobility="PCCCC"), "hands": {"C": ["C02", "C01", "C13"]}, "cards": cards(C02=DEAR)},
        "discard:C01",
        {"circle": 2, "card": "C01"},
        {"circles": circle_2(nobility="PPCCC")},
        before=("play:C02",),
    ),
    Case(
        "keeps_card",
        {"circles": circle_2(nobility="PCCCC"), "hands": {"C": ["C02", "C01", "C13"]}, "cards": cards(C02=DEAR)},
        "discard:C13",
        {"circle": 2, "card": "C01"},
        {"circles": circle_2(nobility="PPCCC")},
        before=("play:C02",),
        compared_with="discard:C01",
    ),
    Case("lasting_card", {"hands": {"C": ["C44", "C13"]}}, "play:C44", {"card": "C44"}, {"cards": cards(C44=[draw()])}),
    Case(
        "makes_discard",
        {"hands": {"C": ["C08", "C13"], "P": ["P01", "P02"]}},
        "play:C08",
        {"n": 1},
        {"hands": {"C": ["C08", "C13"], "P": []}},
    ),
    Case(
        "fills_hand",
        {"hands": {"C": ["C13", "C01"]}, "decks": {"C": ["C03", "C05", "C07"]}},
        "play:C13",
        {"n": 2},
        {"decks": {"C": ["C03"]}},
    ),
    Case(
        "keeps_tempo",
        {"hands": {"C": ["C01", "C13"]}, "decks": {"C": ["C03", "C05"]}},
        "play:C01",
        {},
        {"decks": {}},
    ),
    Case(
        "saves_tokens",
        {"circles": circle_2(nobility="PPNPC"), "hands": HANDS, "tokens": {"C": 2}},
        "play:C01",
        {"tokens": 2},
        {"tokens": {"C": 9}},
        ("circle:2", "kind:CP"),
    ),
    Case(
        "spends_cards",
        {"hands": {"C": ["C34", "C13", "C11"]}},
        "play:C34",
        {"n": 1},
        {"cards": cards(C34=[convert("dominant", 2)])},
    ),
    Case(
        "military_risk",
        {"hands": {"C": ["C40", "C13"]}},
        "play:C40",
        {},
        {"cards": cards(C40=[convert("commoners", 2)])},
    ),
    Case(
        "gives_reply",
        {"circles": circle_2(nobility="PPNPP"), "hands": HANDS},
        "play:C13",
        {"how": "claims", "card": "P04", "circle": 2, "points": 7},
        {"hands": HANDS | {"P": ["P06"]}},
        reply=("play:P04", "circle:2"),
    ),
    Case(
        "gives_reply",
        {"circles": circle_2(nobility="PPCCC"), "hands": HANDS},
        "play:C01",
        {"how": "undoes", "card": "P04", "circle": 2},
        {"hands": HANDS | {"P": ["P06"]}},
        TWO,
        reply=("play:P04", "circle:2"),
    ),
]


def lay(case: Case, **changed: Any) -> Game:
    game = game_with(**(case.table | changed))
    for choice in case.before:
        game.choose(choice)
    return game


def case_facts(case: Case, game: Game) -> dict[str, dict[str, Any]]:
    return facts_by_kind(game, case.choice, *case.then, reply=case.reply, compared_with=case.compared_with)


def test_every_kind_of_reason_has_a_case() -> None:
    assert {case.kind for case in CASES} == PLAYED


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.kind)
def test_a_reason_appears_with_its_fact(case: Case) -> None:
    facts = case_facts(case, lay(case))
    assert case.kind in facts, facts
    assert case.facts.items() <= facts[case.kind].items()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.kind)
def test_no_reason_without_its_fact(case: Case) -> None:
    assert case.kind not in case_facts(case, lay(case, **case.without))


# ---------------------------------------------------------------- finer points


def test_tokens_are_not_saved_by_placing_one() -> None:
    game = game_with(circles=circle_2(nobility="PPNPC"), hands=HANDS, tokens={"C": 2})
    assert "saves_tokens" not in facts_by_kind(game, "play:C01", "circle:2", "kind:PP")


def test_a_claim_is_not_missed_by_claiming_another_circle() -> None:
    circles = {2: {"nobility": "PCCCC", "power": 1}, 3: {"nobility": "PCCC", "power": 1}}
    assert "misses_claim" not in facts_by_kind(game_with(circles=circles, hands=HANDS), "play:C01", "circle:3")


def test_a_danger_that_was_claimed_away_is_not_called_stopped() -> None:
    circles = circle_2(nobility="PCCCC", commoners="PPPPP")  # one shift would give it to the opponent
    game = game_with(circles=circles, hands={"C": ["C01", "C13"], "P": ["P07"]})
    facts = facts_by_kind(game, "play:C01", "circle:2")
    assert "claims_now" in facts
    assert "stops_claim" not in facts


def test_reasons_of_few_worlds_are_left_out() -> None:
    """The same choice in worlds in which the opponent holds the card, and in which not."""
    with_card = game_with(circles=circle_2(nobility="PPNPP"), hands=HANDS)
    without = game_with(circles=circle_2(nobility="PPNPP"), hands=HANDS | {"P": ["P06"]})
    some = [continuation_of(with_card, "play:C13"), *[continuation_of(without, "play:C13") for _ in range(3)]]
    (reason,) = [each for each in find_reasons(some) if each.kind == "allows_claim"]
    assert reason.facts["share"] == 0.25
    many = [*some, *[continuation_of(without, "play:C13") for _ in range(2)]]
    assert not [each for each in find_reasons(many) if each.kind == "allows_claim"]


def test_a_claim_needs_the_right_choices_on_the_way() -> None:
    """P15 converts on the subordinate side and turns the power there: the one circle, side and order that claims."""
    circles = {2: {"commoners": "PPNPP", "power": 1}, 3: {}}
    game = game_with(circles=circles, hands={"C": ["C13", "C11"], "P": ["P15"]})
    assert facts_by_kind(game, "play:C13")["allows_claim"]["circle"] == 2
    farther = circles | {2: {"commoners": "PPNNP", "power": 1}}
    assert "allows_claim" not in facts_by_kind(
        game_with(circles=farther, hands={"C": ["C13", "C11"], "P": ["P15"]}), "play:C13"
    )


# ---------------------------------------------------------------- which are shown


def kinds(reasons: list[Reason]) -> list[str]:
    return [each.kind for each in reasons]


def test_the_weightiest_comes_first() -> None:
    reasons = reasons_for(
        game_with(circles=circle_2(nobility="PCCCC"), hands=HANDS, disputation=2), "play:C01", "circle:2"
    )
    assert reasons[0].kind == "claims_and_reward"
    assert [each.weight for each in reasons] == sorted((each.weight for each in reasons), reverse=True)


def test_a_reason_shared_by_all_choices_is_left_out() -> None:
    shared, own = make_reason("fills_hand", {"n": 1}), make_reason("claims_now", {"circle": 2, "points": 7})
    assert kinds(select_reasons([own, shared], [[shared]], 3)) == ["claims_now"]
    assert kinds(select_reasons([own, shared], [[shared], []], 3)) == ["claims_now", "fills_hand"]


def test_a_circle_has_at_most_one_reason() -> None:
    stops = make_reason("stops_claim", {"circle": 2, "points": 7})
    takes = make_reason("takes_power", {"circle": 2, "points": 7, "side": "nobility", "lacks": 1})
    token = make_reason("disputation_first", {"circle": 2, "lacks": 1})
    assert kinds(select_reasons([stops, takes, token], [], 3)) == ["stops_claim", "disputation_first"]


def test_a_much_weaker_reason_does_not_count_as_the_same() -> None:
    often, seldom = (make_reason("allows_claim", {"circle": 2, "points": 7, "share": share}) for share in (0.9, 0.3))
    assert stands_out(often, [seldom])
    assert not stands_out(seldom, [often])
