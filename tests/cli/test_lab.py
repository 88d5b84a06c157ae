"""`solafide fuzz` and `solafide bench`: what they print, not how fast they are."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from solafide.commands.bench import shown
from solafide.game import load
from solafide.lab import random_kernel_game
from solafide.lab.invariant import Broken
from solafide.text import LANGUAGES, catalogue


@pytest.mark.parametrize("lang", LANGUAGES)
def test_fuzz_finds_nothing(lang: str, call: Callable) -> None:
    code, out, err = call("fuzz", "--games", "2", "--deep", "0", "--lang", lang)
    assert (code, err) == (0, "")
    assert catalogue(lang).say("fuzz.missing", cards="")[:8] in out


def test_fuzz_in_json(call: Callable) -> None:
    code, out, _ = call("fuzz", "--games", "2", "--deep", "2", "--seed", "x", "--json")
    told = json.loads(out)
    assert code == 0
    assert set(told) == {"seed", "games", "deep", "steps", "decisions", "cards", "missing", "failure"}
    assert (told["seed"], told["games"], told["deep"], told["cards"], told["failure"]) == ("x", 2, 1, 112, None)


def test_fuzz_writes_the_record_of_a_failure(call: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: Any) -> None:
        raise Broken("sixteen tokens")

    monkeypatch.setattr(random_kernel_game.Invariants, "check", broken)
    code, out, _ = call("fuzz", "--games", "5", "--failure", "found.solafide")
    assert code == 1
    assert "The record of the failure: found.solafide" in out
    assert load(Path("found.solafide")).outcome is None


def test_bench(call: Callable) -> None:
    code, out, err = call("bench", "--quick", "--json")
    assert (code, err) == (0, "")
    told = json.loads(out)
    assert {"machine", "rounds", "seconds", "compiled", "plain", "ratio", "verified", "peers"} <= set(told)
    assert told["plain"]["decisions_per_second"] > 0
    assert told["compiled"] is None or told["compiled"]["decisions_per_second"] > 0


def test_bench_as_a_table(call: Callable, monkeypatch: pytest.MonkeyPatch) -> None:
    from solafide.commands import bench

    fields = [field for _, field in bench.ROWS]
    mode = dict.fromkeys(fields, 2_000_000) | {"spread": {}}
    game = dict.fromkeys(bench.MEASURES, 1000) | {"ratio": dict.fromkeys(bench.MEASURES, 20.5)}
    figures = {"compiled": mode, "plain": mode, "ratio": dict.fromkeys(fields, 1.0), "verified": 3}
    figures |= {"peers": {"gin_rummy": game}, "install_seconds": 9.5}
    monkeypatch.setattr(bench, "bench", lambda **_: figures)
    for lang in LANGUAGES:
        code, out, _ = call("bench", "--openspiel", "--lang", lang)
        assert code == 0
        assert "2 M" in out
        assert ("×20.5" if lang == "en" else "×20,5") in out
        assert ("9.5 s" if lang == "en" else "9,5 s") in out
        assert max(map(len, out.split("\n"))) <= 100


def test_figures_are_short() -> None:
    assert [shown(number, "en") for number in (18_123_456, 250_000, 1234, 1.957, 0.0412)] == [
        "18.12 M",
        "0.25 M",
        "1234",
        "1.96",
        "0.041",
    ]
