"""The rulings 1 to 12: components, setup, turns."""

import pytest

from rules.table import (
    C1,
    C2,
    OTHER,
    OVALS,
    P1,
    P2,
    both_faiths,
    both_timings,
    cards,
    circle,
    convert,
    disputation,
    draw,
    draw_keep,
    faith,
    game_with,
    happened,
    in_play,
    kinds,
    lasting,
    nearly,
    opponent_discards,
    options,
    order,
    pending_question,
    play,
    power,
    shift,
    tokens,
)
from solafide.cards import builtin
from solafide.game import FastNature, Game, LiveNature, Options


def test_r01_four_rows_and_what_lies_below() -> None:
    below = {circle.number: circle.below for circle in builtin().circles}
    assert below == {1: (2, 3), 2: (4, 5), 3: (5, 6), 4: (7, 8), 5: (8, 9), 6: (9, 10), 7: (), 8: (), 9: (), 10: ()}


def test_r01_circles_1_to_3_are_face_up_at_the_start() -> None:
    assert in_play(Game(Options(), nature=LiveNature(bytes(32)))) == {1, 2, 3}


def test_r02_names_and_numbers_of_the_circles() -> None:
    names = [circle.name["en"].removesuffix(" Circle") for circle in builtin().circles]
    assert names[:5] == ["Upper Saxon", "Lower Saxon", "Franconian", "Westphalian", "Upper Rhenish"]
    assert names[5:] == ["Bavarian", "Burgundian", "Electoral Rhenish", "Swabian", "Austrian"]


def test_r02_six_circles_of_seven_points_and_four_of_five() -> None:
    assert sorted(circle.points for circle in builtin().circles) == [5] * 4 + [7] * 6


def test_r03_two_sides_of_equal_length_four_or_five() -> None:
    assert {(len(c.nobility), len(c.commoners)) for c in builtin().circles} == {(4, 4), (5, 5)}


def test_r03_the_power_track_has_four_spaces_two_on_each_side() -> None:
    own = cards(C02=[shift("commoners"), convert("dominant", circle="same")])
    for before, after, side in ((0, 1, "nobility"), (1, 2, "commoners"), (2, 3, "commoners")):
        game = game_with(cards=own, circles={2: {"power": before}}, hands={"C": ["C02", C1]})
        events = play(game, "play:C02")
        assert power(game, 2) == after
        assert happened(events, "converted")[0]["side"] == side


@both_timings
def test_r04_six_circles_can_be_open_each_with_its_power_token(claims: str) -> None:
    game = game_with(
        claims=claims,
        claimed={2: "C", 3: "P", 4: "C"},
        circles={1: {}, 5: {}, 6: nearly(6, "C"), 7: {}, 8: {}},
        hands={"C": ["C01", C1]},
    )
    play(game, "play:C01", "circle:6")
    assert in_play(game) == {1, 5, 7, 8, 9, 10}
    assert all(power(game, c) is not None for c in in_play(game))


# ---------------------------------------------------------------- 5: tokens

ONLY_PLACING = {"nobility": "PPNCC", "commoners": "PPNNC"}  # as printed: a Catholic needs a token everywhere
REMOVING = {"nobility": "PPNCP", "commoners": "PPNNC"}  # a Protestant token on a Catholic print


def test_r05_a_conversion_that_needs_a_token_cannot_be_made_from_an_empty_supply() -> None:
    game = game_with(circles={2: ONLY_PLACING}, tokens={"C": 0}, hands={"C": ["C01", C1], "P": [P1, P2]})
    events = play(game, "play:C01")
    assert order(events, "converted", "skipped") == ["skipped"]
    assert circle(game, 2)["nobility"] == "PPNCC"


def test_r05_one_that_only_removes_a_token_can() -> None:
    game = game_with(circles={2: REMOVING, 1: {}}, tokens={"C": 0}, hands={"C": ["C01", C1], "P": [P1, P2]})
    events = play(game, "play:C01")
    assert [(e["circle"], e["print"], e["holder"]) for e in happened(events, "converted")] == [(2, "C", "P")]
    assert tokens(game) == {"C": 0, "P": 16}


