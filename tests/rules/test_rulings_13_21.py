"""The rulings 13 to 21: card effects."""

from typing import Any

import pytest

from rules.table import (
    C1,
    C2,
    OTHER,
    P1,
    P2,
    both_timings,
    cards,
    choose,
    circle,
    circles_offered,
    convert,
    disputation,
    draw,
    draw_play,
    faith,
    game_with,
    happened,
    kinds,
    lasting,
    nearly,
    neutralise,
    opponent_discards,
    options,
    order,
    owners,
    pending_question,
    play,
    power,
    recover,
    shift,
    skipped,
    tokens,
)
from solafide.cards import builtin


def test_r13_effects_are_done_in_the_order_of_the_card() -> None:
    own = cards(C02=[shift("either"), convert("nobility"), disputation(), draw()])
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": [P1, P2]}, decks={"C": ["C05"]})
    events = play(game, "play:C02", "circle:1", "toward:commoners", "circle:2", "circle:3")
    assert kinds(events) == ["played", "shifted", "converted", "disputation", "drew", "turn"]
    assert [e["circle"] for kind in ("shifted", "converted", "disputation") for e in happened(events, kind)] == [
        1,
        2,
        3,
    ]


def test_r13_an_effect_must_be_done_if_it_can_change_anything() -> None:
    """The shift would hand the circle to the opponent, and there is no other."""
    game = game_with(circles={2: {"nobility": "PPPPP", "power": 2}}, hands={"C": ["C25", C1], "P": [P1, P2]})
    play(game, "play:C25")
    assert owners(game) == {2: "P"}


@pytest.mark.parametrize(
    ("effect", "where"),
    [
        (convert("nobility"), {1, 3, 4}),
        (convert("commoners"), {1, 2, 3}),
        (convert("dominant"), {1, 2, 3, 4}),
        (convert("subordinate"), {1, 3}),
        (convert("any"), {1, 2, 3, 4}),
        (shift("nobility"), {1, 2}),
        (shift("commoners"), {1, 3, 4}),
        (shift("dominant"), {1}),
        (shift("subordinate"), {1, 2, 3, 4}),
        (shift("either"), {1, 2, 3, 4}),
        (neutralise("nobility"), {2}),
        (neutralise("commoners"), {3, 4}),
        (neutralise("dominant"), set()),
        (neutralise("subordinate"), {2, 3, 4}),
        (neutralise("any"), {2, 3, 4}),
        (disputation(), {1, 2, 3, 4}),
    ],
    ids=lambda value: " ".join(str(v) for v in value.values()) if isinstance(value, dict) else None,
)
def test_r13_the_player_chooses_among_the_circles_in_which_it_would_change_something(
    effect: dict[str, Any], where: set[int]
) -> None:
    """Circle 1 as printed; the Catholic holds all Nobility of 2 and all Commoners of 4, and some Commoners of 3."""
    game = game_with(
        cards=cards(C02=[effect]),
        disputation=1,
        circles={
            1: {"power": 1},
            2: {"nobility": "CCCCC", "power": 3},
            3: {"commoners": "PCNN", "power": 0},
            4: {"commoners": "CCCC", "power": 0},
        },
        hands={"C": ["C02", C1], "P": [P1, P2]},
    )
    events = play(game, "play:C02")
    asked_or_auto = [step.options for step in game.steps if step.question == "circle"]
    offered = asked_or_auto[0] if asked_or_auto else options(game) if pending_question(game) == "C circle" else ()
    assert set(offered) == {f"circle:{c}" for c in where}
    assert ("skipped" in kinds(events)) is (not where)


def test_r13_what_would_change_nothing_anywhere_is_skipped() -> None:
    own = cards(C02=[shift("nobility"), neutralise("any"), opponent_discards(), recover(), disputation()])
    game = game_with(cards=own, circles={2: {"power": 0}, 3: {"power": 0}}, hands={"C": ["C02", C1]})
    events = play(game, "play:C02")
    assert skipped(events) == [0, 1, 2, 3]
    assert pending_question(game) == "C circle"


# ---------------------------------------------------------------- 14: convert


