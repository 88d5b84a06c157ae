"""Training by self-play: a network plays against itself and its earlier versions until it stops improving."""

import hashlib
import json
import random
import time
import zlib
from array import array
from collections.abc import Callable
from contextlib import closing
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from solafide.cards import CardSet, builtin, tables
from solafide.game import SolaFideError
from solafide.kernel import codes as k
from solafide.kernel.network import Network
from solafide.kernel.state import State
from solafide.kernel.training import TrainableNetwork, play_contest
from solafide.lab import Progress
from solafide.lab.play_game import set_from, text_of
from solafide.lab.process_pool import InlinePool, TaskPool, open_pool
from solafide.players.agents.network_file import LAYER_SIZES, card_hashes, network_bytes, network_from_bytes

FORMAT = "solafide training 2"
BOTH_FAITHS_BITS = 0b11
MAX_TURNS = 500  # an untrained network may never end a game


@dataclass(frozen=True)
class TrainingSettings:
    """All settings of a training; together with the cards they decide its result."""

    seed: int = 1517
    generation: int = 20_000  # games in a generation
    block: int = 100  # games between two updates of the network that plays
    learning_rate: float = 0.005  # at the start; halved after a generation that is no better
    min_learning_rate: float = 0.001  # below this, training without search ends
    mean_update_share: float = 0.03  # the network that plays is a moving average of the weights: share of the newest
    trace_decay: float = 0.85  # lambda of TD(lambda): how much the estimate of a turn later counts
    random_permille: int = 40  # exploration: choices of a thousand made at random
    past_networks: int = 8  # how many past generations are kept as opponents
    past_network_interval_blocks: int = 4  # of so many blocks, one is played against a past generation
    contest: int = 500  # games of each mode and seating against the generation before
    games: int = 0  # end after this many games; 0: when the network no longer improves
    against: str = ""  # best response: the name of the one network that is played against
    search_generations: int = 8  # generations at the end in which both sides search
    search_generation_games: int = 2_500  # games in such a generation
    iterations: int = 64  # of that search, for each decision
    search_learning_rate: float = 0.001  # in the first of these generations; it falls with each one
    start: str = ""  # SHA-256 of the network file whose weights are the first ones; else they are small and random
    batch: int = 1  # blocks that start from the same weights, so that as many workers can play them at once


# Names of settings in checkpoints and network files, where they differ from the fields of TrainingSettings.
STORED_NAMES = {
    "learning_rate": "rate",
    "min_learning_rate": "slowest",
    "mean_update_share": "share",
    "trace_decay": "fading",
    "random_permille": "astray",
    "past_networks": "rivals",
    "past_network_interval_blocks": "meetings",
    "search_generations": "studies",
    "search_generation_games": "study",
    "search_learning_rate": "study_rate",
}


def stored_settings(settings: TrainingSettings) -> dict[str, Any]:
    """Return settings by the names under which checkpoints and network files store them.

    A batch of one and an empty start are left out, as in files from before there were such settings.
    """
    stored = {STORED_NAMES.get(name, name): value for name, value in asdict(settings).items()}
    if settings.batch == 1:
        del stored["batch"]
    if not settings.start:
        del stored["start"]
    return stored


@dataclass
class TrainingRun:
    """The state of a training: the network so far, its past versions to play against, and the training log."""

    settings: TrainingSettings
    cards: CardSet
    trainable: TrainableNetwork
    network: Network
    past_networks: list[Network] = field(default_factory=list)
    training_log: list[dict[str, Any]] = field(default_factory=list)
    learning_rate: float = 0.0
    fixed_opponent: Network | None = None  # best response: the one network that is played against


def begin(
    settings: TrainingSettings,
    cards: CardSet | None = None,
    opponent: Network | None = None,
    start: Network | None = None,
) -> TrainingRun:
    """Start a training run with small random weights from the seed, or with those of another network."""
    trainable = trainable_network(start) if start else _random_network(settings.seed)
    return TrainingRun(
        settings, cards or builtin(), trainable, playing_network(trainable), [], [], settings.learning_rate, opponent
    )


