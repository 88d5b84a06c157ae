"""Durable before visible: the system calls show a sync between the write of a choice and its response.

Killing a server cannot show a missing sync, because its writes survive in the memory of the system.
"""

import os
import random
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest

import solafide
from needs import needs_strace
from server.remote_client import UnlimitedServerThread, begin_match, play

CALLS = "pwrite64,fdatasync,fsync,sendto,sendmsg,write,writev,recvfrom,read"
MAX_LOOKED_AT_BYTES = 4200  # of each call: a page of the log, and a request
GAMES, CHOICES_PER_GAME = 8, 6  # at once, and of each
CARELESS = """
import sys
from solafide.server.storage import sqlite

prepare = sqlite._prepare

def careless(raw, path):
    version = prepare(raw, path)
    raw.execute("PRAGMA synchronous = OFF")
    return version

sqlite._prepare = careless
"""
SERVE = "from solafide.cli import main; sys.exit(main(['serve']))"


pytestmark = needs_strace()


def environment(folder: Path) -> dict[str, str]:
    variables = {name: os.environ[name] for name in ("PATH", "SOLAFIDE_PLAIN") if name in os.environ}
    variables |= {f"SOLAFIDE_LIMITS_{name}": "0" for name in ("RATE", "RATE_ALL", "TABLES")}
    variables |= {"PYTHONPATH": str(Path(solafide.__file__).parent.parent), "LANG": "C.UTF-8", "HOME": str(folder)}
    return variables | {"SOLAFIDE_PORT": "0", "SOLAFIDE_DATA": str(folder / "online"), "SOLAFIDE_LOG_LEVEL": "error"}


class Calls(NamedTuple):
    """System calls of a server: synced commits, responses, and responses sent before their sync."""

    synced: int
    answers: int
    early: list[str]


def read(trace: Path) -> Calls:
    synced, answers, unsynced = 0, 0, False
    early: list[str] = []
    for call in calls(trace.read_text("utf-8", "replace").splitlines()):
        if re.match(r"pwrite64\(\d+<[^>]*games\.sqlite3-wal>", call):
            unsynced = True
        elif re.match(r"f(data)?sync\(\d+<[^>]*games\.sqlite3-wal>\) += 0", call):
            synced, unsynced = synced + unsynced, False
        elif re.match(r"(sendto|sendmsg|write|writev)\(\d+<TCP", call):
            answers += 1
            if unsynced:
                early.append(call[:160])
    return Calls(synced, answers, early)


def calls(lines: list[str]) -> Iterator[str]:
    """Those of all threads: what is written counts from its beginning, a sync from its end."""
    unfinished_calls: dict[str, str] = {}
    for line in lines:
        thread, _, call = line.partition(" ")
        call = call.lstrip()
        if call.endswith("<unfinished ...>"):
            unfinished_calls[thread] = call.removesuffix("<unfinished ...>").rstrip()
            if "sync(" not in call:
                yield unfinished_calls[thread]
        elif not call.startswith("<..."):
            yield call
        elif "sync(" in unfinished_calls[thread]:
            yield unfinished_calls[thread] + call.partition(" resumed>")[2]


class Ways(NamedTuple):
    """How many requests of those that were looked for a sync let pass at once, and who was answered before one."""

    groups: list[int]
    answered: set[str]
    early: set[str]


def ways(trace: Path, clients: set[str]) -> Ways:
    """The way of each request: read from its line, written to the log, synced, answered on the same line."""
    asks: dict[str, str] = {}  # line: the request that is not answered yet
    written_keys: set[str] = set()
    covered: dict[str, set[str]] = {}  # thread: what was written before the sync that it waits for
    unfinished_calls: dict[str, str] = {}
    ways_found = Ways([], set(), set())
    synced: set[str] = set()
    for line in trace.read_text("utf-8", "replace").splitlines():
        thread, _, call = line.partition(" ")
        call, ends = call.lstrip(), not line.endswith("<unfinished ...>")
        if resumed := call.startswith("<..."):
            call = unfinished_calls.pop(thread) + call.partition(" resumed>")[2]
        elif not ends:
            unfinished_calls[thread] = call
        keys = {word for word in re.findall(r"[0-9a-f]{32}", call) if word in clients}
        if re.match(r"pwrite64\(\d+<[^>]*games\.sqlite3-wal>", call):
            written_keys |= keys
        elif re.match(r"f(data)?sync\(\d+<[^>]*games\.sqlite3-wal>", call):
            if not resumed:
                covered[thread] = written_keys - synced
            if ends:
                ways_found.groups.append(len(covered[thread]))
                synced |= covered.pop(thread)
        elif where := re.match(r"(\w+)\(\d+<(TCP[^>]*>?[^>]*)>", call):
            if where[1] in ("recvfrom", "read"):
                for client in keys:
                    asks[where[2]] = client
            elif not resumed and (client := asks.pop(where[2], None)):
                ways_found.answered.add(client)
                if client not in synced:
                    ways_found.early.add(client)
    return ways_found


