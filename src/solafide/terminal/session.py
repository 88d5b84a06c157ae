"""An evening at the table: a menu, a game to its end, perhaps another one."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from solafide.game import FAITHS, RecordError, SolaFideError, commitment, load
from solafide.terminal.command_hint import play_call, verify_call
from solafide.terminal.commands import Left
from solafide.terminal.game_loop import Table
from solafide.terminal.menu import Menu
from solafide.terminal.screen import Screen
from solafide.terminal.setup import Setup, players_of, setup_of
from solafide.terminal.store import Store, unfinished_games
from solafide.text import error_text, faith_subject, seat_name


class Evening:
    """All that happens between sitting down and standing up."""

    def __init__(self, screen: Screen) -> None:
        self.screen = screen
        self.table: Table | None = None
        self.setup = Setup()
        self.decides = False  # whether this game was preceded by a draw, and decides it as well (R29)

    def spend(self, wish: Setup | Path | None, given: dict[str, Any]) -> None:
        """Play what was asked for; without a wish, ask. Whoever leaves, however, leaves politely."""
        screen = self.screen
        try:
            if wish is None:
                screen.print_text("table.welcome")
            table = self.begin(wish) if wish is not None else self.ask(given)
            while table is not None:
                self.table = table
                table.run()
                table = self.finish(table)
        except Left:
            self.leave()
        except (EOFError, KeyboardInterrupt) as error:
            screen.write()
            screen.print_text("cli.error.input_ended" if isinstance(error, EOFError) else "table.interrupted")
            self.leave()
        screen.print_text("table.goodbye")

    # ------------------------------------------------------------ beginning

    def ask(self, given: dict[str, Any]) -> Table | None:
        """What the menu says; a file that cannot be played leads back to it."""
        menu = Menu(self.screen, given)
        while (wish := menu.start()) is not None:
            try:
                return self.begin(wish)
            except SolaFideError as error:
                self.screen.write(error_text(error, self.screen.lang))
        return None

    def begin(self, wish: Setup | Path) -> Table:
        if isinstance(wish, Path):
            return self.resume(wish)
        self.setup, self.decides = wish, False
        table = Table(self.screen, wish.game(), wish.players(), Store())
        self._seal(table)
        return table

    def resume(self, path: Path, opponent: str | None = None) -> Table:
        """Go on with a saved game; one of those that were left stays in its file."""
        saved = load(path)
        if saved.outcome is not None:
            raise RecordError("error.record.finished", file=str(path))
        self.setup, self.decides = setup_of(saved), bool(saved.decides)
        left = path.resolve() in [game.resolve() for game in unfinished_games()]
        store = Store(unfinished=path) if left else Store()
        table = Table(self.screen, saved.game(), players_of(saved), store)
        table.decides = saved.decides
        table.notices.append(self.screen.texts.render("table.loaded", file=path))
        self._seal(table)
        return table

    def _seal(self, table: Table) -> None:
        seed = table.record().seed
        if seed is not None:
            table.notices.append(self.screen.texts.render("table.commitment", hash=commitment(seed)))

    # ------------------------------------------------------------ ending

    def leave(self) -> None:
        """Say where the game was put."""
        table = self.table
        if table is None or table.game.over:
            return
        table.keep()
        if table.store.unfinished is not None:
            self.screen.whole("table.quit_saved", file=table.store.unfinished)
            self.screen.whole("table.resume_hint", command=play_call(table.store.unfinished))

    def finish(self, table: Table) -> Table | None:
        """The result, the seed and the record; then perhaps another game."""
        screen, game = self.screen, table.game
        outcome = game.outcome
        assert outcome is not None
        screen.clear()
        table.tell(table.news(table.looker or "C"))
        self._score(table)
        self._reveal(table)
        if self.decides and outcome.winner:
            screen.print_text("table.decided", who=faith_subject(outcome.winner, screen.lang))
        self.decides = outcome.winner is None
        if self.decides:
            screen.print_text("table.rematch")
        if not screen.confirm("table.again"):
            return None
        self.setup = self.setup.again()
        again = Table(screen, self.setup.game(), self.setup.players(), Store())
        again.decides = table.record().hash if self.decides else ""
        self._seal(again)
        return again

    def _score(self, table: Table) -> None:
        screen, view = self.screen, table.game.view()
        screen.write()
        screen.write(screen.texts.render("table.final_score"), "bold")
        for faith in FAITHS:
            shown = view["faiths"][faith]
            circles = ", ".join(str(number) for number in shown["circles"]) or screen.texts.render("board.none")
            name, points = seat_name(faith, screen.lang), screen.texts.render("board.points_of", n=shown["points"])
            claimed, rewards = screen.texts.render("board.circles_claimed"), screen.texts.render("board.rewards")
            screen.write(f"{name}: {points} ({claimed}: {circles}; {rewards}: {shown['rewards']})")
        screen.write()

    def _reveal(self, table: Table) -> None:
        screen, record = self.screen, table.record()
        if record.seed is not None:
            screen.print_text("table.seed", seed=record.seed.hex())
        try:
            path = table.store.finish(record)
        except OSError as error:
            screen.print_text("error.file.unwritable", file=error.filename or table.store.folder)
            return
        screen.whole("table.record_written", file=path)
        screen.whole("table.verify_hint", command=verify_call(path))
