"""The rulings 37 to 45: how a decision is split, and what is refused."""

from typing import Any

import pytest

from rules.table import (
    C1,
    C2,
    LAST,
    P1,
    P2,
    both_timings,
    cards,
    choose,
    circle,
    convert,
    convert_neutrals,
    disputation,
    draw,
    draw_keep,
    draw_play,
    faith,
    game_with,
    happened,
    kinds,
    nearly,
    neutralise,
    opponent_discards,
    options,
    order,
    pending_question,
    play,
    recover,
    redraw,
    shift,
)
from solafide.cards import CardSetError, builtin, loads
from solafide.game import DECKS, Game, Options, Outcome

# ---------------------------------------------------------------- 37: cards one at a time


def test_r37_costs_are_paid_one_card_at_a_time_and_every_card_is_offered() -> None:
    own = cards(C02={"cost": {"discard": 2}, "effects": [disputation()]})
    game = game_with(cards=own, hands={"C": ["C02", "C05", "C07", "C09"]})
    play(game, "play:C02")
    assert options(game) == {"discard:C05", "discard:C07", "discard:C09"}
    play(game, "discard:C09")
    assert options(game) == {"discard:C05", "discard:C07"}


def test_r37_forced_discards_one_at_a_time() -> None:
    own = cards(C02=[opponent_discards(2)])
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": ["P01", "P04", "P05"]})
    play(game, "play:C02")
    assert options(game) == {"discard:P01", "discard:P04", "discard:P05"}
    play(game, "discard:P01")
    assert (pending_question(game), options(game)) == ("P discard", {"discard:P04", "discard:P05"})


def test_r37_any_number_also_offers_to_stop() -> None:
    game = game_with(turn="P", hands={"P": ["P16", "P04", "P05"]})
    play(game, "play:P16")
    assert options(game) == {"discard:P04", "discard:P05", "stop"}
    play(game, "discard:P04")
    assert options(game) == {"discard:P05", "stop"}


def test_r37_redraw_is_asked_whenever_the_hand_is_not_empty_and_offers_to_stop() -> None:
    """Also if nothing can be drawn."""
    own = cards(C02=[redraw(), disputation()])
    game = game_with(cards=own, hands={"C": ["C02", C1]})
    play(game, "play:C02")
    assert (pending_question(game), options(game)) == ("C redraw", {f"discard:{C1}", "stop"})
    play(game, "stop")
    assert faith(game, "C")["hand"] == [C1]


def test_r37_redraw_with_an_empty_hand_is_skipped() -> None:
    own = cards(C02=[redraw(), disputation()])
    game = game_with(cards=own, hands={"C": ["C02"]}, decks={"C": ["C05"]})
    events = play(game, "play:C02")
    assert happened(events, "skipped") == [{"by": "C", "card": "C02", "effect": 0, "lost": False}]


def test_r37_all_discards_of_a_redraw_come_first_and_stay_aside_then_as_many_are_drawn() -> None:
    own = cards(C02=[redraw(), disputation()])
    game = game_with(
        cards=own, hands={"C": ["C02", "C05", "C07", "C09"]}, decks={"C": ["C11"]}, discards={"C": ["C13", "C16"]}
    )
    events = play(game, "play:C02", "discard:C05", "discard:C09")
    assert order(events, "discarded", "drew") == ["discarded", "discarded"]
    events = play(game, "stop")
    assert order(events, "reshuffled", "drew") == ["drew", "reshuffled", "drew"]
    assert len(faith(game, "C")["hand"]) == 3
    assert "C11" in faith(game, "C")["hand"]
    assert faith(game, "C")["aside"] == ["C02", "C05", "C09"]


def test_r37_a_redraw_of_the_whole_hand_draws_without_asking_further() -> None:
    own = cards(C02=[redraw(), disputation()])
    game = game_with(cards=own, hands={"C": ["C02", "C05"]}, decks={"C": ["C11"]})
    events = play(game, "play:C02", "discard:C05")
    assert order(events, "discarded", "drew") == ["discarded", "drew"]


# ---------------------------------------------------------------- 38: draw_keep


