"""Whole games without a person: who wins, by how much, after how long."""

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
from solafide.lab.player_registry import guest
from solafide.lab.process_pool import in_order, work_off
from solafide.lab.summary import Played, Summary
from solafide.players import Player

_SEEDS = "solafide simulate 1"
CHUNKS = 16  # of each process: small enough for a lively progress bar


@dataclass(frozen=True)
class Match:
    """What all games of a simulation share."""

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
) -> Summary:
    """Play games between two players by name (`greedy:worlds=6`), faiths agreed; the same seed, the same games.

    records: a folder for `game-000001.solafide` and so on; jobs: how many processes work at once.

    >>> summary = simulate(2, "random", "random", seed="example")
    >>> summary.wins["C"] + summary.wins["P"] + summary.draws
    2
    """
    for description in (catholic, protestant):
        guest(description)  # a wrong name is said before the first game
    agreed = replace(options or Options(), faiths="agreed")
    folder = None if records is None else folder_for(records)
    chosen = secrets.token_hex(8) if seed is None else seed
    match = Match({"C": catholic, "P": protestant}, agreed, chosen, folder, text_of(cards))
    summary = Summary(match.players, agreed, chosen, folder)
    for number, played in enumerate(_played(match, games, jobs), 1):
        summary.add(played)
        if progress:
            progress(number, games)
    return summary


def derived(seed: str, purpose: str, number: int) -> bytes:
    """256 bits for one purpose in one game, by SHA-256.

    >>> derived("7", "nature", 1).hex()[:16]
    'a67a4cabc3e8b2b9'
    """
    return hashlib.sha256(f"{_SEEDS}\n{purpose}\n{number}\n{seed}".encode()).digest()


def play(match: Match, number: int) -> Played:
    """One game of a match; its record is written if the match wants records."""
    game = Game(match.options, set_from(match.cards), LiveNature(derived(match.seed, "nature", number)))
    seats = {faith: seated(match.players[faith], derived(match.seed, faith, number)) for faith in FAITHS}
    played = play_out(game, seats)
    if match.records is not None:
        record(game, match.players).save(Path(match.records, f"game-{number:06}.solafide"))
    return played


def seated(description: str, seed: bytes) -> Player:
    """The player of that name, with a seed of 63 bits."""
    return guest(description, int.from_bytes(seed[:8], "big") >> 1)


def _played(match: Match, games: int, jobs: int) -> Iterator[Played]:
    size = max(1, games // (CHUNKS * jobs)) if jobs > 1 else 1
    chunks = range(1, -(-games // size) + 1)
    for several in in_order(work_off(partial(_several, match, games, size), chunks, jobs)):
        yield from several


def _several(match: Match, games: int, size: int, chunk: int) -> list[Played]:
    first = (chunk - 1) * size + 1
    return [play(match, number) for number in range(first, min(first + size, games + 1))]


def folder_for(folder: str | Path) -> str:
    """A folder, made if it is not there."""
    try:
        Path(folder).mkdir(parents=True, exist_ok=True)
    except OSError:
        raise SolaFideError("error.file.unwritable", file=str(folder)) from None
    return str(folder)
