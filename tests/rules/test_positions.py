"""Hand-made positions for what random play hardly reaches."""

from typing import Any

import pytest

from rules.table import (
    C1,
    C2,
    LAST,
    OTHER,
    P1,
    P2,
    both_timings,
    cards,
    choose,
    circle,
    circles_offered,
    convert,
    convert_neutrals,
    disputation,
    draw,
    draw_play,
    faith,
    game_with,
    happened,
    in_play,
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
    redraw,
    shift,
    tokens,
)
from solafide.game import Game, SolaFideError, position

HELD = {1: {"nobility": "CCCCC", "power": 2}}  # a shift toward the Nobility is all that is missing

# ---------------------------------------------------------------- claims


@both_timings
@pytest.mark.parametrize("die", [4, 6])
def test_a_military_card_played_by_a_card_claims_two_circles(claims: str, die: int) -> None:
    """Inner card with two claims, roll, outer effect, and then both Foreign Influence cards."""
    own = cards(
        C02=[draw_play(1), draw(1)],
        C04={"effects": [shift("nobility"), shift("nobility")], "military": True},
    )
    game = game_with(
        cards=own,
        claims=claims,
        circles={2: {"nobility": "CCCCC", "power": 2}, 3: {"nobility": "CCCC", "power": 2}, 1: {}},
        hands={"C": ["C02", C1], "P": [P1, P2]},
        decks={"C": ["C04"], "P": ["P04"]},
        discards={"C": ["C05"]},
        chance=["card:C04", f"die:{die}", *(["card:P04"] if die == 4 else []), "card:C05", "card:F12", "card:F12"],
    )
    events = play(game, "play:C02", "circle:2", "circle:3")
    if claims == "after-card":
        events += play(game, "claim:2")
    expected = ["claimed", "claimed", "chart"] + ["drew"] * (2 if die == 4 else 1)
    assert order(events, "claimed", "chart", "drew")[1:] == expected
    for _ in range(2):
        assert pending_question(game) == "C deck"
        play(game, "deck:cards", "stop")
    assert pending_question(game) == "P action"


@both_timings
def test_a_last_claim_by_an_inner_military_card_ends_everything(claims: str) -> None:
    own = cards(C02=[draw_play(1), draw(1)], C04={"effects": [shift("nobility")], "military": True})
    game = game_with(
        cards=own,
        claims=claims,
        claimed=LAST,
        circles=HELD,
        hands={"C": ["C02", C1]},
        decks={"C": ["C04"]},
        discards={"C": ["C05"]},
    )
    events = play(game, "play:C02")
    assert kinds(events)[-2:] == ["claimed", "over"]
    assert "rolled" not in kinds(events)
    assert len(happened(events, "drew")) == 1


@pytest.mark.parametrize("turn", ["C", "P"])
@pytest.mark.parametrize("first", [2, 3])
def test_claims_of_both_faiths_at_once_in_either_order(turn: str, first: int) -> None:
    """The order decides who draws Foreign Influence first, and the current player chooses it, also for the other."""
    own = cards(C02=[shift("nobility"), shift("nobility")], P02=[shift("nobility"), shift("nobility")])
    game = game_with(
        cards=own,
        claims="after-card",
        turn=turn,
        circles={2: {"nobility": "PPPPP", "power": 2}, 3: {"nobility": "CCCC", "power": 2}},
        hands={"C": ["C02", C1], "P": ["P02", P1]},
        disputation=3,
    )
    play(game, f"play:{turn}02", "circle:2", "circle:3")
    assert (pending_question(game), options(game)) == (f"{turn} claim", {"claim:2", "claim:3"})
    play(game, f"claim:{first}")
    assert owners(game) == {2: "P", 3: "C"}
    assert faith(game, "C")["rewards"] == 1
    assert in_play(game) == {4, 5, 6}
    assert pending_question(game) == ("P deck" if first == 2 else "C deck")


