"""Simulate whole games between computer players: who wins, by how much, after how long."""

import hashlib
import secrets
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from solafide.cards import CardSet
from solafide.game import FAITHS, Game, LiveNature, Options, SolaFideError, record
from solafide.lab import Progress
from solafide.lab.play_game import play_out, set_from, text_of
from solafide.lab.player_registry import lab_player
from solafide.lab.process_pool import in_order, run_tasks
from solafide.lab.summary import GameFigures, SimulationSummary
from solafide.players import Player

_SEED_DOMAIN = "solafide simulate 1"
CHUNKS_PER_PROCESS = 16  # of each process: small enough for a lively progress bar


@dataclass(frozen=True)
class SimulationSettings:
    """The settings of all games of a simulation."""

    players: dict[str, str]
    options: Options
    seed: str
    records: str | None
    cards: str | None  # the canonical text of a set of the owner's


def simulate(
    games: int,
    catholic: str = "random",
    protestant: str = "random",
    options: Options | None = None,
    seed: str | None = None,
    records: str | Path | None = None,
    progress: Progress | None = None,
    jobs: int = 1,
    cards: CardSet | None = None,
) -> SimulationSummary:
    """Play games between two players by name (`greedy:worlds=6`), faiths agreed; the same seed, the same games.

    records: a folder for `game-000001.solafide` and so on; jobs: how many processes work at once.

    >>> summary = simulate(2, "random", "random", seed="example")
    >>> summary.wins["C"] + summary.wins["P"] + summary.draws
    2
    """
    for description in (catholic, protestant):
        lab_player(description)  # a wrong name is said before the first game
    agreed = replace(options or Options(), faiths="agreed")
    folder = None if records is None else make_folder(records)
    run_seed = secrets.token_hex(8) if seed is None else seed
    match = SimulationSettings({"C": catholic, "P": protestant}, agreed, run_seed, folder, text_of(cards))
    summary = SimulationSummary(match.players, agreed, run_seed, folder)
    for number, played in enumerate(_played_games(match, games, jobs), 1):
        summary.add(played)
        if progress:
            progress(number, games)
    return summary


def derive_seed(seed: str, purpose: str, number: int) -> bytes:
    """256 bits for one purpose in one game, by SHA-256.

    >>> derive_seed("7", "nature", 1).hex()[:16]
    'a67a4cabc3e8b2b9'
    """
    return hashlib.sha256(f"{_SEED_DOMAIN}\n{purpose}\n{number}\n{seed}".encode()).digest()


def play(match: SimulationSettings, number: int) -> GameFigures:
    """Play one game of a simulation; write its record if the settings ask for records."""
    game = Game(match.options, set_from(match.cards), LiveNature(derive_seed(match.seed, "nature", number)))
    seats = {faith: seat_player(match.players[faith], derive_seed(match.seed, faith, number)) for faith in FAITHS}
    played = play_out(game, seats)
    if match.records is not None:
        record(game, match.players).save(Path(match.records, f"game-{number:06}.solafide"))
    return played


def seat_player(description: str, seed: bytes) -> Player:
    """The player of that name, with a seed of 63 bits."""
    return lab_player(description, int.from_bytes(seed[:8], "big") >> 1)


def _played_games(match: SimulationSettings, games: int, jobs: int) -> Iterator[GameFigures]:
    size = max(1, games // (CHUNKS_PER_PROCESS * jobs)) if jobs > 1 else 1
    chunks = range(1, -(-games // size) + 1)
    for several in in_order(run_tasks(partial(_play_chunk, match, games, size), chunks, jobs)):
        yield from several


def _play_chunk(match: SimulationSettings, games: int, size: int, chunk: int) -> list[GameFigures]:
    first = (chunk - 1) * size + 1
    return [play(match, number) for number in range(first, min(first + size, games + 1))]


def make_folder(folder: str | Path) -> str:
    """A folder, made if it is not there."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError:
        raise SolaFideError("error.file.unwritable", file=str(folder)) from None
    return str(folder)
