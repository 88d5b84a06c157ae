"""Draws docs/table.svg, the picture in the README: python tools/picture.py

A game of two greedy players stops at a decision in its middle, and the table is drawn as the terminal shows it.
"""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from solafide.cards import builtin
from solafide.game import Game, LiveNature, Options
from solafide.players import player
from solafide.terminal.answer import numbers
from solafide.terminal.board import draw
from solafide.terminal.choices import circle_marks
from solafide.terminal.screen import WIDTH
from solafide.text.render.question import choice_text, question_text

PICTURE = Path(__file__).parent.parent / "docs" / "table.svg"
SEED = bytes(range(32))
TURN = 34


def middle() -> Game:
    """A game at the first choice of a circle after so many turns."""
    game = Game(Options(faiths="agreed"), nature=LiveNature(SEED))
    greedy = player("greedy", seed=1517)
    while (asked := game.decision()) is not None:
        view = game.view(asked.who)
        if view["turn_number"] >= TURN and asked.question == "circle":
            return game
        game.choose(greedy.choose(view, asked, game.cards), asked.who)
    raise SystemExit("the game ended before its middle")


def main() -> None:
    game, cards = middle(), builtin()
    asked = game.decision()
    assert asked is not None
    view = game.view(asked.who)
    console = Console(record=True, width=WIDTH, file=StringIO(), highlight=False, force_terminal=True)
    for line in draw(view, cards, "en", circle_marks(asked)):
        console.print(line)
    console.print(Text("\n" + question_text(asked, cards, "en", view)))
    for number, choice in zip(numbers(asked), asked.options, strict=True):
        console.print(Text(f"{number}) {choice_text(choice, asked, cards, 'en', view)}"))
    picture = console.export_svg(title="Sola Fide")
    # No fonts from elsewhere: the reader's own monospaced one will do.
    PICTURE.write_text(re.sub(r"@font-face \{.*?\}|<!--.*?-->", "", picture, flags=re.DOTALL), "utf-8")


if __name__ == "__main__":
    main()
