"""The rules of the daily deal: which level and faith a day has, where its cards come from, and how it is scored.

A day is one in UTC. Everybody plays the same faith against the same level, with the same cards, dice and draws.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from solafide.game import Options, joint_seed
from solafide.server.duplicate.deal import CATHOLIC, PROTESTANT, margin

DAILY_PREFIX = "daily-"
# From Monday to Sunday; the strongest level is missing because its searches depend on the speed of the server.
LEVELS_BY_WEEKDAY = ("scholar", "magister", "magister", "licentiate", "licentiate", "doctor", "doctor")
TURN_LIMIT = 200  # then the game ends: nobody may hold up the result
_LOCAL_PREFIX = b"solafide daily deal 1\n"


class DailyTerms(NamedTuple):
    """What everybody plays on a day: the person's seat and the level of the opponent."""

    person: str
    level: str

    @property
    def faith(self) -> str:
        return faith_of(self.person)


def faith_of(person: str) -> str:
    """Return the faith of a person: in daily deals faiths are agreed."""
    return "C" if person == CATHOLIC else "P"


def daily_options() -> Options:
    """Return the options of every daily deal: the cards of a first game, so that all have the same ones."""
    return Options(mode="first", faiths="agreed", turn_limit=TURN_LIMIT)


def terms_of(day: date) -> DailyTerms:
    """Return what is played on a day; the faith changes every day.

    >>> terms_of(date(2026, 11, 19)), terms_of(date(2026, 11, 20))
    (DailyTerms(person='1', level='licentiate'), DailyTerms(person='2', level='licentiate'))
    """
    person = CATHOLIC if day.toordinal() % 2 else PROTESTANT
    return DailyTerms(person, LEVELS_BY_WEEKDAY[day.weekday()])


def daily_name(day: date) -> str:
    """Return the id of the deal of a day, as lobbies and online games have it.

    >>> daily_name(date(2026, 11, 19))
    'daily-2026-11-19'
    """
    return f"{DAILY_PREFIX}{day.isoformat()}"


def parse_daily_name(name: str) -> date | None:
    """Return the day of a daily deal; None for another deal.

    >>> parse_daily_name("daily-2026-11-19"), parse_daily_name("5f0e"), parse_daily_name("daily-soon")
    (datetime.date(2026, 11, 19), None, None)
    """
    if not name.startswith(DAILY_PREFIX):
        return None
    try:
        return date.fromisoformat(name.removeprefix(DAILY_PREFIX))
    except ValueError:
        return None


def local_contribution(day: date) -> bytes:
    """Return what the seed is made of where a machine plays for itself: the same on all of them, and no secret."""
    return hashlib.sha256(_LOCAL_PREFIX + day.isoformat().encode()).digest()


def daily_seed(contribution: bytes) -> bytes:
    """Return the seed of a daily deal: a joint seed to which no player contributes."""
    return joint_seed(contribution, b"", b"")


def utc_day(milliseconds: int) -> date:
    """Return the day of a time in milliseconds since 1970."""
    return datetime.fromtimestamp(milliseconds / 1000, UTC).date()


def end_of(day: date) -> str:
    """Return when a day is over, as a timestamp.

    >>> end_of(date(2026, 12, 31))
    '2027-01-01T00:00:00.000+00:00'
    """
    return f"{(day + timedelta(days=1)).isoformat()}T00:00:00.000+00:00"


def daily_margin(person: str, outcome: Mapping[str, Any], unclaimed: int) -> int:
    """Return the Catholics' lead, as in every duplicate deal; but a level that resigns gives no circles away.

    It resigns where it cannot win any more, when the player wants to finish the game.

    >>> resigned = {"winner": "C", "points": {"C": 30, "P": 3}, "reason": "resigned"}
    >>> daily_margin("1", resigned, 20), daily_margin("2", resigned, 20)
    (27, 47)
    """
    is_won_early = outcome["reason"] == "resigned" and outcome["winner"] == faith_of(person)
    return margin(outcome, 0 if is_won_early else unclaimed)


class DailyEntry(NamedTuple):
    """A player in the table of a day; margin: the Catholics' lead, None if the game was not over on that day."""

    name: str
    margin: int | None
    own: bool


def lead(person: str, margin: int) -> int:
    """Return by how many points a person was ahead.

    >>> lead("1", 5), lead("2", 5)
    (5, -5)
    """
    return margin if person == CATHOLIC else -margin


def ranked(person: str, level_margin: int | None, entries: Iterable[DailyEntry]) -> list[dict[str, Any]]:
    """Return the table of a day, the best first; the score is the lead over the level's own.

    Equal leads have the same rank.

    >>> [row["rank"] for row in ranked("1", 2, [DailyEntry("", n, False) for n in (4, 9, 4, 1)])]
    [1, 2, 2, 4]
    """
    finished = [each for each in entries if each.margin is not None]
    leads = sorted((lead(person, each.margin or 0) for each in finished), reverse=True)
    rows = [
        {
            "rank": leads.index(own_lead) + 1,
            "name": each.name,
            "lead": own_lead,
            "score": None if level_margin is None else own_lead - lead(person, level_margin),
            "own": each.own,
        }
        for each in finished
        for own_lead in (lead(person, each.margin or 0),)
    ]
    return sorted(rows, key=lambda row: (row["rank"], row["name"]))