def _random_network(seed: int) -> TrainableNetwork:
    source = random.Random(f"solafide training {seed}")
    weights = [source.uniform(-0.06, 0.06) for _ in range(LAYER_SIZES[0])]
    biases = [source.uniform(0.3, 0.7) for _ in range(LAYER_SIZES[1])]
    outputs = [source.uniform(-0.3, 0.3) for _ in range(LAYER_SIZES[2])]
    return TrainableNetwork(weights, biases, outputs, [0.0, 0.0])


def trainable_network(network: Network) -> TrainableNetwork:
    """Return a network in training that begins with the weights of one that plays."""
    parts = (network.weight_array, network.bias_array, network.output_array)
    weights, biases, outputs = ([number / k.UNIT_SCALE for number in part] for part in parts)
    shifts = [network.output_biases[f] / k.UNIT_SCALE**2 for f in range(2)]
    return TrainableNetwork(weights, biases, outputs, shifts)


def playing_network(trainable: TrainableNetwork) -> Network:
    """Return a network that plays with the present weights of a trainable network."""
    nothing = [bytes(2 * size) for size in LAYER_SIZES]
    network = Network(nothing[0], nothing[1], nothing[2], [0, 0], [85] * (2 * k.CARDS_PER_FAITH))
    trainable.write_to(network)
    return network


def train(
    run: TrainingRun,
    progress: Progress | None = None,
    on_generation: Callable[[TrainingRun], None] | None = None,
    jobs: int | None = 1,
    ray_address: str | None = None,
) -> Network:
    """Train until the run is finished; `on_generation` is called after each generation, to write a checkpoint.

    jobs: processes, None for one on each core; ray_address: of a cluster. The weights do not depend on them, and with
    batches of one block there is work for one process only.
    """
    with closing(open_pool(train_block, jobs, ray_address)) as pool:
        while not is_finished(run):
            before, rate = playing_network(run.trainable), next_learning_rate(run)
            started = time.perf_counter()
            generation(run, rate, progress, pool)
            add_log_entry(run, before, rate, time.perf_counter() - started)
            if on_generation:
                on_generation(run)
    return run.network


def is_finished(run: TrainingRun) -> bool:
    settings = run.settings
    if settings.games:
        return int(run.trainable.games) >= settings.games
    return (
        run.learning_rate < settings.min_learning_rate
        and finished_search_generations(run) >= settings.search_generations
    )


def finished_search_generations(run: TrainingRun) -> int:
    """Return the number of generations in which both sides searched."""
    return sum(entry["searched"] for entry in run.training_log)


def uses_search(run: TrainingRun) -> bool:
    """Whether the next generation searches: games are played without search until that no longer helps."""
    return not run.settings.games and run.learning_rate < run.settings.min_learning_rate


def next_learning_rate(run: TrainingRun) -> float:
    """Return the learning rate of the next generation; against a fixed opponent it falls until the last game."""
    if run.fixed_opponent is not None and run.settings.games:
        return run.learning_rate * (1 - 0.9 * min(1.0, int(run.trainable.games) / run.settings.games))
    if not uses_search(run):
        return run.learning_rate
    finished_share = finished_search_generations(run) / run.settings.search_generations
    return run.settings.search_learning_rate * (1 - 0.8 * finished_share)


def generation(run: TrainingRun, rate: float, progress: Progress | None, pool: TaskPool | None = None) -> None:
    """Train one generation, block after block or, in batches, several blocks at once."""
    settings = run.settings
    blocks = (settings.search_generation_games if uses_search(run) else settings.generation) // settings.block
    for first in range(0, blocks, settings.batch):
        numbers = range(first, min(first + settings.batch, blocks))
        if settings.batch == 1:
            train_in_place(run, first, rate)
        else:
            train_batch(run, numbers, rate, pool or InlinePool(train_block))
        run.trainable.write_to(run.network)
        if progress:
            progress(numbers.stop, blocks)