def test_r05_replacing_the_opponents_token_needs_one_too() -> None:
    game = game_with(
        circles={2: {"nobility": "PPPCC", "commoners": "CCCCP"}}, tokens={"C": 0}, hands={"C": ["C01", C1], "P": [P1]}
    )
    assert order(play(game, "play:C01"), "converted", "skipped") == ["skipped"]


def test_r05_with_an_empty_supply_only_kinds_without_a_token_are_offered() -> None:
    own = cards(C02=[convert("any")])
    both = {"nobility": "PPPPP", "commoners": "PPNNP", "power": 2}
    game = game_with(cards=own, circles={2: both, 3: {}}, tokens={"C": 0}, hands={"C": ["C02", C1], "P": [P1, P2]})
    play(game, "play:C02")
    assert pending_question(game) == "C side"  # the circle needs no asking: only here tokens can be removed
    events = play(game, "side:nobility")
    assert [(e["territory"], e["print"]) for e in happened(events, "converted")] == [(3, "C")]


def test_r05_convert_two_with_one_token_converts_one() -> None:
    own = cards(C02=[convert("nobility", 2)])
    game = game_with(cards=own, circles={2: ONLY_PLACING}, tokens={"C": 1}, hands={"C": ["C02", C1], "P": [P1, P2]})
    play(game, "play:C02")
    assert circle(game, 2)["nobility"] == "CPNCC"
    assert tokens(game)["C"] == 0


@pytest.mark.parametrize(
    ("kind", "territory", "catholic", "protestant"), [("PP", 0, -1, 0), ("CP", 4, 0, 1), ("NP", 2, -1, 1)]
)
def test_r05_tokens_leave_and_return_to_the_supply(kind: str, territory: int, catholic: int, protestant: int) -> None:
    game = game_with(circles={2: {"nobility": "PPPCP"}, 1: {}}, hands={"C": ["C01", C1]})
    before = tokens(game)
    events = play(game, "play:C01", "circle:2", f"kind:{kind}")
    assert happened(events, "converted")[0]["territory"] == territory
    assert tokens(game) == {"C": before["C"] + catholic, "P": before["P"] + protestant}


def test_r05_option_unlimited_tokens() -> None:
    """Twenty-two Catholic tokens lie on the table, and another one is placed."""
    catholic = {"nobility": "CCCCC", "commoners": "CCCCP", "power": 2}
    circles = {1: catholic, 2: catholic, 9: catholic, 5: {"nobility": "CCCC", "power": 2}, 3: {"power": 2}}
    game = game_with(tokens_a_faith=None, circles=circles, hands={"C": ["C01", C1], "P": [P1, P2]})
    assert tokens(game) == {"C": None, "P": None}
    play(game, "play:C01")
    assert circle(game, 3)["nobility"] == "CPCC"


def test_r06_four_decks_are_four_countries() -> None:
    decks = {(card.deck, card.country, card.colour) for card in builtin().cards.values() if card.faith == "F"}
    assert decks == {
        ("shift", "France", "blue"),
        ("convert", "England", "red"),
        ("cards", "Netherlands", "orange"),
        ("neutralise", "Switzerland", "green"),
    }


class Dice:
    """A nature with known dice; of cards always the first."""

    def __init__(self, *dice: int) -> None:
        self.dice = list(dice)

    def pick(self, purpose: str, offered: tuple[str, ...]) -> int:
        return self.dice.pop(0) - 1 if offered[0] == "die:1" else 0


@pytest.mark.parametrize(("dice", "winner"), [((1, 1, 2, 2, 6, 5), "1"), ((4, 4, 5, 6), "2")])
def test_r07_equal_rolls_are_rolled_again(dice: tuple[int, ...], winner: str) -> None:
    assert pending_question(Game(nature=Dice(*dice))) == f"{winner} faith"