def test_three_claims_at_once_are_asked_for_twice() -> None:
    own = cards(C02=[shift("nobility"), shift("nobility"), shift("nobility")])
    complete = {"nobility": "CCCCC", "power": 2}
    game = game_with(
        cards=own,
        claims="after-card",
        circles={1: complete, 2: complete, 3: {"nobility": "CCCC", "power": 2}},
        hands={"C": ["C02", C1]},
    )
    play(game, "play:C02", "circle:1", "circle:2", "circle:3")
    assert options(game) == {"claim:1", "claim:2", "claim:3"}
    play(game, "claim:2")
    assert options(game) == {"claim:1", "claim:3"}
    events = play(game, "claim:3")
    assert [e["circle"] for e in happened(events, "claimed")] == [3, 1]


@both_timings
def test_six_open_circles_can_all_be_chosen(claims: str) -> None:
    six = {1: {}, 5: {}, 7: {}, 8: {}, 9: {}, 10: {}}
    claimed = {2: "C", 3: "P", 4: "C", 6: "P"}
    game = game_with(claims=claims, claimed=claimed, circles=six, hands={"C": ["C39", C1]})
    play(game, "play:C39")
    assert circles_offered(game) == {1, 5, 7, 8, 9, 10}


def test_tokens_running_out_in_a_neutral_converter_leave_a_claim_to_the_players_choice() -> None:
    """Two tokens: they complete the Commoners of the Franconian Circle, or they do not."""
    own = cards(P02=[convert_neutrals(3, 5)])
    for places, owner in ((["3:commoners", "3:commoners"], {3: "P"}), (["3:commoners", "5:nobility"], {})):
        game = game_with(
            cards=own,
            turn="P",
            circles={3: {}, 5: {"power": 1}},
            tokens={"P": 2},
            hands={"P": ["P02", P1], "C": [C1, C2]},
        )
        play(game, "play:P02", *[f"place:{place}" for place in places])
        assert owners(game) == owner
        assert tokens(game)["P"] == (2 if owner else 0)


@both_timings
def test_a_claim_in_the_opponents_turn_brings_the_opponents_bonuses(claims: str) -> None:
    """The Catholic hands a circle over: Protestant Foreign Influence, own_claim, then the Catholic's opponent_claim."""
    own = cards(P02=lasting("own_claim", draw(1)))
    game = game_with(
        cards=own,
        claims=claims,
        circles={2: {"nobility": "PPPPP", "power": 2}, 3: {}, 1: {}},
        hands={"C": ["C25", C1], "P": [P1, P2]},
        decks={"P": ["P04"]},
        fronts={"C": "C44", "P": "P02"},
        chance=["card:F12", "card:P04"],
    )
    play(game, "play:C25", "circle:2")
    assert pending_question(game) == "P deck"
    events = play(game, "deck:cards", "stop")
    assert happened(events, "used") == [{"by": "P", "card": "P02"}, {"by": "C", "card": "C44"}]
    assert pending_question(game) == "C circle"


# ---------------------------------------------------------------- effects for each card discarded


def test_each_disputation_moves_the_token_through_different_circles() -> None:
    own = cards(C02={"cost": {"discard": "any"}, "each": disputation()})
    game = game_with(cards=own, disputation=1, hands={"C": ["C02", "C05", "C07", "C09", C1], "P": [P1, P2]})
    play(game, "play:C02", "discard:C05", "discard:C07", "discard:C09", f"discard:{C1}")
    assert circles_offered(game) == {1, 2, 3}
    play(game, "circle:1")
    assert circles_offered(game) == {2, 3}
    events = play(game, "circle:3")
    assert game.whole()["disputation"] == 2
    assert order(events, "disputation", "skipped") == ["disputation", "disputation", "skipped"]


def test_each_neutralise_with_too_few_circles() -> None:
    own = cards(C02={"cost": {"discard": "any"}, "each": neutralise("nobility")})
    game = game_with(
        cards=own,
        circles={1: {"nobility": "CPNCC"}, 2: {"nobility": "PPPCC"}, 3: {}},
        hands={"C": ["C02", "C05", "C07", "C09"], "P": [P1, P2]},
    )
    events = play(game, "play:C02", "discard:C05", "discard:C07", "discard:C09", "circle:2")
    assert [e["circle"] for e in happened(events, "neutralised")] == [2, 1]
    assert len(happened(events, "skipped")) == 1
    assert tokens(game) == {"C": 16, "P": 16}


