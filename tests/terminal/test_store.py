"""Files of saved, unfinished and finished games."""

import os
from pathlib import Path

from solafide.game import Game, LiveNature, load, record
from solafide.terminal.setup import GameSetup, setup_from_record
from solafide.terminal.store import GameFile, resumable_games, unfinished_games


def test_a_game_file_moves_between_folders(tmp_path: Path) -> None:
    game, file_of_game = Game(nature=LiveNature(bytes(32))), GameFile(tmp_path)
    first = file_of_game.save_unfinished(record(game))
    assert file_of_game.save_unfinished(record(game)) == first
    assert unfinished_games(tmp_path) == [first]
    last = file_of_game.save_finished(record(game))
    assert (last.parent.name, last.name) == ("games", first.name)
    assert unfinished_games(tmp_path) == []


def test_two_games_at_once_have_two_files(tmp_path: Path) -> None:
    game = Game(nature=LiveNature(bytes(32)))
    files = [GameFile(tmp_path).save_unfinished(record(game)) for _ in range(3)]
    assert len(set(files)) == 3


def test_the_latest_game_comes_first(tmp_path: Path) -> None:
    game = Game(nature=LiveNature(bytes(32)))
    old, new = (GameFile(tmp_path).save_unfinished(record(game)) for _ in range(2))
    os.utime(old, (1, 1))
    assert unfinished_games(tmp_path) == [new, old]


def test_saved_games_are_listed_without_copies(tmp_path: Path) -> None:
    game, file_of_game = Game(nature=LiveNature(bytes(32))), GameFile(tmp_path)
    saved = file_of_game.save_as(record(game), "")
    assert resumable_games(tmp_path) == [saved]
    unfinished = file_of_game.save_unfinished(record(game))
    assert resumable_games(tmp_path) == [unfinished]


def test_agreed_options_are_read_from_the_record(tmp_path: Path) -> None:
    agreed = GameSetup(opponent="greedy", faith="P", mode="draft", claims="after-card", tokens="unlimited", first="C")
    file = GameFile(tmp_path).save_unfinished(record(agreed.game(), agreed.players()))
    setup = setup_from_record(load(file))
    assert (setup.options(), setup.players()) == (agreed.options(), agreed.players())
