"""A session in the terminal: the menu, a game to its end, perhaps another game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from solafide.game import FAITHS, RecordError, SolaFideError, commitment, load
from solafide.terminal.command_hint import resume_game_command, verify_game_command
from solafide.terminal.commands import QuitGame
from solafide.terminal.game_loop import GameLoop
from solafide.terminal.menu import Menu
from solafide.terminal.screen import Screen
from solafide.terminal.setup import GameSetup, players_from_record, setup_from_record
from solafide.terminal.store import GameFile, unfinished_games
from solafide.text import error_text, faith_subject, seat_name


class TerminalSession:
    """Everything from the start of the program to its end."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.loop: GameLoop | None = None
        self.setup = GameSetup()
        self.decides = False  # whether the game before was a draw, which this one decides as well (R29)

    def run(self, request: GameSetup | Path | None, preset: dict[str, Any]) -> None:
        """Play a new game or go on with a saved one; without a request, ask in the menu what `preset` leaves open."""
        screen = self.screen
        try:
            if request is None:
                screen.print_text("table.welcome")
            loop = self.start(request) if request is not None else self.ask_menu(preset)
            while loop is not None:
                self.loop = loop
                loop.run()
                loop = self.finish(loop)
        except QuitGame:
            self.leave()
        except (EOFError, KeyboardInterrupt) as error:
            screen.write()
            screen.print_text("cli.error.input_ended" if isinstance(error, EOFError) else "table.interrupted")
            self.leave()
        screen.print_text("table.goodbye")

    # ------------------------------------------------------------ beginning

    def ask_menu(self, preset: dict[str, Any]) -> GameLoop | None:
        """Start what is chosen in the menu; a file that cannot be played leads back to the menu."""
        menu = Menu(self.screen, preset)
        while (request := menu.ask_game()) is not None:
            try:
                return self.start(request)
            except SolaFideError as error:
                self.screen.write(error_text(error, self.screen.lang))
        return None

    def start(self, request: GameSetup | Path) -> GameLoop:
        """A new game, or the game of a file."""
        if isinstance(request, Path):
            return self.resume(request)
        self.setup, self.decides = request, False
        loop = GameLoop(self.screen, request.game(), request.players(), GameFile())
        self._announce_commitment(loop)
        return loop

    def resume(self, path: Path) -> GameLoop:
        """Go on with a saved game; an unfinished one of the user's folder stays in its file."""
        saved = load(path)
        if saved.outcome is not None:
            raise RecordError("error.record.finished", file=str(path))
        self.setup, self.decides = setup_from_record(saved), bool(saved.decides)
        unfinished = path.resolve() in [game.resolve() for game in unfinished_games()]
        file = GameFile(unfinished=path) if unfinished else GameFile()
        loop = GameLoop(self.screen, saved.game(), players_from_record(saved), file)
        loop.decides = saved.decides
        loop.notices.append(self.screen.texts.render("table.loaded", file=path))
        self._announce_commitment(loop)
        return loop

    def _announce_commitment(self, loop: GameLoop) -> None:
        seed = loop.record().seed
        if seed is not None:
            loop.notices.append(self.screen.texts.render("table.commitment", hash=commitment(seed)))

    # ------------------------------------------------------------ ending

    def leave(self) -> None:
        """Save the game and print how to go on with it."""
        loop = self.loop
        if loop is None or loop.game.over:
            return
        loop.autosave()
        if loop.file.unfinished is not None:
            self.screen.print_unwrapped("table.quit_saved", file=loop.file.unfinished)
            self.screen.print_unwrapped("table.resume_hint", command=resume_game_command(loop.file.unfinished))

    def finish(self, loop: GameLoop) -> GameLoop | None:
        """Print the result and the seed, write the record, and start another game if that is wanted."""
        screen, game = self.screen, loop.game
        outcome = game.outcome
        assert outcome is not None
        screen.clear()
        loop.print_sentences(loop.unseen_sentences(loop.seat_at_screen or "C"))
        self._print_score(loop)
        self._reveal_seed(loop)
        if self.decides and outcome.winner:
            screen.print_text("table.decided", who=faith_subject(outcome.winner, screen.lang))
        self.decides = outcome.is_draw
        if self.decides:
            screen.print_text("table.rematch")
        if not screen.confirm("table.again"):
            return None
        self.setup = self.setup.rematch()
        rematch = GameLoop(screen, self.setup.game(), self.setup.players(), GameFile())
        rematch.decides = loop.record().hash if self.decides else ""
        self._announce_commitment(rematch)
        return rematch

    def _print_score(self, loop: GameLoop) -> None:
        screen, view = self.screen, loop.game.view()
        screen.write()
        screen.write(screen.texts.render("table.final_score"), "bold")
        for faith in FAITHS:
            shown = view["faiths"][faith]
            circles = ", ".join(str(number) for number in shown["circles"]) or screen.texts.render("board.none")
            name, points = seat_name(faith, screen.lang), screen.texts.render("board.points_of", n=shown["points"])
            claimed, rewards = screen.texts.render("board.circles_claimed"), screen.texts.render("board.rewards")
            screen.write(f"{name}: {points} ({claimed}: {circles}; {rewards}: {shown['rewards']})")
        screen.write()

    def _reveal_seed(self, loop: GameLoop) -> None:
        screen, record = self.screen, loop.record()
        if record.seed is not None:
            screen.print_text("table.seed", seed=record.seed.hex())
        try:
            path = loop.file.save_finished(record)
        except OSError as error:
            screen.print_text("error.file.unwritable", file=error.filename or loop.file.folder)
            return
        screen.print_unwrapped("table.record_written", file=path)
        screen.print_unwrapped("table.verify_hint", command=verify_game_command(path))
