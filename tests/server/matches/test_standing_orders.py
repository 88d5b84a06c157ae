"""Standing orders: each kind answers, each premise that is gone cancels, and what they say comes from the own view."""

import json
import random
from typing import Any

import pytest
from pydantic import ValidationError

from solafide.cards import builtin
from solafide.game import FAITHS, Game, LiveNature, Options, ScriptedNature, position
from solafide.server.matches.standing_orders import (
    CancelledOrder,
    OrderAnswer,
    answer_by_orders,
    lapsed_orders,
    order_kind,
)
from solafide.server.schemas.standing_orders import OrderAim, StandingOrders
from solafide.text import LANGUAGES
from solafide.text.render.standing_order import order_cancellation_text

CARDS = builtin()


def after(game: Game, *choices: str) -> Game:
    for choice in choices:
        game.choose(choice)
    return game


def answer_of(game: Game, seat: str, **orders: Any) -> OrderAnswer | CancelledOrder | None:
    return answer_by_orders(StandingOrders.model_validate(orders), game.view(seat), CARDS)


def aims(*places: tuple[int, str]) -> list[dict[str, Any]]:
    return [{"circle": circle, "side": side} for circle, side in places]


def military(die: int, **more: Any) -> Game:
    """A Catholic military card has been carried out in circle 3, and the die was rolled for the Protestants."""
    table: dict[str, Any] = {"circles": {2: {}, 3: {}}, "hands": {"C": ["C40"], "P": ["P13"]}} | more
    game = position(**table, decks={"C": ["C05"], "P": ["P05", "P07"]}, nature=ScriptedNature([f"die:{die}"]))
    return after(game, "play:C40", "circle:3")


# ---------------------------------------------------------------- each kind answers


def test_a_military_conversion_follows_the_order() -> None:
    game = military(1)
    orders: dict[str, Any] = {"convert": aims((5, "nobility"), (3, "nobility"), (2, "commoners"))}
    assert answer_of(game, "P", **orders) == OrderAnswer("circle:3")
    assert answer_of(after(game, "circle:3"), "P", **orders) == OrderAnswer("side:nobility")


def test_a_circle_is_skipped_where_the_ordered_side_is_not_possible() -> None:
    """Circle 3 is offered for its Commoners, and without a question they would be taken (R35)."""
    game = military(1, circles={2: {}, 3: {"nobility": "PPPP", "power": 3}})
    assert "circle:3" in game.view("P")["decision"]["options"]
    assert answer_of(game, "P", convert=aims((3, "nobility"), (2, "commoners"))) == OrderAnswer("circle:2")


def test_a_military_shift_has_a_circle_and_a_direction() -> None:
    game = military(2)
    orders = {"shift": aims((2, "nobility"))}
    assert answer_of(game, "P", **orders) == OrderAnswer("circle:2")
    assert answer_of(after(game, "circle:2"), "P", **orders) == OrderAnswer("toward:nobility")


@pytest.mark.parametrize(
    ("territories", "kind"),
    [(["own", "neutral", "theirs"], "kind:PC"), (["theirs", "neutral", "own"], "kind:CC"), (None, "kind:PC")],
)
def test_territory_order_of_a_side(territories: list[str] | None, kind: str) -> None:
    game = military(1, circles={2: {"nobility": "CPNCC"}, 3: {}})
    orders: dict[str, Any] = {"convert": aims((2, "nobility"))} | ({"territories": territories} if territories else {})
    assert answer_of(game, "P", **orders) == OrderAnswer("circle:2")
    assert answer_of(after(game, "circle:2"), "P", **orders) == OrderAnswer("side:nobility")
    assert answer_of(after(game, "side:nobility"), "P", **orders) == OrderAnswer(kind)


def test_order_of_two_dice() -> None:
    game = position(
        circles={2: {}, 3: {}},
        hands={"C": ["C40"], "P": ["P13"]},
        decks={"C": ["C05"], "P": ["P05", "P07"]},
        fronts={"P": "P45"},
        nature=ScriptedNature(["die:2", "die:5"]),
    )
    after(game, "play:C40", "circle:3")
    assert game.view("P")["decision"]["question"] == "die"
    assert answer_of(game, "P", dice=[6, 5, 2]) == OrderAnswer("die:5")
    assert answer_of(game, "P", dice=[6]) is None  # how dice fall is no premise