@pytest.mark.parametrize("choice", ["C", "P"])
def test_r07_the_higher_roller_chooses_before_anything_else(choice: str) -> None:
    game = Game(nature=Dice(2, 6, 1, 3))
    assert kinds(game.all_events()) == ["revealed", "revealed", "revealed", "rolled", "rolled"]
    assert (pending_question(game), options(game)) == ("2 faith", {"faith:C", "faith:P"})
    play(game, f"faith:{choice}")
    assert game.view(None)["persons"] == {"1": OTHER[choice], "2": choice}


@pytest.mark.parametrize(("dice", "first"), [((6, 1, 3, 2), "C"), ((6, 1, 2, 3), "P"), ((6, 1, 5, 5, 1, 2), "P")])
def test_r07_a_second_roll_decides_who_starts(dice: tuple[int, ...], first: str) -> None:
    game = Game(nature=Dice(*dice))
    play(game, "faith:C")
    assert pending_question(game) == f"{first} action"


@both_faiths
def test_r07_faiths_and_first_player_can_be_agreed(name: str) -> None:
    game = Game(Options(faiths="agreed", first=name), nature=Dice())  # type: ignore[arg-type]
    assert game.view(None)["persons"] == {"1": "C", "2": "P"}
    assert pending_question(game) == f"{name} action"


@both_faiths
def test_r08_first_game_decks_are_the_ovals(name: str) -> None:
    game = Game(Options(faiths="agreed", first="C"), nature=FastNature(1))
    assert set(faith(game, name)["hand"] + faith(game, name)["deck"]) == OVALS[name]


def test_r08_draft_three_at_a_time_keep_one_fifteen_times() -> None:
    game = Game(Options(mode="draft", faiths="agreed", first="C"), nature=FastNature(1))
    picks = []
    while (decision := game.decision("C")) and decision.question == "draft":
        assert len(decision.options) == 3
        picks.append(decision.options[0])
        game.choose(decision.options[0], seat="C")
    assert len(picks) == 15
    assert game.decision("P") is not None  # neither waits for the other


def test_r09_a_turn_is_one_card_or_one_draw() -> None:
    game = game_with(hands={"C": ["C11", C1], "P": [P1, P2]}, decks={"C": ["C05"]})
    assert options(game) == {"play:C11", f"play:{C1}", "draw"}


def test_r09_with_an_empty_hand_it_is_a_draw() -> None:
    game = game_with(decks={"C": ["C05"]}, hands={"P": [P1, P2]})
    assert faith(game, "C")["hand"] == ["C05"]
    assert pending_question(game) == "P action"


@pytest.mark.parametrize(("pile", "offered"), [("decks", True), ("discards", True), (None, False)])
def test_r09_drawing_is_offered_only_if_deck_or_discard_holds_a_card(pile: str | None, offered: bool) -> None:
    piles = {pile: {"C": ["C05"]}} if pile else {}
    game = game_with(hands={"C": ["C11", C1]}, **piles)
    assert ("draw" in options(game)) is offered


def test_r09_without_a_play_or_a_draw_the_turn_passes() -> None:
    """The only card in hand costs two others."""
    game = game_with(turn="P", hands={"P": ["P03"], "C": [C1, C2]})
    assert kinds(game.all_events()) == ["passed", "turn"]
    assert faith(game, "P")["hand"] == ["P03"]
    assert pending_question(game) == "C action"


@pytest.mark.parametrize("there", [0, 1, 2])
def test_r09_an_effect_that_draws_takes_what_there_is(there: int) -> None:
    game = game_with(hands={"C": [C1, C2], "P": [P1, P2]}, decks={"C": ["C05", "C07"][:there]})
    events = play(game, f"play:{C1}")  # draw three
    assert len(happened(events, "drew")) == there
    assert pending_question(game) == "P action"