def test_r38_the_drawn_cards_join_the_hand_and_drawn_ones_are_discarded_one_at_a_time() -> None:
    game = game_with(hands={"C": ["C42", C1, C2], "P": [P1, P2]}, decks={"C": ["C01", "C03", "C05", "C07"]})
    play(game, "play:C42")  # draw four, keep two
    assert faith(game, "C")["hand"] == sorted([C1, C2, "C01", "C03", "C05", "C07"])
    assert (pending_question(game), options(game)) == (
        "C keep",
        {"discard:C01", "discard:C03", "discard:C05", "discard:C07"},
    )
    play(game, "discard:C03")
    assert options(game) == {"discard:C01", "discard:C05", "discard:C07"}
    events = play(game, "discard:C07")
    assert happened(events, "discarded") == [{"by": "C", "card": "C07", "why": "keep"}]
    assert faith(game, "C")["hand"] == sorted([C1, C2, "C01", "C05"])
    assert pending_question(game) == "C circle"


@pytest.mark.parametrize(("there", "thrown"), [(0, 0), (1, 0), (2, 0), (3, 1)])
def test_r38_with_fewer_cards_only_what_is_above_the_keep_is_discarded(there: int, thrown: int) -> None:
    deck = ["C01", "C03", "C05"][:there]
    game = game_with(hands={"C": ["C42", C1], "P": [P1, P2]}, decks={"C": deck})
    play(game, "play:C42")
    assert (pending_question(game) == "C keep") is bool(thrown)


# ---------------------------------------------------------------- 39: convert


def test_r39_convert_two_asks_for_its_second_kind_again() -> None:
    own = cards(C02=[convert("nobility", 2)])
    game = game_with(
        cards=own, circles={2: {"nobility": "PPPCP", "power": 2}, 1: {}}, hands={"C": ["C02", C1], "P": [P1, P2]}
    )
    play(game, "play:C02", "circle:2")
    assert options(game) == {"kind:PP", "kind:NP", "kind:CP"}
    play(game, "kind:NP")
    assert (pending_question(game), options(game)) == ("C kind", {"kind:PP", "kind:CP"})
    play(game, "kind:CP")
    assert circle(game, 2)["nobility"] == "PPCCC"


def test_r39_both_territories_are_on_one_side_of_one_circle() -> None:
    own = cards(C02=[convert("any", 2)])
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": [P1, P2]})
    play(game, "play:C02", "circle:3")
    assert (pending_question(game), options(game)) == ("C side", {"side:nobility", "side:commoners"})
    events = play(game, "side:nobility")
    assert [(e["circle"], e["side"]) for e in happened(events, "converted")] == [(3, "nobility")] * 2


def test_r39_it_does_not_go_on_in_another_circle() -> None:
    own = cards(C02=[convert("nobility", 5)])
    game = game_with(cards=own, circles={3: {"nobility": "PPCC"}, 1: {}}, hands={"C": ["C02", C1], "P": [P1, P2]})
    events = play(game, "play:C02", "circle:3")
    assert len(happened(events, "converted")) == 2
    assert circle(game, 1)["nobility"] == "PPNCC"


@pytest.mark.parametrize(
    ("name", "before", "kind", "territory"),
    [
        ("C", "PPNNC", "PP", 0),
        ("C", "CPNNC", "PP", 1),
        ("C", "CPPPC", "NP", 2),
        ("C", "CCNNC", "NN", 2),
        ("C", "CCCNC", "NN", 3),
        ("P", "CCPPC", "PC", 0),
        ("P", "PPCCC", "NC", 2),
        ("P", "PPNNC", "CC", 4),
    ],
)
def test_r39_the_first_in_the_order_of_the_data_changes(name: str, before: str, kind: str, territory: int) -> None:
    card, spare = {"C": ("C03", C1), "P": ("P06", P1)}[name]
    game = game_with(turn=name, circles={2: {"commoners": before, "power": 1}, 1: {}}, hands={name: [card, spare]})
    events = play(game, f"play:{card}", "circle:2")
    if pending_question(game) == f"{name} kind":
        events += play(game, f"kind:{kind}")
    event = happened(events, "converted")[0]
    assert (event["print"] + event["holder"], event["territory"]) == (kind, territory)


def test_r39_a_named_town_keeps_its_token() -> None:
    """The second of two equal towns holds the token; nothing moves it to the first."""
    game = game_with(circles={2: {"commoners": "PCNNC", "power": 1}, 1: {}}, hands={"C": ["C11", C1], "P": [P1, P2]})
    play(game, "play:C11", "circle:2")
    assert circle(game, 2)["commoners"] == "PCNNC"


# ---------------------------------------------------------------- 40: the same act


def test_r40_two_cards_with_equal_effects_are_two_options() -> None:
    game = game_with(hands={"C": ["C01", "C12", "C18", "C26"]})
    assert options(game) == {"play:C01", "play:C12", "play:C18", "play:C26"}