@pytest.mark.parametrize(
    ("side", "kinds_offered"),
    [
        ("PPNCC", None),  # only one kind: not asked
        ("PPNCP", {"kind:PP", "kind:CP"}),
        ("PPPCC", {"kind:PP", "kind:NP"}),
        ("CCPPC", {"kind:NP", "kind:CP"}),
        ("PCPPC", {"kind:PP", "kind:NP", "kind:CP"}),
    ],
)
def test_r14_one_of_the_opponents_territories_of_the_players_choice(side: str, kinds_offered: set[str] | None) -> None:
    game = game_with(circles={2: {"nobility": side, "power": 2}, 1: {}}, hands={"C": ["C01", C1], "P": [P1, P2]})
    play(game, "play:C01", "circle:2")
    if kinds_offered is None:
        assert circle(game, 2)["nobility"] == "CPNCC"
    else:
        assert options(game) == kinds_offered


@pytest.mark.parametrize(
    ("name", "kind", "after", "spent", "returned"),
    [
        ("C", "CP", "PCPCC", 0, 1),  # remove the opponent's token from the own colour
        ("C", "PP", "CCPPC", 1, 0),  # place a token on the opponent's colour
        ("C", "NP", "PCCPC", 1, 1),  # replace the opponent's token on neutral
        ("P", "PC", "PPCPC", 0, 1),
        ("P", "CC", "PCCPP", 1, 0),
        ("P", "NC", "PCPPC", 1, 1),
    ],
)
def test_r14_three_ways_to_convert(name: str, kind: str, after: str, spent: int, returned: int) -> None:
    card, spare = {"C": ("C01", C1), "P": ("P04", P1)}[name]
    before = {"C": "PCPPC", "P": "PCCPC"}[name]
    game = game_with(turn=name, circles={2: {"nobility": before, "power": 2}, 1: {}}, hands={name: [card, spare]})
    stock = tokens(game)
    play(game, f"play:{card}", "circle:2", f"kind:{kind}")
    assert circle(game, 2)["nobility"] == after
    other = OTHER[name]
    assert tokens(game) == {name: stock[name] - spent, other: stock[other] + returned}


def test_r14_a_neutral_territory_only_if_the_opponent_controls_none() -> None:
    game = game_with(circles={3: {"commoners": "CCNN", "power": 1}, 1: {}}, hands={"C": ["C03", C1], "P": [P1, P2]})
    events = play(game, "play:C03", "circle:3")
    assert [(e["print"], e["holder"]) for e in happened(events, "converted")] == [("N", "N")]
    assert circle(game, 3)["commoners"] == "CCCN"
    assert tokens(game)["C"] == 13


def test_r14_interchangeable_territories_are_offered_once() -> None:
    """Three Protestant towns without tokens and two neutral ones with: two kinds, not five options."""
    game = game_with(circles={1: {"commoners": "PPPPP", "power": 1}, 2: {}}, hands={"C": ["C03", C1]})
    play(game, "play:C03", "circle:1")
    decision = game.decision()
    assert decision is not None
    assert sorted(decision.options) == ["kind:NP", "kind:PP"]


# ---------------------------------------------------------------- 15: dominant and subordinate


def test_r15_dominant_is_read_when_the_effect_begins_not_when_the_card_is_played() -> None:
    own = cards(C02=[shift("commoners", 2), convert("dominant", circle="same"), convert("subordinate", circle="same")])
    game = game_with(cards=own, circles={2: {"power": 1}}, hands={"C": ["C02", C1], "P": [P1, P2]})
    events = play(game, "play:C02")
    assert [e["side"] for e in happened(events, "converted")] == ["commoners", "nobility"]


@pytest.mark.parametrize(("before", "after"), [(0, 2), (1, 3), (2, 0), (3, 1)])
def test_r15_two_spaces_toward_the_subordinate_side_go_in_one_direction(before: int, after: int) -> None:
    game = game_with(circles={2: {"power": before}, 1: {}}, hands={"C": ["C31", C1]})
    play(game, "play:C31", "circle:2")
    assert power(game, 2) == after


