"""The benchmark measures the documented figures; no test checks how fast anything is."""

import json
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from solafide.kernel.build_mode import MODE
from solafide.lab import bench as benchmark
from solafide.lab import bench_openspiel, bench_worker

FIELDS = {field for _, field in benchmark.ROWS}


@pytest.fixture(scope="module")
def figures() -> Any:
    progress_calls: list[tuple[int, int]] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(benchmark, "QUICK_ROUNDS", 2)
        patch.setattr(benchmark, "QUICK_ROUND_DURATION_S", 0.01)
        result = benchmark.bench(quick=True, progress=lambda done, total: progress_calls.append((done, total)))
    assert progress_calls == [(n, progress_calls[-1][1]) for n in range(1, progress_calls[-1][1] + 1)]
    return json.loads(json.dumps(result))


def test_both_modes_have_every_figure(figures: Any) -> None:
    assert figures["compiled"] is not None or MODE == "plain"
    for mode in (mode for mode in benchmark.MODES if figures[mode] is not None):
        assert figures[mode].keys() == FIELDS | {"spread"}
        assert figures[mode]["spread"].keys() == FIELDS
        assert all(figures[mode][field] > 0 for field in FIELDS)
        assert all(0 <= part < 1 for part in figures[mode]["spread"].values())


def test_without_a_compiled_kernel_there_is_no_ratio(figures: Any) -> None:
    if figures["compiled"] is not None:
        assert figures["ratio"].keys() == FIELDS
        compiled, plain = figures["compiled"], figures["plain"]
        expected = compiled["decisions_per_second"] / plain["decisions_per_second"]
        assert figures["ratio"]["decisions_per_second"] == pytest.approx(expected, rel=0.001)
    else:
        assert figures["ratio"] is None


def test_games_of_the_benchmark_are_verified(figures: Any) -> None:
    modes = sum(figures[mode] is not None for mode in benchmark.MODES)
    assert figures["verified"] >= modes * figures["rounds"]


def test_only_requested_figures_are_measured(figures: Any) -> None:
    assert figures["peers"] is None
    assert figures["install_seconds"] is None


def test_a_rate_is_work_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = SimpleNamespace(now=0.0)

    def work(portion: int) -> int:
        clock.now += portion / 1000
        return portion

    monkeypatch.setattr(bench_worker, "perf_counter", lambda: clock.now)
    assert bench_worker.rate(work, 0.5) == pytest.approx(1000)


class Cards:
    """A game of OpenSpiel's shape: a deal, a choice of three, a move without a choice, the end."""

    ROUNDS = ([0, 1], [4, 5, 6], [7], [])

    def __init__(self, at: int = 0) -> None:
        self.at = at

    def is_terminal(self) -> bool:
        return self.at == 3

    def is_chance_node(self) -> bool:
        return self.at == 0

    def legal_actions(self) -> list[int]:
        return self.ROUNDS[self.at]

    def apply_action(self, action: int) -> None:
        assert action in self.ROUNDS[self.at]
        self.at += 1

    def clone(self) -> "Cards":
        return Cards(self.at)


def test_other_libraries_are_counted_in_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    rollouts: list[int] = []
    spiel = SimpleNamespace(
        load_game=lambda name: SimpleNamespace(new_initial_state=Cards),
        RandomRolloutEvaluator=lambda many, seed: many,
        MCTSBot=lambda game, many, *rest: SimpleNamespace(mcts_search=lambda state: rollouts.append(many)),
    )
    monkeypatch.setitem(sys.modules, "pyspiel", spiel)
    bench = bench_openspiel.OpenSpielBench("spades")
    assert bench.dealt_state.at == 1
    assert bench._play(Cards()) == 1
    assert bench._driven(5) == 5
    assert bench._clones(7) == 7
    monkeypatch.setattr(bench_openspiel, "rate", lambda work, seconds, first=1: work(40))
    assert [bench.measure(what, 1.0) for what in bench_openspiel.MEASURES] == [40, 40, 40]
    assert rollouts == [40]
