"""Games saved during a choice, loaded and continued are the same."""

import pytest

from records.games import finish, new, own_set, step
from solafide.cards import CardSet
from solafide.game import Game, IllegalChoice, Options, parse, record

SEATS = ("C", "P", "1", "2", None)
GAMES: list[tuple[Options, CardSet | None]] = [
    (Options(turn_limit=20), None),
    (Options(claims="after-card", tokens=None, turn_limit=20), None),
    (Options("draft", turn_limit=8), None),
    (Options("draft", "after-card", faiths="agreed", first="P", turn_limit=8), None),
    (Options(faiths="agreed", turn_limit=6), own_set()),
]


def same(game: Game, loaded: Game) -> None:
    assert loaded.whole() == game.whole()
    assert loaded.version == game.version
    assert loaded.over == game.over
    assert loaded.outcome == game.outcome
    assert loaded.steps == game.steps
    for seat in SEATS:
        assert loaded.view(seat) == game.view(seat)
        assert loaded.decision(seat) == game.decision(seat)
        assert loaded.events(seat) == game.events(seat)


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_a_save_at_every_choice_continues_the_same_game(number: int) -> None:
    """Each choice is made in the game and in the one that was loaded before it."""
    options, cards = GAMES[number]
    game = new(options, number, cards)
    while not game.over:
        text = record(game).text()
        loaded = parse(text).game()
        same(game, loaded)
        assert record(loaded).text() == text
        step(game)
        step(loaded)
        assert record(loaded).text() == record(game).text()
    same(game, parse(record(game).text()).game())


@pytest.mark.parametrize("number", range(3))
def test_whole_games_from_saves(number: int) -> None:
    """From a dozen saves, the rest of the game is the same to its end."""
    options = Options(mode="draft" if number % 2 else "first", claims="after-card" if number else "at-once")
    ended = record(finish(new(options, number))).text()
    length = ended.count("\n")
    game = new(options, number)
    due = 0
    while not game.over:
        if game.version >= due:
            assert record(finish(parse(record(game).text()).game())).text() == ended
            due += length // 12
        step(game)
    assert record(game).text() == ended


def test_a_finished_game_stays_finished() -> None:
    loaded = parse(record(finish(new(Options(turn_limit=5), 1))).text()).game()
    assert loaded.over
    assert loaded.decision() is None
    with pytest.raises(IllegalChoice) as error:
        loaded.choose("draw")
    assert error.value.key == "error.game_over"


def test_a_save_is_marked_as_unfinished() -> None:
    game = new(Options(), 1)
    assert "end open" in record(game).text().split("\n")
