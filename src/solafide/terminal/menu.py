"""Ask for the settings of a game; Enter always takes the default."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from solafide.game import SolaFideError, load
from solafide.players.agents.levels import LEVELS
from solafide.terminal.answer import find_matches, parse_command
from solafide.terminal.commands import QuitGame
from solafide.terminal.screen import Screen
from solafide.terminal.setup import GameSetup, setup_from_record
from solafide.terminal.store import resumable_games
from solafide.text import LANGUAGES, catalogue

MAX_LISTED_GAMES = 9
QUIT_COMMANDS, HELP_COMMANDS = (("quit", ""),), (("explain", ""), ("help", ""))


class Menu:
    """Asks for what the command line leaves open; `preset` is what it has set."""

    def __init__(self, screen: Screen, preset: dict[str, Any]) -> None:
        self.screen, self.preset = screen, preset

    def choose(self, title: str, entries: Sequence[tuple[str, str]], default: int = 0) -> str:
        """Ask for one of several values, by number or by name; Enter takes the default."""
        screen = self.screen
        screen.write()
        screen.write(title, "bold")
        for number, (_, text) in enumerate(entries, 1):
            label = screen.texts.render("menu.default", text=text) if number == default + 1 else text
            screen.print_text("table.choice_line", number=number, text=label)
        prompt = screen.texts.render("menu.choose", default=default + 1)
        while True:
            answer = screen.ask(prompt)
            if not answer:
                return entries[default][0]
            if answer.isascii() and answer.isdecimal() and 1 <= int(answer) <= len(entries):
                return entries[int(answer) - 1][0]
            matches = find_matches(answer, list(entries))
            if len(matches) == 1:
                return entries[matches[0]][0]
            command = parse_command(answer, screen.lang)
            if command in QUIT_COMMANDS:
                raise QuitGame
            if command in HELP_COMMANDS:
                screen.print_text("menu.help")
            else:
                screen.print_text("table.not_understood", answer=answer)

    def ask_game(self) -> GameSetup | Path | None:
        """Ask what to play: a new game, the file of a saved one, or nothing."""
        while True:
            entry = self.ask_opponent()
            if entry == "quit":
                return None
            if entry == "language":
                self.ask_language()
            elif entry == "load":
                if (path := self.ask_saved_game()) is not None:
                    return path
            else:
                return self.ask_setup(None if entry == "none" else entry)

    def ask_opponent(self) -> str:
        """Ask for an opponent or another entry of the main menu."""
        texts = self.screen.texts
        entries = [
            *((name, self.level_label(name)) for name in LEVELS),
            ("none", texts.render("menu.hotseat")),
            ("load", texts.render("menu.load")),
            ("language", f"{texts.render('menu.language')}: {texts.render(f'language.{self.screen.lang}')}"),
            ("quit", texts.render("menu.quit")),
        ]
        return self.choose(texts.render("menu.opponent"), entries, default=len(LEVELS) + 1 if resumable_games() else 0)

    def level_label(self, name: str) -> str:
        """A level with a word about its way of playing."""
        texts = self.screen.texts
        return texts.render(
            "menu.level", player=texts.render(f"player.{name}"), manner=texts.render(f"menu.manner.{name}")
        )

    def ask_language(self) -> None:
        """Ask for the language and switch to it."""
        texts = self.screen.texts
        entries = [(lang, texts.render(f"language.{lang}")) for lang in LANGUAGES]
        self.screen.lang = self.choose(texts.render("menu.language"), entries, LANGUAGES.index(self.screen.lang))

    def ask_saved_game(self) -> Path | None:
        """Ask for an unfinished or saved game, or the name of a file."""
        screen, games = self.screen, resumable_games()[:MAX_LISTED_GAMES]
        entries = [
            *((str(path), self.saved_game_label(path)) for path in games),
            ("file", screen.texts.render("menu.other_file")),
        ]
        entry = self.choose(screen.texts.render("menu.load"), entries) if games else "file"
        if entry != "file":
            return Path(entry)
        answer = screen.ask(screen.texts.render("menu.file"))
        return Path(answer).expanduser() if answer else None

    def saved_game_label(self, path: Path) -> str:
        """A saved game with its date, players and score; a damaged one with its file name."""
        texts = self.screen.texts
        try:
            saved = load(path)
            view = saved.game().view()
        except SolaFideError:
            return path.name
        opponent = setup_from_record(saved).opponent
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

    def ask_setup(self, opponent: str | None) -> GameSetup:
        """Ask for cards and faiths, and for the other options only on request."""
        texts = self.screen.texts
        setup = GameSetup(opponent=opponent, **self.preset)
        if "mode" not in self.preset:
            entries = [(mode, texts.render(f"option.mode.{mode}")) for mode in ("first", "draft")]
            setup = replace(setup, mode=self.choose(texts.render("menu.mode"), entries))
        if "faith" not in self.preset:
            setup = replace(setup, faith=self.ask_faith(opponent))
        entries = [("start", texts.render("menu.start")), ("options", texts.render("menu.options"))]
        if self.choose(texts.render("menu.title"), entries) == "options":
            setup = self.ask_options(setup)
        return setup

    def ask_faith(self, opponent: str | None) -> str:
        """Ask for the faith of the person, or how two people find theirs."""
        texts = self.screen.texts
        rolled = ("rolled", texts.render("option.faiths.rolled"))
        if opponent is None:
            return self.choose(texts.render("menu.faiths"), [rolled, ("C", texts.render("option.faiths.agreed"))])
        faiths = [(faith, texts.render(f"choice.faith.{faith}")) for faith in ("C", "P")]
        return self.choose(texts.render("menu.seat"), [rolled, *faiths])

    def ask_options(self, setup: GameSetup) -> GameSetup:
        """Ask who begins, when circles are claimed, and how many tokens there are."""
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