def test_r10_what_is_played_or_discarded_is_set_aside_until_the_turn_ends() -> None:
    own = cards(C02={"cost": {"discard": 1}, "effects": [opponent_discards(1), disputation()]})
    game = game_with(cards=own, hands={"C": ["C02", "C05", C1], "P": [P1, P2]}, discards={"C": ["C07"], "P": ["P05"]})
    play(game, "play:C02", "discard:C05", f"discard:{P1}")
    assert pending_question(game) == "C circle"
    assert (faith(game, "C")["aside"], faith(game, "C")["discard"]) == (["C02", "C05"], ["C07"])
    assert (faith(game, "P")["aside"], faith(game, "P")["discard"]) == ([P1], ["P05"])
    play(game, "circle:1")
    assert game.whole()["turn"] == "P"
    assert (faith(game, "C")["aside"], faith(game, "C")["discard"]) == ([], ["C02", "C05", "C07"])
    assert (faith(game, "P")["aside"], faith(game, "P")["discard"]) == ([], ["P05", P1])


def test_r10_what_is_set_aside_takes_no_part_in_a_reshuffle() -> None:
    own = cards(C02={"cost": {"discard": 1}, "effects": [draw(15)]})
    game = game_with(cards=own, hands={"C": ["C02", "C05", "C07"], "P": [P1, P2]}, discards={"C": ["C09", "C11"]})
    play(game, "play:C02", "discard:C05")
    assert faith(game, "C")["hand"] == ["C07", "C09", "C11"]
    assert faith(game, "C")["discard"] == ["C02", "C05"]


def test_r10_nor_what_the_hand_limit_and_draw_keep_threw_away() -> None:
    """The kept card is drawn from a new deck in which the thrown ones are missing."""
    own = cards(C02=[draw_keep(2, 1), draw(1)])
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": [P1, P2]}, decks={"C": ["C05", "C07"]})
    play(game, "play:C02", "discard:C05")
    assert faith(game, "C")["hand"] == ["C07", C1]
    assert faith(game, "C")["discard"] == ["C02", "C05"]


def test_r11_the_limit_is_checked_for_the_player_whose_turn_ends() -> None:
    six = ["C01", "C03", "C05", "C07", "C09", "C11"]
    game = game_with(hands={"C": [*six, C1], "P": [P1, P2]})
    play(game, "play:C11", "circle:1")
    assert pending_question(game) == "C limit"


@both_faiths
def test_r11_and_only_then_the_other_may_hold_more(name: str) -> None:
    """The opponent draws a sixth card in this turn, by a persistent card, and keeps it until the end of his own."""
    other = OTHER[name]
    full_hands = {"C": ["C01", "C03", "C05", "C07", "C09"], "P": ["P01", "P04", "P05", "P06", "P07"]}
    acts, front, top_card = {"C": ("C18", "P02", "P09"), "P": ("P24", "C02", "C11")}[name]
    own = cards(**{front: lasting("opponent_claim", draw(1))})
    game = game_with(
        cards=own,
        turn=name,
        circles={2: nearly(2, name), 3: {}},
        hands={name: [acts, {"C": C1, "P": P1}[name]], other: full_hands[other]},
        decks={other: [top_card]},
        fronts={other: front},
        chance=["card:F10"],
    )
    play(game, f"play:{acts}", "circle:2", "deck:cards")
    assert len(faith(game, other)["hand"]) == 6
    assert pending_question(game) == f"{other} action"


def test_r12_a_forced_discard_is_the_discarding_players_choice() -> None:
    game = game_with(hands={"C": ["C08", C1], "P": ["P01", "P04", "P05"]})
    play(game, "play:C08")
    assert (pending_question(game), options(game)) == ("P discard", {"discard:P01", "discard:P04", "discard:P05"})
    events = play(game, "discard:P04")
    assert happened(events, "discarded") == [{"by": "P", "card": "P04", "why": "forced"}]


@pytest.mark.parametrize("there", [0, 1, 2, 3])
def test_r12_it_takes_as_many_as_there_are(there: int) -> None:
    own = cards(C02=[opponent_discards(3), disputation()])
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": ["P01", "P04", "P05"][:there]})
    events = play(game, "play:C02")
    while pending_question(game) == "P discard":
        events += play(game, min(options(game)))
    assert len(happened(events, "discarded")) == there
    assert pending_question(game) == "C circle"
