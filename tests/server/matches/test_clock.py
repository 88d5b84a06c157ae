"""Clocks: for whom they run, what they add, and that nobody pays for a server that is down."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from solafide.server.matches.clock import OUTAGE_GRACE_MS, Clock, counted, left, outages, press, ran_out, started
from solafide.server.schemas.time_control import TimeControl

LIVE: dict[str, Any] = {"kind": "live", "bank": 60, "plus": 5}
DAYS: dict[str, Any] = {"kind": "days", "bank": 7200, "plus": 3600, "cap": 9000}
BOTH = ("1", "2")


def test_it_runs_for_whoever_is_waited_for() -> None:
    clock = started(LIVE, 1_000, ["1"], BOTH)
    assert left(clock, 11_000) == {"1": 50_000, "2": 60_000}
    clock = press(clock, 11_000, ["1"], ["2"])
    assert (clock.runs, clock.since) == (("2",), 11_000)
    assert left(clock, 21_000) == {"1": 55_000, "2": 50_000}


def test_several_choices_in_one_turn_earn_nothing() -> None:
    clock = started(LIVE, 0, ["1"], BOTH)
    clock = press(press(clock, 1_000, ["1"], ["1"]), 3_000, ["1"], ["1"])
    assert clock.left == {"1": 57_000, "2": 60_000}
    assert press(clock, 4_000, ["1"], ["2"]).left == {"1": 61_000, "2": 60_000}


def test_in_the_draft_it_runs_for_both() -> None:
    clock = started(LIVE, 0, ["1", "2"], BOTH)
    clock = press(clock, 10_000, ["1", "2"], ["1", "2"])
    assert clock.left == {"1": 50_000, "2": 50_000}
    clock = press(clock, 20_000, ["1", "2"], ["1"])
    assert clock.left == {"1": 40_000, "2": 45_000}
    assert left(clock, 30_000) == {"1": 30_000, "2": 45_000}


def test_it_stands_when_the_game_is_over() -> None:
    clock = press(started(LIVE, 0, ["1"], BOTH), 10_000, ["1"], [])
    assert left(clock, 10_000_000) == clock.left
    assert ran_out(clock, 10_000_000) == []


def test_an_opponent_of_ours_has_no_clock() -> None:
    clock = started(LIVE, 0, ["2"], ["1"])
    assert clock.left == {"1": 60_000}
    assert clock.runs == ()


def test_who_has_run_out_can_be_called_or_plays_on() -> None:
    clock = started(LIVE, 0, ["1"], BOTH)
    assert ran_out(clock, 59_999) == []
    assert ran_out(clock, 60_000) == ["1"]
    assert left(clock, 90_000)["1"] == 0
    clock = press(clock, 90_000, ["1"], ["2"])
    assert clock.left == {"1": 5_000, "2": 60_000}
    assert ran_out(clock, 90_000) == []


def test_what_is_taken_back_earns_nothing() -> None:
    clock = press(started(LIVE, 0, ["1"], BOTH), 10_000, ["1"], ["2"], earned=False)
    assert clock.left == {"1": 50_000, "2": 60_000}
    assert clock.runs == ("2",)


def test_a_bank_of_days_has_a_cap() -> None:
    clock = press(started(DAYS, 0, ["1"], BOTH), 600_000, ["1"], ["2"])
    assert clock.left["1"] == 9_000_000
    short = press(started(DAYS, 0, ["1"], BOTH), 5_400_000, ["1"], ["2"])
    assert short.left["1"] == 5_400_000
    full = press(started(DAYS | {"bank": 20_000}, 0, ["1"], BOTH), 1_000, ["1"], ["2"])
    assert full.left["1"] == 19_999_000  # nothing is taken away


def test_a_clock_that_is_put_back_takes_and_gives_nothing() -> None:
    clock = press(started(LIVE, 50_000, ["1"], BOTH), 10_000, ["1"], ["2"])
    assert clock.left == {"1": 65_000, "2": 60_000}
    assert clock.since == 50_000


def test_nobody_pays_for_a_server_that_is_down() -> None:
    down = [(20_000, 3_600_000)]
    clock = started(LIVE, 10_000, ["1"], BOTH)
    assert left(clock, 3_605_000, down)["1"] == 45_000
    assert ran_out(clock, 3_605_000) == ["1"]
    assert ran_out(clock, 3_605_000, down) == []
    assert press(clock, 3_605_000, ["1"], ["2"], down).left["1"] == 50_000
    later = started(LIVE, 3_601_000, ["1"], BOTH)
    assert left(later, 3_605_000, down)["1"] == 56_000


def test_outages_are_the_gaps_between_signs_of_life() -> None:
    assert outages([]) == []
    assert outages([(0, 100_000), (100_000 + OUTAGE_GRACE_MS, 300_000)]) == []
    assert outages([(0, 100_000), (100_001 + OUTAGE_GRACE_MS, 300_000)]) == [(100_000, 100_001 + OUTAGE_GRACE_MS)]
    # Another process was up all the time.
    assert outages([(0, 10_000), (5_000, 900_000), (500_000, 950_000)]) == []
    assert counted(0, 1_000, [(5_000, 9_000)]) == 1_000


def test_it_is_kept_as_plain_data() -> None:
    clock = started(DAYS, 5, ["2"], BOTH)
    assert Clock.from_json(clock.json()) == clock


@pytest.mark.parametrize("pace", [LIVE, DAYS])
def test_a_pace(pace: dict[str, Any]) -> None:
    assert TypeAdapter(TimeControl).validate_python(pace).model_dump() == {"cap": None} | pace


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "live", "bank": 5, "plus": 5},
        {"kind": "live", "bank": 60, "plus": -1},
        {"kind": "live", "bank": 60, "plus": 5, "cap": 100},
        {"kind": "days", "bank": 7200, "plus": 3600},
        {"kind": "days", "bank": "7200", "plus": 3600, "cap": 9000},
        {"kind": "weeks", "bank": 7200, "plus": 3600, "cap": 9000},
    ],
)
def test_what_is_no_pace_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(TimeControl).validate_python(wrong)
