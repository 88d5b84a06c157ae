"""The rulings 22 to 29: claims."""

import pytest

from rules.table import (
    C1,
    C2,
    CLAIMS,
    LAST,
    P1,
    P2,
    both_timings,
    cards,
    circle,
    circles_offered,
    convert,
    convert_neutrals,
    disputation,
    draw,
    faith,
    game_with,
    happened,
    kinds,
    lasting,
    nearly,
    neutralise,
    options,
    order,
    owners,
    pending_question,
    play,
    power,
    shift,
    tokens,
)
from solafide.game import Outcome


@both_timings
@pytest.mark.parametrize("holder", ["C", "P"])
@pytest.mark.parametrize("estate", ["nobility", "commoners"])
def test_r22_a_shift_can_hand_a_circle_to_either_faith(claims: str, holder: str, estate: str) -> None:
    before, toward = (2, "nobility") if estate == "nobility" else (1, "commoners")
    game = game_with(claims=claims, circles={2: {estate: holder * 5, "power": before}, 3: {}}, hands={"C": ["C07", C1]})
    events = play(game, "play:C07", "circle:2", f"toward:{toward}")
    assert [(e["by"], e["circle"]) for e in happened(events, "claimed")] == [(holder, 2)]
    assert pending_question(game) == f"{holder} deck"


@both_timings
def test_r22_neutralising_can_bring_about_a_claim(claims: str) -> None:
    """A side that is printed all Catholic: when the Protestant tokens leave it, it is complete."""
    own = cards(
        circles={3: {"nobility": "CCCC", "commoners": "PPNN", "start": "commoners_inner"}}, C02=[neutralise("any")]
    )
    game = game_with(
        cards=own, claims=claims, circles={3: {"nobility": "CCCP", "power": 1}, 1: {}}, hands={"C": ["C02", C1]}
    )
    events = play(game, "play:C02")
    assert [(e["by"], e["circle"]) for e in happened(events, "claimed")] == [("C", 3)]


@both_timings
def test_r22_the_claim_may_come_from_the_opponents_bonus(claims: str) -> None:
    """The Protestant shifts by the Military Chart in the Catholic's turn, and claims."""
    game = game_with(
        claims=claims,
        circles={2: {"nobility": "PPPPP", "power": 2}, 3: {}},
        hands={"C": ["C40", C1], "P": [P1, P2]},
        chance=["die:2"],
    )
    play(game, "play:C40", "circle:3")
    events = play(game, "circle:2", "toward:nobility")
    assert [(e["by"], e["circle"]) for e in happened(events, "claimed")] == [("P", 2)]


# ---------------------------------------------------------------- 23: timing

TIMED = cards(C02=[convert("nobility"), convert("commoners"), draw(1)])


def test_r23_default_at_once_between_two_effects() -> None:
    game = game_with(cards=TIMED, circles={2: nearly(2, "C"), 3: {}}, hands={"C": ["C02", C1]}, decks={"C": ["C05"]})
    events = play(game, "play:C02", "circle:2")
    assert kinds(events) == ["played", "converted", "claimed", "revealed", "revealed"]
    assert circles_offered(game) == {3, 4, 5}


def test_r23_option_only_after_all_effects() -> None:
    game = game_with(
        cards=TIMED,
        claims="after-card",
        circles={2: nearly(2, "C"), 3: {}},
        hands={"C": ["C02", C1]},
        decks={"C": ["C05"]},
    )
    play(game, "play:C02", "circle:2")
    assert circles_offered(game) == {2, 3}
    events = play(game, "circle:3")
    assert kinds(events) == ["converted", "drew", "claimed", "revealed", "revealed"]


@pytest.mark.parametrize(("claims", "owner"), [("at-once", "C"), ("after-card", None)])
def test_r23_a_circle_that_is_complete_only_in_between(claims: str, owner: str | None) -> None:
    """Complete after the first shift, no longer after the second: only the default timing claims it."""
    own = cards(C02=[shift("nobility"), shift("commoners", circle="same")])
    game = game_with(
        cards=own, claims=claims, circles={2: {"nobility": "CCCCC"}, 3: {}}, hands={"C": ["C02", C1], "P": [P1, P2]}
    )
    play(game, "play:C02", "circle:2")
    assert owners(game).get(2) == owner


