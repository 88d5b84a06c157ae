"""What a choice is certain to bring, told from the seat's knowledge alone."""

import copy
import random

import pytest

from records.games import own_set
from solafide.cards import CardSet
from solafide.game import Game, Options, Seat, consequences, determinize, position
from solafide.lab.secrecy_check import with_state
from views.moments import KINDS, moments


def check_come_true(game: Game, seat: Seat, choice: str) -> None:
    """Whatever was told happens, as the first of what happens; the rest begins with chance or the other player."""
    found = consequences(game.view(seat), game.cards)[choice]
    forget = {"version": 0} if game.drafting else {}  # there each seat counts for itself
    happened = [event | forget for event in game.choose(choice, seat)]
    told = [event | forget for event in found.events]
    assert happened[: len(told)] == told
    assert game.can_undo(seat) is not found.final
    if not found.final:
        asked = game.decision(seat)
        assert asked is not None
        assert asked.question == found.next
        assert len(happened) == len(told)


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_told_comes_true(kind: str) -> None:
    dice = random.Random(kind)
    for game in moments(KINDS[kind], 21):
        asked = game.decision()
        if asked is None:
            break
        for choice in dice.sample(asked.options, min(2, len(asked.options))):
            check_come_true(_twin(game), asked.who, choice)


@pytest.mark.parametrize("cards", [None, own_set()], ids=["built-in", "own"])
def test_dealing_hidden_cards_anew_changes_nothing(cards: CardSet | None) -> None:
    for number, game in enumerate(moments(Options(faiths="agreed"), 22, cards)):
        asked = game.decision()
        if asked is not None:
            view = game.view(asked.who)
            other = with_state(game, determinize(view, number, game.cards))
            assert consequences(other.view(asked.who), game.cards) == consequences(view, game.cards)


def test_nobody_who_is_not_asked_is_told_anything() -> None:
    game = position(hands={"C": ["C03"], "P": ["P01"]}, decks={"C": ["C05"]})
    assert consequences(game.view("P")) == {}
    assert consequences(game.view(None)) == {}


def nearly_claimed(**circle: object) -> Game:
    """C09 converts among the Nobility and shifts power there; circle 1, with the Disputation, lacks one territory."""
    shown = {"nobility": "CPCCC", "power": 0, **circle}
    game = position(
        circles={1: shown, 2: {}, 3: {"nobility": "PPCP"}},
        hands={"C": ["C09", "C01"], "P": ["P01"]},
        decks={"C": ["C06"], "P": ["P02"]},
        disputation=1,
    )
    game.choose("play:C09")
    return game


def test_a_claim_with_its_reward() -> None:
    found = consequences(nearly_claimed().view("C"))["circle:1"]
    assert found.claims == ((1, "C", 7),)
    assert found.rewards == ((1, "C"),)
    assert found.changes == ((1, "nobility", 1),)
    assert found.power == ()
    assert found.tokens == 2
    assert (found.next, found.final, found.ends_turn) == ("deck", False, False)
    assert found.json()["claims"] == [{"circle": 1, "by": "C", "points": 7}]


def test_power_moves_and_the_turn_ends() -> None:
    found = consequences(nearly_claimed(power=2).view("C"))["circle:1"]
    assert found.power == ((1, 2, 1),)
    assert found.claims == ((1, "C", 7),)
    assert found.json()["changes"] == [{"circle": 1, "side": "nobility", "territory": 1}]


def test_where_more_is_to_be_chosen_nothing_has_changed_yet() -> None:
    """Circle 3 holds Protestants on prints of both faiths: which one comes next."""
    found = consequences(nearly_claimed().view("C"))["circle:3"]
    assert (found.changes, found.power, found.claims, found.next, found.final) == ((), (), (), "kind", False)


def test_neutralising_changes_what_holds_a_token() -> None:
    game = position(
        circles={1: {"nobility": "CPCCC", "power": 2}, 2: {}, 3: {"nobility": "PPCP", "commoners": "PPNP"}},
        hands={"C": ["C36", "C01"], "P": ["P01"]},
        decks={"C": ["C06"], "P": ["P02"]},
    )
    game.choose("play:C36")
    found = consequences(game.view("C"))
    assert found["circle:1"].changes == ((1, "nobility", 0), (1, "nobility", 2))
    assert (found["circle:1"].tokens, found["circle:1"].final) == (2, True)
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
    found = consequences(game.view("P"))
    assert found["play:P33"].claims == ((2, "P", 7),)
    assert found["play:P33"].revealed == (4, 5)
    assert found["play:P33"].changes == ((2, "nobility", 2), (2, "commoners", 2), (2, "commoners", 3))
    game.choose("play:P27")
    found = consequences(game.view("P"))
    assert found["circle:3"].disputation == 3
    over = found["circle:3"].over
    assert over is not None
    assert (over["limited"], over["winner"], found["circle:3"].ends_turn, found["circle:3"].final) == (
        True,
        "P",
        True,
        True,
    )


def _twin(game: Game) -> Game:
    twin = with_state(game, game._state.clone())
    twin._history = history = copy.copy(game._history)
    history.steps = history.steps.copy()  # a step is a tuple
    catholic, protestant = history.draft_steps
    history.draft_steps = (catholic.copy(), protestant.copy())
    twin._undo = game._undo.copy()
    return twin