@pytest.mark.parametrize(("toward", "before", "after"), [("nobility", 1, 0), ("commoners", 2, 3), ("commoners", 1, 3)])
def test_r15_a_shift_stops_at_the_end_of_the_track(toward: str, before: int, after: int) -> None:
    own = cards(C02=[shift(toward, 3)])
    game = game_with(cards=own, circles={2: {"power": before}, 1: {}}, hands={"C": ["C02", C1]})
    events = play(game, "play:C02", "circle:2")
    assert happened(events, "shifted") == [{"by": "C", "circle": 2, "from": before, "to": after}]


# ---------------------------------------------------------------- 16: the same circle


def test_r16_the_same_circle_is_the_one_chosen_last() -> None:
    own = cards(C02=[disputation(), convert("nobility"), shift("commoners", circle="same")])
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": [P1, P2]})
    events = play(game, "play:C02", "circle:1", "circle:3")
    assert [e["circle"] for e in happened(events, "shifted")] == [3]


def test_r16_a_skipped_effect_changes_nothing_in_that() -> None:
    """The neutralising effect finds no token anywhere: "the same" is still the first circle."""
    own = cards(C02=[disputation(), neutralise("any"), shift("commoners", circle="same")])
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": [P1, P2]})
    events = play(game, "play:C02", "circle:3")
    assert happened(events, "skipped") == [{"by": "C", "card": "C02", "effect": 1, "lost": False}]
    assert [e["circle"] for e in happened(events, "shifted")] == [3]


def test_r16_a_same_effect_that_was_skipped_leaves_the_circle_too() -> None:
    """In the chosen circle nothing can be shifted; the conversion after it is still there."""
    own = cards(C02=[disputation(), shift("nobility", circle="same"), convert("nobility", circle="same")])
    game = game_with(cards=own, circles={1: {}, 2: {"power": 0}}, hands={"C": ["C02", C1], "P": [P1, P2]})
    events = play(game, "play:C02", "circle:2")
    assert happened(events, "skipped") == [{"by": "C", "card": "C02", "effect": 1, "lost": False}]
    assert [e["circle"] for e in happened(events, "converted")] == [2]


@pytest.mark.parametrize(
    ("second", "trace"),
    [
        (shift("nobility", circle="same"), "shifted"),
        (disputation("same"), "disputation"),
        (convert("commoners", circle="same"), "converted"),
        (neutralise("commoners", circle="same"), "neutralised"),
    ],
    ids=["shift", "disputation", "convert", "neutralise"],
)
def test_r16_if_the_circle_was_claimed_meanwhile_the_effect_is_lost(second: dict[str, Any], trace: str) -> None:
    own = cards(C02=[convert("nobility"), second])
    game = game_with(
        cards=own,
        circles={2: nearly(2, "C") | {"commoners": "CPNNC"}, 3: {"commoners": "PCNN"}},
        hands={"C": ["C02", C1]},
    )
    events = play(game, "play:C02", "circle:2")
    assert owners(game) == {2: "C"}
    assert skipped(events) == [1]
    assert [e["lost"] for e in happened(events, "skipped")] == [True]
    assert trace not in kinds(events)[2:]
    assert pending_question(game) == "C deck"


def test_r16_with_claims_after_the_card_it_is_not_lost() -> None:
    own = cards(C02=[convert("nobility"), disputation("same")])
    game = game_with(cards=own, claims="after-card", circles={2: nearly(2, "C"), 3: {}}, hands={"C": ["C02", C1]})
    events = play(game, "play:C02", "circle:2")
    assert order(events, "converted", "disputation", "claimed", "reward") == [
        "converted",
        "disputation",
        "claimed",
        "reward",
    ]


@pytest.mark.parametrize("effect", [disputation("same"), shift("either", circle="same"), convert("any", circle="same")])
def test_r16_if_no_circle_was_chosen_yet_the_player_chooses_now(effect: dict[str, Any]) -> None:
    own = cards(C02=[draw(), effect])
    game = game_with(cards=own, hands={"C": ["C02", C1]})
    play(game, "play:C02")
    assert circles_offered(game) == {1, 2, 3}


