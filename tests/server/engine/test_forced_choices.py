"""Choices with one option are resolved automatically: the server asks, waits for and notifies no player."""

import random
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from server.online_server import OnlinePlayer, OnlineServerThread, begin_match
from solafide.server.storage.sqlite import DATABASE_FILE

TOOL = Path(__file__).parents[3] / "tools" / "count_waits.py"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OnlineServerThread]:
    with OnlineServerThread(tmp_path_factory.mktemp("thoughtless")) as server_thread:
        yield server_thread


def next_to_choose(people: tuple[OnlinePlayer, OnlinePlayer]) -> tuple[OnlinePlayer, dict[str, Any]]:
    """Return the player who must choose and the moment; there is always one."""
    moments = [(person, person.moment()) for person in people]
    [waiting] = {who for _, moment in moments for who in moment["view"]["waiting_for"]}
    return next((person, moment) for person, moment in moments if moment["seat"] == waiting)


def test_forced_choices_are_made_without_asking(server: OnlineServerThread) -> None:
    dice = random.Random(7)
    people = begin_match(server.base)
    with people[0], people[1]:
        choices = 0
        while choices < 60:
            person, moment = next_to_choose(people)
            options = moment["view"]["decision"]["options"]
            assert len(options) > 1
            while moment["view"]["decision"] and choices < 60:
                moment = person.choose(moment, dice.choice(moment["view"]["decision"]["options"]))
                choices += 1
        game = people[0].game
    with closing(sqlite3.connect(f"file:{server.folder / DATABASE_FILE}?mode=ro", uri=True, timeout=60)) as file:
        rows = file.execute("SELECT kind, who, client FROM ledger WHERE game = ?", [game]).fetchall()
    assert sum(kind == "choice" for kind, _, _ in rows) == choices
    alone = [client for kind, who, client in rows if kind == "follow" and who in ("C", "P")]
    assert alone
    assert set(alone) == {None}


def test_the_tool_counts_who_is_waited_for() -> None:
    done = subprocess.run([sys.executable, TOOL, "3", "random"], capture_output=True, text=True, check=True)
    first, _, draft, _ = done.stdout.splitlines()
    for line in (first, draft):
        count = dict(part.strip().split(" ") for part in line.split(";")[1:])
        figures = {name: float(value) for name, value in count.items()}
        assert 0 < figures["waits_with_orders"] <= figures["waits_without_orders"] <= figures["questions"]
        assert 0 < figures["ordered"] < figures["questions"]
        assert figures["forced"] > 0
