"""What finished games come to: ladder, streaks, shares, cards, mistakes, in the days of the player's clock."""

from datetime import UTC, datetime
from typing import Any

from solafide.players.agents.levels import LEVELS
from solafide.server.schemas.statistics import StatisticsView
from solafide.server.statistics.summary import CALENDAR_DAYS, FinishedGame, summarize_games

NOW = datetime(2026, 11, 19, 21, 0, tzinfo=UTC)


def finished(number: int, result: Any = "won", opponent: str = "scholar", **more: Any) -> FinishedGame:
    """A game of the 19th of November, in the order of the numbers."""
    game = FinishedGame(f"g{number}", f"2026-11-19T10:{number:02}:00.000+00:00", "first", "C", opponent, result)
    return game._replace(**more)


def summary(*games: FinishedGame, utc_offset: int = 0) -> dict[str, Any]:
    totals = summarize_games(games, NOW, utc_offset)
    StatisticsView.model_validate({**totals, "uncounted": 0}, strict=True)
    return totals


def rung(totals: dict[str, Any], level: str) -> dict[str, Any]:
    return next(each for each in totals["ladder"] if each["level"] == level)


def test_without_a_game_everything_is_empty() -> None:
    totals = summary()
    assert (totals["games"], totals["by_faith"], totals["cards"]) == (0, [], [])
    assert [each["level"] for each in totals["ladder"]] == list(LEVELS)
    assert len(totals["calendar"]) == CALENDAR_DAYS
    assert totals["calendar"][-1] == {"day": "2026-11-19", "games": 0}


def test_two_wins_in_a_row_pass_a_level() -> None:
    totals = summary(finished(1), finished(2, "lost"), finished(3))
    assert (rung(totals, "scholar")["in_a_row"], rung(totals, "scholar")["passed"]) == (1, None)
    totals = summary(finished(1), finished(2, "lost"), finished(3), finished(4), finished(5, "lost"))
    scholar = rung(totals, "scholar")
    assert (scholar["wins"], scholar["losses"], scholar["in_a_row"]) == (3, 2, 0)
    assert scholar["passed"] == finished(4).at  # and it stays passed
    assert rung(totals, "magister")["passed"] is None


def test_a_win_with_a_turn_taken_back_passes_no_level() -> None:
    totals = summary(finished(1), finished(2, taken_back=True), finished(3))
    assert rung(totals, "scholar")["passed"] is None
    assert totals["wins"] == 3


def test_games_of_other_levels_do_not_interrupt_a_run() -> None:
    totals = summary(finished(1), finished(2, "lost", "doctor"), finished(3))
    assert rung(totals, "scholar")["passed"] == finished(3).at
    assert totals["streaks"]["wins"] == 1
    assert totals["streaks"]["best_wins"] == 1


def test_shares_have_intervals_and_draws_are_not_won() -> None:
    games = [finished(1), finished(2, "drawn"), finished(3, faith="P"), finished(4, "lost", "person")]
    totals = summary(*games)
    catholic, protestant = totals["by_faith"]
    assert (catholic["key"], catholic["wins"], catholic["games"]) == ("C", 1, 3)
    assert catholic["low"] < 1 / 3 < catholic["high"]
    assert (protestant["key"], protestant["wins"], protestant["games"]) == ("P", 1, 1)
    assert [(each["key"], each["games"]) for each in totals["by_opponent"]] == [("scholar", 3), ("person", 1)]


def test_two_people_at_one_screen_count_for_days_and_time_alone() -> None:
    totals = summary(finished(1, "lost", "person", faith=None, seconds=600))
    assert (totals["games"], totals["seconds"], totals["losses"]) == (1, 600, 0)
    assert totals["by_opponent"] == []
    assert totals["streaks"]["days"] == 1


def test_days_are_those_of_the_players_clock() -> None:
    late = finished(1, at="2026-11-18T23:30:00.000+00:00")
    assert summary(late)["calendar"][-2] == {"day": "2026-11-18", "games": 1}
    assert summary(late, utc_offset=60)["calendar"][-1] == {"day": "2026-11-19", "games": 1}
    assert summary(late, utc_offset=180)["calendar"][-1]["day"] == "2026-11-20"  # there it is the next day by now


def test_a_run_of_days_lasts_until_the_end_of_the_next_day() -> None:
    days = [finished(day, at=f"2026-11-{day:02}T12:00:00.000+00:00") for day in (10, 11, 12, 13, 17, 18)]
    assert summary(*days)["streaks"] == {"wins": 6, "best_wins": 6, "days": 2, "best_days": 4}
    assert summary(*days[:-1])["streaks"]["days"] == 0


def test_cards_that_were_played_most() -> None:
    games = [
        finished(1, cards={"C03": [2, 3, 1, 7], "C05": [1, 0, 0, 0], "F02": [4, 1, 0, 0]}),
        finished(2, "lost", cards={"C03": [1, 1, 0, 0]}),
    ]
    first, second = summary(*games)["cards"]
    assert first.items() >= {"card": "C03", "plays": 3, "converted": 4, "shifted": 1, "points": 7}.items()
    assert (first["wins"], first["games"]) == (1, 2)
    assert second["card"] == "C05"


def test_mistakes_by_subject_and_month() -> None:
    games = [
        finished(1, at="2026-10-05T12:00:00.000+00:00", mistakes=[["claim", 0.2, 10]]),
        finished(2, mistakes=[["power", 0.1, 20], ["claim", 0.05, 30], ["claim", 0.15, 40]]),
        finished(3, mistakes=None),
    ]
    mistakes = summary(*games)["mistakes"]
    assert (mistakes["games"], mistakes["recent_games"]) == (2, 2)
    claim, power = mistakes["subjects"]
    assert claim == {"subject": "claim", "mistakes": 3, "chance_lost": 0.4, "game": "g1", "step": 10}
    assert (power["subject"], power["game"], power["step"]) == ("power", "g2", 20)
    october, november = mistakes["months"]
    assert (october["month"], october["games"], october["mistakes"]) == ("2026-10", 1, 1)
    assert (november["month"], november["mistakes"], november["chance_lost"]) == ("2026-11", 3, 0.3)