def test_r16_a_card_played_by_a_card_has_its_own_and_leaves_the_outer_ones() -> None:
    own = cards(
        C02=[disputation(), draw_play(1), shift("commoners", circle="same")],
        C04=[shift("nobility", circle="same")],
    )
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": [P1, P2]}, decks={"C": ["C04"]})
    play(game, "play:C02", "circle:1")
    assert circles_offered(game) == {1, 2, 3}  # the inner card's "same": none was chosen by it
    events = play(game, "circle:2")
    assert [(e["circle"], e["to"]) for e in happened(events, "shifted")] == [(2, 1), (1, 3)]


def test_r16_a_chart_result_a_foreign_influence_card_and_a_use_have_their_own() -> None:
    own = cards(
        results={4: [shift("commoners", circle="same")]},
        C02={"effects": [convert("nobility")], "military": True},
        F05=[shift("commoners", circle="same")],
        P02=lasting("opponent_claim", shift("commoners", circle="same")),
    )
    game = game_with(
        cards=own,
        circles={1: {}, 2: nearly(2, "C"), 3: {}},
        hands={"C": ["C02", C1], "P": [P1, P2]},
        fronts={"P": "P02"},
        chance=["die:4", "card:F05"],
    )
    play(game, "play:C02", "circle:2")
    assert (pending_question(game), circles_offered(game)) == ("P circle", {1, 3, 4, 5})
    play(game, "circle:1", "deck:shift")
    assert (pending_question(game), circles_offered(game)) == ("C circle", {3, 4, 5})
    play(game, "circle:4")
    assert (pending_question(game), circles_offered(game)) == ("P circle", {3, 4, 5})
    play(game, "circle:3")
    assert [power(game, c) for c in (1, 4, 3)] == [3, 2, 3]


def test_r16_two_uses_in_two_turns_have_their_own() -> None:
    own = cards(P02=lasting("own_turn", shift("either"), disputation("same")))
    game = game_with(
        cards=own,
        turn="P",
        hands={"P": [P1, P2], "C": [C1, C2]},
        decks={"C": ["C05"], "P": ["P04", "P05", "P06"]},
        fronts={"P": "P02"},
    )
    play(game, "use:P02", "circle:1", "toward:nobility", "draw", "draw")
    play(game, "use:P02")
    assert circles_offered(game) == {1, 2, 3}


def test_r16_the_circle_chosen_inside_an_option_counts_for_the_card() -> None:
    own = cards(C02=[choose([shift("either")], [draw()]), disputation("same")])
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": [P1, P2]}, decks={"C": ["C05"]})
    play(game, "play:C02", "option:1", "circle:3", "toward:nobility")
    assert game.whole()["disputation"] == 3


def test_r16_and_the_circle_chosen_before_counts_inside_an_option() -> None:
    own = cards(C02=[disputation(), choose([shift("nobility", circle="same")], [draw()])])
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": [P1, P2]}, decks={"C": ["C05"]})
    play(game, "play:C02", "circle:3", "option:1")
    assert power(game, 3) == 1


# ---------------------------------------------------------------- 17: Disputation


@pytest.mark.parametrize("before", [None, 1, 2, 3])
def test_r17_any_circle_in_play_also_the_one_where_the_token_stands(before: int | None) -> None:
    game = game_with(disputation=before, hands={"C": ["C11", C1], "P": [P1, P2]})
    play(game, "play:C11")
    assert circles_offered(game) == {1, 2, 3}
    play(game, "circle:2")
    assert game.whole()["disputation"] == 2


@both_timings
def test_r17_on_the_last_circle_it_stays(claims: str) -> None:
    claimed = dict.fromkeys(range(1, 10), "P")
    game = game_with(
        claims=claims,
        claimed=claimed,
        circles={10: {}},
        disputation=10,
        hands={"C": ["C11", C1], "P": [P1, P2]},
    )
    play(game, "play:C11")
    assert game.whole()["disputation"] == 10
    assert pending_question(game) == "P action"


# ---------------------------------------------------------------- 18: costs