def test_each_convert_stops_when_the_tokens_run_out() -> None:
    own = cards(C02={"cost": {"discard": "any"}, "each": convert("nobility")})
    game = game_with(cards=own, tokens={"C": 1}, hands={"C": ["C02", "C05", "C07", "C09"], "P": [P1, P2]})
    events = play(game, "play:C02", "discard:C05", "discard:C07", "stop", "circle:2")
    assert order(events, "converted", "skipped") == ["converted", "skipped"]
    assert faith(game, "C")["hand"] == ["C09"]


def test_a_military_card_with_a_free_cost_rolls_even_for_nothing() -> None:
    own = cards(C02={"cost": {"discard": "any"}, "each": convert("nobility"), "military": True})
    game = game_with(
        cards=own, hands={"C": ["C02", C1], "P": [P1, P2]}, decks={"P": ["P04"]}, chance=["die:4", "card:P04"]
    )
    events = play(game, "play:C02", "stop")
    assert kinds(events)[:4] == ["played", "rolled", "chart", "drew"]


# ---------------------------------------------------------------- cards, piles and the hand limit


def test_with_empty_piles_nothing_is_drawn_and_the_played_card_stays_out() -> None:
    game = game_with(hands={"C": [C1, C2], "P": [P1, P2]})
    events = play(game, f"play:{C1}")
    assert kinds(events) == ["played", "turn"]
    assert faith(game, "C")["discard"] == [C1]


def test_the_next_turn_reshuffles_what_was_set_aside() -> None:
    game = game_with(hands={"C": [C1, C2], "P": [P1, P2]}, decks={"P": ["P04"]})
    play(game, f"play:{C1}", "draw")
    assert "draw" in options(game)
    events = play(game, "draw")
    assert happened(events, "drew") == [{"by": "C", "card": C1}]


def test_a_hand_over_the_limit_in_the_opponents_turn_pays_and_is_checked_in_the_own() -> None:
    """Seven cards after the chart, of which one is played and one is thrown away."""
    five = ["P01", "P04", "P05", "P06", "P07"]
    game = game_with(
        circles={2: {}, 3: {}},
        hands={"C": ["C40", C1], "P": five},
        decks={"P": ["P09", "P13"], "C": ["C05", "C07"]},
        chance=["die:5", "card:P09", "card:P13", "card:C05"],
    )
    play(game, "play:C40", "circle:2")
    assert game.view(None)["faiths"]["P"]["hand"] == 7
    play(game, "play:P01", "circle:2")
    assert pending_question(game) == "P limit"
    play(game, "discard:P04")
    assert pending_question(game) == "C action"
    assert len(faith(game, "P")["hand"]) == 5


def test_forced_discards_take_the_cards_over_the_limit_as_well() -> None:
    own = cards(C02=[opponent_discards(3)])
    game = game_with(
        cards=own,
        hands={"C": ["C02", C1], "P": ["P01", "P04", "P05", "P06", "P07", "P09", "P13"]},
        decks={"P": ["P12"]},
    )
    play(game, "play:C02", "discard:P01", "discard:P04", "discard:P05")
    assert len(faith(game, "P")["hand"]) == 4


def test_draw_play_of_cards_that_all_cost_too_much_goes_on_with_the_outer_card() -> None:
    own = cards(C02=[draw_play(2), disputation()], C04={"cost": {"discard": 5}, "effects": [draw(1)]})
    game = game_with(cards=own, hands={"C": ["C02"], "P": [P1, P2]}, decks={"C": ["C04"]})
    play(game, "play:C02")
    assert faith(game, "C")["hand"] == ["C04"]
    assert pending_question(game) == "C circle"


def test_draw_play_may_play_another_draw_play() -> None:
    own = cards(C02=[draw_play(1), disputation()], C04=[draw_play(1), shift("nobility")], C06=[draw(1)])
    game = game_with(
        cards=own,
        circles={2: {}, 3: {}},
        hands={"C": ["C02", C1], "P": [P1, P2]},
        decks={"C": ["C04", "C06", "C08"]},
        chance=["card:C04", "card:C06", "card:C08"],
    )
    events = play(game, "play:C02")
    assert [e["card"] for e in happened(events, "played")] == ["C02", "C04", "C06"]
    assert pending_question(game) == "C circle"
    assert circles_offered(game) == {2, 3}
    play(game, "circle:3", "circle:2")
    assert (power(game, 3), game.whole()["disputation"]) == (1, 2)