def test_r23_convert_two_is_one_effect() -> None:
    """The first conversion completes the side; the second finds nothing more there, and only then comes the claim."""
    own = cards(C02=[convert("nobility", 2)])
    game = game_with(cards=own, circles={2: nearly(2, "C"), 3: {}}, hands={"C": ["C02", C1]})
    events = play(game, "play:C02", "circle:2")
    assert order(events, "converted", "claimed") == ["converted", "claimed"]
    assert circle(game, 3)["nobility"] == "PPCC"


def test_r23_a_shift_of_two_is_one_effect() -> None:
    own = cards(C02=[shift("subordinate", 2)])
    game = game_with(cards=own, circles={2: {"nobility": "PPPPP", "power": 2}, 3: {}}, hands={"C": ["C02", C1]})
    events = play(game, "play:C02", "circle:2")
    assert happened(events, "shifted") == [{"by": "C", "circle": 2, "from": 2, "to": 0}]
    assert order(events, "shifted", "claimed") == ["shifted", "claimed"]


def test_r23_a_neutral_converter_is_one_effect() -> None:
    """Four tokens for five neutrals: those that the claim gives back come too late for the last neutral."""
    own = cards(P02=[convert_neutrals(3, 5)])
    game = game_with(
        cards=own,
        turn="P",
        circles={3: {"nobility": "PPPC"}, 5: {"power": 1}},
        tokens={"P": 4},
        hands={"P": ["P02", P1], "C": [C1, C2]},
    )
    play(game, "play:P02", "place:3:commoners", "place:3:commoners")
    events = play(game, "place:5:nobility")
    assert order(events, "converted", "claimed") == ["converted", "converted", "claimed"]
    assert owners(game) == {3: "P"}
    assert circle(game, 5)["commoners"] == "PPPN"
    assert tokens(game)["P"] == 3  # the two of the converter and one among the Nobility


@pytest.mark.parametrize("claims", CLAIMS)
def test_r23_each_of_the_effects_for_cards_discarded_is_one_effect(claims: str) -> None:
    own = cards(C02={"cost": {"discard": "any"}, "each": convert("nobility")})
    game = game_with(
        cards=own, claims=claims, circles={2: nearly(2, "C"), 3: {}}, hands={"C": ["C02", "C05", "C07", "C09"]}
    )
    play(game, "play:C02", "discard:C05", "discard:C07", "stop")
    events = play(game, "circle:2")
    if claims == "at-once":
        assert order(events, "converted", "claimed") == ["converted", "claimed"]
        assert circles_offered(game) == {3, 4, 5}
    else:
        assert order(events, "converted", "claimed") == ["converted", "converted", "claimed"]


def test_r23_the_tokens_that_a_claim_returns_are_there_for_the_next_effect() -> None:
    """The last token completes the circle; what comes back pays for the second conversion."""
    own = cards(C02=[convert("nobility"), convert("nobility")])
    game = game_with(
        cards=own, circles={2: nearly(2, "C"), 3: {}}, tokens={"C": 1}, hands={"C": ["C02", C1], "P": [P1, P2]}
    )
    play(game, "play:C02", "circle:2", "circle:3")
    assert owners(game) == {2: "C"}
    assert circle(game, 3)["nobility"] == "CPCC"


# ---------------------------------------------------------------- 24: several claims

TWO_CIRCLES = cards(P02=[convert_neutrals(3, 5)])


@both_timings
@pytest.mark.parametrize("first_circle", [3, 5])
def test_r24_several_claims_are_resolved_in_the_order_of_the_current_player(claims: str, first_circle: int) -> None:
    game = game_with(
        cards=TWO_CIRCLES, claims=claims, turn="P", circles={3: {}, 5: {}}, hands={"P": ["P02", P1]}, disputation=5
    )
    play(game, "play:P02")
    assert (pending_question(game), options(game)) == ("P claim", {"claim:3", "claim:5"})
    events = play(game, f"claim:{first_circle}")
    assert [e["circle"] for e in happened(events, "claimed")] == ([3, 5] if first_circle == 3 else [5, 3])


def test_r24_one_at_a_time_each_with_all_that_belongs_to_it() -> None:
    game = game_with(
        cards=TWO_CIRCLES, turn="P", circles={3: {}, 5: {}}, claimed={6: "P"}, hands={"P": ["P02", P1]}, disputation=3
    )
    events = play(game, "play:P02", "claim:3")
    assert [(e["event"], e["circle"]) for e in events[5:] if "circle" in e] == [
        ("converted", 5),
        ("claimed", 3),
        ("reward", 3),
        ("claimed", 5),
        ("revealed", 8),
        ("revealed", 9),
    ]


