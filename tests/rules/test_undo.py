"""Undo: a player's own choices, as long as no chance and no hidden information came in between."""

import pytest

from rules.table import (
    C1,
    C2,
    P1,
    P2,
    cards,
    disputation,
    draw,
    game_with,
    lasting,
    nearly,
    opponent_discards,
    options,
    pending_question,
    play,
    shift,
)
from solafide.game import CannotUndo, Game, LiveNature, Options, Seat, record


def snapshot(game: Game) -> tuple[object, ...]:
    return game.whole(), game.decision(), game.steps, game.all_events(), [game.view(seat) for seat in ("C", "P", None)]


def refusal_key(game: Game, seat: Seat | None = None) -> str:
    """Check that undo is refused without any change, and return the key of the reason."""
    before = snapshot(game)
    assert not game.can_undo(seat)
    with pytest.raises(CannotUndo) as error:
        game.undo(seat)
    assert snapshot(game) == before
    return error.value.key


def test_a_choice_without_chance_can_be_taken_back() -> None:
    game = game_with(hands={"C": ["C01", C1], "P": [P1, P2]})
    before = snapshot(game)
    play(game, "play:C01")
    assert game.can_undo("C")
    game.undo("C")
    assert snapshot(game) == before


def test_several_choices_are_taken_back_one_by_one() -> None:
    game = game_with(circles={2: {"nobility": "PPNCP"}, 3: {}}, hands={"C": ["C09", C1], "P": [P1, P2]})
    trail = []
    for choice in ("play:C09", "circle:2"):
        trail.append(snapshot(game))
        play(game, choice)
    assert pending_question(game) == "C kind"
    for before in reversed(trail):
        game.undo("C")
        assert snapshot(game) == before
    assert refusal_key(game) == "error.cannot_undo.nothing"


def test_forced_answers_are_taken_back_with_the_choice_that_led_to_them() -> None:
    """Circle and kind had one answer each; the second effect waits for its circle."""
    own = cards(C02=[shift("dominant"), disputation()])
    game = game_with(cards=own, circles={2: {}, 3: {"power": 0}}, hands={"C": ["C02", C1], "P": [P1, P2]})
    before = snapshot(game)
    play(game, "play:C02")
    assert len(game.steps) == 2
    game.undo()
    assert snapshot(game) == before


def test_after_taking_back_another_choice_goes_on() -> None:
    game = game_with(hands={"C": ["C11", "C39", C1], "P": [P1, P2]})
    play(game, "play:C11")
    game.undo()
    play(game, "play:C39", "circle:2", "toward:nobility")
    assert game.whole()["circles"][1]["power"] == 0
    assert game.whole()["disputation"] is None


def test_the_record_knows_only_what_was_kept() -> None:
    games = [Game(Options(faiths="agreed", first="C", mode="first"), nature=LiveNature(bytes(32))) for _ in range(2)]
    hesitant, straight = games
    first = next(option for option in sorted(options(hesitant)) if option != "draw")
    play(hesitant, first)
    if hesitant.can_undo():
        hesitant.undo()
    play(hesitant, "draw")
    play(straight, "draw")
    assert record(hesitant).text() == record(straight).text()


def test_at_the_beginning_there_is_nothing_to_take_back() -> None:
    game = game_with(hands={"C": [C1, C2]})
    assert refusal_key(game) == "error.cannot_undo.nothing"


@pytest.mark.parametrize("seat", ["P", "1", "2"])
def test_only_the_chooser_can_take_back(seat: Seat) -> None:
    game = game_with(hands={"C": ["C01", C1], "P": [P1, P2]})
    play(game, "play:C01")
    assert not game.can_undo(seat)
    with pytest.raises(CannotUndo):
        game.undo(seat)
    assert game.can_undo("C")


# ---------------------------------------------------------------- chance


def test_a_drawn_card_cannot_be_put_back() -> None:
    own = cards(C02=[draw(1), disputation()])
    game = game_with(cards=own, hands={"C": ["C02", C1]}, decks={"C": ["C05", "C07"]})
    play(game, "play:C02")
    assert pending_question(game) == "C circle"
    assert refusal_key(game, "C") == "error.cannot_undo.chance"


