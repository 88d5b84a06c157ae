"""Draw docs/table.svg, the picture of the terminal in the README: python tools/terminal_picture.py

Two greedy players play until a decision in the middle of a game; then the table is drawn as the terminal shows it.
"""

import re
from io import StringIO
from pathlib import Path

from rich.console import Console
from rich.text import Text

from solafide.cards import builtin
from solafide.game import Game, LiveNature, Options
from solafide.players import player
from solafide.terminal.answer import option_numbers
from solafide.terminal.board import draw_board
from solafide.terminal.choices import selectable_circles
from solafide.terminal.screen import WIDTH_COLUMNS
from solafide.text.render.question import choice_text, question_text

PICTURE = Path(__file__).parent.parent / "docs" / "table.svg"
SEED = bytes(range(32))
TURN = 34


def game_in_its_middle() -> Game:
    """Return a game at the first choice of a circle after TURN turns."""
    game = Game(Options(faiths="agreed"), nature=LiveNature(SEED))
    greedy = player("greedy", seed=1517)
    while (decision := game.decision()) is not None:
        view = game.view(decision.who)
        if view["turn_number"] >= TURN and decision.question == "circle":
            return game
        game.choose(greedy.choose(view, decision, game.cards), decision.who)
    raise SystemExit("the game ended before its middle")


def main() -> None:
    game, cards = game_in_its_middle(), builtin()
    decision = game.decision()
    assert decision is not None
    view = game.view(decision.who)
    console = Console(record=True, width=WIDTH_COLUMNS, file=StringIO(), highlight=False, force_terminal=True)
    for line in draw_board(view, cards, "en", selectable_circles(decision)):
        console.print(line)
    console.print(Text("\n" + question_text(decision, cards, "en", view)))
    for number, choice in zip(option_numbers(decision), decision.options, strict=True):
        console.print(Text(f"{number}) {choice_text(choice, decision, cards, 'en', view)}"))
    picture = console.export_svg(title="Sola Fide")
    # No fonts from other hosts: the reader's own monospaced font is used.
    PICTURE.write_text(re.sub(r"@font-face \{.*?\}|<!--.*?-->", "", picture, flags=re.DOTALL), "utf-8")


if __name__ == "__main__":
    main()
