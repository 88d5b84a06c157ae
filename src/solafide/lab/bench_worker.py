"""The measurements of the benchmark; `python -m solafide.lab.bench_worker` runs them on request."""

import json
import random
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from itertools import cycle, repeat
from time import perf_counter
from typing import Any

from solafide.cards import builtin, tables
from solafide.game import FAITHS, Game, LiveNature, Options, determinize, record, verify
from solafide.kernel import codes as k
from solafide.kernel.build_mode import MODE
from solafide.kernel.network import Network, bench_evaluations
from solafide.kernel.playout import bench_copies, play_games
from solafide.kernel.state import State
from solafide.kernel.training import TrainableNetwork
from solafide.lab.training import TrainingRun, TrainingSettings, generation, playing_network
from solafide.players.agents.network_file import shipped_network
from solafide.players.agents.search_session import SearchSession

VERIFIED_GAMES = 2  # games of each measurement of `Game` that are verified
# Enough for a tree of a usual size; plain Python grows a small one as slowly as a large one.
ITERATIONS = 20_000 if MODE == "compiled" else 100
TRAINING_BLOCK_GAMES = 100 if MODE == "compiled" else 1  # games before the weights are written to the network


def rate(work: Callable[[int], float], seconds: float, first: int = 1) -> float:
    """Return how much work is done a second; `work` is called with growing portions until one takes long enough."""
    portion = first
    while True:
        begin = perf_counter()
        done = work(portion)
        took = perf_counter() - begin
        if took >= seconds / 2:
            return done / took
        portion = max(portion + 1, int(portion * min(10.0, 0.75 * seconds / max(took, 1e-6))))


def random_numbers() -> Callable[[], int]:
    """Return a source of precomputed random numbers, whose cost does not disturb the measurement."""
    chance = random.Random(1)
    return cycle([chance.randrange(1 << 30) for _ in range(65_537)]).__next__


def random_play(mode: str, seconds: float) -> float:
    """Decisions a second of random games inside the kernel."""
    table = tables(builtin(), draft=mode == "draft")
    return rate(lambda games: play_games(table, 1, games), seconds)


def driven_decisions(mode: str, seconds: float) -> float:
    """Decisions a second of random games driven by a loop in Python."""
    state = State(tables(builtin(), draft=mode == "draft"))
    state.autofill = 1
    random_number = random_numbers()
    options: Callable[[], list[int]] = state.options
    step: Callable[[int], None] = state.step

    def work(games: int) -> int:
        decisions = 0
        for game in range(games):
            state.new_game(game)
            while not state.over:
                legal_options = options()
                step(legal_options[random_number() % len(legal_options)])
                decisions += 1
        return decisions

    return rate(work, seconds)


def game_decisions(seconds: float) -> tuple[float, int]:
    """Decisions a second through `Game`, with choices as text, and how many of the games were verified."""
    chance = random.Random(1)
    last: list[Game] = []

    def work(games: int) -> int:
        last.clear()
        decisions = 0
        for _ in range(games):
            game = Game(Options(faiths="agreed"), nature=LiveNature(chance.randbytes(32)))
            while (decision := game.decision()) is not None:
                game.choose(chance.choice(decision.options))
                decisions += 1
            last.append(game)
        return decisions

    games_per_second = rate(work, seconds)
    for game in last[:VERIFIED_GAMES]:
        verify(record(game).text())
    return games_per_second, len(last[:VERIFIED_GAMES])


def midgame() -> State:
    """Return a state after sixty decisions."""
    state = State(tables(builtin()))
    state.autofill = 1
    state.new_game(1)
    for _ in range(60):
        state.step(state.options()[0])
    return state


def clones(seconds: float) -> float:
    """Copies a second, made one by one from Python."""
    clone: Callable[[], State] = midgame().clone

    def work(copies: int) -> int:
        for _ in repeat(None, copies):
            clone()
        return copies

    return rate(work, seconds, 100)


