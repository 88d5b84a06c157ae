"""§3 Game preparations: the pyramid, the dice, the decks, the first hands."""

import random
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from rules.table import OVALS, circle, faith, happened, in_play, kinds, options, pending_question, play
from solafide.cards import builtin
from solafide.game import Game, IllegalChoice, LiveNature, Options, record, verify

SEED = bytes(range(32))


class LoadedDice:
    """A nature whose dice are known beforehand; cards come from a fixed seed."""

    def __init__(self, *dice: int) -> None:
        self.dice = list(dice)
        self.cards = LiveNature(SEED)

    def pick(self, purpose: str, options: Sequence[str]) -> int:
        if options[0] == "die:1":
            return options.index(f"die:{self.dice.pop(0)}")
        return self.cards.pick(purpose, options)


def game_with_dice(*dice: int, **rules: Any) -> Game:
    return Game(Options(**rules), nature=LoadedDice(*dice))


def agreed(**rules: Any) -> Game:
    return Game(Options(faiths="agreed", first="C", **rules), nature=LiveNature(SEED))


# ---------------------------------------------------------------- the pyramid


def test_3_circles_1_to_3_lie_face_up_and_all_others_face_down() -> None:
    game = agreed()
    assert in_play(game) == {1, 2, 3}
    assert {circle(game, c)["state"] for c in range(4, 11)} == {"face_down"}


@pytest.mark.parametrize("number", [1, 2, 3])
def test_3_power_tokens_stand_on_the_indicated_spaces_and_territories_show_their_print(number: int) -> None:
    tile, data = circle(agreed(), number), builtin().circles[number - 1]
    assert (tile["nobility"], tile["commoners"], tile["power"]) == (
        data.nobility,
        data.commoners,
        data.start,
    )


# ---------------------------------------------------------------- the faiths


@pytest.mark.parametrize(("dice", "winner"), [((5, 2), "1"), ((2, 5), "2")])
@pytest.mark.parametrize("faith", ["C", "P"])
def test_3_the_high_roller_chooses_a_faith(dice: tuple[int, int], winner: str, faith: str) -> None:
    game = game_with_dice(*dice, first="C")
    assert pending_question(game) == f"{winner} faith"
    assert options(game) == {"faith:C", "faith:P"}
    play(game, f"faith:{faith}")
    other = "2" if winner == "1" else "1"
    assert game.whole()["persons"] == {winner: faith, other: "P" if faith == "C" else "C"}


def test_3_the_low_roller_has_no_say_in_it() -> None:
    game = game_with_dice(5, 2)
    with pytest.raises(IllegalChoice):
        game.choose("faith:C", seat="2")
    assert game.decision("2") is None
    assert pending_question(game) == "1 faith"


def test_3_equal_dice_for_the_faiths_are_rolled_again_by_both() -> None:
    game = game_with_dice(3, 3, 6, 6, 1, 4)
    rolls = [(roll["by"], roll["value"]) for roll in happened(game.all_events(), "rolled")]
    assert rolls == [("1", 3), ("2", 3), ("1", 6), ("2", 6), ("1", 1), ("2", 4)]
    assert pending_question(game) == "2 faith"


def test_3_faiths_that_are_agreed_are_not_rolled_for() -> None:
    game = game_with_dice(6, 1, faiths="agreed")
    assert game.whole()["persons"] == {"1": "C", "2": "P"}
    assert [roll["for"] for roll in happened(game.all_events(), "rolled")] == ["first", "first"]
    assert pending_question(game) == "C action"


# ---------------------------------------------------------------- who starts