def test_r40_the_same_die_twice_is_one_option_and_not_asked() -> None:
    game = game_with(
        circles={2: {}, 3: {}},
        hands={"C": ["C40", C1], "P": [P1, P2]},
        fronts={"P": "P45"},
        decks={"P": ["P04"]},
        chance=["die:4", "die:4"],
    )
    events = play(game, "play:C40", "circle:2")
    assert len(happened(events, "rolled")) == 2
    assert happened(events, "chart") == [{"by": "P", "roll": 4, "result": "M4"}]


# ---------------------------------------------------------------- 41: own_turn


def war_of_pamphlets(**changes: Any) -> Game:
    table: dict[str, Any] = {
        "turn": "P",
        "hands": {"P": ["P05", "P06"], "C": [C1, C2]},
        "decks": {"P": ["P07", "P09", "P10"], "C": ["C05"]},
        "fronts": {"P": "P43"},
    }
    return game_with(**table | changes)


def test_r41_it_stands_among_the_options_of_the_action() -> None:
    assert options(war_of_pamphlets()) == {"play:P05", "play:P06", "draw", "use:P43"}


def test_r41_before_the_action_and_then_the_action_follows() -> None:
    game = war_of_pamphlets()
    events = play(game, "use:P43")
    assert happened(events, "used") == [{"by": "P", "card": "P43"}]
    assert (pending_question(game), options(game)) == ("P cost", {"discard:P05", "discard:P06"})
    play(game, "discard:P05", "circle:1")
    assert (pending_question(game), options(game)) == ("P action", {"play:P06", "play:P07", "draw"})


def test_r41_after_the_action_with_end_the_turn() -> None:
    game = war_of_pamphlets()
    play(game, "draw")
    assert (pending_question(game), options(game)) == ("P after", {"use:P43", "end"})
    play(game, "end")
    assert pending_question(game) == "C action"


def test_r41_once_a_turn() -> None:
    game = war_of_pamphlets()
    play(game, "use:P43", "discard:P05", "circle:1", "draw")
    assert pending_question(game) == "C action"


def test_r41_and_again_in_the_next_own_turn() -> None:
    game = war_of_pamphlets()
    play(game, "use:P43", "discard:P05", "circle:1", "draw", "draw")
    assert "use:P43" in options(game)


def test_r41_before_the_hand_limit() -> None:
    game = war_of_pamphlets(hands={"P": ["P05", "P06", "P01", "P04", "P13"], "C": [C1, C2]})
    play(game, "draw")
    assert pending_question(game) == "P after"
    play(game, "end")
    assert pending_question(game) == "P limit"


def test_r41_only_if_its_cost_can_be_paid() -> None:
    game = war_of_pamphlets(hands={"P": [], "C": [C1, C2]}, turn="C")
    play(game, "draw")
    assert (pending_question(game), options(game)) == ("P after", {"use:P43", "end"})  # the drawn card can pay
    without = war_of_pamphlets(hands={"P": ["P05"], "C": [C1, C2]})
    assert "use:P43" in options(without)
    play(without, "play:P05", "circle:1")
    assert pending_question(without) == "C action"  # the hand is empty


def test_r41_also_if_its_effects_would_change_nothing() -> None:
    """The token is on the only circle and there is no card to draw."""
    claimed = dict.fromkeys(range(1, 10), "P")
    game = war_of_pamphlets(claimed=claimed, circles={10: {}}, disputation=10, decks={"C": ["C05"]})
    assert "use:P43" in options(game)


def test_r41_not_in_the_opponents_turn() -> None:
    game = war_of_pamphlets(turn="C")
    assert "use:P43" not in options(game)
    play(game, "draw")
    assert pending_question(game) == "P action"


# ---------------------------------------------------------------- 42: two cards, two dice


def nunciatures(**changes: Any) -> Game:
    table: dict[str, Any] = {
        "circles": {2: nearly(2, "C"), 3: {}},
        "hands": {"C": ["C01", C1], "P": [P1, P2]},
        "fronts": {"C": "C45"},
        "chance": ["card:F08", "card:F05"],
    }
    return game_with(**table | changes)