def train_in_place(run: TrainingRun, block: int, rate: float) -> None:
    """Play a block of games and learn from them, in this process."""
    settings = run.settings
    seed, catholic, protestant, learners = _block_seats(run, block)
    state = _block_state(run.cards, block)
    run.trainable.use_search(state, run.network, seed, settings.iterations if uses_search(run) else 0)
    run.trainable.train(
        state,
        *(catholic, protestant, learners, seed, settings.block),
        *(settings.random_permille, rate, settings.trace_decay),
    )
    run.trainable.update_mean(settings.mean_update_share)


def _block_state(cards: CardSet, block: int) -> State:
    """Return the state in which a block is played: blocks alternate between the modes."""
    state = State(tables(cards, draft=block % 2 == 1, turn_limit=MAX_TURNS))
    state.new_game(0)
    return state


def _block_seats(run: TrainingRun, block: int) -> tuple[int, Network, Network, int]:
    """Return the seed of a block, the networks that play it, and which faiths learn from it."""
    source = random.Random(f"{run.settings.seed}/{len(run.training_log)}/{block}")
    seats = _seats(run, block, source)
    return source.getrandbits(63), *seats


# ---------------------------------------------------------------- batches: blocks that start from the same weights


@dataclass(frozen=True)
class BlockTask:
    """A unit of work: a block of games, and all that decides what is learned from it."""

    block: int
    settings: TrainingSettings
    cards: str | None  # as `text_of` gives it
    start: dict[str, Any]  # the checkpoint of the network in training
    network: bytes  # the network that searches, and usually plays both faiths
    catholic: bytes
    protestant: bytes
    learners: int
    seed: int
    rate: float
    iterations: int
    max_turns: int


def train_block(task: BlockTask) -> dict[str, Any]:
    """Play a block of games and learn from them; return the checkpoint after it. It depends on the task alone."""
    trainable = _trainable_of(task.start)
    state = State(tables(set_from(task.cards), draft=task.block % 2 == 1, turn_limit=task.max_turns))
    state.new_game(0)
    trainable.use_search(state, network_from_bytes(task.network), task.seed, task.iterations)
    settings = task.settings
    trainable.train(
        state,
        network_from_bytes(task.catholic),
        network_from_bytes(task.protestant),
        *(task.learners, task.seed, settings.block),
        *(settings.random_permille, task.rate, settings.trace_decay),
    )
    return trainable.checkpoint()


def train_batch(run: TrainingRun, blocks: range, rate: float, pool: TaskPool) -> None:
    """Train blocks from the same weights, and take the mean of the results: adding up what they change diverges."""
    start = run.trainable.checkpoint()
    tasks = [block_task(run, block, rate, start) for block in blocks]
    ends = {task.block: end for task, end in pool.run(tasks)}
    run.trainable = merged_network(start, [ends[block] for block in blocks])
    for _ in blocks:
        run.trainable.update_mean(run.settings.mean_update_share)


def block_task(run: TrainingRun, block: int, rate: float, start: dict[str, Any]) -> BlockTask:
    seed, *networks, learners = _block_seats(run, block)
    catholic, protestant = map(network_bytes, networks)
    iterations = run.settings.iterations if uses_search(run) else 0
    return BlockTask(
        *(block, run.settings, text_of(run.cards), start, network_bytes(run.network), catholic, protestant),
        *(learners, seed, rate, iterations, MAX_TURNS),
    )


def merged_network(start: dict[str, Any], ends: list[dict[str, Any]]) -> TrainableNetwork:
    """Return the network after a batch: the mean of the weights after each block, and all that was counted."""
    merged = dict(start)
    for name in ("weights", "biases", "outputs", "shifts"):
        merged[name] = _mean_of([end[name] for end in ends])
    for name in ("offered", "kept"):
        merged[name] = _count_of(start[name], [end[name] for end in ends])
    merged["games"] = start["games"] + sum(end["games"] - start["games"] for end in ends)
    merged["chances"] = ends[-1]["chances"]
    return _trainable_of(merged)