@pytest.mark.parametrize(("cost", "others", "playable"), [(1, 1, True), (1, 0, False), (2, 1, False), (2, 2, True)])
def test_r18_a_card_is_only_played_if_its_cost_can_be_paid_with_others(cost: int, others: int, playable: bool) -> None:
    own = cards(C02={"cost": {"discard": cost}, "effects": [draw()]})
    hand = ["C02", "C05", "C07"][: others + 1]
    game = game_with(cards=own, turn="P", hands={"C": hand, "P": [P1, P2]}, decks={"C": ["C09", "C11"]})
    play(game, f"play:{P2}", "circle:1")
    if others:
        assert ("play:C02" in options(game)) is playable
    else:
        assert faith(game, "C")["hand"] == ["C02", "C09"]  # a draw was all that could be done


def test_r18_the_cost_is_paid_before_the_effects_and_not_with_what_they_draw() -> None:
    own = cards(C02={"cost": {"discard": 2}, "effects": [draw(2)]})
    game = game_with(cards=own, hands={"C": ["C02", "C05", "C07"], "P": [P1, P2]}, decks={"C": ["C09", "C11"]})
    events = play(game, "play:C02", "discard:C05")
    assert order(events, "discarded", "drew") == ["discarded", "discarded", "drew", "drew"]
    assert faith(game, "C")["hand"] == ["C09", "C11"]


@pytest.mark.parametrize("many", [0, 1, 2])
def test_r18_any_number_includes_none(many: int) -> None:
    game = game_with(turn="P", hands={"P": ["P16", "P04", "P05"], "C": [C1, C2]})
    play(game, "play:P16", *["discard:P04", "discard:P05"][:many])
    if many < 2:
        assert "stop" in options(game)
        play(game, "stop")
    for c in range(1, many + 1):
        play(game, f"circle:{c}")
    assert sum(power(game, c) == 1 for c in (1, 2, 3)) == many
    assert pending_question(game) == "C action"


def test_r18_alone_in_the_hand_such_a_card_can_be_played_for_nothing() -> None:
    game = game_with(turn="P", hands={"P": ["P16"], "C": [C1, C2]}, decks={"P": ["P04"]})
    events = play(game, "play:P16")
    assert kinds(events) == ["played", "turn"]


def test_r18_each_effect_is_done_in_a_different_circle() -> None:
    game = game_with(turn="P", hands={"P": ["P17", "P04", "P05", "P06"]})
    play(game, "play:P17", "discard:P04", "discard:P05", "stop")
    assert circles_offered(game) == {1, 2, 3}
    play(game, "circle:2")
    assert circles_offered(game) == {1, 3}


def test_r18_what_finds_no_circle_is_lost() -> None:
    """Four cards are discarded, but only two circles can still be shifted."""
    game = game_with(
        turn="P",
        circles={1: {}, 2: {"power": 0}, 3: {}},
        hands={"P": ["P16", "P04", "P05", "P06", "P07"], "C": [C1, C2]},
    )
    play(game, "play:P16", "discard:P04", "discard:P05", "discard:P06", "discard:P07")
    events = play(game, "circle:1")
    assert kinds(events) == ["shifted", "shifted", "skipped", "turn"]
    assert [power(game, c) for c in (1, 2, 3)] == [1, 0, 1]
    assert faith(game, "P")["discard"] == ["P04", "P05", "P06", "P07", "P16"]


def test_r18_a_circle_that_a_claim_brought_into_play_counts_as_another() -> None:
    own = cards(C02={"cost": {"discard": "any"}, "each": convert("nobility")})
    game = game_with(cards=own, circles={2: nearly(2, "C")}, hands={"C": ["C02", "C05", "C07", "C09"]})
    play(game, "play:C02", "discard:C05", "discard:C07", "stop")
    assert owners(game) == {2: "C"}
    assert circles_offered(game) == {4, 5}


