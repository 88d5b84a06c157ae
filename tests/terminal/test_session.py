"""After the end: the result, the seed, a rematch, and after a draw the game that decides (R29)."""

from pathlib import Path

import pytest

from solafide.game import Game, LiveNature, Options, record
from solafide.terminal.game_loop import GameLoop
from solafide.terminal.screen import Screen
from solafide.terminal.session import TerminalSession
from solafide.terminal.store import GameFile
from solafide.text import catalogue
from solafide.text.render.event_log import LogSentence

TEXTS = catalogue("en")
PEOPLE = {"1": "person", "2": "person"}


class Remembering(Screen):
    """Gives one answer to all questions and keeps what was printed."""

    def __init__(self, answer: str) -> None:
        super().__init__("en", plain=True)
        self.answer, self.lines = answer, list[str]()

    def _line(self, line: str, style: str) -> None:
        self.lines.append(line)

    def ask(self, prompt: str) -> str:
        self.lines.append(prompt)
        return self.answer


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))


def played(turns: int) -> Game:
    """A game that a turn limit has cut off: a draw after one turn, decided after many."""
    game = Game(Options(turn_limit=turns, faiths="agreed"), nature=LiveNature(bytes([1]) * 32))
    while (decision := game.decision()) is not None:
        game.choose(decision.options[game.version % len(decision.options)])
    return game


def test_a_draw_is_decided_by_the_next_game(tmp_path: Path) -> None:
    screen = Remembering("y")
    session = TerminalSession(screen)
    drawn_game, won_game = played(1), played(100)
    assert drawn_game.outcome is not None
    assert won_game.outcome is not None
    assert (drawn_game.outcome.winner, won_game.outcome.winner is None) == (None, False)

    again = session.finish(GameLoop(screen, drawn_game, PEOPLE, GameFile()))
    assert again is not None
    assert again.game.version < 20
    assert TEXTS.render("table.rematch") in screen.lines
    assert again.record().decides == record(drawn_game, PEOPLE).hash
    screen.lines.clear()

    session.finish(GameLoop(screen, won_game, PEOPLE, GameFile()))
    winner = TEXTS.render(f"faith.{won_game.outcome.winner}.subject")
    assert TEXTS.render("table.decided", who=winner) in screen.lines
    assert TEXTS.render("table.rematch") not in screen.lines
    assert not session.decides


def test_the_decided_draw_survives_a_save(tmp_path: Path) -> None:
    screen = Remembering("y")
    session = TerminalSession(screen)
    again = session.finish(GameLoop(screen, played(1), PEOPLE, GameFile()))
    assert again is not None
    again.record().save(tmp_path / "saved.solafide")
    later = TerminalSession(screen)
    resumed = later.resume(tmp_path / "saved.solafide")
    assert later.decides
    assert resumed.record().text() == again.record().text()


def test_enter_and_no_decline() -> None:
    for answer in ("", "n", "No"):
        screen = Remembering(answer)
        assert TerminalSession(screen).finish(GameLoop(screen, played(1), PEOPLE, GameFile())) is None


def test_other_answers_repeat_the_question(monkeypatch: pytest.MonkeyPatch) -> None:
    screen, answers = Remembering(""), iter(["?", "perhaps", "yes"])
    monkeypatch.setattr(screen, "ask", lambda prompt: next(answers))
    assert screen.confirm("table.again")
    assert next(answers, None) is None


def test_important_events_are_printed_on_small_screens() -> None:
    screen = Remembering("n")
    sentences = [LogSentence(f"line {n}", important=n == 2) for n in range(8)]
    GameLoop(screen, played(1), PEOPLE, GameFile()).print_sentences(sentences, max_lines=4)
    assert screen.lines == [TEXTS.render("table.left_out", n=5), "line 2", "line 6", "line 7"]


def test_a_draw_without_an_alternative_says_so() -> None:
    """Only to the player who drew: that there was no alternative reveals something about the hand."""
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes([5]) * 32))
    loop = GameLoop(Remembering("n"), game, PEOPLE, GameFile())
    while (decision := game.decision()) is not None and not loop.forced_draws("C"):
        plays = [choice for choice in decision.options if choice.startswith("play:")]
        game.choose(plays[0] if plays else decision.options[0])
    note = TEXTS.render("table.only_choice", sentence="").strip()
    assert any(sentence.text.endswith(note) for sentence in loop.unseen_sentences("C"))
    assert not [
        sentence for sentence in loop.unseen_sentences("P") if "Catholics" in sentence.text and note in sentence.text
    ]


def test_seed_and_record_are_printed(tmp_path: Path) -> None:
    screen = Remembering("n")
    TerminalSession(screen).finish(GameLoop(screen, played(1), PEOPLE, GameFile()))
    (file,) = (tmp_path / "solafide" / "games").iterdir()
    output = " ".join(screen.lines)
    assert "01" * 32 in output
    assert str(file) in output
