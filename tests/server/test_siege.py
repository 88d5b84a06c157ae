"""`tools/siege.py`: the server withstands a short siege, and the siege notices what would be wrong."""

import asyncio
import doctest
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import solafide
from server.http_client import TIMEOUT_S
from solafide.game import Game, LiveNature, Options, record

TOOL = Path(__file__).parents[2] / "tools" / "siege.py"
ENVIRON = os.environ | {"PYTHONPATH": str(Path(solafide.__file__).parent.parent)}
MIN_TRIED = {
    "requests": 300,
    "races": 12,
    "slow clients": 5,
    "webhooks": 20,
    "kills, SQLite": 1,
    "disk faults": 5,
    "damaged files": 300,
}
COUNTS = ("server_errors", "lost_choices", "doubled_choices", "leaks")


@pytest.fixture
def tools(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(TOOL.parent))


@pytest.mark.process
def test_a_short_siege(tmp_path: Path) -> None:
    results_file = tmp_path / "results"
    command = [sys.executable, str(TOOL), "--short", "--results", str(results_file)]
    done = subprocess.run(command, env=ENVIRON, capture_output=True, text=True, encoding="utf-8", timeout=500)
    assert done.returncode == 0, done.stdout + done.stderr
    results = {result["attack"]: result for result in map(json.loads, results_file.read_text("utf-8").splitlines())}
    for attack, tried in MIN_TRIED.items():
        assert results[attack]["tried"] >= tried, attack
    for result in results.values():
        assert result["withstood"] == result["tried"], result
        assert [result[count] for count in COUNTS] == [0, 0, 0, 0], result
    searches = [result for name, result in results.items() if name.startswith("search of what was sent")]
    assert len(searches) == 3
    for search in searches:
        assert search["kinds"]["message"] > 0, "no message was compared with another world"
        assert search["kinds"]["acknowledged choices"] > 0
        assert search["tried"] > search["kinds"]["acknowledged choices"]


@pytest.mark.parametrize("name", ["report", "loopback", "waits"])
def test_attack_examples(tools: None, name: str) -> None:
    failed, examples = doctest.testmod(import_module(f"attack.{name}"))
    assert examples
    assert not failed


# ---------------------------------------------------------------- the siege notices what is wrong


def test_no_other_machine_is_attacked() -> None:
    """In a process of its own: the check cannot be undone."""
    script = (
        "import socket\n"
        "from attack.loopback import NotLoopback, refuse_other_machines\n"
        "refuse_other_machines()\n"
        "attempts = [lambda: socket.socket().connect(('192.0.2.1', 80)), lambda: socket.getaddrinfo('a.example', 1)]\n"
        "for connect in attempts:\n"
        "    try:\n"
        "        connect()\n"
        "    except NotLoopback:\n"
        "        print('refused')\n"
    )
    environ = ENVIRON | {"PYTHONPATH": str(TOOL.parent)}
    done = subprocess.run([sys.executable, "-c", script], env=environ, capture_output=True, text=True, timeout=300)
    assert done.stdout == "refused\nrefused\n", done.stderr


def test_each_finding_fails_the_siege(tools: None) -> None:
    report = import_module("attack.report")
    assert not report.AttackResult("kills", 3, 3).failed
    for finding in (*COUNTS, "tried"):
        assert report.AttackResult("kills", **{finding: 1}).failed, finding
    assert report.AttackResult("kills", failures=["a traceback in the log"]).failed


@pytest.mark.parametrize(
    ("status", "may_pass", "withstood"),
    [(422, False, 1), (0, False, 1), (503, False, 1), (200, True, 1), (200, False, 0), (500, True, 0), (-1, True, 0)],
)
def test_requests_are_judged_by_their_answer(tools: None, status: int, may_pass: bool, withstood: int) -> None:
    request_attack, index = import_module("attack.request_attack"), import_module("attack.secret_search").SecretIndex()
    request = import_module("attack.illegal_requests").IllegalRequest("test", [b""], may_pass)
    result = import_module("attack.report").AttackResult("requests")
    request_attack.judge(request, import_module("attack.raw_http").RawAnswer(status), index, result)
    assert (result.withstood, result.server_errors) == (withstood, int(status == 500))


