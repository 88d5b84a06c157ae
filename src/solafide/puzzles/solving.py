"""Let computer players solve a puzzle, and rate it by which levels do."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from solafide.cards import CardSet
from solafide.game import Faith, Game
from solafide.players import Player
from solafide.players.agents.levels import LevelPlayer
from solafide.puzzles.proof import NodeLimitReached
from solafide.puzzles.puzzle import Puzzle
from solafide.puzzles.puzzle_play import PuzzlePlay, follow_puzzle

# What a level counts as where puzzles are rated: on the scale of the Glicko-2 system, on which 1500 is the middle.
LEVEL_RATINGS: Mapping[str, int] = {
    "scholar": 1000,
    "magister": 1250,
    "licentiate": 1600,
    "doctor": 1900,
    "rector": 2300,
}
RATING_TRIES: Mapping[str, int] = {"scholar": 6, "magister": 6, "licentiate": 4, "doctor": 4}
PRIOR_RATING = 1500.0
PRIOR_DEVIATION = 350.0
ELO_SCALE = math.log(10) / 400
MIN_RATING, MAX_RATING = 600, 2800


def attempt(puzzle: Puzzle, cards: CardSet, player: Player) -> bool:
    """Whether a player solves a puzzle: it sees what the position shows, and nothing of the puzzle."""
    choices: list[str] = []
    play = follow_puzzle(puzzle, cards, choices)
    while play.status == "open":
        choices.append(_choice(play, puzzle.faith, cards, player))
        try:
            play = follow_puzzle(puzzle, cards, choices)
        except NodeLimitReached:
            return False
    return play.status == "solved"


def solved_shares(puzzle: Puzzle, cards: CardSet, tries: Mapping[str, int] = RATING_TRIES) -> dict[str, float]:
    """Return which share of its tries each level solves."""
    return {
        level: sum(attempt(puzzle, cards, LevelPlayer(level, seed)) for seed in range(count)) / count
        for level, count in tries.items()
    }


def puzzle_rating(shares: Mapping[str, float], tries: Mapping[str, int] = RATING_TRIES) -> int:
    """Return the likeliest rating of a puzzle, with a prior around the middle.

    >>> puzzle_rating({"scholar": 1.0, "magister": 1.0, "licentiate": 1.0, "doctor": 1.0})
    694
    >>> puzzle_rating({"scholar": 0.0, "magister": 0.0, "licentiate": 1.0, "doctor": 1.0})
    1479
    """
    rating = PRIOR_RATING
    for _ in range(50):
        slope, curve = (PRIOR_RATING - rating) / PRIOR_DEVIATION**2, -1 / PRIOR_DEVIATION**2
        for level, share in shares.items():
            expected = 1 / (1 + math.exp(ELO_SCALE * (rating - LEVEL_RATINGS[level])))
            slope += ELO_SCALE * tries[level] * (expected - share)
            curve -= ELO_SCALE**2 * tries[level] * expected * (1 - expected)
        rating -= slope / curve
    return round(min(max(rating, MIN_RATING), MAX_RATING))


def _choice(play: PuzzlePlay, faith: Faith, cards: CardSet, player: Player) -> str:
    game: Game = play.game
    decision = game.decision(faith)
    assert decision is not None  # an open puzzle asks its player
    return player.choose(game.view(faith), decision, cards)


def solution(puzzle: Puzzle, cards: CardSet) -> list[str]:
    """Return choices that solve a certain puzzle, as its deal of nature's answers goes."""
    choices: Sequence[str] = []
    play = follow_puzzle(puzzle, cards, choices)
    while play.status == "open" and play.shown is not None:
        choices = [*choices, play.shown]
        play = follow_puzzle(puzzle, cards, choices)
    if play.status != "solved":
        raise NodeLimitReached
    return list(choices)