def _mean_of(ends: list[Any]) -> list[float]:
    """Return the mean of several lists, number by number, added up in their order.

    >>> _mean_of([[1, 4], [2, 2]])
    [1.5, 3.0]
    """
    return [sum(numbers) / len(ends) for numbers in zip(*ends, strict=True)]


def _count_of(start: list[int], ends: list[list[int]]) -> list[int]:
    """Return the counts at the start and what each end has counted since.

    >>> _count_of([1, 2], [[1, 3], [4, 2]])
    [4, 3]
    """
    return [before + sum(after - before for after in counts) for before, *counts in zip(start, *ends, strict=True)]


def _trainable_of(state: dict[str, Any]) -> TrainableNetwork:
    """Return the network in training of a checkpoint."""
    trainable = TrainableNetwork(state["weights"], state["biases"], state["outputs"], state["shifts"])
    trainable.resume(state["mean"], state["chances"], state["offered"], state["kept"], state["games"])
    return trainable


def _seats(run: TrainingRun, block: int, source: random.Random) -> tuple[Network, Network, int]:
    """Return the networks that play a block, and which faiths learn from it."""
    opponent = run.fixed_opponent
    # Blocks alternate between the modes: // 2 gives both modes their past networks.
    against_past = block // 2 % run.settings.past_network_interval_blocks == 0 and not uses_search(run)
    if opponent is None and run.past_networks and against_past:
        opponent = source.choice(run.past_networks)
    if opponent is None:
        return run.network, run.network, BOTH_FAITHS_BITS
    if source.random() < 0.5:
        return run.network, opponent, 1 << k.CATHOLIC
    return opponent, run.network, 1 << k.PROTESTANT


def add_log_entry(run: TrainingRun, before: Network, rate: float, seconds: float) -> None:
    """Add a generation to the training log; if it is no better than the one before, halve the learning rate."""
    settings, number, search = run.settings, len(run.training_log), uses_search(run)
    opponent = run.fixed_opponent or before
    scores = {}
    for mode, draft in (("first-game", False), ("draft", True)):
        scores[mode] = paired_score(run.cards, run.network, opponent, settings.contest, 10**9 + number, draft)
    entry = {
        "games": int(run.trainable.games),
        "searched": search,
        "rate": round(rate, 6),
        "seconds": round(seconds, 1),
        "scores": scores,
    }
    run.training_log.append(entry)
    if sum(scores.values()) / 2 < 0.51 and run.fixed_opponent is None and not search:
        run.learning_rate /= 2
    if settings.past_networks:
        run.past_networks = [*run.past_networks, before][-settings.past_networks :]


def paired_score(
    cards: CardSet, one: Network | None, other: Network | None, games: int, seed: int, draft: bool
) -> float:
    """Return the score of `one` in paired games without search, faiths swapped; None plays at random."""
    layout = tables(cards, draft=draft, turn_limit=MAX_TURNS)
    first, second = play_contest(layout, one, other, seed, games), play_contest(layout, other, one, seed, games)
    return float(first[0] + second[1] + (first[2] + second[2]) / 2) / (2 * games)


def best_response(settings: TrainingSettings) -> TrainingSettings:
    """Return settings for a best response: learn to beat one fixed network, by default in 200,000 games."""
    return replace(settings, past_networks=0, games=settings.games or 200_000)


def from_start(settings: TrainingSettings, file_hash: str) -> TrainingSettings:
    """Return settings for a training that begins with the weights of another network: half the learning rate."""
    return replace(settings, start=file_hash, learning_rate=settings.learning_rate / 2)


