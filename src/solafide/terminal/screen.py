"""Print lines and read answers: on a terminal with colours, or as plain lines for pipes and screen readers."""

from __future__ import annotations

import os
import shutil
import sys
import textwrap
from typing import TYPE_CHECKING, Any

from solafide.languages import DEFAULT_LANGUAGE
from solafide.text import Catalogue, catalogue

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

WIDTH_COLUMNS = 100
FALLBACK_SIZE = (WIDTH_COLUMNS, 40)  # columns and lines, if the terminal does not report them
# For terminals that can show nothing else.
ASCII_REPLACEMENTS = str.maketrans(
    {"●": "*", "○": "o", "►": ">", "◄": "<", "◆": "#", "░": ":", "│": "|", "─": "-", "·": ".", "…": "...", "×": "x"}
    | dict.fromkeys("“”„", '"')
    | dict.fromkeys("‘’", "'")
    | dict.fromkeys("–—", "-")
)
# The scrollback is cleared last: some terminals first move the cleared screen into it.
CLEAR_SCROLLBACK = "\x1b[H\x1b[2J\x1b[3J"


class Screen:
    """The terminal of the person who plays.

    plain: only lines of text. Otherwise colours where there are any, and the table is drawn again for each question.
    """

    def __init__(self, lang: str, *, plain: bool = False, colour: bool = True) -> None:
        self.lang = lang
        self.plain = plain or not sys.stdout.isatty() or not _shows_colours()
        self._console: Console | None = None if self.plain else _console(colour)
        encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
        self._replacements: Any = {} if encoding.startswith("utf") else ASCII_REPLACEMENTS

    @property
    def texts(self) -> Catalogue:
        return catalogue(self.lang)

    def print_text(self, key: str, /, **facts: object) -> None:
        """Print a text of the catalogue."""
        self.write(self.texts.render(key, **facts))

    def write(self, text: str = "", style: str = "", indent: str = "", hanging: str = "") -> None:
        """Print a paragraph, wrapped at the width of the table; file names are not broken."""
        for line in self.wrap(text, indent, hanging):
            self._line(line, style)

    def print_unwrapped(self, key: str, /, **facts: object) -> None:
        """Print a text with a path or a command, which must not be broken."""
        self._line(self.texts.render(key, **facts), "")

    def wrap(self, text: str, indent: str = "", hanging: str = "") -> list[str]:
        """Split a paragraph into lines."""
        lines = textwrap.wrap(
            text,
            width=self.width,
            initial_indent=indent,
            subsequent_indent=indent + hanging,
            break_long_words=False,
            break_on_hyphens=False,
        )
        return lines or [""]

    @property
    def width(self) -> int:
        return min(WIDTH_COLUMNS, shutil.get_terminal_size(FALLBACK_SIZE).columns)

    @property
    def height(self) -> int:
        return shutil.get_terminal_size(FALLBACK_SIZE).lines

    def draw_line(self, line: Text) -> None:
        """Print a line of the board as it is."""
        if self._console is None:
            self._line(line.plain, "")
            return
        shown = line.copy()
        shown.plain = line.plain.translate(self._replacements)
        self._console.print(shown, soft_wrap=True)

    def _line(self, line: str, style: str) -> None:
        line = line.translate(self._replacements)
        if self._console is None:
            print(line)
        else:
            self._console.print(line, style=style or None, soft_wrap=True, markup=False, highlight=False, emoji=False)

    def print_pages(self, paragraphs: list[str]) -> None:
        """Print many paragraphs, a screenful at a time."""
        room = self.height - 4
        for number, paragraph in enumerate(paragraphs):
            if not self.plain and number and number % room == 0 and self.ask(self.texts.render("table.more")):
                return
            self.write(paragraph, hanging="  ")

    def clear(self) -> None:
        """Clear the screen for the next board; plain output just goes on."""
        if self._console is not None:
            self._console.clear()

    def clear_with_scrollback(self) -> None:
        """Hide everything printed so far, before another person looks at the screen."""
        if self._console is not None and self._console.legacy_windows:  # it has no escape sequences
            os.system("cls")
        elif self._console is not None:
            print(CLEAR_SCROLLBACK, end="")
        elif sys.stdout.isatty():
            print("\n" * shutil.get_terminal_size().lines)

    def ask(self, prompt: str) -> str:
        """Read a line from the keyboard; EOFError at the end of the input."""
        print(prompt.translate(self._replacements), end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise EOFError
        answer = line.strip()
        if not sys.stdin.isatty():
            print(answer)
        return answer

    def confirm(self, key: str) -> bool:
        """Ask until the answer is yes or no; Enter and the end of the input mean no."""
        yes = {self.texts.render("table.yes"), catalogue(DEFAULT_LANGUAGE).render("table.yes")}
        while True:
            try:
                answer = self.ask(self.texts.render(key)).casefold()
            except EOFError:
                return False
            if not answer or answer[0] in "nq":
                return False
            if answer[0] in yes:
                return True


def _shows_colours() -> bool:
    """Whether the terminal reports colours; on Windows, where none reports anything, it is assumed."""
    return os.environ.get("TERM", "xterm" if sys.platform == "win32" else "") not in ("", "dumb")


def _console(colour: bool) -> Console:
    from rich.console import Console

    return Console(no_color=True if not colour else None, highlight=False, markup=False, emoji=False)
