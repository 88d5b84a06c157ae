"""With two players at one screen, no player ever sees a hidden card of the other."""

import random
from pathlib import Path

import pytest

from solafide.game import FAITHS, Game, LiveNature, Options
from solafide.terminal.answer import COMMANDS
from solafide.terminal.game_loop import GameLoop
from solafide.terminal.screen import Screen
from solafide.terminal.store import GameFile
from solafide.text import card_name

# A hint may name cards that the opponent might hold: tests/players/advice/test_hint.py checks that it knows no more.
READING_COMMANDS = [name for name in COMMANDS if name not in ("save", "quit", "hint")]


class Watched(Screen):
    """A screen that checks all it shows against the hidden cards."""

    def __init__(self, lang: str, seed: int, picture: bool) -> None:
        super().__init__(lang, plain=True)
        self.plain = not picture
        self.dice = random.Random(seed)
        self.visible: list[str] = []
        self.loop: GameLoop
        self.checked = 0

    def _line(self, line: str, style: str) -> None:
        self.visible.append(line)

    def clear(self) -> None:
        pass  # cleared text was visible too

    def clear_with_scrollback(self) -> None:
        self.visible.clear()

    def ask(self, prompt: str) -> str:
        self.visible.append(prompt)
        self.check("\n".join(self.visible))
        if self.dice.random() < 0.15:
            return self.dice.choice([*READING_COMMANDS, "?"])
        return str(self.dice.randint(1, 10))

    def check(self, screen: str) -> None:
        game, seat = self.loop.game, self.loop.seat_at_screen
        whole, public = game.whole()["faiths"], game.view()["faiths"]
        for faith in FAITHS:
            if faith == seat:
                continue
            own = whole[faith]
            hidden = {*own["hand"], *own["deck"], *own["kept"], *own["triple"], *own["pool"]} - {*public[faith]["seen"]}
            for card in hidden:
                self.checked += 1
                assert card not in screen
                assert f"“{card_name(game.cards.cards[card], self.lang)}”" not in screen


@pytest.mark.parametrize("picture", [False, True])
@pytest.mark.parametrize("mode", ["first", "draft"])
def test_the_other_hand_is_never_on_the_screen(mode: str, picture: bool, tmp_path: Path) -> None:
    screen = Watched("en", 3, picture)
    game = Game(Options(mode=mode), nature=LiveNature(bytes([7]) * 32))
    screen.loop = GameLoop(screen, game, {"1": "person", "2": "person"}, GameFile(tmp_path))
    screen.loop.autosaves = False
    screen.loop.run()
    assert game.over
    assert screen.checked > 1000
