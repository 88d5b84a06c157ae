"""Training by self-play: a network plays against itself and its earlier versions until it stops improving."""

import hashlib
import json
import random
import time
import zlib
from array import array
from collections.abc import Callable
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
from solafide.players.agents.network_file import LAYER_SIZES, network_bytes, network_from_bytes

FORMAT = "solafide training 2"
BOTH = 0b11
MAX_TURNS = 500  # an untrained network may never end a game


@dataclass(frozen=True)
class TrainingSettings:
    """All settings of a training; together with the cards they decide its result."""

    seed: int = 1517
    generation: int = 20_000  # games
    block: int = 100  # games between two writings down
    rate: float = 0.005  # how far a weight moves at first
    slowest: float = 0.001  # below this rate that ends
    share: float = 0.03  # of what the last block taught in what plays
    fading: float = 0.85  # how much of what came a turn later counts
    astray: int = 40  # choices of a thousand at random
    rivals: int = 8  # how many earlier selves are met again
    meetings: int = 4  # every so many-th block is against one of them
    contest: int = 500  # games of a mode and seating, against the generation before
    games: int = 0  # end after so many; 0: when it no longer gets better
    against: str = ""  # best response: the name of the one network that is played against
    studies: int = 8  # generations afterwards in which both sides search
    study: int = 2_500  # games of such a generation
    iterations: int = 64  # of the search
    study_rate: float = 0.001  # how far a weight moves then, at first; less and less later


@dataclass
class TrainingRun:
    """The state of a training: the network so far, its earlier versions to play against, and the diary."""

    settings: TrainingSettings
    cards: CardSet
    trainable: TrainableNetwork
    network: Network
    rivals: list[Network] = field(default_factory=list)
    diary: list[dict[str, Any]] = field(default_factory=list)
    rate: float = 0.0
    best: Network | None = None  # the one network that is played against


def begin(settings: TrainingSettings, cards: CardSet | None = None, opponent: Network | None = None) -> TrainingRun:
    """Start a training run with small random weights from the seed."""
    source = random.Random(f"solafide training {settings.seed}")
    weights = [source.uniform(-0.06, 0.06) for _ in range(LAYER_SIZES[0])]
    biases = [source.uniform(0.3, 0.7) for _ in range(LAYER_SIZES[1])]
    outputs = [source.uniform(-0.3, 0.3) for _ in range(LAYER_SIZES[2])]
    trainable = TrainableNetwork(weights, biases, outputs, [0.0, 0.0])
    return TrainingRun(
        settings, cards or builtin(), trainable, playing_network(trainable), [], [], settings.rate, opponent
    )


def playing_network(trainable: TrainableNetwork) -> Network:
    """Return a network that plays with the present weights of the pupil."""
    nothing = [bytes(2 * size) for size in LAYER_SIZES]
    network = Network(nothing[0], nothing[1], nothing[2], [0, 0], [85] * (2 * k.CARDS_PER_FAITH))
    trainable.write_to(network)
    return network


def train(
    run: TrainingRun, progress: Progress | None = None, on_generation: Callable[[TrainingRun], None] | None = None
) -> Network:
    """Train until the run is finished; `on_generation` is called after each generation, to write a checkpoint."""
    while not is_finished(run):
        before, rate = playing_network(run.trainable), learning_rate(run)
        started = time.perf_counter()
        generation(run, rate, progress)
        add_diary_entry(run, before, rate, time.perf_counter() - started)
        if on_generation:
            on_generation(run)
    return run.network


def is_finished(run: TrainingRun) -> bool:
    settings = run.settings
    if settings.games:
        return int(run.trainable.games) >= settings.games
    return run.rate < settings.slowest and search_generations(run) >= settings.studies


def search_generations(run: TrainingRun) -> int:
    """Return the number of generations in which both sides searched."""
    return sum(entry["searched"] for entry in run.diary)


def uses_search(run: TrainingRun) -> bool:
    """Whether the next generation searches: games are played without search until that no longer helps."""
    return not run.settings.games and run.rate < run.settings.slowest


def learning_rate(run: TrainingRun) -> float:
    """Return the learning rate of the next generation; against a fixed opponent it falls until the last game."""
    if run.best is not None and run.settings.games:
        return run.rate * (1 - 0.9 * min(1.0, int(run.trainable.games) / run.settings.games))
    if not uses_search(run):
        return run.rate
    return run.settings.study_rate * (1 - 0.8 * search_generations(run) / run.settings.studies)