def test_r24_claims_of_both_faiths_at_once_are_ordered_by_the_current_player() -> None:
    """With claims after the card, two shifts complete one circle for each faith."""
    own = cards(C02=[shift("nobility"), shift("nobility")])
    game = game_with(
        cards=own,
        claims="after-card",
        circles={2: {"nobility": "PPPPP"}, 3: {"nobility": "CCCC"}, 1: {}},
        hands={"C": ["C02", C1], "P": [P1, P2]},
        chance=["card:F12", "card:F12"],
    )
    play(game, "play:C02", "circle:2", "circle:3")
    assert (pending_question(game), options(game)) == ("C claim", {"claim:2", "claim:3"})
    events = play(game, "claim:3")
    assert [(e["by"], e["circle"]) for e in happened(events, "claimed")] == [("C", 3), ("P", 2)]
    assert pending_question(game) == "C deck"
    play(game, "deck:cards", "stop")
    assert pending_question(game) == "P deck"


# ---------------------------------------------------------------- 25: a claim


@both_timings
def test_r25_tile_tokens_reward_and_then_the_circles_below(claims: str) -> None:
    game = game_with(
        claims=claims,
        circles={2: nearly(2, "C") | {"commoners": "CPPPP"}, 3: {}},
        disputation=2,
        hands={"C": ["C12", C1]},
    )
    events = play(game, "play:C12", "circle:2")
    assert kinds(events)[-4:] == ["claimed", "reward", "revealed", "revealed"]
    assert tokens(game) == {"C": 16, "P": 16}
    assert game.whole()["disputation"] is None
    assert (faith(game, "C")["circles"], faith(game, "C")["rewards"]) == ([2], 1)
    assert [(power(game, c), circle(game, c)["nobility"]) for c in (4, 5)] == [(1, "CCNN"), (2, "PNCC")]


def test_r25_the_new_circles_can_be_targets_of_the_very_next_effect() -> None:
    game = game_with(cards=TIMED, circles={2: nearly(2, "C")}, hands={"C": ["C02", C1]})
    play(game, "play:C02")
    assert circles_offered(game) == {4, 5}
    play(game, "circle:4")
    assert circle(game, 4)["commoners"] == "CCCP"


# ---------------------------------------------------------------- 26-28: military cards, Foreign Influence, the end


@both_timings
def test_r26_effects_and_claims_then_the_roll_then_foreign_influence(claims: str) -> None:
    game = game_with(
        claims=claims,
        circles={2: nearly(2, "C", "commoners"), 3: {}},
        hands={"C": ["C40", C1, C2], "P": [P1, P2]},
        decks={"P": ["P04"]},
        chance=["die:4"],
    )
    events = play(game, "play:C40", "circle:2")
    assert order(events, "converted", "claimed", "rolled", "chart", "drew") == [
        "converted",
        "claimed",
        "rolled",
        "chart",
        "drew",
    ]
    assert happened(events, "drew")[0]["by"] == "P"
    assert pending_question(game) == "C deck"


@both_timings
def test_r26_the_protestant_takes_the_bonus_at_once_and_is_asked_for_it(claims: str) -> None:
    game = game_with(claims=claims, circles={2: {}, 3: {}}, hands={"C": ["C40", C1], "P": [P1, P2]}, chance=["die:1"])
    play(game, "play:C40", "circle:2")
    assert (pending_question(game), game.whole()["turn"]) == ("P circle", "C")
    play(game, "circle:3", "side:nobility")
    assert circle(game, 3)["nobility"] == "PPPC"
    assert pending_question(game) == "P action"


def test_r26_a_persistent_card_that_is_military_is_laid_in_front_and_rolled_for() -> None:
    own = cards(C02={**lasting("hand_limit", limit=6), "military": True})
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": [P1]}, decks={"P": ["P04"]}, chance=["die:4", "card:P04"])
    events = play(game, "play:C02")
    assert order(events, "front", "rolled", "chart", "drew", "turn") == ["front", "rolled", "chart", "drew", "turn"]
    assert faith(game, "C")["front"] == "C02"