def test_draw_play_by_foreign_influence_and_by_the_chart_uses_the_acting_faiths_cards() -> None:
    own = cards(results={6: [draw_play(1)]}, F12=[draw_play(1)])
    game = game_with(
        cards=own,
        circles={2: nearly(2, "C", "commoners"), 3: {}},
        hands={"C": ["C40", C1], "P": [P1, P2]},
        decks={"C": ["C11"], "P": ["P22"]},
        chance=["die:6", "card:P22", "card:F12", "card:C11"],
    )
    events = play(game, "play:C40", "circle:2")
    assert happened(events, "played")[-1] == {"by": "P", "card": "P22"}
    assert pending_question(game) == "P circle"
    play(game, "circle:3")
    events = play(game, "deck:cards")
    assert happened(events, "played") == [{"by": "C", "card": "C11"}]
    assert pending_question(game) == "C circle"


# ---------------------------------------------------------------- persistent cards, read at the moment


def test_two_dice_from_the_moment_in_which_the_card_lies_in_front() -> None:
    """Two military cards in one turn: after the first roll the Protestant plays The Turkish Threat, by the chart."""
    own = cards(
        results={6: [draw_play(1)]},
        C02=[draw_play(1), draw_play(1)],
        C04={"effects": [disputation()], "military": True},
        C06={"effects": [disputation()], "military": True},
    )
    game = game_with(
        cards=own,
        circles={2: {}},
        hands={"C": ["C02", C1], "P": [P1, P2]},
        decks={"C": ["C04", "C06"], "P": ["P45"]},
        chance=["card:C04", "die:6", "card:P45", "card:C06", "die:4", "die:5"],
    )
    events = play(game, "play:C02")
    assert [e["value"] for e in happened(events, "rolled")] == [6, 4, 5]
    assert (pending_question(game), options(game)) == ("P die", {"die:4", "die:5"})


def test_a_draw_action_card_works_only_for_the_owners_draw() -> None:
    game = game_with(
        turn="P",
        hands={"C": [C1, C2], "P": [P1, P2]},
        decks={"C": ["C01", "C03", "C05"], "P": ["P04", "P05"]},
        fronts={"C": "C43"},
    )
    events = play(game, "draw")
    assert order(events, "used", "drew") == ["drew"]
    events = play(game, f"play:{C1}")  # an effect that draws is not the turn's draw
    assert order(events, "used", "drew") == ["drew", "drew", "drew"]


def test_a_draw_action_always_replaces_the_draw() -> None:
    own = cards(P02=lasting("draw_action", shift("either")))
    game = game_with(
        cards=own, turn="P", hands={"P": [P1, P2], "C": [C1, C2]}, decks={"P": ["P04"]}, fronts={"P": "P02"}
    )
    events = play(game, "draw", "circle:1", "toward:nobility")
    assert "drew" not in kinds(events)
    assert power(game, 1) == 1
    assert pending_question(game) == "C action"


def test_an_own_turn_card_that_is_replaced_by_the_action_can_no_longer_be_used() -> None:
    game = game_with(turn="P", hands={"P": ["P44", P1], "C": [C1, C2]}, fronts={"P": "P43"})
    assert "use:P43" in options(game)
    play(game, "play:P44")
    assert pending_question(game) == "C action"


def test_an_own_turn_card_without_cost_can_be_used_with_an_empty_hand() -> None:
    own = cards(P02=lasting("own_turn", draw(1)))
    game = game_with(cards=own, turn="P", hands={"C": [C1, C2]}, decks={"P": ["P04", "P05"]}, fronts={"P": "P02"})
    assert options(game) == {"draw", "use:P02"}
    play(game, "use:P02")
    assert len(faith(game, "P")["hand"]) == 1
    assert pending_question(game) == "P action"


