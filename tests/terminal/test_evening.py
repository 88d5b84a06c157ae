"""After the end: the result, the seed, a rematch, and after a draw the game that decides (R29)."""

from pathlib import Path

import pytest

from solafide.game import Game, LiveNature, Options
from solafide.terminal.evening import Evening
from solafide.terminal.screen import Screen
from solafide.terminal.store import Store
from solafide.terminal.table import Table
from solafide.text import catalogue

TEXTS = catalogue("en")
PEOPLE = {"1": "person", "2": "person"}


class Remembering(Screen):
    """Answers every question alike, and keeps what was written."""

    def __init__(self, answer: str) -> None:
        super().__init__("en", plain=True)
        self.answer, self.written = answer, list[str]()

    def _line(self, line: str, style: str) -> None:
        self.written.append(line)

    def ask(self, prompt: str) -> str:
        self.written.append(prompt)
        return self.answer


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def played(turns: int) -> Game:
    """A game that a turn limit has cut off: a draw after one turn, decided after many."""
    game = Game(Options(turn_limit=turns, faiths="agreed"), nature=LiveNature(bytes([1]) * 32))
    while (asked := game.decision()) is not None:
        game.choose(asked.options[game.version % len(asked.options)])
    return game


def test_a_draw_is_decided_by_the_next_game(tmp_path: Path) -> None:
    screen = Remembering("y")
    evening = Evening(screen)
    drawn, won = played(1), played(100)
    assert drawn.outcome is not None
    assert won.outcome is not None
    assert (drawn.outcome.winner, won.outcome.winner is None) == (None, False)

    again = evening.finish(Table(screen, drawn, PEOPLE, Store()))
    assert again is not None
    assert again.game.version < 20
    assert TEXTS.say("table.rematch") in screen.written
    screen.written.clear()

    evening.finish(Table(screen, won, PEOPLE, Store()))
    winner = TEXTS.say(f"faith.{won.outcome.winner}.subject")
    assert TEXTS.say("table.decided", who=winner) in screen.written
    assert TEXTS.say("table.rematch") not in screen.written
    assert not evening.decides


def test_everything_but_yes_is_a_no() -> None:
    for answer in ("", "n", "1", "perhaps"):
        screen = Remembering(answer)
        assert Evening(screen).finish(Table(screen, played(1), PEOPLE, Store())) is None


def test_seed_and_record_are_told(tmp_path: Path) -> None:
    screen = Remembering("n")
    Evening(screen).finish(Table(screen, played(1), PEOPLE, Store()))
    (file,) = (tmp_path / "solafide" / "games").iterdir()
    written = " ".join(screen.written)
    assert "01" * 32 in written
    assert str(file) in written