SHIFT = next(
    card.id
    for card in CARDS.cards.values()
    if card.id.startswith("C")
    and not card.cost
    and [(effect.kind, effect.fields.get("toward")) for effect in card.effects][:1] == [("shift", "nobility")]
)


def handed_over(foreign: str, **more: Any) -> Game:
    """A shift of the Catholics has claimed circle 3 for the Protestants (R22), who are asked for a deck."""
    table: dict[str, Any] = {
        "circles": {2: {"nobility": "CPNCC", "commoners": "PPNCC"}, 3: {"nobility": "PPPP", "power": 2}},
        "hands": {"C": [SHIFT], "P": ["P13", "P14"]},
        "decks": {"C": ["C05"], "P": ["P05", "P07"]},
    }
    game = after(position(**table | more, nature=ScriptedNature([f"card:{foreign}"])), f"play:{SHIFT}")
    while (decision := game.decision()) is not None and decision.question != "deck":
        game.choose("circle:3" if "circle:3" in decision.options else decision.options[0])
    return game


def test_order_of_foreign_influence_decks() -> None:
    game = handed_over("F03")
    assert game.view("P")["turn"] == "C"
    assert answer_of(game, "P", decks=["convert", "shift"]) == OrderAnswer("deck:convert")


@pytest.mark.parametrize(
    ("deck", "card", "kind", "place"),
    [
        ("convert", "F03", "convert", (2, "nobility")),
        ("neutralise", "F15", "neutralise", (2, "nobility")),
        ("shift", "F08", "shift", (2, "nobility")),
    ],
)
def test_foreign_influence_follows_the_order(deck: str, card: str, kind: str, place: tuple[int, str]) -> None:
    circles = {2: {"nobility": "CPNCC"}, 3: {"nobility": "PPPP", "power": 2}, 4: {"nobility": "CPNN"}}
    game = after(handed_over(card, circles=circles), f"deck:{deck}")
    assert answer_of(game, "P", **{kind: aims((9, "commoners"), place)}) == OrderAnswer("circle:2")


def test_too_few_tokens_are_placed_in_the_ordered_order() -> None:
    """The Protestants convert the neutral territories of circles 5 and 9 and have three tokens (R21)."""
    table: dict[str, Any] = {
        "circles": {5: {"power": 1}, 9: {"power": 1}},
        "hands": {"P": ["P40", "P05"], "C": ["C05"]},
    }
    game = after(position(**table, turn="P", tokens={"P": 3}), "play:P40")
    orders: dict[str, Any] = {"convert": aims((9, "nobility"), (5, "commoners")), "own_turn": True}
    assert answer_of(game, "P", **orders) == OrderAnswer("place:9:nobility")
    assert answer_of(after(game, "place:9:nobility"), "P", **orders) == OrderAnswer("place:5:commoners")


def test_a_hand_that_may_be_exchanged_is_kept() -> None:
    game = after(handed_over("F12"), "deck:cards")
    assert answer_of(game, "P", redraw=["stop"]) == OrderAnswer("stop")
    assert answer_of(game, "P") is None


def test_discards_forced_by_the_opponent() -> None:
    game = position(hands={"C": ["C08"], "P": ["P05", "P13"]}, decks={"C": ["C05"]})
    after(game, "play:C08")
    assert answer_of(game, "P", discards=["P07", "P13", "P05"]) == OrderAnswer("discard:P13")


def test_discards_at_the_hand_limit_of_the_own_turn() -> None:
    hand = ["P05", "P07", "P09", "P13", "P14"]
    game = position(turn="P", hands={"P": hand}, decks={"P": ["P03"], "C": ["C05"]})
    after(game, "draw")
    assert game.view("P")["decision"]["question"] == "limit"
    assert answer_of(game, "P", discards=["P44", "P14"]) == OrderAnswer("discard:P14")


def asked_for_claims(seed: int) -> Game:
    """Play random games until a player must choose the order in which circles are claimed."""
    for number in range(seed, seed + 400):
        dice = random.Random(number)
        game = Game(Options(mode="first", faiths="agreed", first="C"), nature=LiveNature(number.to_bytes(32, "big")))
        while (decision := game.decision()) is not None:
            if decision.question == "claim":
                return game
            game.choose(dice.choice(decision.options))
    raise AssertionError("no two claims at once")


def test_the_order_of_claims() -> None:
    game = asked_for_claims(0)
    decision = game.decision()
    assert decision is not None
    last, first = decision.options[-1], decision.options[0]
    numbers = [int(choice.removeprefix("claim:")) for choice in (last, first)]
    assert answer_of(game, decision.who, claims=numbers) == OrderAnswer(last)