def test_nor_can_the_last_card_of_a_deck() -> None:
    """One card only: which one it would be was no secret to its owner, but it was nature's step."""
    own = cards(C02=[draw(1), disputation()])
    game = game_with(cards=own, hands={"C": ["C02", C1]}, decks={"C": ["C05"]})
    play(game, "play:C02")
    assert refusal_key(game, "C") == "error.cannot_undo.chance"


def test_nor_can_a_die_be_rolled_again() -> None:
    """The chart has the Catholic discard, who would like another die."""
    game = game_with(circles={2: {}, 3: {}}, hands={"C": ["C40", C1, C2], "P": [P1]}, chance=["die:3"])
    play(game, "play:C40", "circle:2")
    assert pending_question(game) == "C discard"
    assert refusal_key(game, "C") == "error.cannot_undo.chance"


def test_nor_can_a_foreign_influence_card() -> None:
    game = game_with(circles={2: nearly(2, "C"), 3: {}, 1: {}}, hands={"C": ["C01", C1]}, chance=["card:F05"])
    play(game, "play:C01", "circle:2", "deck:shift")
    assert pending_question(game) == "C circle"
    assert refusal_key(game, "C") == "error.cannot_undo.chance"


def test_choices_after_chance_can_be_taken_back_up_to_it() -> None:
    own = cards(C02=[draw(1), disputation(), shift("either")])
    game = game_with(cards=own, hands={"C": ["C02", C1]}, decks={"C": ["C05", "C07"]})
    play(game, "play:C02")
    before = snapshot(game)
    play(game, "circle:1", "circle:2")
    game.undo("C")
    game.undo("C")
    assert snapshot(game) == before
    assert refusal_key(game, "C").startswith("error.cannot_undo")


# ---------------------------------------------------------------- the opponent, and what only he knew


def test_a_turn_that_is_over_cannot_be_taken_back() -> None:
    game = game_with(hands={"C": ["C39", C1], "P": [P1, P2]})
    play(game, "play:C39", "circle:1", "toward:nobility")
    assert pending_question(game) == "P action"
    assert refusal_key(game, "C") == "error.cannot_undo.opponent"


def test_nor_what_the_opponent_has_answered() -> None:
    own = cards(C02=[opponent_discards(1), disputation()])
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": [P1, P2]})
    play(game, "play:C02", f"discard:{P1}")
    assert pending_question(game) == "C circle"
    assert refusal_key(game, "C") == "error.cannot_undo.opponent"
    assert not game.can_undo("P")


def test_nor_a_card_that_the_opponent_had_to_show_without_being_asked() -> None:
    """His only card was discarded by itself: it was hidden, and now it is known."""
    own = cards(C02=[opponent_discards(1), disputation()])
    game = game_with(cards=own, hands={"C": ["C02", C1], "P": [P1]})
    play(game, "play:C02")
    assert pending_question(game) == "C circle"
    assert game.view("C")["faiths"]["P"]["aside"] == [P1]
    assert refusal_key(game, "C") == "error.cannot_undo.hidden"


def test_index_of_forbidden_books_cannot_be_taken_back_after_it_uncovered_the_last_card() -> None:
    game = game_with(hands={"C": ["C35", C1], "P": [P1]})
    play(game, "play:C35")
    assert pending_question(game) == "C circle"
    assert not game.can_undo("C")


def test_nor_a_use_of_a_card_in_front_that_uncovered_one() -> None:
    own = cards(P02=lasting("own_turn", opponent_discards(1)))
    game = game_with(cards=own, turn="P", hands={"P": [P1, P2], "C": [C1]}, fronts={"P": "P02"})
    play(game, "use:P02")
    assert pending_question(game) == "P action"
    assert not game.can_undo("P")


def test_nor_a_turn_after_which_the_opponent_had_to_pass() -> None:
    """That he could not play any of his cards was hidden too."""
    game = game_with(hands={"C": ["C39", C1, C2], "P": ["P03", "P32"]})
    play(game, "play:C39", "circle:1", "toward:nobility")
    assert pending_question(game) == "C action"
    assert not game.can_undo("C")
