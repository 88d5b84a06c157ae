"""The certain consequences of a choice, derived only from what the seat knows."""

import copy
import random

import pytest

from game.moments import KINDS, moments
from records.games import own_set
from solafide.cards import CardSet
from solafide.game import Game, Options, Seat, consequences, determinize, position
from solafide.lab.secrecy_check import with_state


def check_come_true(game: Game, seat: Seat, choice: str) -> None:
    """Check that the predicted events happen first; any others begin with chance or the other player."""
    consequence = consequences(game.view(seat), game.cards)[choice]
    forget = {"version": 0} if game.drafting else {}  # there each seat counts for itself
    happened = [event | forget for event in game.choose(choice, seat)]
    expected = [event | forget for event in consequence.events]
    assert happened[: len(expected)] == expected
    assert game.can_undo(seat) is not consequence.final
    if not consequence.final:
        decision = game.decision(seat)
        assert decision is not None
        assert decision.question == consequence.next
        assert len(happened) == len(expected)
        if decision.question == "circle" and len(consequence.circles) != 1:  # one circle has been taken already
            assert [f"circle:{circle}" for circle in consequence.circles] == list(decision.options)


@pytest.mark.parametrize("kind", KINDS)
def test_predicted_events_happen(kind: str) -> None:
    dice = random.Random(kind)
    for game in moments(KINDS[kind], 21):
        decision = game.decision()
        if decision is None:
            break
        for choice in dice.sample(decision.options, min(2, len(decision.options))):
            check_come_true(_twin(game), decision.who, choice)


@pytest.mark.parametrize("cards", [None, own_set()], ids=["built-in", "own"])
def test_dealing_hidden_cards_again_changes_nothing(cards: CardSet | None) -> None:
    for number, game in enumerate(moments(Options(faiths="agreed"), 22, cards)):
        decision = game.decision()
        if decision is not None:
            view = game.view(decision.who)
            other = with_state(game, determinize(view, number, game.cards))
            assert consequences(other.view(decision.who), game.cards) == consequences(view, game.cards)


def test_only_the_player_to_choose_gets_consequences() -> None:
    game = position(hands={"C": ["C03"], "P": ["P01"]}, decks={"C": ["C05"]})
    assert consequences(game.view("P")) == {}
    assert consequences(game.view(None)) == {}


def nearly_claimed(**circle: object) -> Game:
    """C09 converts among the Nobility and shifts power there; circle 1, with the Disputation, lacks one territory."""
    layout = {"nobility": "CPCCC", "power": 0, **circle}
    game = position(
        circles={1: layout, 2: {}, 3: {"nobility": "PPCP"}},
        hands={"C": ["C09", "C01"], "P": ["P01"]},
        decks={"C": ["C06"], "P": ["P02"]},
        disputation=1,
    )
    game.choose("play:C09")
    return game


def test_a_claim_with_its_reward() -> None:
    consequence = consequences(nearly_claimed().view("C"))["circle:1"]
    assert consequence.claims == ((1, "C", 7),)
    assert consequence.rewards == ((1, "C"),)
    assert consequence.changes == ((1, "nobility", 1),)
    assert consequence.power == ()
    assert consequence.tokens == 2
    assert (consequence.next, consequence.final, consequence.ends_turn) == ("deck", False, False)
    assert consequence.json()["claims"] == [{"circle": 1, "by": "C", "points": 7}]


def test_power_moves_and_the_turn_ends() -> None:
    consequence = consequences(nearly_claimed(power=2).view("C"))["circle:1"]
    assert consequence.power == ((1, 2, 1),)
    assert consequence.claims == ((1, "C", 7),)
    assert consequence.json()["changes"] == [{"circle": 1, "side": "nobility", "territory": 1}]
    assert consequence.json()["power"] == [{"circle": 1, "from": 2, "to": 1}]


def test_where_more_is_to_be_chosen_nothing_has_changed_yet() -> None:
    """Circle 3 holds Protestants on prints of both faiths: which one comes next."""
    consequence = consequences(nearly_claimed().view("C"))["circle:3"]
    assert (consequence.changes, consequence.power, consequence.claims, consequence.next, consequence.final) == (
        (),
        (),
        (),
        "kind",
        False,
    )


def test_neutralising_changes_territories_with_a_token() -> None:
    game = position(
        circles={1: {"nobility": "CPCCC", "power": 2}, 2: {}, 3: {"nobility": "PPCP", "commoners": "PPNP"}},
        hands={"C": ["C36", "C01"], "P": ["P01"]},
        decks={"C": ["C06"], "P": ["P02"]},
    )
    game.choose("play:C36")
    by_choice = consequences(game.view("C"))
    assert by_choice["circle:1"].changes == ((1, "nobility", 0), (1, "nobility", 2))
    assert (by_choice["circle:1"].tokens, by_choice["circle:1"].final) == (2, True)
    game.choose("circle:3")
    assert consequences(game.view("C"))["side:commoners"].changes == ((3, "commoners", 3),)


def test_the_disputation_new_circles_and_the_end() -> None:
    game = position(
        circles={2: {"commoners": "PPNNP"}, 3: {}},
        claimed={1: "P"},
        turn="P",
        hands={"P": ["P33", "P27"], "C": ["C01"]},
        decks={"C": ["C06"], "P": ["P02"]},
        options=Options(turn_limit=1, faiths="agreed", mode="draft"),
    )
    by_choice = consequences(game.view("P"))
    assert by_choice["play:P33"].claims == ((2, "P", 7),)
    assert by_choice["play:P33"].revealed == (4, 5)
    assert by_choice["play:P33"].changes == ((2, "nobility", 2), (2, "commoners", 2), (2, "commoners", 3))
    game.choose("play:P27")
    by_choice = consequences(game.view("P"))
    assert by_choice["circle:3"].disputation == 3
    over = by_choice["circle:3"].over
    assert over is not None
    assert (over["limited"], over["winner"], by_choice["circle:3"].ends_turn, by_choice["circle:3"].final) == (
        True,
        "P",
        True,
        True,
    )


def _twin(game: Game) -> Game:
    copied = with_state(game, game._state.clone())
    copied._history = history = copy.copy(game._history)
    history.steps = history.steps.copy()  # a step is a tuple
    catholic, protestant = history.draft_steps
    history.draft_steps = (catholic.copy(), protestant.copy())
    copied._undo = game._undo.copy()
    return copied


def test_the_circles_that_a_card_asks_for_next() -> None:
    """Also where there is only one, which nobody is asked about; none where something else is asked first."""
    hands = {"C": ["C03", "C05"], "P": ["P01"]}
    by_choice = consequences(position(circles={1: {}, 2: {}}, hands=hands, decks={"C": ["C06"]}).view("C"))
    assert by_choice["play:C03"].circles == (1, 2)
    assert by_choice["play:C03"].json()["circles"] == [1, 2]
    assert by_choice["draw"].circles == ()
    one = consequences(position(circles={1: {}}, hands=hands, decks={"C": ["C06"]}).view("C"))
    assert one["play:C03"].circles == (1,)