def test_r42_the_deck_is_chosen_then_two_cards_are_shown_and_one_is_chosen() -> None:
    game = nunciatures()
    play(game, "play:C01", "circle:2")
    assert (pending_question(game), options(game)) == ("C deck", {f"deck:{deck}" for deck in DECKS})
    events = play(game, "deck:shift")
    assert happened(events, "foreign_seen") == [{"by": "C", "card": "F08"}, {"by": "C", "card": "F05"}]
    assert (pending_question(game), options(game)) == ("C foreign", {"resolve:F05", "resolve:F08"})
    events = play(game, "resolve:F05")
    assert happened(events, "foreign") == [{"by": "C", "deck": "shift", "card": "F05"}]
    assert pending_question(game) == "C circle"


def test_r42_the_two_cards_differ_and_are_of_the_chosen_deck() -> None:
    game = nunciatures()
    play(game, "play:C01", "circle:2", "deck:shift")
    first, second = [set(step.options) for step in game.steps if step.question == "foreign_draw"]
    assert first == {"card:F05", "card:F06", "card:F07", "card:F08"}
    assert second == first - {"card:F08"}


def test_r42_they_are_shown_to_the_drawer_alone_and_the_resolved_one_is_public() -> None:
    game = nunciatures()
    play(game, "play:C01", "circle:2", "deck:shift")
    for seat in ("P", None):
        assert "F05" not in str(game.view(seat)) + str(game.events(seat))
        assert "F08" not in str(game.view(seat)) + str(game.events(seat))
        assert game.view(seat)["question"] == "foreign"
    assert "F05" in str(game.view("C"))
    play(game, "resolve:F05")
    for seat in ("P", None):
        assert happened(game.events(seat), "foreign") == [{"by": "C", "deck": "shift", "card": "F05"}]
        assert "F08" not in str(game.events(seat))


def test_r42_the_opponent_draws_one_card_as_ever() -> None:
    game = nunciatures(
        circles={2: {"nobility": "PPPPP", "power": 2}, 3: {}},
        hands={"C": ["C25", C1], "P": [P1, P2]},
        chance=["card:F05"],
    )
    play(game, "play:C25", "circle:2")
    events = play(game, "deck:shift")
    assert happened(events, "foreign") == [{"by": "P", "deck": "shift", "card": "F05"}]


def test_r42_both_dice_are_public_before_one_is_chosen() -> None:
    game = game_with(
        circles={2: {}, 3: {}},
        hands={"C": ["C40", C1], "P": [P1, P2]},
        fronts={"P": "P45"},
        decks={"P": ["P04", "P05"]},
        chance=["die:2", "die:5"],
    )
    play(game, "play:C40", "circle:2")
    assert (pending_question(game), options(game)) == ("P die", {"die:2", "die:5"})
    for seat in ("C", "P", None):
        assert [e["value"] for e in happened(game.events(seat), "rolled")] == [2, 5]
    events = play(game, "die:5")
    assert happened(events, "chart") == [{"by": "P", "roll": 5, "result": "M5"}]
    assert len(happened(events, "drew")) == 2


def test_r42_each_persistent_card_is_read_when_the_draw_happens() -> None:
    """Permanent Nunciatures come in front after the claim and before the draw: two cards are shown."""
    own = cards(C02=[convert("nobility"), draw_play(1)])
    game = game_with(
        cards=own,
        circles={2: nearly(2, "C"), 3: {}},
        hands={"C": ["C02", C1], "P": [P1, P2]},
        decks={"C": ["C45"]},
        chance=["card:C45", "card:F05", "card:F08"],
    )
    play(game, "play:C02", "circle:2", "deck:shift")
    assert pending_question(game) == "C foreign"


def test_r42_and_is_gone_when_it_was_replaced_before_the_draw() -> None:
    own = cards(C02=[convert("nobility"), draw_play(1)])
    game = game_with(
        cards=own,
        circles={2: nearly(2, "C"), 3: {}},
        hands={"C": ["C02", C1], "P": [P1, P2]},
        decks={"C": ["C44"]},
        fronts={"C": "C45"},
        chance=["card:C44", "card:F05"],
    )
    events = play(game, "play:C02", "circle:2", "deck:shift")
    assert happened(events, "foreign") == [{"by": "C", "deck": "shift", "card": "F05"}]


def test_r42_the_draw_action_card_is_read_when_the_draw_happens() -> None:
    """The Roman Catechism: three are drawn, one is kept."""
    game = game_with(hands={"C": [C1, C2], "P": [P1, P2]}, decks={"C": ["C01", "C03", "C05"]}, fronts={"C": "C43"})
    events = play(game, "draw")
    assert happened(events, "used") == [{"by": "C", "card": "C43"}]
    assert options(game) == {"discard:C01", "discard:C03", "discard:C05"}
    play(game, "discard:C01", "discard:C05")
    assert faith(game, "C")["hand"] == sorted([C1, C2, "C03"])
    assert pending_question(game) == "P action"