def model_card(run: TrainingRun, version: str, day: str) -> dict[str, Any]:
    """Return how a network was trained, and how strong it is without search."""
    games = run.settings.contest
    modes = (("first-game", False), ("draft", True))
    scores = {
        name: {mode: paired_score(run.cards, run.network, other, games, 2 * 10**9, draft) for mode, draft in modes}
        for name, other in (("random", None), ("predecessor", run.fixed_opponent or run.past_networks[-1]))
    }
    return {
        "version": version,
        "day": day,
        "rules": run.cards.rules_hash,
        "cards": card_hashes(run.cards),
        "settings": stored_settings(run.settings),
        "generations": len(run.training_log),
        "games": int(run.trainable.games),
        "seconds": sum(entry["seconds"] for entry in run.training_log),
        "hidden": k.HIDDEN_UNITS,
        "inputs": k.FEATURE_COUNT,
        "contest": 2 * games,
        "scores": scores,
        "diary": run.training_log,
    }


# ---------------------------------------------------------------- checkpoints


def checkpoint(run: TrainingRun, path: Path) -> None:
    """Write a checkpoint, from which the training continues as if it had never stopped."""
    state = run.trainable.checkpoint()
    parts = [array("f", state[name]).tobytes() for name in ("weights", "biases", "outputs", "mean", "chances")]
    parts += [network_bytes(network) for network in run.past_networks]
    packed = zlib.compress(b"".join(parts), 1)
    header = {
        "settings": stored_settings(run.settings),
        "cards": run.cards.rules_hash,
        "rate": run.learning_rate,
        "diary": run.training_log,
        "rivals": len(run.past_networks),
        **{name: state[name] for name in ("shifts", "offered", "kept", "games")},
        "sha256": hashlib.sha256(packed).hexdigest(),
    }
    partial = path.with_name(path.name + ".new")
    partial.write_bytes(b"\n".join([FORMAT.encode(), json.dumps(header).encode(), packed]))
    partial.replace(path)


def resume(
    path: Path, settings: TrainingSettings, cards: CardSet | None = None, opponent: Network | None = None
) -> TrainingRun:
    """Load the training run of a checkpoint; it must have the same settings and cards."""
    cards = cards or builtin()
    try:
        head, header, packed = path.read_bytes().split(b"\n", 2)
        about = json.loads(header)
        if head != FORMAT.encode() or hashlib.sha256(packed).hexdigest() != about["sha256"]:
            raise ValueError(head)
    except (OSError, ValueError, KeyError, TypeError):
        raise SolaFideError("error.training.damaged", file=str(path)) from None
    requested = {"batch": 1, "start": "", **stored_settings(settings), "cards": cards.rules_hash}
    stored = {"batch": 1, "start": "", **about["settings"], "cards": about["cards"]}
    for name, value in requested.items():
        if name != "games" and stored.get(name) != value:
            raise SolaFideError(
                "error.training.other", file=str(path), setting=name, found=str(stored.get(name)), wanted=str(value)
            )
    return _restore_run(settings, cards, about, zlib.decompress(packed), opponent)


def _restore_run(
    settings: TrainingSettings, cards: CardSet, about: dict[str, Any], content: bytes, opponent: Network | None
) -> TrainingRun:
    parts, at = [], 0
    for size in (*LAYER_SIZES, sum(LAYER_SIZES) + 2, k.MAX_TRAINING_POSITIONS):
        parts.append(array("f", content[at : at + 4 * size]))
        at += 4 * size
    trainable = TrainableNetwork(parts[0], parts[1], parts[2], about["shifts"])
    trainable.resume(parts[3], parts[4], about["offered"], about["kept"], about["games"])
    length = 2 * sum(LAYER_SIZES) + 8 + 2 * k.CARDS_PER_FAITH
    past_networks = [
        network_from_bytes(content[at + n * length : at + (n + 1) * length]) for n in range(about["rivals"])
    ]
    return TrainingRun(
        settings, cards, trainable, playing_network(trainable), past_networks, about["diary"], about["rate"], opponent
    )