def test_each_turn_of_a_repeated_attack_has_other_random_numbers(tools: None, tmp_path: Path) -> None:
    """Else a long run sends the same requests again and again."""
    run = import_module("attack.run")
    siege = run.Siege(run.SHORT_RUN.__class__(**{**vars(run.SHORT_RUN), "minutes": 0.01}), 7, tmp_path)
    sent: list[float] = []

    async def attack(turn: int) -> None:
        sent.append(siege.random("requests", turn).random())
        await asyncio.sleep(0.2)

    asyncio.run(siege._repeat(import_module("attack.report").AttackResult("requests"), attack))
    assert len(set(sent)) == len(sent) > 1


@pytest.mark.parametrize(
    ("line", "is_error"),
    [
        ('{"at": "2026-01-01T00:00:00.000Z", "level": "info", "text": "request", "status": 200}', False),
        ('{"at": "2026-01-01T00:00:00.000Z", "level": "error", "text": "Exception in callback"}', True),
        ("Traceback (most recent call last):", True),
        ("RuntimeError: the connection is closed", True),
    ],
)
def test_errors_in_the_log_are_found(tools: None, line: str, is_error: bool) -> None:
    assert bool(import_module("attack.run").errors_in(f"Sola Fide listens\n{line}\n")) is is_error