# ---------------------------------------------------------------- 43: choose and recover


def test_r43_a_list_can_be_picked_if_one_of_its_effects_can_change_something_now() -> None:
    own = cards(
        C02=[
            choose(
                [neutralise("any")],  # no token lies anywhere
                [neutralise("any"), draw(1)],  # the second effect can
                [recover(1)],  # nothing in the discard pile
                [disputation()],
                [opponent_discards(1)],  # the opponent has no card
            )
        ]
    )
    game = game_with(cards=own, hands={"C": ["C02", C1]}, decks={"C": ["C05"]})
    play(game, "play:C02")
    assert (pending_question(game), options(game)) == ("C option", {"option:2", "option:4"})
    events = play(game, "option:2")
    assert happened(events, "chose") == [{"by": "C", "card": "C02", "option": 2}]
    assert order(events, "skipped", "drew") == ["skipped", "drew"]


@pytest.mark.parametrize(
    ("effect", "table"),
    [
        (convert("nobility"), {"circles": {2: {"nobility": "CCCCC"}}}),
        (convert("any"), {"circles": {2: {}}, "tokens": {"C": 0}}),
        (convert_neutrals(4, 5), {"circles": {2: {}}}),
        (convert_neutrals(2, 5), {"circles": {2: {}}, "tokens": {"C": 0}}),
        (shift("commoners"), {"circles": {2: {"power": 3}}}),
        (neutralise("dominant"), {"circles": {2: {"nobility": "CPNCC"}}}),
        (disputation(), {"circles": {2: {}}, "disputation": 2}),
        (draw(1), {}),
        (draw_keep(2, 1), {}),
        (draw_play(1), {}),
        (recover(1), {}),
        (opponent_discards(1), {"hands": {"C": ["C02", C1]}}),
        (redraw(), {"hands": {"C": ["C02"]}, "discards": {}, "decks": {}}),
    ],
    ids=lambda value: value.get("effect", ""),
)
def test_r43_with_none_it_is_skipped(effect: dict[str, Any], table: dict[str, Any]) -> None:
    """Neither of two lists can change anything: nothing is asked, and the card goes on."""
    own = cards(C02=[choose([effect], [effect, effect]), choose([shift("nobility")], [shift("nobility")])])
    position = {"circles": {2: {}}, "hands": {"C": ["C02", C1], "P": [P1, P2]}} | table
    game = game_with(cards=own, **position)
    if len(position["hands"]["C"]) > 1:
        play(game, "play:C02")
    assert happened(game.all_events(), "skipped") == [{"by": "C", "card": "C02", "effect": 0, "lost": False}]
    assert (pending_question(game), options(game)) == ("C option", {"option:1", "option:2"})


def test_r43_after_the_option_the_card_goes_on() -> None:
    own = cards(C02=[choose([shift("nobility")], [shift("commoners")]), draw(1)])
    game = game_with(cards=own, circles={2: {}}, hands={"C": ["C02", C1], "P": [P1, P2]}, decks={"C": ["C05"]})
    events = play(game, "play:C02", "option:2")
    assert kinds(events) == ["played", "chose", "shifted", "drew", "turn"]


@both_timings
def test_r43_claims_within_an_option(claims: str) -> None:
    """An option is part of its card: the default timing claims between its effects, the other after the whole card."""
    own = cards(C02=[choose([shift("nobility"), draw(1)], [draw(2)]), disputation()])
    game = game_with(
        cards=own,
        claims=claims,
        circles={2: {"nobility": "CCCCC"}, 3: {"power": 0}},
        hands={"C": ["C02", C1]},
        decks={"C": ["C05"]},
    )
    events = play(game, "play:C02", "option:1")
    expected = ["shifted", "claimed", "drew"] if claims == "at-once" else ["shifted", "drew"]
    assert order(events, "shifted", "claimed", "drew") == expected
    events = play(game, "circle:3")
    assert order(events, "disputation", "claimed") == (
        ["disputation"] if claims == "at-once" else ["disputation", "claimed"]
    )


