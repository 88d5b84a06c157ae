"""Training: a network plays against itself and its earlier selves, until that no longer makes it better."""

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
MAX_TURNS = 500  # a network that cannot yet end a game does not play for ever


@dataclass(frozen=True)
class TrainingSettings:
    """Everything that decides what comes out."""

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
    """A training: what has been learned so far, the earlier selves, the diary."""

    settings: TrainingSettings
    cards: CardSet
    pupil: TrainableNetwork
    network: Network
    rivals: list[Network] = field(default_factory=list)
    diary: list[dict[str, Any]] = field(default_factory=list)
    rate: float = 0.0
    best: Network | None = None  # the one network that is played against


def begin(settings: TrainingSettings, cards: CardSet | None = None, opponent: Network | None = None) -> TrainingRun:
    """Before the first game: small random weights from the seed."""
    source = random.Random(f"solafide training {settings.seed}")
    weights = [source.uniform(-0.06, 0.06) for _ in range(LAYER_SIZES[0])]
    biases = [source.uniform(0.3, 0.7) for _ in range(LAYER_SIZES[1])]
    outputs = [source.uniform(-0.3, 0.3) for _ in range(LAYER_SIZES[2])]
    pupil = TrainableNetwork(weights, biases, outputs, [0.0, 0.0])
    return TrainingRun(settings, cards or builtin(), pupil, playing_network(pupil), [], [], settings.rate, opponent)


def playing_network(pupil: TrainableNetwork) -> Network:
    """Return a network that plays with the present weights of the pupil."""
    nothing = [bytes(2 * size) for size in LAYER_SIZES]
    network = Network(nothing[0], nothing[1], nothing[2], [0, 0], [85] * (2 * k.CARDS_PER_FAITH))
    pupil.write_to(network)
    return network


def train(
    school: TrainingRun, progress: Progress | None = None, keep: Callable[[TrainingRun], None] | None = None
) -> Network:
    """Generation after generation; `keep` is called after each, to write a checkpoint."""
    while not finished(school):
        before, rate = playing_network(school.pupil), pace(school)
        started = time.perf_counter()
        generation(school, rate, progress)
        remember(school, before, rate, time.perf_counter() - started)
        if keep:
            keep(school)
    return school.network


def finished(school: TrainingRun) -> bool:
    settings = school.settings
    if settings.games:
        return int(school.pupil.games) >= settings.games
    return school.rate < settings.slowest and studied(school) >= settings.studies


def studied(school: TrainingRun) -> int:
    """How many generations have searched."""
    return sum(entry["searched"] for entry in school.diary)


def searching(school: TrainingRun) -> bool:
    """First a network learns by itself; once that no longer helps, from games in which it looks ahead."""
    return not school.settings.games and school.rate < school.settings.slowest


def pace(school: TrainingRun) -> float:
    """How far a weight moves now: who learns against one that never changes slows down towards the last game."""
    if school.best is not None and school.settings.games:
        return school.rate * (1 - 0.9 * min(1.0, int(school.pupil.games) / school.settings.games))
    if not searching(school):
        return school.rate
    return school.settings.study_rate * (1 - 0.8 * studied(school) / school.settings.studies)


def generation(school: TrainingRun, rate: float, progress: Progress | None) -> None:
    settings, number, search = school.settings, len(school.diary), searching(school)
    states = [State(tables(school.cards, draft=draft, turn_limit=MAX_TURNS)) for draft in (False, True)]
    blocks = (settings.study if search else settings.generation) // settings.block
    for block in range(blocks):
        source = random.Random(f"{settings.seed}/{number}/{block}")
        catholic, protestant, learners = _seats(school, block, source)
        state, seed = states[block % 2], source.getrandbits(63)
        state.new_game(0)
        school.pupil.use_search(state, school.network, seed, settings.iterations if search else 0)
        school.pupil.train(
            state,
            *(catholic, protestant, learners, seed, settings.block),
            *(settings.astray, rate, settings.fading),
        )
        school.pupil.update_mean(settings.share)
        school.pupil.write_to(school.network)
        if progress:
            progress(block + 1, blocks)


def _seats(school: TrainingRun, block: int, source: random.Random) -> tuple[Network, Network, int]:
    """Who plays a block, and which faiths learn of it."""
    rival = school.best
    if rival is None and school.rivals and not searching(school) and block // 2 % school.settings.meetings == 0:
        rival = source.choice(school.rivals)
    if rival is None:
        return school.network, school.network, BOTH
    if source.random() < 0.5:
        return school.network, rival, 1 << k.CATHOLIC
    return rival, school.network, 1 << k.PROTESTANT


