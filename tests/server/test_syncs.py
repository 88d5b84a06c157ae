"""Durable before visible: between what is written of a choice and its answer lies a sync, as the system sees it.

A server that is killed does not show a missing sync, for what it wrote survives in the system's memory.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import pytest

import solafide
from server.far import House, play, two

CALLS = "pwrite64,fdatasync,fsync,sendto,sendmsg,write,writev"
CARELESS = """
import sys
from solafide.server import file

prepare = file._prepare

def careless(raw, path):
    version = prepare(raw, path)
    raw.execute("PRAGMA synchronous = OFF")
    return version

file._prepare = careless
"""
SERVE = "from solafide.cli import main; sys.exit(main(['serve']))"


def traceable() -> bool:
    """Whether one may look at the calls of a process here."""
    if shutil.which("strace") is None:
        return False
    return subprocess.run(["strace", "-f", "-o", "/dev/null", "true"], capture_output=True).returncode == 0


pytestmark = pytest.mark.skipif(not traceable(), reason="strace is not installed, or not allowed")


def environment(folder: Path) -> dict[str, str]:
    kept = {name: os.environ[name] for name in ("PATH", "SOLAFIDE_PLAIN") if name in os.environ}
    kept |= {f"SOLAFIDE_LIMITS_{name}": "0" for name in ("RATE", "RATE_ALL", "TABLES")}
    kept |= {"PYTHONPATH": str(Path(solafide.__file__).parent.parent), "LANG": "C.UTF-8", "HOME": str(folder)}
    return kept | {"SOLAFIDE_PORT": "0", "SOLAFIDE_DATA": str(folder / "online"), "SOLAFIDE_LOG_LEVEL": "error"}


class Calls(NamedTuple):
    """What a server asked of the system: commits that were synced, answers, and answers that came before their sync."""

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
    begun: dict[str, str] = {}
    for line in lines:
        thread, _, call = line.partition(" ")
        call = call.lstrip()
        if call.endswith("<unfinished ...>"):
            begun[thread] = call.removesuffix("<unfinished ...>").rstrip()
            if "sync(" not in call:
                yield begun[thread]
        elif not call.startswith("<..."):
            yield call
        elif "sync(" in begun[thread]:
            yield begun[thread] + call.partition(" resumed>")[2]


@pytest.fixture
def traced(tmp_path: Path) -> Iterator[Callable[[str], Calls]]:
    """A server that is looked at while two people play there and a third one watches."""
    running: list[subprocess.Popen[str]] = []

    def run(before: str) -> Calls:
        trace = tmp_path / "trace"
        look = ["strace", "-f", "-yy", "-s", "60", "-e", f"trace={CALLS}", "-o", str(trace)]
        command = [*look, sys.executable, "-c", f"import sys\n{before}\n{SERVE}"]
        process = subprocess.Popen(command, env=environment(tmp_path), stdout=subprocess.PIPE, text=True)
        running.append(process)
        assert process.stdout is not None
        base = process.stdout.readline().rpartition(" ")[2].strip()
        players = two(base)
        with players[0].news(0, players[0].watch) as news:
            play(players, 25, 5)
            assert news.until("step")
        os.kill(int(trace.read_text().split()[0]), signal.SIGTERM)
        process.communicate(timeout=60)
        return read(trace)

    yield run
    for process in running:
        if process.poll() is None:
            with suppress(ProcessLookupError, IndexError):
                os.kill(int((tmp_path / "trace").read_text().split()[0]), signal.SIGKILL)
        process.communicate()


def test_every_answer_comes_after_its_sync(traced: Callable[[str], Calls]) -> None:
    found = traced("")
    assert found.early == []
    assert found.synced > 25  # a commit for each choice, and some before the first card
    assert found.answers > 50


def test_a_server_without_syncs_is_found_out(traced: Callable[[str], Calls]) -> None:
    found = traced(CARELESS)
    assert found.synced < 5
    assert len(found.early) > 25


def test_the_setting_of_a_server_that_runs(tmp_path: Path) -> None:
    house = House(tmp_path)
    for pragma, value in (("synchronous", 2), ("journal_mode", "wal")):
        found = house.call(
            lambda hall, name=pragma: hall.store.do(lambda db: db.exec_driver_sql(f"PRAGMA {name}").scalar())
        )
        assert found == value
    house.close()