# ---------------------------------------------------------------- when an order rests


def test_orders_apply_in_the_own_turn_only_on_request() -> None:
    game = position(turn="P", hands={"P": ["P04"]}, decks={"P": ["P03"], "C": ["C05"]})
    after(game, "play:P04")
    view = game.view("P")
    assert view["decision"]["question"] == "circle"
    number = int(view["decision"]["options"][-1].removeprefix("circle:"))
    places = aims((number, "nobility"), (number, "commoners"))
    assert answer_of(game, "P", convert=places) is None
    assert answer_of(game, "P", convert=places, own_turn=True) == OrderAnswer(f"circle:{number}")


def test_without_an_order_the_question_is_asked() -> None:
    assert answer_of(military(1), "P", shift=aims((2, "nobility"))) is None
    assert answer_of(military(1), "P") is None
    assert answer_of(military(1), "C", convert=aims((2, "nobility"))) is None  # they have no question


def test_orders_expire_at_their_turn() -> None:
    game = military(1)
    number = game.view("P")["turn_number"]
    orders = {"convert": aims((2, "nobility"))}
    assert answer_of(game, "P", **orders, until=number) == OrderAnswer("circle:2")
    later = position(circles={2: {}, 3: {}}, hands={"C": ["C40"]}, turn_number=number + 1)
    [expired] = lapsed_orders(StandingOrders.model_validate(orders | {"until": number}), later.view("P"))
    assert expired.kind == "until"
    assert reasons(expired) == [("orders.why.until", {"turn": number})]
    assert StandingOrders.model_validate(orders | {"until": number}).without("until") == StandingOrders()


# ---------------------------------------------------------------- premises that are gone


def reasons(result: OrderAnswer | CancelledOrder | None) -> list[tuple[str, dict[str, Any]]]:
    assert isinstance(result, CancelledOrder)
    return [(reason.key, reason.facts) for reason in result.reasons]


def test_cancelled_when_the_circle_is_claimed_or_face_down() -> None:
    game = military(1, claimed={1: "C"})
    result = answer_of(game, "P", convert=aims((1, "nobility"), (7, "nobility")))
    assert reasons(result) == [("orders.why.claimed", {"circle": 1}), ("orders.why.face_down", {"circle": 7})]
    assert isinstance(result, CancelledOrder)
    assert result.kind == "convert"


def test_cancelled_when_the_side_cannot_be_converted() -> None:
    game = military(1, circles={2: {}, 3: {"nobility": "PPPP", "power": 3}})
    result = answer_of(game, "P", convert=aims((3, "nobility")))
    assert reasons(result) == [("orders.why.convert", {"circle": 3, "side": "nobility"})]


def test_cancelled_when_power_cannot_shift_that_way() -> None:
    game = military(2, circles={2: {"power": 3}, 3: {}})
    result = answer_of(game, "P", shift=aims((2, "commoners")))
    assert reasons(result) == [("orders.why.shift", {"circle": 2, "side": "commoners"})]


def test_cancelled_when_another_circle_was_chosen() -> None:
    """The owner chose another circle: the order does not fit the present question."""
    game = after(military(1), "circle:2")
    assert reasons(answer_of(game, "P", convert=aims((3, "nobility"))))[0][0] == "orders.why.convert"


def test_cancelled_when_the_card_left_the_hand() -> None:
    game = position(hands={"C": ["C08"], "P": ["P05", "P13"]}, decks={"C": ["C05"]})
    after(game, "play:C08")
    result = answer_of(game, "P", discards=["P07"])
    assert isinstance(result, CancelledOrder)
    assert result.kind == "discards"
    assert reasons(result) == [("orders.why.card", {"card": "P07"})]


def test_cancelled_when_the_deck_is_not_offered() -> None:
    """All four always are (§9); if one were not, its order would be given up."""
    view = handed_over("F03").view("P")
    view["decision"]["options"].remove("deck:shift")
    assert reasons(answer_by_orders(StandingOrders(decks=["shift"]), view, CARDS)) == [
        ("orders.why.deck", {"deck": "shift"})
    ]


def test_cancelled_when_the_claims_are_not_offered() -> None:
    game = asked_for_claims(0)
    decision = game.decision()
    assert decision is not None
    other = next(number for number in range(1, 11) if f"claim:{number}" not in decision.options)
    assert reasons(answer_of(game, decision.who, claims=[other]))[0][1] == {"circle": other}