def test_an_own_turn_card_may_leave_nothing_to_do_and_then_the_turn_passes() -> None:
    """Its cost takes the last card; there is nothing to draw."""
    game = game_with(turn="P", hands={"P": [P1], "C": [C1, C2]}, fronts={"P": "P43"})
    assert options(game) == {f"play:{P1}", "use:P43"}
    play(game, "use:P43")
    events = play(game, "circle:1")
    assert happened(events, "passed") == [{"by": "P"}]
    assert pending_question(game) == "C action"


def test_in_a_turn_that_passes_an_own_turn_card_can_still_be_used() -> None:
    """The only card costs two others, and there is nothing to draw."""
    game = game_with(turn="P", hands={"P": ["P03"], "C": [C1, C2]}, fronts={"P": "P43"})
    assert "use:P43" in options(game)
    play(game, "use:P43", "circle:2")
    assert game.whole()["disputation"] == 2


def test_of_two_own_turn_cards_the_one_played_now_can_be_used_though_the_other_was() -> None:
    """Each of them works once in a turn, and the new one works at once (R32)."""
    own = cards(P02=lasting("own_turn", shift("either")), P10=lasting("own_turn", disputation()))
    game = game_with(cards=own, turn="P", hands={"P": ["P10", P1], "C": [C1, C2]}, fronts={"P": "P02"})
    play(game, "use:P02", "circle:1", "toward:nobility", "play:P10")
    assert (pending_question(game), options(game)) == ("P after", {"use:P10", "end"})


@pytest.mark.parametrize("kind", ["own_claim", "opponent_claim"])
def test_a_card_in_front_answers_claims_of_foreign_influence_too(kind: str) -> None:
    """The second claim is made by the Foreign Influence card of the first."""
    claimer = "C" if kind == "own_claim" else "P"
    own = cards(C02=lasting(kind, draw(1)), C04=[shift("nobility")])
    complete = {"nobility": claimer * 5, "power": 2}
    game = game_with(
        cards=own,
        circles={1: complete, 2: complete, 3: {}},
        hands={"C": ["C04", C1], "P": [P1, P2]},
        decks={"C": ["C05", "C07"]},
        fronts={"C": "C02"},
        chance=["card:F08", "card:C05", "card:F12", "card:C07"],
    )
    events = play(game, "play:C04", "circle:1", "deck:shift", "circle:2")
    assert [e["circle"] for e in happened(events, "claimed")] == [1, 2]
    events += play(game, "deck:cards", "stop")
    assert len(happened(events, "used")) == 2


# ---------------------------------------------------------------- no position is stuck


@pytest.mark.parametrize("name", ["C", "P"])
def test_a_hand_of_cards_that_cannot_be_paid_still_lets_the_player_draw(name: str) -> None:
    dear: dict[str, Any] = {"cost": {"discard": 13}, "effects": [draw(1)]}
    other = OTHER[name]
    game = game_with(
        cards=cards(C02=dear, P02=dear),
        turn=name,
        hands={name: [f"{name}02"], other: [f"{other}01", f"{other}13"]},
        decks={name: [f"{name}05", f"{name}06"]},
    )
    assert len(faith(game, name)["hand"]) == 2
    assert pending_question(game) == f"{other} action"


def test_with_nothing_at_all_a_turn_passes_and_the_other_goes_on() -> None:
    game = game_with(turn="P", hands={"P": [P1, P2]}, decks={"P": ["P04", "P05", "P06", "P07"]})
    for _ in range(3):
        assert pending_question(game) == "P action"
        events = play(game, "draw")
        while pending_question(game) == "P limit":
            events += play(game, max(options(game)))
        assert happened(events, "passed") == [{"by": "C"}]


def test_a_card_with_every_effect_lost_ends_like_any_other() -> None:
    own = cards(
        C02=[
            neutralise("any"),
            recover(2),
            redraw(),
            draw(3),
            draw_play(2),
            convert_neutrals(9, 10),
            choose([recover(1)], [neutralise("any")]),
            shift("nobility"),
        ]
    )
    game = game_with(cards=own, circles={2: {"power": 0}}, hands={"C": ["C02"], "P": [P1, P2]})
    assert kinds(game.all_events()) == ["played", *["skipped"] * 6, "turn"]
    assert faith(game, "C")["discard"] == ["C02"]
    assert pending_question(game) == "P action"


# ---------------------------------------------------------------- what cannot be