def generation(run: TrainingRun, rate: float, progress: Progress | None) -> None:
    settings, number, search = run.settings, len(run.diary), uses_search(run)
    states = [State(tables(run.cards, draft=draft, turn_limit=MAX_TURNS)) for draft in (False, True)]
    blocks = (settings.study if search else settings.generation) // settings.block
    for block in range(blocks):
        source = random.Random(f"{settings.seed}/{number}/{block}")
        catholic, protestant, learners = _seats(run, block, source)
        state, seed = states[block % 2], source.getrandbits(63)
        state.new_game(0)
        run.trainable.use_search(state, run.network, seed, settings.iterations if search else 0)
        run.trainable.train(
            state,
            *(catholic, protestant, learners, seed, settings.block),
            *(settings.astray, rate, settings.fading),
        )
        run.trainable.update_mean(settings.share)
        run.trainable.write_to(run.network)
        if progress:
            progress(block + 1, blocks)


def _seats(run: TrainingRun, block: int, source: random.Random) -> tuple[Network, Network, int]:
    """Return the networks that play a block, and which faiths learn from it."""
    rival = run.best
    if rival is None and run.rivals and not uses_search(run) and block // 2 % run.settings.meetings == 0:
        rival = source.choice(run.rivals)
    if rival is None:
        return run.network, run.network, BOTH
    if source.random() < 0.5:
        return run.network, rival, 1 << k.CATHOLIC
    return rival, run.network, 1 << k.PROTESTANT


def add_diary_entry(run: TrainingRun, before: Network, rate: float, seconds: float) -> None:
    """Add a generation to the diary; if it is no better than the one before, halve the learning rate."""
    settings, number, search = run.settings, len(run.diary), uses_search(run)
    opponent = run.best or before
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
    run.diary.append(entry)
    if sum(scores.values()) / 2 < 0.51 and run.best is None and not search:
        run.rate /= 2
    if settings.rivals:
        run.rivals = [*run.rivals, before][-settings.rivals :]


def paired_score(
    cards: CardSet, one: Network | None, other: Network | None, games: int, seed: int, draft: bool
) -> float:
    """Return the score of `one` in paired games without search, faiths swapped; None plays at random."""
    layout = tables(cards, draft=draft, turn_limit=MAX_TURNS)
    first, second = play_contest(layout, one, other, seed, games), play_contest(layout, other, one, seed, games)
    return float(first[0] + second[1] + (first[2] + second[2]) / 2) / (2 * games)


def best_response(settings: TrainingSettings) -> TrainingSettings:
    """Return settings for a best response: learn to beat one fixed network, by default in 200,000 games."""
    return replace(settings, rivals=0, games=settings.games or 200_000)


def model_card(run: TrainingRun, version: str, day: str) -> dict[str, Any]:
    """Return how a network was trained, and how strong it is without search."""
    games = run.settings.contest
    modes = (("first-game", False), ("draft", True))
    scores = {
        name: {mode: paired_score(run.cards, run.network, other, games, 2 * 10**9, draft) for mode, draft in modes}
        for name, other in (("random", None), ("predecessor", run.best or run.rivals[-1]))
    }
    return {
        "version": version,
        "day": day,
        "rules": run.cards.rules_hash,
        "settings": asdict(run.settings),
        "generations": len(run.diary),
        "games": int(run.trainable.games),
        "seconds": sum(entry["seconds"] for entry in run.diary),
        "hidden": k.HIDDEN_UNITS,
        "inputs": k.FEATURE_COUNT,
        "contest": 2 * games,
        "scores": scores,
        "diary": run.diary,
    }


# ---------------------------------------------------------------- checkpoints


def checkpoint(run: TrainingRun, path: Path) -> None:
    """Write a checkpoint, from which the training continues as if it had never stopped."""
    state = run.trainable.checkpoint()
    parts = [array("f", state[name]).tobytes() for name in ("weights", "biases", "outputs", "mean", "chances")]
    parts += [network_bytes(rival) for rival in run.rivals]
    packed = zlib.compress(b"".join(parts), 1)
    header = {
        "settings": asdict(run.settings),
        "cards": run.cards.rules_hash,
        "rate": run.rate,
        "diary": run.diary,
        "rivals": len(run.rivals),
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
    requested = {**asdict(settings), "cards": cards.rules_hash}
    stored = {**about["settings"], "cards": about["cards"]}
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
    rivals = [network_from_bytes(content[at + n * length : at + (n + 1) * length]) for n in range(about["rivals"])]
    return TrainingRun(
        settings, cards, trainable, playing_network(trainable), rivals, about["diary"], about["rate"], opponent
    )
