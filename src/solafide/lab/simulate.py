"""Whole games without a person: who wins, by how much, after how long."""

import hashlib
import multiprocessing
import secrets
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path

from solafide.cards import CardSet, builtin, from_canonical
from solafide.game import FAITHS, Game, LiveNature, Options, SolaFideError, record
from solafide.lab import Progress
from solafide.lab.summary import Played, Summary
from solafide.players import player

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
        player(description)  # a wrong name is said before the first game
    own = None if cards is None or cards.builtin else cards.canonical()
    agreed = replace(options or Options(), faiths="agreed")
    folder = None if records is None else _folder(records)
    chosen = secrets.token_hex(8) if seed is None else seed
    match = Match({"C": catholic, "P": protestant}, agreed, chosen, folder, own)
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


def play(match: Match, number: int, cards: CardSet) -> Played:
    """One game of a match; its record is written if the match wants records."""
    game = Game(match.options, cards, LiveNature(derived(match.seed, "nature", number)))
    seats = {
        faith: player(match.players[faith], int.from_bytes(derived(match.seed, faith, number)[:8], "big") >> 1)
        for faith in FAITHS
    }
    while (decision := game.decision()) is not None:
        seat = seats[decision.who]
        choice = seat.choose({} if getattr(seat, "blind", False) else game.view(decision.who), decision, cards)
        game.choose(choice, decision.who, decision.version)
    if match.records is not None:
        record(game, match.players).save(Path(match.records, f"game-{number:06}.solafide"))
    return Played.of(game)


def _played(match: Match, games: int, jobs: int) -> Iterator[Played]:
    if jobs <= 1:
        yield from _several(match, range(1, games + 1))
        return
    size = max(1, games // (CHUNKS * jobs))
    chunks = [range(first, min(first + size, games + 1)) for first in range(1, games + 1, size)]
    # Spawned, not forked: the caller may have threads, a progress bar for one.
    with ProcessPoolExecutor(jobs, multiprocessing.get_context("spawn")) as pool:
        for several in pool.map(_listed, [match] * len(chunks), chunks):
            yield from several


def _several(match: Match, numbers: range) -> Iterator[Played]:
    cards = builtin() if match.cards is None else from_canonical(match.cards)
    for number in numbers:
        yield play(match, number, cards)


def _listed(match: Match, numbers: range) -> list[Played]:
    return list(_several(match, numbers))


def _folder(records: str | Path) -> str:
    try:
        Path(records).mkdir(parents=True, exist_ok=True)
    except OSError:
        raise SolaFideError("error.file.unwritable", file=str(records)) from None
    return str(records)
