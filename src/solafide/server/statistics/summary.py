"""The statistics of a player: sums over finished games, by level, faith, mode, opponent, card, day and month."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta, timezone
from typing import Any, Literal, NamedTuple

from solafide.game import Faith
from solafide.players.agents.levels import LEVELS
from solafide.server.statistics.game_facts import CARD_USE, PLAYS
from solafide.server.statistics.intervals import wilson_interval

LADDER_WINS = 2  # so many games won in a row against a level, without taking a turn back, and it is passed
CALENDAR_DAYS = 84
MAX_SHOWN_CARDS = 8
RECENT_GAMES = 10  # among those that were analysed
FOREIGN = "F"  # the first letter of Foreign Influence cards, which nobody chooses to play

Result = Literal["won", "drawn", "lost"]


class FinishedGame(NamedTuple):
    """A finished game of a player.

    at: when it ended; faith: of the player, None where two people share a screen; opponent: a level, or "person";
    cards: what the player's cards did, empty for an own card set; mistakes: None without an analysis.
    """

    game: str
    at: str
    mode: str
    faith: Faith | None
    opponent: str
    result: Result
    seconds: int = 0
    taken_back: bool = False
    cards: Mapping[str, Sequence[int]] = {}
    mistakes: Sequence[Sequence[Any]] | None = None


def summarize_games(finished: Iterable[FinishedGame], now: datetime, utc_offset_minutes: int) -> dict[str, Any]:
    """Return the statistics of a player's games; days are those of the player's clock."""
    zone = timezone(timedelta(minutes=utc_offset_minutes))
    everything = sorted(finished, key=lambda each: each.at)
    own = [each for each in everything if each.faith is not None]
    days = Counter(_day(each, zone) for each in everything)
    results = Counter(each.result for each in own)
    return {
        "games": len(everything),
        "wins": results["won"],
        "draws": results["drawn"],
        "losses": results["lost"],
        "seconds": sum(each.seconds for each in everything),
        "streaks": _streaks(own, days, now.astimezone(zone).date()),
        "calendar": _calendar(days, now.astimezone(zone).date()),
        "ladder": _ladder(own),
        "ladder_wins": LADDER_WINS,
        "by_faith": _shares(own, lambda each: each.faith),
        "by_mode": _shares(own, lambda each: each.mode),
        "by_opponent": _shares(own, lambda each: each.opponent),
        "cards": _cards(own),
        "mistakes": _mistakes([each for each in own if each.mistakes is not None], zone),
    }


def _day(finished: FinishedGame, zone: timezone) -> date:
    return datetime.fromisoformat(finished.at).astimezone(zone).date()


def _share(won: int, games: int) -> dict[str, Any]:
    low, high = wilson_interval(won, games)
    return {"games": games, "wins": won, "low": round(low, 4), "high": round(high, 4)}


def _shares(own: Iterable[FinishedGame], key: Callable[[FinishedGame], str | None]) -> list[dict[str, Any]]:
    """Return the share of won games by a key, the most frequent first."""
    games, won = Counter[str](), Counter[str]()
    for each in own:
        name = key(each) or ""
        games[name] += 1
        won[name] += each.result == "won"
    return [{"key": name, **_share(won[name], count)} for name, count in sorted(games.items(), key=_most_first)]


def _most_first(counted: tuple[str, int]) -> tuple[int, str]:
    name, count = counted
    return -count, name


# ---------------------------------------------------------------- days


def _streaks(own: Sequence[FinishedGame], days: Counter[date], today: date) -> dict[str, int]:
    """Return the present and the longest run of won games, and of days with a game; today need not be over."""
    wins = best_wins = 0
    for each in own:
        wins = wins + 1 if each.result == "won" else 0
        best_wins = max(best_wins, wins)
    run = best_run = 0
    last: date | None = None
    for day in sorted(days):
        run = run + 1 if last is not None and day - last == timedelta(days=1) else 1
        best_run, last = max(best_run, run), day
    is_current = last is not None and today - last <= timedelta(days=1)
    return {"wins": wins, "best_wins": best_wins, "days": run if is_current else 0, "best_days": best_run}


def _calendar(days: Counter[date], today: date) -> list[dict[str, Any]]:
    """Return how many games ended on each of the last days, the oldest first."""
    first = today - timedelta(days=CALENDAR_DAYS - 1)
    shown = [first + timedelta(days=number) for number in range(CALENDAR_DAYS)]
    return [{"day": day.isoformat(), "games": days[day]} for day in shown]


# ---------------------------------------------------------------- levels and cards


def _ladder(own: Sequence[FinishedGame]) -> list[dict[str, Any]]:
    """Return how the player does against each level, the weakest first; `passed`: when it was passed."""
    ladder = []
    for level in LEVELS:
        played = [each for each in own if each.opponent == level]
        results = Counter(each.result for each in played)
        run, passed = 0, None
        for each in played:
            run = run + 1 if each.result == "won" and not each.taken_back else 0
            passed = passed or (each.at if run >= LADDER_WINS else None)
        ladder.append(
            {
                "level": level,
                "wins": results["won"],
                "draws": results["drawn"],
                "losses": results["lost"],
                "in_a_row": run,
                "passed": passed,
            }
        )
    return ladder


def _cards(own: Iterable[FinishedGame]) -> list[dict[str, Any]]:
    """Return the cards that were played most, with what they did and how often their games were won."""
    totals: dict[str, list[int]] = defaultdict(lambda: [0] * len(CARD_USE))
    games, won = Counter[str](), Counter[str]()
    for each in own:
        for card, use in each.cards.items():
            if card.startswith(FOREIGN) or not use[PLAYS]:
                continue
            total = totals[card]
            for field, amount in enumerate(use):
                total[field] += amount
            games[card] += 1
            won[card] += each.result == "won"
    often = sorted(totals, key=lambda card: (-totals[card][PLAYS], card))[:MAX_SHOWN_CARDS]
    return [
        {"card": card, **dict(zip(CARD_USE, totals[card], strict=True)), **_share(won[card], games[card])}
        for card in often
    ]


# ---------------------------------------------------------------- mistakes


def _mistakes(analysed: Sequence[FinishedGame], zone: timezone) -> dict[str, Any]:
    """Return the mistakes of analysed games: by subject in the last ones, and by month in all."""
    months: dict[str, list[FinishedGame]] = defaultdict(list)
    for each in analysed:
        months[_day(each, zone).isoformat()[:7]].append(each)
    recent = analysed[-RECENT_GAMES:]
    return {
        "games": len(analysed),
        "recent_games": len(recent),
        "subjects": _subjects(recent),
        "months": [
            {
                "month": month,
                "games": len(games),
                "mistakes": sum(len(each.mistakes or ()) for each in games),
                "chance_lost": round(sum(loss for each in games for _, loss, _ in each.mistakes or ()), 4),
                "subjects": [
                    {name: each[name] for name in ("subject", "mistakes", "chance_lost")} for each in _subjects(games)
                ],
            }
            for month, games in sorted(months.items())
        ],
    }


def _subjects(analysed: Iterable[FinishedGame]) -> list[dict[str, Any]]:
    """Return the mistakes by subject, the most costly first, each with the game and step of its worst one."""
    by_subject: dict[str, list[tuple[float, str, int]]] = defaultdict(list)
    for each in analysed:
        for subject, loss, step in each.mistakes or ():
            by_subject[subject].append((loss, each.game, step))
    subjects = []
    for subject, mistakes in by_subject.items():
        _, game, step = max(mistakes)
        chance_lost = round(sum(loss for loss, _, _ in mistakes), 4)
        subjects.append(
            {"subject": subject, "mistakes": len(mistakes), "chance_lost": chance_lost, "game": game, "step": step}
        )
    return sorted(subjects, key=lambda each: (-each["chance_lost"], each["subject"]))