@pytest.mark.parametrize(("dice", "first"), [((4, 3), "C"), ((3, 4), "P"), ((2, 2, 5, 5, 1, 6), "P")])
def test_3_both_roll_again_and_the_high_roller_starts(dice: tuple[int, ...], first: str) -> None:
    game = game_with_dice(*dice, faiths="agreed")
    assert happened(game.all_events(), "starts") == [{"by": first}]
    rolls = [(roll["by"], roll["value"]) for roll in happened(game.all_events(), "rolled")]
    assert rolls == list(zip("CP" * (len(dice) // 2), dice, strict=True))
    assert pending_question(game) == f"{first} action"


def test_3_the_second_roll_is_apart_from_the_choice_of_a_faith() -> None:
    game = game_with_dice(6, 1, 2, 3)
    play(game, "faith:P")
    assert happened(game.all_events(), "faiths") == [{"first": "P", "second": "C"}]
    assert happened(game.all_events(), "starts") == [{"by": "P"}]


@pytest.mark.parametrize("first", ["C", "P"])
@pytest.mark.parametrize("faiths", ["agreed", "rolled"])
def test_3_a_first_player_who_is_agreed_is_not_rolled_for(first: str, faiths: str) -> None:
    game = game_with_dice(5, 4, faiths=faiths, first=first)
    if faiths == "rolled":
        play(game, "faith:C")
    assert "first" not in {roll["for"] for roll in happened(game.all_events(), "rolled")}
    assert pending_question(game) == f"{first} action"


# ---------------------------------------------------------------- the decks of a first game


@pytest.mark.parametrize("name", ["C", "P"])
def test_3_the_first_decks_are_exactly_the_fifteen_oval_cards(name: str) -> None:
    own = faith(agreed(), name)
    assert len(own["hand"]) == 3
    assert len(own["deck"]) == 12
    assert set(own["hand"] + own["deck"]) == OVALS[name]


def test_3_the_other_thirty_cards_are_not_used_in_a_first_game() -> None:
    game = agreed()
    for name in "CP":
        own = faith(game, name)
        assert own["discard"] == own["aside"] == own["pool"] == []
        assert own["front"] is None


# ---------------------------------------------------------------- the draft


def picks(game: Game, name: str, pick: Callable[[list[str]], str]) -> None:
    """One faith drafts to its end."""
    while (decision := game.decision(name)) and decision.question == "draft":
        game.choose(pick(list(decision.options)), seat=name)


def test_3_draft_three_cards_are_shown_and_one_of_them_is_kept() -> None:
    game = agreed(mode="draft")
    first = game.decision("C")
    assert first is not None
    assert (first.question, len(first.options)) == ("draft", 3)
    game.choose(first.options[1], seat="C")
    own = game.view("C")["own"]
    assert own["kept"] == [first.options[1].removeprefix("keep:")]
    second = game.decision("C")
    assert second is not None
    assert len(second.options) == 3
    assert not set(first.options) & set(second.options)


def test_3_draft_all_45_cards_pass_by_in_fifteen_triples() -> None:
    game = agreed(mode="draft")
    offered: list[str] = []
    for n in range(15):
        decision = game.decision("P")
        assert decision is not None
        assert game.view("P")["faiths"]["P"]["picks"] == n
        offered += decision.options
        game.choose(decision.options[0], seat="P")
    assert sorted(offered) == [f"keep:P{n:02}" for n in range(1, 46)]
    assert game.decision("P") is None


def test_3_draft_the_kept_cards_are_the_deck_and_the_others_are_out_of_the_game() -> None:
    game = agreed(mode="draft")
    picks = {"C": set[str](), "P": set[str]()}
    while (decision := game.decision()) and decision.question == "draft":
        picks[decision.who].add(decision.options[-1].removeprefix("keep:"))
        game.choose(decision.options[-1])
    for name in "CP":
        own = faith(game, name)
        assert set(own["hand"] + own["deck"]) == picks[name]
        assert (len(own["hand"]), len(own["deck"]), own["pool"], own["triple"]) == (3, 12, [], [])


def test_3_draft_neither_waits_for_the_other() -> None:
    game = agreed(mode="draft")
    assert game.view(None)["waiting_for"] == ["C", "P"]
    picks(game, "P", max)
    assert game.view("P")["waiting_for"] == ["C"]
    assert game.view("C")["waiting_for"] == ["C", "P"]
    assert game.decision("P") is None
    assert pending_question(game) == "C draft"
    picks(game, "C", min)
    assert pending_question(game) == "C action"


def test_3_draft_a_player_cannot_keep_for_the_other() -> None:
    game = agreed(mode="draft")
    decision = game.decision("P")
    assert decision is not None
    with pytest.raises(IllegalChoice):
        game.choose(decision.options[0], seat="C")


def test_3_draft_is_secret() -> None:
    game = agreed(mode="draft")
    before = game.view("C"), game.events("C")
    picks(game, "P", min)
    after = game.view("C"), game.events("C")
    assert not any(f"P{n:02}" in str(after) for n in range(1, 46))
    assert after == before


@pytest.mark.parametrize("order", range(6))
def test_3_draft_any_order_of_arrival_gives_the_same_record(order: int) -> None:
    """Both pick by a rule of their own; only who comes first differs from time to time."""
    reference, game = agreed(mode="draft"), agreed(mode="draft")
    picks(reference, "C", min)
    picks(reference, "P", max)
    arrival = random.Random(order)
    while game.drafting:
        name = arrival.choice("CP")
        if decision := game.decision(name):
            game.choose((min if name == "C" else max)(decision.options), seat=name)
    for each in (reference, game):
        play(each, "draw")
    assert record(game).text() == record(reference).text()
    assert game.whole() == reference.whole()
    for seat in ("C", "P", None):
        assert game.events(seat) == reference.events(seat)
        assert game.view(seat) == reference.view(seat)


def test_3_draft_a_record_from_mixed_arrival_can_be_verified() -> None:
    game = Game(Options(mode="draft", faiths="agreed", first="C", turn_limit=2), nature=LiveNature(SEED))
    while game.drafting:
        for name in "PC":
            if decision := game.decision(name):
                game.choose(decision.options[0], seat=name)
    play(game, "draw", "draw")
    assert game.over
    assert verify(record(game).text()).outcome == game.outcome


# ---------------------------------------------------------------- the first hands


@pytest.mark.parametrize("mode", ["first", "draft"])
def test_3_each_player_begins_with_three_cards_out_of_his_own_fifteen(mode: str) -> None:
    game = agreed(mode=mode)
    while game.drafting:
        play(game, sorted(options(game))[0])
    drew = happened(game.all_events(), "drew")
    assert [event["by"] for event in drew] == ["C", "C", "C", "P", "P", "P"]
    for name in "CP":
        assert len(faith(game, name)["hand"]) == 3
        assert len(faith(game, name)["hand"] + faith(game, name)["deck"]) == 15


def test_3_hands_are_hidden_from_each_other() -> None:
    game = agreed()
    assert "own" not in game.view(None)
    assert game.view("C")["own"]["hand"] == faith(game, "C")["hand"]
    assert game.view("P")["own"]["hand"] == faith(game, "P")["hand"]
    assert game.view("P")["faiths"]["C"]["hand"] == 3
    assert [card for card in OVALS["C"] if card in str(game.view("P"))] == []


def test_3_the_first_turn_begins_when_the_table_is_laid() -> None:
    game = agreed()
    assert kinds(game.all_events())[-2:] == ["starts", "turn"]
    assert happened(game.all_events(), "turn") == [{"by": "C", "number": 1}]