def test_r43_recover_one_card_at_a_time_from_the_discard_pile() -> None:
    own = cards(C02=[recover(2)])
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": [P1, P2]}, discards={"C": ["C05", "C07", "C09"]})
    play(game, "play:C02")
    assert (pending_question(game), options(game)) == ("C recover", {"recover:C05", "recover:C07", "recover:C09"})
    play(game, "recover:C07")
    assert options(game) == {"recover:C05", "recover:C09"}
    events = play(game, "recover:C09")
    assert happened(events, "recovered") == [{"by": "C", "card": "C09"}]
    assert faith(game, "C")["hand"] == ["C07", "C09", C1]
    assert faith(game, "C")["discard"] == ["C02", "C05"]


def test_r43_not_from_what_is_set_aside() -> None:
    own = cards(C02={"cost": {"discard": 1}, "effects": [recover(3)]})
    game = game_with(cards=own, hands={"C": ["C02", "C05", C1], "P": [P1, P2]}, discards={"C": ["C07"]})
    events = play(game, "play:C02", "discard:C05")
    assert [e["card"] for e in happened(events, "recovered")] == ["C07"]
    assert faith(game, "C")["discard"] == ["C02", "C05"]


# ---------------------------------------------------------------- 44, 45: the turn limit, refused card sets


@pytest.mark.parametrize("limit", [1, 2, 3])
def test_r44_a_turn_limit_counts_single_players_turns(limit: int) -> None:
    game = game_with(
        turn_limit=limit,
        hands={"C": [C1, C2], "P": [P1, P2]},
        decks={"C": ["C01", "C05"], "P": ["P04", "P05"]},
    )
    for _ in range(limit - 1):
        play(game, "draw")
    assert not game.over
    play(game, "draw")
    assert game.over


def test_r44_claimed_circles_and_rewards_count_and_the_result_is_marked() -> None:
    game = game_with(
        turn_limit=1,
        claimed={1: "C", 2: "P", 3: "P"},
        rewards={"C": 1, "P": 2},
        hands={"C": [C1, C2]},
        decks={"C": ["C01"]},
    )
    events = play(game, "draw")
    assert game.outcome == Outcome("P", {"C": 8, "P": 14}, limited=True)
    assert happened(events, "over") == [{"winner": "P", "C": 8, "P": 14, "limited": True}]


def test_r44_the_last_turn_is_played_to_its_end() -> None:
    """The hand limit is still checked."""
    six = ["C01", "C03", "C05", "C07", "C09"]
    game = game_with(turn_limit=1, hands={"C": six}, decks={"C": ["C11"]})
    play(game, "draw")
    assert pending_question(game) == "C limit"
    play(game, "discard:C01")
    assert game.over


def test_r44_a_last_claim_before_the_limit_is_not_limited() -> None:
    game = game_with(turn_limit=1, claimed=LAST, circles={1: nearly(1, "C")}, hands={"C": ["C01", C1]})
    play(game, "play:C01")
    assert game.outcome is not None
    assert not game.outcome.limited


def test_r44_people_play_without_a_limit_by_default() -> None:
    assert Options().turn_limit is None


def test_r45_conservative_peasantry_is_catholic() -> None:
    assert builtin().cards["C44"].name["en"] == "Conservative Peasantry"


@pytest.mark.parametrize(
    ("nobility", "commoners", "start", "is_refused"),
    [
        ("CCCC", "PPNN", "nobility_inner", True),
        ("CCCC", "PPNN", "nobility_outer", True),
        ("PPPP", "CCNN", "nobility_inner", True),
        ("CCNN", "PPPP", "commoners_outer", True),
        ("CCCC", "PPNN", "commoners_inner", False),
        ("NNNN", "PPNN", "nobility_inner", False),
    ],
)
def test_r45_a_circle_that_starts_complete_is_refused(
    nobility: str, commoners: str, start: str, is_refused: bool
) -> None:
    text = f"""
        [set]
        name = "Mine"
        [[circle]]
        number = 3
        points = 5
        nobility = "{nobility}"
        commoners = "{commoners}"
        start = "{start}"
    """
    if is_refused:
        with pytest.raises(CardSetError, match="complete_at_start"):
            loads(text)
    else:
        assert loads(text).circles[2].nobility == nobility


@pytest.mark.parametrize(("limit", "is_refused"), [(-1, True), (0, True), (1, False)])
def test_r45_a_hand_limit_under_one_is_refused(limit: int, is_refused: bool) -> None:
    text = f"""
        [set]
        name = "Mine"
        [[card]]
        id = "C02"
        number = 2
        persistent = {{ when = "hand_limit", limit = {limit} }}
    """
    if is_refused:
        with pytest.raises(CardSetError):
            loads(text)
    else:
        persistent = loads(text).cards["C02"].persistent
        assert persistent is not None
        assert persistent.limit == limit
