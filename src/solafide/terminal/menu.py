"""The questions before a game: few, each with an answer for those who just press Enter."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from solafide.game import SolaFideError, load
from solafide.players.agents.levels import LEVELS
from solafide.terminal.answer import command, find
from solafide.terminal.commands import Left
from solafide.terminal.screen import Screen
from solafide.terminal.setup import Setup, setup_of
from solafide.terminal.store import waiting_games
from solafide.text import LANGUAGES, catalogue

SHOWN_GAMES = 9
LEAVE, HELP = (("quit", ""),), (("explain", ""), ("help", ""))


class Menu:
    """Asks for what the command line has left open; `given` names what it has not."""

    def __init__(self, screen: Screen, given: dict[str, Any]) -> None:
        self.screen, self.given = screen, given

    def choose(self, title: str, entries: Sequence[tuple[str, str]], default: int = 0) -> str:
        """One of several values, by number or by name; Enter takes the usual one."""
        screen = self.screen
        screen.write()
        screen.write(title, "bold")
        for number, (_, text) in enumerate(entries, 1):
            usual = screen.texts.render("menu.default", text=text) if number == default + 1 else text
            screen.print_text("table.choice_line", number=number, text=usual)
        prompt = screen.texts.render("menu.choose", default=default + 1)
        while True:
            answer = screen.ask(prompt)
            if not answer:
                return entries[default][0]
            if answer.isascii() and answer.isdecimal() and 1 <= int(answer) <= len(entries):
                return entries[int(answer) - 1][0]
            found = find(answer, list(entries))
            if len(found) == 1:
                return entries[found[0]][0]
            typed = command(answer, screen.lang)
            if typed in LEAVE:
                raise Left
            screen.print_text("menu.help") if typed in HELP else screen.print_text(
                "table.not_understood", answer=answer
            )

    def start(self) -> Setup | Path | None:
        """What to play: a new game, the file of an old one, or nothing."""
        while True:
            wish = self.opponent()
            if wish == "quit":
                return None
            if wish == "language":
                self.language()
            elif wish == "load":
                if (path := self.saved()) is not None:
                    return path
            else:
                return self.details(None if wish == "none" else wish)

    def opponent(self) -> str:
        texts = self.screen.texts
        entries = [
            *((name, self.level(name)) for name in LEVELS),
            ("none", texts.render("menu.hotseat")),
            ("load", texts.render("menu.load")),
            ("language", f"{texts.render('menu.language')}: {texts.render(f'language.{self.screen.lang}')}"),
            ("quit", texts.render("menu.quit")),
        ]
        return self.choose(texts.render("menu.opponent"), entries, default=len(LEVELS) + 1 if waiting_games() else 0)

    def level(self, name: str) -> str:
        texts = self.screen.texts
        return texts.render(
            "menu.level", player=texts.render(f"player.{name}"), manner=texts.render(f"menu.manner.{name}")
        )

    def language(self) -> None:
        texts = self.screen.texts
        entries = [(lang, texts.render(f"language.{lang}")) for lang in LANGUAGES]
        self.screen.lang = self.choose(texts.render("menu.language"), entries, LANGUAGES.index(self.screen.lang))

    def saved(self) -> Path | None:
        """One of the games that were left or saved, or a file by its name."""
        screen, games = self.screen, waiting_games()[:SHOWN_GAMES]
        entries = [
            *((str(path), self.described(path)) for path in games),
            ("file", screen.texts.render("menu.other_file")),
        ]
        wish = self.choose(screen.texts.render("menu.load"), entries) if games else "file"
        if wish != "file":
            return Path(wish)
        answer = screen.ask(screen.texts.render("menu.file"))
        return Path(answer).expanduser() if answer else None

    def described(self, path: Path) -> str:
        """A saved game by when it was left, who plays, and how it stands; a damaged one by its name."""
        texts = self.screen.texts
        try:
            saved = load(path)
            view = saved.game().view()
        except SolaFideError:
            return path.name
        opponent = setup_of(saved).opponent
        player = opponent and texts.render(f"player.{opponent.partition(':')[0]}")
        return texts.render(
            "menu.saved_game",
            date=time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime)),
            who=texts.render("menu.against", player=player) if player else texts.render("menu.hotseat"),
            mode=texts.render(f"menu.mode_{saved.options.mode}"),
            turn=view["turn_number"],
            catholic=view["faiths"]["C"]["points"],
            protestant=view["faiths"]["P"]["points"],
        )

    def details(self, opponent: str | None) -> Setup:
        """Cards, faiths, and the rest only for those who want to see it."""
        texts = self.screen.texts
        setup = Setup(opponent=opponent, **self.given)
        if "mode" not in self.given:
            entries = [(mode, texts.render(f"option.mode.{mode}")) for mode in ("first", "draft")]
            setup = replace(setup, mode=self.choose(texts.render("menu.mode"), entries))
        if "faith" not in self.given:
            setup = replace(setup, faith=self.faith(opponent))
        entries = [("start", texts.render("menu.start")), ("options", texts.render("menu.options"))]
        if self.choose(texts.render("menu.title"), entries) == "options":
            setup = self.options(setup)
        return setup

    def faith(self, opponent: str | None) -> str:
        texts = self.screen.texts
        rolled = ("rolled", texts.render("option.faiths.rolled"))
        if opponent is None:
            return self.choose(texts.render("menu.faiths"), [rolled, ("C", texts.render("option.faiths.agreed"))])
        faiths = [(faith, texts.render(f"choice.faith.{faith}")) for faith in ("C", "P")]
        return self.choose(texts.render("menu.seat"), [rolled, *faiths])

    def options(self, setup: Setup) -> Setup:
        texts = catalogue(self.screen.lang)
        first = [(who, texts.render(f"option.first.{who}")) for who in ("rolled", "C", "P")]
        claims = [(when, texts.render(f"option.claims.{when}")) for when in ("at-once", "after-card")]
        limited = texts.render("option.tokens.limited", count=16)
        tokens = [("16", limited), ("unlimited", texts.render("option.tokens.unlimited"))]
        return replace(
            setup,
            first=self.choose(texts.render("menu.first"), first),
            claims=self.choose(texts.render("menu.claims"), claims),
            tokens=self.choose(texts.render("menu.tokens"), tokens),
        )