def test_impossible_orders_are_cancelled_before_a_question() -> None:
    view = position(claimed={1: "C", 2: "P"}, hands={"C": ["C05"]}).view("P")
    orders = StandingOrders(
        convert=[OrderAim(circle=1, side="nobility")], claims=[1, 2], disputation=[2, 4], decks=["shift"]
    )
    assert [order.kind for order in lapsed_orders(orders, view)] == ["convert", "claims"]
    remaining = orders.without("convert").without("claims")
    assert remaining == StandingOrders(disputation=[2, 4], decks=["shift"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_notice_is_in_the_owners_language(lang: str) -> None:
    result = answer_of(
        military(1, claimed={1: "C"}), "P", convert=aims((1, "nobility"), (1, "commoners"), (7, "nobility"))
    )
    assert isinstance(result, CancelledOrder)
    text = order_cancellation_text(result.kind, result.reasons, CARDS, lang)
    claimed, face_down = (CARDS.circles[number].name[lang] for number in (0, 6))
    assert text.count(claimed) == text.count(face_down) == 1


# ---------------------------------------------------------------- in whole games


def some_orders(dice: random.Random, seat: str) -> StandingOrders:
    places = [OrderAim(circle=c, side=side) for c in range(1, 11) for side in ("nobility", "commoners")]
    decks = ["shift", "convert", "cards", "neutralise"]
    for bodies in (places, decks):
        dice.shuffle(bodies)
    cards = [f"{seat}{number:02}" for number in range(1, 46)]
    dice.shuffle(cards)
    order = dice.sample(range(1, 11), 10)
    return StandingOrders.model_validate(
        {
            "convert": places,
            "shift": places,
            "neutralise": places,
            "disputation": order,
            "dice": dice.sample(range(1, 7), 6),
            "decks": decks,
            "foreign": [f"F{number:02}" for number in range(1, 17)],
            "discards": cards,
            "redraw": ["stop"],
            "claims": order,
        }
    )


@pytest.mark.parametrize("seed", range(12))
def test_complete_orders_answer_every_question_in_the_opponents_turn(seed: int) -> None:
    """No question of another kind is asked then, each answer is offered, and no order is given up."""
    dice = random.Random(seed)
    mode: Any = "draft" if seed % 2 else "first"
    game = Game(Options(mode=mode, faiths="agreed"), nature=LiveNature(seed.to_bytes(32, "big")))
    orders = {seat: some_orders(dice, seat) for seat in FAITHS}
    interruptions = 0
    while (decision := game.decision()) is not None:
        view = game.view(decision.who)
        result = answer_by_orders(orders[decision.who], view, CARDS)
        if view["phase"] == "play" and (view["turn"] != decision.who or decision.question in ("limit", "claim")):
            assert isinstance(result, OrderAnswer), (decision, result)
            assert result.choice in decision.options
            interruptions += 1
        elif result is not None:
            raise AssertionError(decision)
        game.choose(result.choice if isinstance(result, OrderAnswer) else dice.choice(decision.options))
    assert interruptions


def test_the_answer_depends_only_on_the_view() -> None:
    """The same view from JSON, without any game behind it, is answered in the same way."""
    game = military(1)
    view = json.loads(json.dumps(game.view("P")))
    orders = StandingOrders(convert=[OrderAim(circle=2, side="nobility")])
    assert (
        answer_by_orders(orders, view, CARDS)
        == answer_by_orders(orders, game.view("P"), CARDS)
        == OrderAnswer("circle:2")
    )
    assert order_kind(view, CARDS) == "convert"


# ---------------------------------------------------------------- what is not an order


@pytest.mark.parametrize(
    "wrong",
    [
        {"convert": [{"circle": 11, "side": "nobility"}]},
        {"convert": [{"circle": 1}]},
        {"convert": [{"circle": 1, "side": "dominant"}]},
        {"convert": aims(*[(1, "nobility")] * 21)},
        {"discards": ["P46"]},
        {"discards": ["P1"]},
        {"decks": ["orange"]},
        {"dice": ["3"]},
        {"claims": [0]},
        {"redraw": ["all"]},
        {"until": 0},
        {"own_turn": 1},
        {"territories": ["own"]},
        {"resign": True},
    ],
)
def test_invalid_orders_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        StandingOrders.model_validate(wrong)