def test_a_loop_that_is_held_up_is_noted(tools: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Work between two beats counts as computed; a short beat is not noted."""
    loop_watch = import_module("attack.loop_watch")
    watch, computed_s = loop_watch.LoopWatch(tmp_path / "loop.jsonl"), 0.0
    assert watch._thread_figures()[0] > 0
    monkeypatch.setattr(watch, "_thread_figures", lambda: (computed_s, 0.0))
    watch._beat()
    watch._beat()
    assert loop_watch.worst_ms(tmp_path / "loop.jsonl")["cpu_ms"] == 0
    computed_s += 2 * loop_watch.NOTED_CPU_S
    watch._beat()
    assert loop_watch.worst_ms(tmp_path / "loop.jsonl")["cpu_ms"] == 2000 * loop_watch.NOTED_CPU_S


def test_waits_of_the_machine_are_told_from_those_of_the_server(tools: None, tmp_path: Path) -> None:
    """One wait while this tool was late, one while the loop had no processor, one for which the server computed."""
    waits, file = import_module("attack.waits"), tmp_path / "loop.jsonl"
    watch = import_module("attack.loop_watch").LoopWatch(file)
    watch._write(10.0, 10.9, 0.9, 0.1, 0.8)
    watch._write(20.0, 20.8, 0.8, 0.75, 0.0)
    with file.open("a") as half_written:
        half_written.write('{"late_ms": 9')
    honest = [(1.0, 0.1), (5.0, 1.0), (10.0, 0.9), (20.0, 0.8)]
    explained = waits.explain_waits(honest, [(5.0, 5.9)], waits.read_loop_delays(file))
    assert [wait.due for wait in explained] == [5.0, 10.0, 20.0]
    assert [round(wait.server_s, 2) for wait in explained] == [0.1, 0.1, 0.8]
    assert [round(wait.computed_s, 2) for wait in explained] == [0, 0.1, 0.75]
    result = import_module("attack.report").AttackResult("races")
    result.note_waits(honest, explained)
    assert (result.waits, result.waits_over_200_ms, result.server_waits_over_200_ms) == (4, 3, 1)
    assert result.worst_server_wait_ms == 800


def test_secrets_in_answers_and_logs_are_found(tools: None) -> None:
    index = import_module("attack.secret_search").SecretIndex()
    seat_secret, game_id = "s" * 43, "g" * 22
    index.add(seat_secret)
    index.game_ids.add(game_id.encode())
    assert index.search("answer", b'{"secret":"%s"}' % seat_secret.encode()) == 1
    assert index.search("answer", b'{"game":"%s"}' % game_id.encode()) == 0
    fine = {"time": "2026-01-01T00:00:00.000+00:00", "level": "info", "route": "/api/games/{game}", "status": 200}
    assert index.search_logs(json.dumps(fine)) == 0
    for planted in (seat_secret, game_id, "127.3.2.1", "2001:db8::7:1", "fe80:0:0:0:1:2:3:4"):
        assert index.search_logs(json.dumps(fine | {"message": f"from {planted}"})) == 1, planted


def test_lost_and_doubled_choices_are_found(tools: None) -> None:
    result = import_module("attack.report").AttackResult("races")
    races = import_module("attack.races").Races.__new__(import_module("attack.races").Races)
    races.result, races.acknowledged = result, {"race-1": "draw", "race-2": "draw", "race-3": "draw"}
    races.compare_with_ledger([("race-1", "draw"), ("race-2", "draw"), ("race-2", "draw"), ("load1", "draw")])
    assert (result.lost_choices, result.doubled_choices) == (1, 1)


def played_game() -> Game:
    dice, game = (
        random.Random(5),
        Game(Options(faiths="agreed", turn_limit=30, first="C"), nature=LiveNature(bytes(32))),
    )
    while (decision := game.decision()) is not None:
        game.choose(dice.choice(decision.options), decision.who)
    return game


@pytest.mark.parametrize("planted", [False, True], ids=["honest", "planted"])
def test_a_hidden_card_in_a_message_is_found(tools: None, planted: bool) -> None:
    """The opponent's draws, sent as the seat may know them, or with the card as the opponent may know it."""
    secret_search, two_worlds = import_module("attack.secret_search"), import_module("attack.two_worlds")
    game = played_game()
    traffic = secret_search.GameTraffic("game", {}, record=record(game).text())
    again = Game.again(game.options, game.cards, LiveNature(bytes(32)))
    for who, choice in game.choices:
        again.follow(who, choice)
        event = again.events("C")[-1]
        if event["event"] == "drew" and event["by"] == "P" and not again.over:
            sent_events: Any = again.events("P" if planted else "C")[-1:]
            message = {"step": again.version_for("C"), "events": sent_events, "decision": None}
            traffic.messages["1"].append(json.dumps(message).encode())
    assert len(traffic.messages["1"]) > 3
    result = import_module("attack.report").AttackResult("search")
    two_worlds.compare_worlds(traffic, result, random.Random(1), 100)
    assert result.tried > 0
    assert (result.withstood < result.tried) is planted


def test_a_backup_with_problems_is_refused_in_words(tools: None, tmp_path: Path) -> None:
    """As the command line does: the sentence needs the name of the file."""
    damaged_files = import_module("attack.damaged_files")
    problems = [import_module("solafide.server.matches.backup_check").BackupProblem("backup.problem.pages", {})]
    files = damaged_files.DamagedFiles(random.Random(1), tmp_path)

    def refuse(data: bytes) -> None:
        raise damaged_files.DamagedBackup(problems, len(problems))

    files._restore = refuse
    assert files.read("backup")


def test_an_exception_and_a_hang_of_a_reader_are_found(
    tools: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    damaged_files = import_module("attack.damaged_files")

    def broken(text: str) -> None:
        if len(text) % 2:
            raise KeyError(text)
        end = time.process_time() + TIMEOUT_S
        while time.process_time() < end:
            pass

    monkeypatch.setattr(damaged_files, "verify", broken)
    monkeypatch.setattr(damaged_files, "MAX_READ_CPU_S", 0.01)
    monkeypatch.setattr(damaged_files, "SHARES", {"record": 1})
    monkeypatch.setattr(damaged_files, "ROOT", TOOL.parent.parent)
    result = import_module("attack.report").AttackResult("files")
    damaged_files.attack_readers(random.Random(1), 8, result)
    assert (result.tried, result.withstood) == (8, 0)
    assert {failure.split("'")[0].split(" at ")[0][:17] for failure in result.failures} == {
        "record: KeyError(",
        "record: TooSlow()",
    }