@pytest.mark.parametrize(
    "table",
    [
        {"circles": {2: {"nobility": "PPNC"}}},
        {"circles": {2: {"nobility": "NPNCC"}}},
        {"circles": {2: {"nobility": "PPXCC"}}},
        {"circles": {2: {}}, "claimed": {2: "C"}},
        {"circles": {1: {"nobility": "CCCCC", "commoners": "CCCCC"}}, "tokens": {"C": -1}},
    ],
)
def test_an_impossible_position_is_refused(table: dict[str, Any]) -> None:
    with pytest.raises(SolaFideError):
        position(**table)


def test_a_position_has_no_record_but_a_history() -> None:
    game: Game = game_with(hands={"C": [C1, C2], "P": [P1, P2]})
    play(game, f"play:{C1}")
    assert not game.has_record
    assert [step.choice for step in game.steps] == [f"play:{C1}"]
    assert circle(game, 1)["state"] == "in_play"


def test_a_standstill_ends_as_a_turn_limit_would() -> None:
    """Empty hands, and both draw by a card that draws nothing: nobody would ever be asked again."""
    own = cards(
        C43=lasting("draw_action", opponent_discards()),
        P43=lasting("draw_action", opponent_discards()),
    )
    game = game_with(cards=own, hands={"C": ["C43"], "P": []}, decks={"C": ["C01"], "P": ["P01"]}, fronts={"P": "P43"})
    events = play(game, "play:C43")
    assert game.over
    assert game.outcome is not None
    assert game.outcome.limited
    assert len(happened(events, "used")) == 99  # the turn with the last choice counts too


def test_nobody_has_a_card() -> None:
    """Both pass until that is the end."""
    game = game_with(hands={"C": [], "P": []})
    assert game.outcome is not None
    assert game.outcome.limited
    assert happened(game.all_events(), "passed")


def test_cards_that_play_one_another_as_long_as_there_are_any() -> None:
    """Fifteen Catholic cards by an option, the last one military, its result, and fifteen Protestant cards on top."""
    chain = choose([draw_play(1)], [draw_play(1)])
    own = cards(
        **{f"C{n:02}": {"effects": [chain], "military": True} for n in range(1, 16)},
        **{f"P{n:02}": [chain] for n in range(1, 16)},
        results={roll: [chain] for roll in range(1, 7)},
    )
    ids = {name: [f"{name}{n:02}" for n in range(1, 16)] for name in "CP"}
    game = game_with(cards=own, hands={"C": ids["C"][:1]}, decks={"C": ids["C"][1:], "P": ids["P"]})
    events = play(game, "play:C01")
    while pending_question(game).endswith("option"):
        events += play(game, "option:1")
    assert sorted(event["card"] for event in happened(events, "played")) == ids["C"] + ids["P"]


def test_a_card_that_the_opponent_lays_in_my_turn_does_not_renew_my_use() -> None:
    own = cards(P43=lasting("own_turn", convert("commoners")), C43=lasting("opponent_claim", draw_play(1)))
    game = game_with(
        cards=own,
        turn="P",
        circles={1: nearly(1, "P", "commoners"), 2: {}, 3: {}},
        hands={"P": ["P33"]},
        decks={"C": ["C45"], "P": [P1, P2]},
        fronts={"P": "P43", "C": "C43"},
    )
    play(game, "use:P43", "circle:1", "deck:shift", "circle:2", "toward:commoners")
    assert faith(game, "C")["front"] == "C45"
    assert pending_question(game) == "P action"
    assert "use:P43" not in options(game)


@pytest.mark.parametrize("inner", ["C43", "C13"])
def test_r33_a_card_played_by_a_card_counts_for_claims_after_the_card_persistent_or_not(inner: str) -> None:
    own = cards(C02=[convert("commoners"), draw_play(1), disputation()])
    game = game_with(
        claims="after-card",
        cards=own,
        circles={1: nearly(1, "C", "commoners"), 2: {}, 3: {}},
        hands={"C": ["C02"]},
        decks={"C": [inner]},
    )
    play(game, "play:C02", "circle:1")
    assert pending_question(game) == "C circle"
    assert circle(game, 1)["state"] == "claimed"
