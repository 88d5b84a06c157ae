"""The statistics of a player's finished games."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import Query
from pydantic import Field

from solafide.server.schemas.common import ResponseModel

MistakeSubject = Literal[
    "claim", "approach", "defence", "reply", "power", "disputation", "tokens", "hand", "circles", "draft", "other"
]
UtcOffset = Annotated[int, Query(ge=-14 * 60, le=14 * 60)]
CardId = Annotated[str, Query(pattern=r"^[A-Z][0-9]{2}$")]


class WinShare(ResponseModel):
    """How many games of some kind were won, with the 95% interval of the share (Wilson)."""

    key: str
    """What these games have in common: a faith, a mode or an opponent."""
    games: int
    wins: int
    low: float
    """From 0 to 1, as `high`."""
    high: float


class CardStatistics(ResponseModel):
    """What a card did in the player's games."""

    card: str
    plays: int
    converted: int
    """Territories that it converted."""
    shifted: int
    """Spaces by which it shifted the power."""
    points: int
    """Of the circles that were claimed in its turn."""
    games: int
    wins: int
    low: float
    high: float


class LadderRung(ResponseModel):
    """How the player does against a level."""

    level: str
    wins: int
    draws: int
    losses: int
    in_a_row: int
    """The last games that were won one after the other, without taking a turn back."""
    passed: str | None
    """When so many games were won in a row for the first time, ISO 8601."""


class Streaks(ResponseModel):
    """Runs of won games and of days with a game: the present and the longest ones."""

    wins: int
    best_wins: int
    days: int
    best_days: int


class CalendarDay(ResponseModel):
    """How many games ended on a day of the player's clock."""

    day: str
    games: int


class SubjectMistakes(ResponseModel):
    """The mistakes of one kind."""

    subject: MistakeSubject
    mistakes: int
    chance_lost: float
    """The chance of winning that they have cost together: 1 is a whole game."""


class RecentMistakes(SubjectMistakes):
    """The mistakes of one kind in the last analysed games, with the worst of them."""

    game: str
    step: int
    """The step before the worst mistake."""


class MonthMistakes(ResponseModel):
    """The mistakes in the analysed games of a month."""

    month: str
    """Such as "2026-11"."""
    games: int
    mistakes: int
    chance_lost: float
    subjects: list[SubjectMistakes]


class MistakeStatistics(ResponseModel):
    """The mistakes in games that were analysed; no analysis is started for it."""

    games: int
    recent_games: int
    """How many games `subjects` is about: the last ones."""
    subjects: list[RecentMistakes]
    months: list[MonthMistakes]


class StatisticsView(ResponseModel):
    """What a player's finished games come to: those that were played here from the first card."""

    games: int
    wins: int
    draws: int
    losses: int
    seconds: int
    """How long the player has taken for choices."""
    streaks: Streaks
    calendar: list[CalendarDay]
    ladder: list[LadderRung]
    """From the weakest level to the strongest."""
    ladder_wins: int
    """So many wins in a row pass a level."""
    by_faith: list[WinShare]
    by_mode: list[WinShare]
    by_opponent: list[WinShare]
    cards: list[CardStatistics]
    """The cards that were played most."""
    mistakes: MistakeStatistics
    uncounted: int = Field(ge=0)
    """How many games are not counted yet: ask again, and some of them are."""