def test_r18_the_next_card_may_name_the_same_circles_again() -> None:
    game = game_with(
        turn="P", hands={"P": ["P16", "P04", "P29"], "C": ["C11", C1]}, decks={"P": ["P05"], "C": ["C05", "C07"]}
    )
    play(game, "play:P16", "discard:P04", "stop", "circle:2", "play:C11", "circle:1", "play:P29")
    assert circles_offered(game) == {1, 2, 3}


def test_r18_nor_are_circles_used_up_when_something_was_lost() -> None:
    game = game_with(
        turn="P",
        circles={1: {}, 2: {"power": 0}, 3: {}},
        hands={"P": ["P16", "P04", "P05", "P06", "P29"], "C": ["C11", C1]},
        decks={"C": ["C05", "C07"]},
    )
    play(game, "play:P16", "discard:P04", "discard:P05", "discard:P06", "stop", "circle:1")
    play(game, "play:C11")
    assert circles_offered(game) == {1, 2, 3}


# ---------------------------------------------------------------- 19, 20: neutralise, persistent cards


@pytest.mark.parametrize("side", ["nobility", "commoners"])
def test_r19_all_tokens_of_both_players_leave_that_side(side: str) -> None:
    own = cards(C02=[neutralise(side)])
    game = game_with(
        cards=own,
        circles={2: {"nobility": "CPPCP", "commoners": "PCPCP", "power": 1}},
        hands={"C": ["C02", C1], "P": [P1, P2]},
    )
    other = "commoners" if side == "nobility" else "nobility"
    untouched, stock = circle(game, 2)[other], tokens(game)
    events = play(game, "play:C02")
    assert happened(events, "neutralised") == [{"by": "C", "circle": 2, "side": side}]
    assert circle(game, 2)[side] == {"nobility": "PPNCC", "commoners": "PPNNC"}[side]
    assert circle(game, 2)[other] == untouched
    returned = {"nobility": {"C": 1, "P": 2}, "commoners": {"C": 2, "P": 2}}[side]
    assert tokens(game) == {name: stock[name] + returned[name] for name in "CP"}


def test_r19_a_side_without_tokens_is_not_offered() -> None:
    game = game_with(
        circles={2: {"nobility": "CPNCC"}, 3: {"nobility": "PCCC"}, 1: {}},
        hands={"C": ["C36", C1], "P": [P1, P2]},
    )
    play(game, "play:C36")
    assert circles_offered(game) == {2, 3}
    play(game, "circle:2")
    assert circle(game, 2)["nobility"] == "PPNCC"  # the Commoners were no choice


def test_r20_one_card_in_front_at_most_and_the_older_one_is_set_aside() -> None:
    own = cards(C02=[draw_play(1), disputation()])
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": [P1, P2]}, decks={"C": ["C44"]}, fronts={"C": "C43"})
    play(game, "play:C02")
    assert pending_question(game) == "C circle"
    assert faith(game, "C")["front"] == "C44"
    assert faith(game, "C")["aside"] == ["C02", "C43"]
    play(game, "circle:1")
    assert faith(game, "C")["discard"] == ["C02", "C43"]


def test_r20_a_card_in_front_is_in_neither_hand_deck_nor_discard() -> None:
    game = game_with(
        hands={"C": ["C43", C1], "P": [P1, P2]}, decks={"C": ["C05"], "P": ["P04"]}, discards={"C": ["C07"]}
    )
    play(game, "play:C43", f"play:{P1}")
    own = faith(game, "C")
    assert own["front"] == "C43"
    assert "C43" not in own["hand"] + own["deck"] + own["discard"] + own["aside"]
    events = play(game, f"play:{C1}")  # draw three: two are there, the card in front is not among them
    assert {e["card"] for e in happened(events, "drew")} == {"C05", "C07"}


def test_r20_a_replaced_card_is_not_reshuffled_in_the_same_turn() -> None:
    own = cards(C02=[draw_play(1), draw(2)])
    game = game_with(
        cards=own,
        hands={"C": ["C02", C1], "P": [P1, P2]},
        decks={"C": ["C44"]},
        discards={"C": ["C05"]},
        fronts={"C": "C43"},
    )
    play(game, "play:C02")
    assert faith(game, "C")["hand"] == ["C05", C1]
    assert faith(game, "C")["discard"] == ["C02", "C43"]


