"""Where games are kept."""

import os
from pathlib import Path

from solafide.game import Game, LiveNature, load, record
from solafide.terminal.setup import Setup, setup_of
from solafide.terminal.store import Store, unfinished_games, waiting_games


def test_a_game_moves_from_shelf_to_shelf(tmp_path: Path) -> None:
    game, store = Game(nature=LiveNature(bytes(32))), Store(tmp_path)
    first = store.keep(record(game))
    assert store.keep(record(game)) == first
    assert unfinished_games(tmp_path) == [first]
    last = store.finish(record(game))
    assert (last.parent.name, last.name) == ("games", first.name)
    assert unfinished_games(tmp_path) == []


def test_two_games_at_once_have_two_files(tmp_path: Path) -> None:
    game = Game(nature=LiveNature(bytes(32)))
    files = [Store(tmp_path).keep(record(game)) for _ in range(3)]
    assert len(set(files)) == 3


def test_the_latest_game_comes_first(tmp_path: Path) -> None:
    game = Game(nature=LiveNature(bytes(32)))
    old, new = (Store(tmp_path).keep(record(game)) for _ in range(2))
    os.utime(old, (1, 1))
    assert unfinished_games(tmp_path) == [new, old]


def test_saved_games_wait_too_but_no_copies(tmp_path: Path) -> None:
    game, store = Game(nature=LiveNature(bytes(32))), Store(tmp_path)
    saved = store.save_as(record(game), "")
    assert waiting_games(tmp_path) == [saved]
    left = store.keep(record(game))
    assert waiting_games(tmp_path) == [left]


def test_what_was_agreed_is_known_from_the_record(tmp_path: Path) -> None:
    agreed = Setup(opponent="greedy", faith="P", mode="draft", claims="after-card", tokens="unlimited", first="C")
    file = Store(tmp_path).keep(record(agreed.game(), agreed.players()))
    found = setup_of(load(file))
    assert (found.options(), found.players()) == (agreed.options(), agreed.players())
