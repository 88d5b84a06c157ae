"""Puzzles: positions with one right choice, kept as one line of text each, and proved again by the tests.

A puzzle holds no text; its texts are in the catalogues, under `puzzle`. What a line may hold is in docs/puzzles.md.
"""

from solafide.puzzles.collection import PuzzleCollection, find_puzzle, load_collection, shipped_puzzles
from solafide.puzzles.proof import NODE_LIMIT, NodeLimitReached, TurnProof, prove_choices
from solafide.puzzles.puzzle import CERTAIN_GOALS, GOALS, KINDS, THEMES, Puzzle, PuzzleError, parse_puzzle
from solafide.puzzles.puzzle_play import MAX_CHOICES, PuzzlePlay, PuzzleStatus, follow_puzzle

__all__ = [
    "CERTAIN_GOALS",
    "GOALS",
    "KINDS",
    "MAX_CHOICES",
    "NODE_LIMIT",
    "THEMES",
    "NodeLimitReached",
    "Puzzle",
    "PuzzleCollection",
    "PuzzleError",
    "PuzzlePlay",
    "PuzzleStatus",
    "TurnProof",
    "find_puzzle",
    "follow_puzzle",
    "load_collection",
    "parse_puzzle",
    "prove_choices",
    "shipped_puzzles",
]