# ---------------------------------------------------------------- 21: neutral converters

CONVERTERS = {
    33: (1, 2),
    34: (1, 3),
    35: (2, 4),
    36: (4, 7),
    37: (7, 8),
    38: (5, 8),
    39: (3, 6),
    40: (5, 9),
    41: (6, 10),
    42: (9, 10),
}


@pytest.mark.parametrize("number", CONVERTERS)
def test_r21_cards_33_to_42_convert_every_neutral_on_both_sides_of_two_circles(number: int) -> None:
    """The Power tokens stand where Catholics hold part of the side, so that nothing is claimed."""
    first, second = CONVERTERS[number]
    another = next(c for c in range(1, 11) if c not in (first, second))
    circles = {first: {"power": 1}, second: {"power": 1}, another: {}}
    game = game_with(turn="P", circles=circles, hands={"P": [f"P{number}", P1], "C": [C1, C2]})
    events = play(game, f"play:P{number}")
    expected = {
        (c, side, t)
        for c in (first, second)
        for side in ("nobility", "commoners")
        for t, letter in enumerate(getattr(builtin().circles[c - 1], side))
        if letter == "N"
    }
    assert {(e["circle"], e["side"], e["territory"]) for e in happened(events, "converted")} == expected
    assert {(e["print"], e["holder"]) for e in happened(events, "converted")} == {("N", "N")}
    assert tokens(game)["P"] == 16 - len(expected)


@pytest.mark.parametrize("available", [5, 9])
def test_r21_in_those_of_the_two_that_are_in_play(available: int) -> None:
    game = game_with(turn="P", circles={1: {}, available: {"power": 1}}, hands={"P": ["P40", P1], "C": [C1, C2]})
    events = play(game, "play:P40")
    assert {e["circle"] for e in happened(events, "converted")} == {available}


def test_r21_with_too_few_tokens_the_player_chooses_which() -> None:
    """Six neutrals on four sides, three tokens."""
    circles = {5: {"power": 1}, 9: {"power": 1}}
    game = game_with(turn="P", circles=circles, tokens={"P": 3}, hands={"P": ["P40", P1], "C": [C1, C2]})
    play(game, "play:P40")
    every = {"place:5:nobility", "place:5:commoners", "place:9:nobility", "place:9:commoners"}
    assert (pending_question(game), options(game)) == ("P place", every)
    play(game, "place:9:nobility")
    assert options(game) == every - {"place:9:nobility"}  # its only neutral is taken
    play(game, "place:5:commoners")
    assert options(game) == every - {"place:9:nobility"}  # one of two is left there
    play(game, "place:5:commoners")
    assert tokens(game)["P"] == 0
    assert [circle(game, c)[s] for c in (5, 9) for s in ("nobility", "commoners")] == [
        "PNCC",
        "PPPP",
        "PPCCC",
        "PPPNN",
    ]
    assert pending_question(game) == "C action"


def test_r21_with_exactly_enough_nothing_is_asked() -> None:
    circles = {5: {"power": 1}, 9: {"power": 1}}
    game = game_with(turn="P", circles=circles, tokens={"P": 6}, hands={"P": ["P40", P1], "C": [C1, C2]})
    events = play(game, "play:P40")
    assert len(happened(events, "converted")) == 6
    assert tokens(game)["P"] == 0


def test_r21_without_any_token_it_is_skipped() -> None:
    game = game_with(turn="P", circles={5: {}, 9: {}}, tokens={"P": 0}, hands={"P": ["P40", P1], "C": [C1, C2]})
    assert order(play(game, "play:P40"), "converted", "skipped") == ["skipped"]


def test_r21_territories_with_a_token_are_not_neutral() -> None:
    game = game_with(
        turn="P",
        circles={5: {"nobility": "PCCC", "commoners": "PPCN", "power": 1}},
        hands={"P": ["P40", P1], "C": [C1, C2]},
    )
    play(game, "play:P40")
    assert (circle(game, 5)["nobility"], circle(game, 5)["commoners"]) == ("PCCC", "PPCP")
