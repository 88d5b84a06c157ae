"""The example bot plays whole games against other bots and computer opponents, on a server that may restart."""

import ast
import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from server.online_server import ServeProcess
from server.waiting import wait_until
from solafide.server.storage.sqlite import DATABASE_FILE

BOT = Path(__file__).parent.parent.parent / "examples" / "bot.py"
TIMEOUT_S = 400


class Bots:
    """Processes of their own, put away in the end."""

    def __init__(self, base: str) -> None:
        self._base = base
        self._started: list[subprocess.Popen[str]] = []

    def start(self, *against: str) -> str:
        """A bot; the id of its game."""
        command = [sys.executable, "-W", "ignore", str(BOT), self._base, *against]
        alone = {"PATH": os.environ["PATH"]}
        self._started.append(subprocess.Popen(command, env=alone, stdout=subprocess.PIPE, text=True))
        output = self._started[-1].stdout
        assert output is not None
        return output.readline().strip()

    def ended(self) -> list[int]:
        return [bot.wait(TIMEOUT_S) for bot in self._started]

    def stop(self) -> None:
        for bot in self._started:
            if bot.poll() is None:
                bot.kill()
            bot.communicate()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServeProcess]:
    command = ServeProcess(tmp_path)
    yield command
    command.stop()


@pytest.fixture
def bots(server: ServeProcess) -> Iterator[Bots]:
    running_bots = Bots(server.base())
    yield running_bots
    running_bots.stop()


def outcome_and_choosers(folder: Path, game: str) -> tuple[dict[str, object], list[str]]:
    """Return the outcome of a game and who made each choice, from the database."""
    with closing(sqlite3.connect(folder / "online" / DATABASE_FILE)) as file:
        [summary] = file.execute("SELECT summary FROM games WHERE id = ?", [game]).fetchone()
        choosers = file.execute("SELECT who FROM ledger WHERE game = ? AND kind = 'choice'", [game]).fetchall()
    return json.loads(summary)["outcome"], [who for (who,) in choosers]


def test_a_bot_plays_a_whole_game_against_a_computer_opponent(bots: Bots, server: ServeProcess, tmp_path: Path) -> None:
    game = bots.start("scholar")
    assert bots.ended() == [0]
    assert server.end()[0] == 0
    outcome, choosers = outcome_and_choosers(tmp_path, game)
    assert outcome["reason"] == "points"
    assert len(choosers) > 50


def test_two_bots_play_a_whole_game_over_a_server_restart(bots: Bots, server: ServeProcess, tmp_path: Path) -> None:
    game = bots.start()
    assert bots.start(f"{game}.") == game
    wait_until(lambda: server.errors.read_text("utf-8").count("/choices") >= 20)  # the game is well under way
    server.process.send_signal(signal.SIGKILL)
    server.ended()
    again = ServeProcess(tmp_path, SOLAFIDE_PORT=bots._base.rpartition(":")[2])
    try:
        again.base()
        assert bots.ended() == [0, 0]
        assert again.end()[0] == 0
    finally:
        again.stop()
    outcome, choosers = outcome_and_choosers(tmp_path, game)
    assert outcome["reason"] == "points"
    assert {"C", "P"} <= set(choosers)


def test_the_bot_has_the_documented_length_and_no_dependencies() -> None:
    text = BOT.read_text("utf-8")
    assert len(text.splitlines()) <= 40
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    modules = {name.name for node in imports if isinstance(node, ast.Import) for name in node.names}
    modules |= {node.module or "" for node in imports if isinstance(node, ast.ImportFrom)}
    assert {module.partition(".")[0] for module in modules} <= sys.stdlib_module_names
