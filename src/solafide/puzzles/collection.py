"""Collections of puzzles: files with a line about the cards, rules and network, then one line for each puzzle."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from solafide.cards import CardSet, builtin, find_builtin
from solafide.game.options import RULES_VERSION
from solafide.puzzles.puzzle import Puzzle, PuzzleError, parse_puzzle

DATA_FOLDER = Path(__file__).with_name("data")
FORMAT = 1
HEADER_KEYS = frozenset({"format", "rules", "cards", "network"})


@dataclass(frozen=True, eq=False)
class PuzzleCollection:
    """Puzzles that belong to one card set, one version of the rules and one network.

    rules, cards: as in a view. network: the hash of the network that judged the levels' choices.
    """

    rules: int
    cards: str
    network: str
    puzzles: tuple[Puzzle, ...]

    def card_set(self) -> CardSet:
        """Return the set that the puzzles are played with."""
        present = builtin()
        matching = present if present.rules_hash == self.cards else find_builtin(self.cards)
        if matching is None:
            raise PuzzleError(f"the card set {self.cards} is not known")
        return matching

    def lines(self) -> Iterator[str]:
        """Yield the lines of the file."""
        header = {"format": FORMAT, "rules": self.rules, "cards": self.cards, "network": self.network}
        yield json.dumps(header, separators=(",", ":"))
        yield from (puzzle.line() for puzzle in self.puzzles)


def read_collection(lines: Iterable[str], where: str) -> PuzzleCollection:
    """Read a collection and check every line; where: the file, for the error."""
    header, *rest = lines
    data = _read_header(header, where)
    puzzles: dict[str, Puzzle] = {}
    for number, line in enumerate(rest, 2):
        try:
            puzzle = parse_puzzle(line)
        except PuzzleError as error:
            raise PuzzleError(f"{where}, line {number}: {error}") from error
        if puzzle.id in puzzles or puzzle.with_id().id != puzzle.id:
            raise PuzzleError(f"{where}, line {number}: {puzzle.id} is not the id of this position, or is there twice")
        puzzles[puzzle.id] = puzzle
    return PuzzleCollection(data["rules"], data["cards"], data["network"], tuple(puzzles.values()))


def load_collection(path: Path) -> PuzzleCollection:
    """Read a file of puzzles."""
    return read_collection(path.read_text(encoding="utf-8").splitlines() or [""], path.name)


@cache
def shipped_collections() -> tuple[PuzzleCollection, ...]:
    """Return the collections that come with the game and fit its rules."""
    matching = [load_collection(path) for path in sorted(DATA_FOLDER.glob("*.puzzles"))]
    return tuple(collection for collection in matching if collection.rules == RULES_VERSION)


@cache
def shipped_puzzles() -> dict[str, tuple[Puzzle, PuzzleCollection]]:
    """Return all puzzles that come with the game, by id, each with its collection."""
    return {puzzle.id: (puzzle, collection) for collection in shipped_collections() for puzzle in collection.puzzles}


def find_puzzle(puzzle_id: str) -> tuple[Puzzle, PuzzleCollection] | None:
    """Return a puzzle by its id, with its collection; None if there is none."""
    return shipped_puzzles().get(puzzle_id)


def _read_header(line: str, where: str) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError:
        data = None
    if not isinstance(data, dict) or set(data) != HEADER_KEYS or data["format"] != FORMAT:
        raise PuzzleError(f"{where}, line 1: must have {', '.join(sorted(HEADER_KEYS))}, with format {FORMAT}")
    return data