def remember(school: TrainingRun, before: Network, rate: float, seconds: float) -> None:
    """The diary of a generation; where it is no better than the one before, weights move more slowly from now on."""
    settings, number, search = school.settings, len(school.diary), searching(school)
    opponent = school.best or before
    scores = {}
    for mode, draft in (("first-game", False), ("draft", True)):
        scores[mode] = paired(school.cards, school.network, opponent, settings.contest, 10**9 + number, draft)
    entry = {
        "games": int(school.pupil.games),
        "searched": search,
        "rate": round(rate, 6),
        "seconds": round(seconds, 1),
        "scores": scores,
    }
    school.diary.append(entry)
    if sum(scores.values()) / 2 < 0.51 and school.best is None and not search:
        school.rate /= 2
    if settings.rivals:
        school.rivals = [*school.rivals, before][-settings.rivals :]


def paired(cards: CardSet, one: Network | None, other: Network | None, games: int, seed: int, draft: bool) -> float:
    """The share of `one` without search in games with faiths swapped; None plays at random."""
    layout = tables(cards, draft=draft, turn_limit=MAX_TURNS)
    first, second = play_contest(layout, one, other, seed, games), play_contest(layout, other, one, seed, games)
    return float(first[0] + second[1] + (first[2] + second[2]) / 2) / (2 * games)


def best_response(settings: TrainingSettings) -> TrainingSettings:
    """Learning only to beat one network that never changes: 200,000 games by default, no earlier selves."""
    return replace(settings, rivals=0, games=settings.games or 200_000)


def model_card(school: TrainingRun, version: str, day: str) -> dict[str, Any]:
    """How a network was made, and how strong it is without any search."""
    games = school.settings.contest
    modes = (("first-game", False), ("draft", True))
    scores = {
        name: {mode: paired(school.cards, school.network, other, games, 2 * 10**9, draft) for mode, draft in modes}
        for name, other in (("random", None), ("predecessor", school.best or school.rivals[-1]))
    }
    return {
        "version": version,
        "day": day,
        "rules": school.cards.rules_hash,
        "settings": asdict(school.settings),
        "generations": len(school.diary),
        "games": int(school.pupil.games),
        "seconds": sum(entry["seconds"] for entry in school.diary),
        "hidden": k.HIDDEN_UNITS,
        "inputs": k.FEATURE_COUNT,
        "contest": 2 * games,
        "scores": scores,
        "diary": school.diary,
    }


# ---------------------------------------------------------------- checkpoints


def checkpoint(school: TrainingRun, path: Path) -> None:
    """All of a training, so that it goes on as if it had never stopped."""
    learned = school.pupil.checkpoint()
    parts = [array("f", learned[name]).tobytes() for name in ("weights", "biases", "outputs", "mean", "chances")]
    parts += [network_bytes(rival) for rival in school.rivals]
    packed = zlib.compress(b"".join(parts), 1)
    header = {
        "settings": asdict(school.settings),
        "cards": school.cards.rules_hash,
        "rate": school.rate,
        "diary": school.diary,
        "rivals": len(school.rivals),
        **{name: learned[name] for name in ("shifts", "offered", "kept", "games")},
        "sha256": hashlib.sha256(packed).hexdigest(),
    }
    partial = path.with_name(path.name + ".new")
    partial.write_bytes(b"\n".join([FORMAT.encode(), json.dumps(header).encode(), packed]))
    partial.replace(path)


def resume(
    path: Path, settings: TrainingSettings, cards: CardSet | None = None, opponent: Network | None = None
) -> TrainingRun:
    """The training of a checkpoint; it must have been begun with the same settings and cards."""
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
    return _again(settings, cards, about, zlib.decompress(packed), opponent)


def _again(
    settings: TrainingSettings, cards: CardSet, about: dict[str, Any], content: bytes, opponent: Network | None
) -> TrainingRun:
    parts, at = [], 0
    for size in (*LAYER_SIZES, sum(LAYER_SIZES) + 2, k.MAX_TRAINING_POSITIONS):
        parts.append(array("f", content[at : at + 4 * size]))
        at += 4 * size
    pupil = TrainableNetwork(parts[0], parts[1], parts[2], about["shifts"])
    pupil.resume(parts[3], parts[4], about["offered"], about["kept"], about["games"])
    length = 2 * sum(LAYER_SIZES) + 8 + 2 * k.CARDS_PER_FAITH
    rivals = [network_from_bytes(content[at + n * length : at + (n + 1) * length]) for n in range(about["rivals"])]
    return TrainingRun(settings, cards, pupil, playing_network(pupil), rivals, about["diary"], about["rate"], opponent)
