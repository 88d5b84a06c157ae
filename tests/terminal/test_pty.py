"""The table on a real terminal: pictures, colour, hand-over, Ctrl-C."""

import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable

import pytest

from solafide.game import Game, LiveNature, Options

COLOUR = re.compile(r"\x1b\[[0-9;]*3[0-7]m")
FORGET = "\x1b[H\x1b[2J\x1b[3J"  # in this order: emptying the screen may fill the scrollback


class Terminal:
    """A process on a terminal, and what it has written."""

    def __init__(self, environ: dict[str, str], *options: str) -> None:
        self.master, slave = pty.openpty()
        lines, columns = int(environ["LINES"]), int(environ["COLUMNS"])
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
        command = [sys.executable, "-m", "solafide", "play", "--terminal", *options]
        self.process = subprocess.Popen(
            command, stdin=slave, stdout=slave, stderr=slave, env=environ, start_new_session=True
        )
        os.close(slave)
        self.output = ""

    def read(self, expected: str, seconds: float = 30) -> str:
        """What was written since the last call, up to some text."""
        before, end = len(self.output), time.monotonic() + seconds
        while expected not in self.output[before:]:
            assert time.monotonic() < end, f"no {expected!r} in {self.output[before:]!r}"
            if select.select([self.master], [], [], 0.2)[0]:
                try:
                    self.output += os.read(self.master, 65536).decode("utf-8", "replace")
                except OSError:
                    break
        return self.output[before:]

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def close(self) -> int:
        try:
            code = self.process.wait(10)
        finally:
            self.process.kill()
            os.close(self.master)
        return code


@pytest.fixture
def terminal(environment: dict[str, str]) -> Callable[..., Terminal]:
    return lambda *options, **environ: Terminal(environment | environ, *options)


ALONE = ("--opponent", "greedy", "--faith", "P", "--first", "P", "--seed", "0" * 64)


def test_board_in_colour(terminal: Callable[..., Terminal], too_wide: Callable) -> None:
    table = terminal(*ALONE)
    screen = table.read("Your choice (1-4): ")
    assert COLOUR.search(screen)
    assert "► Commoners" in screen
    assert "○ ○ │ ● ○" in screen
    table.type("P07\n")
    screen = table.read("Your choice (1-3): ")
    assert "Franconian Circle" in screen
    assert "◄ 3)" in screen
    table.type("3\n")
    table.read("Your choice (1-2): ")
    table.type("1\n")
    screen = table.read("Your choice (1-")
    assert "○ ● │ ○ ○" in screen
    table.type("quit\n")
    assert "Goodbye!" in table.read("Goodbye!")
    assert table.close() == 0
    assert not too_wide(table.output)


@pytest.mark.parametrize(("options", "environ"), [((), {"NO_COLOR": "1"}), (("--no-color",), {})])
def test_no_colour(options: tuple[str, ...], environ: dict[str, str], terminal: Callable[..., Terminal]) -> None:
    table = terminal(*ALONE, *options, **environ)
    screen = table.read("Your choice (1-4): ")
    assert "► " in screen
    assert not COLOUR.search(screen)
    table.type("quit\n")
    assert table.close() == 0


@pytest.mark.parametrize(("options", "environ"), [(("--plain",), {}), ((), {"TERM": "dumb"})])
def test_plain_lines_on_a_terminal(
    options: tuple[str, ...], environ: dict[str, str], terminal: Callable[..., Terminal]
) -> None:
    table = terminal("--opponent", "none", "--faith", "C", "--seed", "0" * 64, *options, **environ)
    table.read("Press Enter when you are ready: ")
    table.type("\n")
    table.read("Your choice (1-4): ")
    table.type("draw\n")
    table.read("Press Enter to continue.")
    table.type("\n")
    table.read("Press Enter when you are ready: ")
    table.type("\nquit\n")
    table.read("Goodbye!")
    assert table.close() == 0
    assert "\x1b" not in table.output
    assert not re.search(r"[\u2500-\u259f]", table.output)


def test_ascii_terminal(terminal: Callable[..., Terminal]) -> None:
    table = terminal(*ALONE, PYTHONIOENCODING="ascii")
    screen = table.read("Your choice (1-4): ")
    assert screen.isascii()
    assert "o o | * o" in screen
    assert "?" not in screen.replace("do you draw?", "").replace("Commands: ? explains", "")
    table.type("quit\n")
    assert table.close() == 0


def test_handover_clears_the_screen(terminal: Callable[..., Terminal]) -> None:
    table = terminal("--opponent", "none", "--faith", "C", "--first", "P", "--seed", "0" * 64)
    table.read("Press Enter when you are ready: Protestants")
    table.type("\n")
    hand = table.read("Your choice (1-4): ")
    assert "Frederick the Wise" in hand
    table.type("draw\n")
    table.read("Press Enter to continue.")
    table.type("\n")
    handed = table.read("Press Enter when you are ready: Catholics")
    assert FORGET in handed
    table.type("\n")
    other = table.read("Your choice (1-4): ")
    visible = (handed + other).rpartition(FORGET)[2]
    assert "The Protestants draw a card." in visible
    assert not re.search(r"P\d\d", visible)
    table.type("quit\n")
    assert table.close() == 0


def test_everything_fits_a_small_screen(terminal: Callable[..., Terminal]) -> None:
    table = terminal(*ALONE, LINES="24", COLUMNS="80")
    screen = table.read("Your choice (1-4): ").rpartition("\x1b[2J")[2]
    lines = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", screen).split("\n")
    assert len(lines) <= 24
    assert lines[0].startswith("Sola Fide · turn 1")
    assert max(len(line.rstrip("\r")) for line in lines) <= 80
    assert "Points 0/0" in screen
    table.type("quit\n")
    assert table.close() == 0


def test_no_handover_to_the_same_player(terminal: Callable[..., Terminal]) -> None:
    """The player who chooses the faith and has the first turn continues without a handover."""
    for seed in range(10, 40):
        game = Game(Options(first="C"), nature=LiveNature(bytes([seed]) * 32))
        if (decision := game.decision()) is not None and decision.question == "faith":
            break
    table = terminal("--opponent", "none", "--first", "C", "--seed", f"{seed:02x}" * 32)
    table.read("Your choice (1-2): ")
    table.type("faith:C\n")
    screen = table.read("Your choice (1-4): ")
    assert "Pass the device" not in screen
    table.type("quit\n")
    assert table.close() == 0


def test_a_long_log_is_paged(terminal: Callable[..., Terminal]) -> None:
    table = terminal(*ALONE)
    for number in range(60):
        table.read("Your choice (")
        table.type(f"{1 + number % 10}\n")
    table.read("Your choice (")
    table.type("log\n")
    table.read("(Enter for more, q to stop)")
    table.type("q\n")
    table.read("Your choice (")
    table.type("quit\n")
    assert table.close() == 0


def test_control_c_saves_the_game(terminal: Callable[..., Terminal], stored_files: Callable) -> None:
    table = terminal(*ALONE)
    table.read("Your choice (1-4): ")
    table.type("P07\n")
    table.read("Your choice (1-3): ")
    table.process.send_signal(2)
    table.read("Goodbye!")
    assert table.close() == 0
    assert "Interrupted." in table.output
    assert "Traceback" not in table.output
    assert len(stored_files("unfinished")) == 1
