"""Measurements in this process, whichever mode it runs in; `python -m solafide.lab.bench_worker` obeys orders."""

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

SAMPLE = 2  # games of each measurement through the door that are replayed through `verify`
# Enough for a tree of a usual size; plain Python grows a small one as slowly as a large one.
ITERATIONS = 20_000 if MODE == "compiled" else 100
LESSONS = 100 if MODE == "compiled" else 1  # games between two writings down


def rate(work: Callable[[int], float], seconds: float, first: int = 1) -> float:
    """How much is done in a second: the work is asked for in such portions that one of them takes so long."""
    portion = first
    while True:
        begin = perf_counter()
        done = work(portion)
        took = perf_counter() - begin
        if took >= seconds / 2:
            return done / took
        portion = max(portion + 1, int(portion * min(10.0, 0.75 * seconds / max(took, 1e-6))))


def lots() -> Callable[[], int]:
    """Random numbers that cost next to nothing, so that the picking does not hide what is measured."""
    chance = random.Random(1)
    return cycle([chance.randrange(1 << 30) for _ in range(65_537)]).__next__


def random_play(mode: str, seconds: float) -> float:
    """Decisions a second of random games inside the kernel."""
    table = tables(builtin(), draft=mode == "draft")
    return rate(lambda games: play_games(table, 1, games), seconds)


def driven(mode: str, seconds: float) -> float:
    """Decisions a second with a loop in Python that asks for the options and takes one."""
    state = State(tables(builtin(), draft=mode == "draft"))
    state.autofill = 1
    lot = lots()
    options: Callable[[], list[int]] = state.options
    step: Callable[[int], None] = state.step

    def work(games: int) -> int:
        decisions = 0
        for game in range(games):
            state.new_game(game)
            while not state.over:
                offered = options()
                step(offered[lot() % len(offered)])
                decisions += 1
        return decisions

    return rate(work, seconds)


def through_the_door(seconds: float) -> tuple[float, int]:
    """Decisions a second through `Game`, with choices as text; some of the games are verified, and counted."""
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
    for game in last[:SAMPLE]:
        verify(record(game).text())
    return games_per_second, len(last[:SAMPLE])


def midgame() -> State:
    """A state to copy: a game after some sixty decisions."""
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

    def work(many: int) -> int:
        bench_copies(state, many)
        return many

    return rate(work, seconds, 100)


def two_threads(seconds: float) -> float:
    """How much more two threads do than one in the same time."""
    table = tables(builtin())
    games = max(1, int(rate(lambda games: play_games(table, 1, games) and games, seconds / 4) * seconds / 2))
    return 2 * _took(table, games, 1) / _took(table, games, 2)


def _took(table: Any, games: int, threads: int) -> float:
    working = [threading.Thread(target=play_games, args=(table, 1 + t, games)) for t in range(threads)]
    begin = perf_counter()
    for thread in working:
        thread.start()
    for thread in working:
        thread.join()
    return perf_counter() - begin


def searched(playouts: bool, seconds: float) -> float:
    """Iterations a second of searches by the one who begins a first game; what it takes to begin counts too."""
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    start = determinize(game.view("C"), 0)

    def work(searches: int) -> int:
        for seed in range(searches):
            SearchSession(start, FAITHS.index("C"), seed=seed, playouts=playouts).run(ITERATIONS)
        return searches * ITERATIONS

    return rate(work, seconds)


def learned() -> Network:
    """The network that comes with the game."""
    network_file = shipped_network()
    if network_file.network is None:
        raise network_file.problem or LookupError
    return network_file.network


def evaluations(seconds: float) -> float:
    """Evaluations a second of a position in the midst of a game: what is seen there, and what the network says."""
    network, state = learned(), midgame()

    def work(many: int) -> int:
        bench_evaluations(network, state, many)
        return many

    return rate(work, seconds, 10)


def lessons(seconds: float) -> float:
    """Games a second of training as it goes on from the network that comes with the game, both modes in turn."""
    network = learned()
    arrays = (network.weight_array, network.bias_array, network.output_array)
    weights, biases, outputs = ([number / k.UNIT_SCALE for number in part] for part in arrays)
    pupil = TrainableNetwork(weights, biases, outputs, [network.output_biases[f] / k.UNIT_SCALE**2 for f in range(2)])
    settings = TrainingSettings(block=LESSONS)
    school = TrainingRun(settings, builtin(), pupil, playing_network(pupil), rate=settings.slowest)

    def work(blocks: int) -> int:
        games = 2 * blocks * LESSONS
        generation(replace(school, settings=replace(settings, generation=games)), school.rate, None)
        return games

    return rate(work, seconds)


MEASURES: dict[str, Callable[[float], Any]] = {
    "decisions_per_second": lambda seconds: random_play("first", seconds),
    "draft_decisions_per_second": lambda seconds: random_play("draft", seconds),
    "driven_decisions_per_second": lambda seconds: driven("first", seconds),
    "driven_draft_decisions_per_second": lambda seconds: driven("draft", seconds),
    "door_decisions_per_second": through_the_door,
    "clones_per_second": clones,
    "copies_per_second": copies,
    "two_threads": two_threads,
    "search_iterations_per_second": lambda seconds: searched(False, seconds),
    "playout_iterations_per_second": lambda seconds: searched(True, seconds),
    "evaluations_per_second": evaluations,
    "training_games_per_second": lessons,
}


def obey() -> None:
    """Take orders, a line of JSON each, and answer each with a line."""
    print(json.dumps({"mode": MODE}), flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        print(json.dumps(MEASURES[order["measure"]](order["seconds"])), flush=True)


if __name__ == "__main__":
    obey()