def copies(seconds: float) -> float:
    """Copies a second inside the kernel."""
    state = midgame()

    def work(count: int) -> int:
        bench_copies(state, count)
        return count

    return rate(work, seconds, 100)


def two_threads(seconds: float) -> float:
    """Return the speed of two threads relative to one."""
    table = tables(builtin())
    games = max(1, int(rate(lambda games: play_games(table, 1, games) and games, seconds / 4) * seconds / 2))
    return 2 * _seconds(table, games, 1) / _seconds(table, games, 2)


def _seconds(table: Any, games: int, threads: int) -> float:
    running_threads = [threading.Thread(target=play_games, args=(table, 1 + t, games)) for t in range(threads)]
    begin = perf_counter()
    for thread in running_threads:
        thread.start()
    for thread in running_threads:
        thread.join()
    return perf_counter() - begin


def search_iterations(playouts: bool, seconds: float) -> float:
    """Iterations a second of searches at the start of a first game, set-up of the search included."""
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    start = determinize(game.view("C"), 0)

    def work(searches: int) -> int:
        for seed in range(searches):
            SearchSession(start, FAITHS.index("C"), seed=seed, playouts=playouts).run(ITERATIONS)
        return searches * ITERATIONS

    return rate(work, seconds)


def load_shipped_network() -> Network:
    """Return the network that comes with the game."""
    network_file = shipped_network()
    if network_file.network is None:
        raise network_file.problem or LookupError
    return network_file.network


def evaluations(seconds: float) -> float:
    """Evaluations a second of a midgame position: features and network."""
    network, state = load_shipped_network(), midgame()

    def work(count: int) -> int:
        bench_evaluations(network, state, count)
        return count

    return rate(work, seconds, 10)


def training_games(seconds: float) -> float:
    """Training games a second, starting from the network that comes with the game, both modes in turn."""
    network = load_shipped_network()
    arrays = (network.weight_array, network.bias_array, network.output_array)
    weights, biases, outputs = ([number / k.UNIT_SCALE for number in part] for part in arrays)
    trainable = TrainableNetwork(
        weights, biases, outputs, [network.output_biases[f] / k.UNIT_SCALE**2 for f in range(2)]
    )
    settings = TrainingSettings(block=TRAINING_BLOCK_GAMES)
    learner = playing_network(trainable)
    training_run = TrainingRun(settings, builtin(), trainable, learner, learning_rate=settings.min_learning_rate)

    def work(blocks: int) -> int:
        games = 2 * blocks * TRAINING_BLOCK_GAMES
        generation(
            replace(training_run, settings=replace(settings, generation=games)), training_run.learning_rate, None
        )
        return games

    return rate(work, seconds)


MEASURES: dict[str, Callable[[float], Any]] = {
    "decisions_per_second": lambda seconds: random_play("first", seconds),
    "draft_decisions_per_second": lambda seconds: random_play("draft", seconds),
    "driven_decisions_per_second": lambda seconds: driven_decisions("first", seconds),
    "driven_draft_decisions_per_second": lambda seconds: driven_decisions("draft", seconds),
    "door_decisions_per_second": game_decisions,
    "clones_per_second": clones,
    "copies_per_second": copies,
    "two_threads": two_threads,
    "search_iterations_per_second": lambda seconds: search_iterations(False, seconds),
    "playout_iterations_per_second": lambda seconds: search_iterations(True, seconds),
    "evaluations_per_second": evaluations,
    "training_games_per_second": training_games,
}


def serve_requests() -> None:
    """Read requests from standard input, a line of JSON each, and answer each with a line of JSON."""
    print(json.dumps({"mode": MODE}), flush=True)
    for line in sys.stdin:
        request = json.loads(line)
        print(json.dumps(MEASURES[request["measure"]](request["seconds"])), flush=True)


if __name__ == "__main__":
    serve_requests()