def play_on(base: str, seed: int) -> list[str]:
    """A game of its own; the ids of the choices that were acknowledged."""
    players, dice, keys = begin_match(base, mode="draft"), random.Random(seed), []
    for at in range(CHOICES_PER_GAME):
        busy = players[at % 2]
        body = {
            "version": busy.moment()["version"],
            "choice": dice.choice(busy.options()),
            "idempotency_key": uuid4().hex,
        }
        query = {"answer": "short"} if seed % 2 else {}
        assert busy.ask("POST", f"games/{busy.game}/choices", body, busy.secret, **query).status_code == 200
        keys.append(str(body["idempotency_key"]))
    return keys


Played = Callable[[str], Any]


def quietly(base: str) -> None:
    """Two play, one choice after the other, and a third one watches."""
    players = begin_match(base)
    with players[0].open_stream(0, players[0].watch) as stream:
        play(players, 25, 5)
        assert stream.until("step")


def all_at_once(base: str) -> set[str]:
    with ThreadPoolExecutor(GAMES) as pool:
        return {client for keys in pool.map(lambda seed: play_on(base, seed), range(GAMES)) for client in keys}


@pytest.fixture
def trace_server(tmp_path: Path) -> Iterator[Callable[[str, Played], Any]]:
    """A server that is looked at while people play there."""
    running: list[subprocess.Popen[str]] = []

    def run(before: str, played: Played) -> Any:
        trace = tmp_path / "trace"
        look = ["strace", "-f", "-yy", "-s", str(MAX_LOOKED_AT_BYTES), "-e", f"trace={CALLS}", "-o", str(trace)]
        command = [*look, sys.executable, "-c", f"import sys\n{before}\n{SERVE}"]
        process = subprocess.Popen(command, env=environment(tmp_path), stdout=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout is not None
        base = process.stdout.readline().rpartition(" ")[2].strip()
        came = played(base)
        with trace.open() as lines:
            os.kill(int(lines.readline().split()[0]), signal.SIGTERM)
        process.communicate(timeout=300)
        return came

    yield run
    for process in running:
        if process.poll() is None:
            with suppress(ProcessLookupError, IndexError):
                os.kill(int((tmp_path / "trace").read_text().split()[0]), signal.SIGKILL)
        process.communicate()


TraceServer = Callable[[str, Played], Any]


def test_every_response_follows_its_sync(trace_server: TraceServer, tmp_path: Path) -> None:
    trace_server("", quietly)
    trace = read(tmp_path / "trace")
    assert trace.early == []
    assert trace.synced > 25  # a commit for each choice, and some before the first card
    assert trace.answers > 50


def test_concurrent_choices_are_synced_before_their_responses(trace_server: TraceServer, tmp_path: Path) -> None:
    clients = trace_server("", all_at_once)
    trace = ways(tmp_path / "trace", clients)
    assert len(clients) == GAMES * CHOICES_PER_GAME
    assert trace.answered == clients
    assert trace.early == set()
    assert max(trace.groups) > 1, "none came together with another one"


def test_the_check_detects_missing_syncs(trace_server: TraceServer, tmp_path: Path) -> None:
    trace_server(CARELESS, quietly)
    trace = read(tmp_path / "trace")
    assert trace.synced < 5
    assert len(trace.early) > 25


def test_the_check_detects_one_missing_sync_among_many(trace_server: TraceServer, tmp_path: Path) -> None:
    clients = trace_server(CARELESS, all_at_once)
    trace = ways(tmp_path / "trace", clients)
    assert trace.answered == clients
    assert len(trace.early) > GAMES


def test_a_running_server_has_durable_settings(tmp_path: Path) -> None:
    server = UnlimitedServerThread(tmp_path)
    for pragma, value in (("synchronous", 2), ("journal_mode", "wal")):
        response = server.call(
            lambda registry, name=pragma: registry.store.do(lambda db: db.exec_driver_sql(f"PRAGMA {name}").scalar())
        )
        assert response == value
    server.close()
