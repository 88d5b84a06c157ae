"""`solafide fuzz` and `solafide bench`: what they print, not how fast they are."""

import json
import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cli.running_command import RunningCommand, line_count
from solafide.commands.bench import short_number
from solafide.game import load
from solafide.lab import bench, bench_worker, fuzz
from solafide.lab.bench import ROWS
from solafide.lab.bench_openspiel import MEASURES
from solafide.lab.fuzz import FuzzBlock, FuzzSettings, play_block
from solafide.lab.invariant import InvariantBroken, Invariants
from solafide.text import LANGUAGES, catalogue


@pytest.mark.parametrize("lang", LANGUAGES)
def test_fuzz_finds_nothing(lang: str, call: Callable) -> None:
    code, out, err = call("fuzz", "--games", "2", "--deep", "0", "--lang", lang)
    assert (code, err) == (0, "")
    assert catalogue(lang).render("fuzz.missing", cards="")[:8] in out


def test_fuzz_in_json(call: Callable) -> None:
    code, out, _ = call("fuzz", "--games", "2", "--deep", "2", "--seed", "x", "--json")
    result = json.loads(out)
    assert code == 0
    assert set(result) == {"seed", "games", "deep", "steps", "decisions", "cards", "missing", "failure"}
    assert (result["seed"], result["games"], result["deep"], result["cards"], result["failure"]) == (
        "x",
        2,
        1,
        112,
        None,
    )


def test_fuzz_writes_the_record_of_a_failure(call: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise InvariantBroken("sixteen tokens")

    monkeypatch.setattr(Invariants, "check", broken)
    code, out, _ = call("fuzz", "--games", "5", "--failure", "found.solafide")
    assert code == 1
    assert "The record of the failure: found.solafide" in out
    assert load(Path("found.solafide")).outcome is None


def test_fuzz_resumes_from_a_journal(call: Callable) -> None:
    words = ("fuzz", "--games", "30", "--deep", "0", "--json")
    whole = call(*words).out
    assert call(*words, "--jobs", "2", "--journal", "journal").out == whole
    assert call(*words, "--journal", "journal").out == whole
    code, out, err = call(*words, "--seed", "1", "--journal", "journal")
    assert (code, out) == (2, "")
    assert "seed: 0 ≠ 1" in err


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_interrupted_fuzz_run_prints_how_to_resume(
    lang: str, call: Callable, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(settings: FuzzSettings, task: tuple[int, int, bool]) -> FuzzBlock:
        if task[0] == 2:
            raise KeyboardInterrupt
        return play_block(settings, task)

    monkeypatch.setattr(fuzz, "play_block", interrupted)
    words = ("fuzz", "--games", "30", "--deep", "0", "--lang", lang)
    texts = catalogue(lang)
    code, out, err = call(*words)
    assert code == 1
    assert texts.render("fuzz.ok", n=25, steps=0)[:8] in out
    assert err.splitlines() == [texts.render("fuzz.interrupted", n=25), texts.render("fuzz.no_journal")]
    code, _, err = call(*words, "--journal", "my journal")
    command = f"solafide fuzz --games 30 --deep 0 --journal 'my journal' --lang {lang}"
    assert (code, err.splitlines()[1]) == (1, texts.render("fuzz.resume", command=command))


@pytest.mark.parametrize(("signal_number", "jobs"), [(signal.SIGINT, "2"), (signal.SIGKILL, "1")])
def test_an_interrupted_or_killed_fuzz_run_gives_the_same_result(
    signal_number: signal.Signals, jobs: str, tmp_path: Path, call: Callable
) -> None:
    words = ("fuzz", "--games", "150", "--deep", "0", "--seed", "k", "--json")
    running = RunningCommand(tmp_path, *words, "--jobs", jobs, "--journal", "journal")
    journal = tmp_path / "journal"
    code, _, err = running.after(lambda: line_count(journal) >= 2, signal_number, group=signal_number == signal.SIGINT)
    assert code == (1 if signal_number == signal.SIGINT else -signal_number)
    assert "Traceback" not in err
    assert 2 <= line_count(journal) < 7
    assert call(*words, "--jobs", jobs, "--journal", "journal").out == call(*words).out


def test_bench(call: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    """With one measurement; tests/lab/test_bench.py makes them all."""
    monkeypatch.setattr(bench_worker, "MEASURES", {"decisions_per_second": None})
    monkeypatch.setattr(bench, "QUICK_ROUND_DURATION_S", 0.01)
    code, out, err = call("bench", "--quick", "--json")
    assert (code, err) == (0, "")
    result = json.loads(out)
    assert {"machine", "rounds", "seconds", "compiled", "plain", "ratio", "verified", "peers"} <= set(result)
    assert result["plain"]["decisions_per_second"] > 0
    assert result["compiled"] is None or result["compiled"]["decisions_per_second"] > 0


def test_bench_as_a_table(call: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    fields = [field for _, field in ROWS]
    mode = dict.fromkeys(fields, 2_000_000) | {"spread": {}}
    game = dict.fromkeys(MEASURES, 1000) | {"ratio": dict.fromkeys(MEASURES, 20.5)}
    figures = {"compiled": mode, "plain": mode, "ratio": dict.fromkeys(fields, 1.0), "verified": 3}
    figures |= {"peers": {"gin_rummy": game}, "install_seconds": 9.5}
    monkeypatch.setattr("solafide.commands.bench.bench", lambda **_: figures)
    for lang in LANGUAGES:
        code, out, _ = call("bench", "--openspiel", "--lang", lang)
        assert code == 0
        assert "2 M" in out
        assert ("×20.5" if lang == "en" else "×20,5") in out
        assert ("9.5 s" if lang == "en" else "9,5 s") in out
        assert max(map(len, out.split("\n"))) <= 100


def test_figures_are_short() -> None:
    assert [short_number(number, "en") for number in (18_123_456, 250_000, 1234, 1.957, 0.0412)] == [
        "18.12 M",
        "0.25 M",
        "1234",
        "1.96",
        "0.041",
    ]
