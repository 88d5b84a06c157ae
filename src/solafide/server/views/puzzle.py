"""A puzzle as a page gets it: its task and the moment of its player's seat, in the reader's language."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from solafide.kernel.build_mode import MODE
from solafide.players.advice.hint import hint
from solafide.players.advice.reasons import Reason
from solafide.puzzles import Puzzle, PuzzleCollection, PuzzlePlay, follow_puzzle, shipped_puzzles
from solafide.server.views.practice_moment import practice_moment
from solafide.text import catalogue, faith_name
from solafide.text.render.hint import reason_text

Json = dict[str, Any]
REASON_ITERATIONS = 600 if MODE == "compiled" else 60
REASON_WORLDS = 6
MAX_CACHED_REASONS = 256
SHOWN_REASONS = 3


def puzzle_list() -> list[Json]:
    """Return all puzzles in the order of their ids, which is that of the puzzle of the day."""
    return [
        {"puzzle": puzzle.id, "goal": puzzle.goal, "rating": puzzle.rating, "themes": list(puzzle.themes)}
        for puzzle, _ in sorted(shipped_puzzles().values(), key=lambda each: each[0].id)
    ]


def puzzle_view(puzzle: Puzzle, collection: PuzzleCollection, choices: list[str], lang: str) -> Json:
    """Return a puzzle after some choices of its player."""
    play = follow_puzzle(puzzle, collection.card_set(), choices)
    texts = catalogue(lang)
    ended = "" if play.status == "open" else f"puzzle.question.{play.status}"
    return {
        "puzzle": puzzle.id,
        "goal": puzzle.goal,
        "rating": puzzle.rating,
        "themes": list(puzzle.themes),
        "choices": puzzle.choices,
        "status": play.status,
        "title": texts.render(f"puzzle.title.{puzzle.goal}"),
        "about": texts.render(f"puzzle.about.{puzzle.goal}", faith=faith_name(puzzle.faith, lang)),
        "note": _note(play, lang),
        "reasons": _reason_texts(play, lang) if play.status == "solved" else [],
        "shown": play.shown,
        "moment": practice_moment(play.game, puzzle.faith, f"puzzle-{puzzle.id}", play.count, ended, lang),
    }


def _note(play: PuzzlePlay, lang: str) -> str:
    if play.status == "open":
        return ""
    return catalogue(lang).render(f"puzzle.{play.status}.{play.puzzle.goal}")


def _reason_texts(play: PuzzlePlay, lang: str) -> list[str]:
    reasons = _reasons(play.puzzle.id)
    return [reason_text(reason.json(), play.cards, lang) for reason in reasons]


@lru_cache(MAX_CACHED_REASONS)
def _reasons(puzzle_id: str) -> tuple[Reason, ...]:
    """Return the teacher's reasons for the answer of a puzzle; the same search answers all languages."""
    puzzle, collection = shipped_puzzles()[puzzle_id]
    cards = collection.card_set()
    game = follow_puzzle(puzzle, cards, []).game
    decision = game.decision(puzzle.faith)
    assert decision is not None
    advice = hint(
        game.view(puzzle.faith),
        decision,
        cards,
        iterations=REASON_ITERATIONS,
        worlds=REASON_WORLDS,
        mind=puzzle.answer,
    )
    assert advice.mind is not None
    reasons = [reason for reason in advice.mind.advice.reasons if reason.good]
    return tuple(reasons[:SHOWN_REASONS])
