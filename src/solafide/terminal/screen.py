"""Where lines go and answers come from: a terminal with colours, or plain lines for pipes and screen readers."""

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

WIDTH = 100
SIZE = (WIDTH, 40)  # where the terminal does not say
# For terminals that know no other letters.
ASCII = str.maketrans(
    {"●": "*", "○": "o", "►": ">", "◄": "<", "◆": "#", "░": ":", "│": "|", "─": "-", "·": ".", "…": "...", "×": "x"}
    | dict.fromkeys("“”„", '"')
    | dict.fromkeys("‘’", "'")
    | dict.fromkeys("–—", "-")
)
# What was scrolled away comes last: some terminals put the emptied screen there first.
FORGET = "\x1b[H\x1b[2J\x1b[3J"


class Screen:
    """One person at a time looks at it.

    plain: nothing but lines of text. Otherwise with colours where there are any, and the table is drawn anew for each
    question.
    """

    def __init__(self, lang: str, *, plain: bool = False, colour: bool = True) -> None:
        self.lang = lang
        self.plain = plain or not sys.stdout.isatty() or not _shows_colours()
        self._console: Console | None = None if self.plain else _console(colour)
        encoding = (getattr(sys.stdout, "encoding", None) or "utf-8").lower()
        self._letters: Any = {} if encoding.startswith("utf") else ASCII

    @property
    def texts(self) -> Catalogue:
        return catalogue(self.lang)

    def print_text(self, key: str, /, **facts: object) -> None:
        """A sentence of the catalogue."""
        self.write(self.texts.render(key, **facts))

    def write(self, text: str = "", style: str = "", indent: str = "", hanging: str = "") -> None:
        """A paragraph, wrapped at the width of the table; file names stay whole."""
        for line in self.wrapped(text, indent, hanging):
            self._line(line, style)

    def whole(self, key: str, /, **facts: object) -> None:
        """A sentence with a path or a command at its end, which nothing may break."""
        self._line(self.texts.render(key, **facts), "")

    def wrapped(self, text: str, indent: str = "", hanging: str = "") -> list[str]:
        """The lines of a paragraph."""
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
        return min(WIDTH, shutil.get_terminal_size(SIZE).columns)

    @property
    def height(self) -> int:
        return shutil.get_terminal_size(SIZE).lines

    def draw(self, line: Text) -> None:
        """A line of the board, as it is."""
        if self._console is None:
            self._line(line.plain, "")
            return
        shown = line.copy()
        shown.plain = line.plain.translate(self._letters)
        self._console.print(shown, soft_wrap=True)

    def _line(self, line: str, style: str) -> None:
        line = line.translate(self._letters)
        if self._console is None:
            print(line)
        else:
            self._console.print(line, style=style or None, soft_wrap=True, markup=False, highlight=False, emoji=False)

    def page(self, paragraphs: list[str]) -> None:
        """Many lines, a screen at a time."""
        room = self.height - 4
        for number, paragraph in enumerate(paragraphs):
            if not self.plain and number and number % room == 0 and self.ask(self.texts.render("table.more")):
                return
            self.write(paragraph, hanging="  ")

    def clear(self) -> None:
        """An empty screen for the next picture; plain lines just go on."""
        if self._console is not None:
            self._console.clear()

    def hide(self) -> None:
        """Put everything written so far out of sight, before somebody else looks here."""
        if self._console is not None and self._console.legacy_windows:  # it knows no escape sequences
            os.system("cls")
        elif self._console is not None:
            print(FORGET, end="")
        elif sys.stdout.isatty():
            print("\n" * shutil.get_terminal_size().lines)

    def ask(self, prompt: str) -> str:
        """A line from the keyboard; EOFError at the end of the input."""
        print(prompt.translate(self._letters), end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            print()
            raise EOFError
        answer = line.strip()
        if not sys.stdin.isatty():
            print(answer)
        return answer

    def confirm(self, key: str) -> bool:
        """A question to answer with yes or no, asked until it is; the end of the input and Enter are a no."""
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
    """Whether the terminal says that it can do more than lines; on Windows no terminal says anything."""
    return os.environ.get("TERM", "xterm" if sys.platform == "win32" else "") not in ("", "dumb")


def _console(colour: bool) -> Console:
    from rich.console import Console

    return Console(no_color=True if not colour else None, highlight=False, markup=False, emoji=False)