@both_timings
def test_r27_each_claim_earns_one_draw_in_the_order_of_the_claims(claims: str) -> None:
    """Two claims by different faiths; the first claimed is resolved first."""
    own = cards(C02=[shift("nobility"), shift("nobility")])
    game = game_with(
        cards=own,
        claims=claims,
        circles={2: {"nobility": "PPPPP"}, 3: {"nobility": "CCCC"}, 1: {}},
        hands={"C": ["C02", C1], "P": [P1, P2]},
        chance=["card:F12", "card:F12"],
    )
    play(game, "play:C02", "circle:2", "circle:3")
    if claims == "after-card":
        play(game, "claim:2")
    assert pending_question(game) == "P deck"
    play(game, "deck:cards", "stop")
    assert pending_question(game) == "C deck"
    play(game, "deck:cards", "stop")
    assert pending_question(game) == "P action"


@both_timings
def test_r27_draws_wait_for_the_end_of_the_card(claims: str) -> None:
    own = cards(C02=[convert("nobility"), disputation()])
    game = game_with(cards=own, claims=claims, circles={2: nearly(2, "C"), 3: {}}, hands={"C": ["C02", C1]})
    play(game, "play:C02", "circle:2")
    assert pending_question(game) == "C circle"
    play(game, "circle:3")
    assert pending_question(game) == "C deck"


@both_timings
def test_r27_claims_made_by_them_queue_behind(claims: str) -> None:
    """Two Protestant claims; the first draw lets the Catholic claim, whose draw comes after the second."""
    game = game_with(
        cards=cards(P02=[convert_neutrals(3, 5)]),
        claims=claims,
        turn="P",
        circles={1: {"nobility": "CCCCC", "power": 2}, 3: {}, 5: {}},
        hands={"P": ["P02", P1], "C": [C1, C2]},
        chance=["card:F05", "card:F12", "card:F12"],
    )
    play(game, "play:P02", "claim:3")
    assert pending_question(game) == "P deck"
    events = play(game, "deck:shift", "circle:1", "toward:nobility")
    assert [(e["by"], e["circle"]) for e in happened(events, "claimed")] == [("C", 1)]
    assert pending_question(game) == "P deck"
    play(game, "deck:cards", "stop")
    assert pending_question(game) == "C deck"
    play(game, "deck:cards", "stop")
    assert pending_question(game) == "C action"


@both_timings
def test_r28_after_the_last_claim_no_military_roll(claims: str) -> None:
    game = game_with(claims=claims, claimed=LAST, circles={1: nearly(1, "C")}, hands={"C": ["C21", C1, C2]})
    events = play(game, "play:C21", f"discard:{C1}")
    assert kinds(events)[-2:] == ["claimed", "over"]
    assert "rolled" not in kinds(events)


@both_timings
def test_r28_and_no_foreign_influence_not_even_of_earlier_claims(claims: str) -> None:
    """Two circles are left and both get complete: the draw of the first claim is lost as well."""
    own = cards(C02=[shift("nobility"), shift("nobility")])
    complete = {"nobility": "CCCCC", "power": 2}
    game = game_with(
        cards=own,
        claims=claims,
        claimed=dict.fromkeys(range(1, 9), "P"),
        circles={9: complete, 10: complete},
        hands={"C": ["C02", C1]},
    )
    events = play(game, "play:C02", "circle:9")
    if claims == "after-card":
        events += play(game, "circle:10", "claim:9")
    assert game.over
    assert "chosen_deck" not in kinds(events)
    assert [e["circle"] for e in happened(events, "claimed")] == [9, 10]


def test_r28_the_rest_of_the_card_is_not_done() -> None:
    game = game_with(
        cards=TIMED, claimed=LAST, circles={1: nearly(1, "C")}, hands={"C": ["C02", C1]}, decks={"C": ["C05"]}
    )
    events = play(game, "play:C02")
    assert kinds(events) == ["played", "converted", "claimed", "over"]
    assert faith(game, "C")["deck"] == ["C05"]


@both_timings
def test_r29_equal_points_are_a_draw(claims: str) -> None:
    claimed = dict.fromkeys((3, 4, 6, 7, 9), "C") | dict.fromkeys((2, 5, 8, 10), "P")
    game = game_with(claims=claims, turn="P", claimed=claimed, circles={1: nearly(1, "P")}, hands={"P": ["P04", P1]})
    play(game, "play:P04")
    assert game.outcome == Outcome(None, {"C": 31, "P": 31}, limited=False)
