"""Match clocks: for whom they run, their increments, and that time while the server is down does not count."""

from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError

from solafide.server.matches.clock import (
    OUTAGE_GRACE_MS,
    Clock,
    elapsed_time,
    find_outages,
    persons_out_of_time,
    remaining_time,
    start_clock,
    switch_clock,
)
from solafide.server.schemas.time_control import TimeControl

LIVE: dict[str, Any] = {"kind": "live", "bank": 60, "plus": 5}
DAYS: dict[str, Any] = {"kind": "days", "bank": 7200, "plus": 3600, "cap": 9000}
BOTH = ("1", "2")


def test_the_clock_runs_for_the_player_who_must_choose() -> None:
    clock = start_clock(LIVE, 1_000, ["1"], BOTH)
    assert remaining_time(clock, 11_000) == {"1": 50_000, "2": 60_000}
    clock = switch_clock(clock, 11_000, ["1"], ["2"])
    assert (clock.running, clock.since) == (("2",), 11_000)
    assert remaining_time(clock, 21_000) == {"1": 55_000, "2": 50_000}


def test_several_choices_in_one_turn_earn_no_increment() -> None:
    clock = start_clock(LIVE, 0, ["1"], BOTH)
    clock = switch_clock(switch_clock(clock, 1_000, ["1"], ["1"]), 3_000, ["1"], ["1"])
    assert clock.remaining == {"1": 57_000, "2": 60_000}
    assert switch_clock(clock, 4_000, ["1"], ["2"]).remaining == {"1": 61_000, "2": 60_000}


def test_both_clocks_run_in_the_draft() -> None:
    clock = start_clock(LIVE, 0, ["1", "2"], BOTH)
    clock = switch_clock(clock, 10_000, ["1", "2"], ["1", "2"])
    assert clock.remaining == {"1": 50_000, "2": 50_000}
    clock = switch_clock(clock, 20_000, ["1", "2"], ["1"])
    assert clock.remaining == {"1": 40_000, "2": 45_000}
    assert remaining_time(clock, 30_000) == {"1": 30_000, "2": 45_000}


def test_the_clock_stops_when_the_game_is_over() -> None:
    clock = switch_clock(start_clock(LIVE, 0, ["1"], BOTH), 10_000, ["1"], [])
    assert remaining_time(clock, 10_000_000) == clock.remaining
    assert persons_out_of_time(clock, 10_000_000) == []


def test_a_computer_opponent_has_no_clock() -> None:
    clock = start_clock(LIVE, 0, ["2"], ["1"])
    assert clock.remaining == {"1": 60_000}
    assert clock.running == ()


def test_time_out_can_be_claimed_but_the_player_may_play_on() -> None:
    clock = start_clock(LIVE, 0, ["1"], BOTH)
    assert persons_out_of_time(clock, 59_999) == []
    assert persons_out_of_time(clock, 60_000) == ["1"]
    assert remaining_time(clock, 90_000)["1"] == 0
    clock = switch_clock(clock, 90_000, ["1"], ["2"])
    assert clock.remaining == {"1": 5_000, "2": 60_000}
    assert persons_out_of_time(clock, 90_000) == []


def test_an_undone_choice_earns_no_increment() -> None:
    clock = switch_clock(start_clock(LIVE, 0, ["1"], BOTH), 10_000, ["1"], ["2"], earned=False)
    assert clock.remaining == {"1": 50_000, "2": 60_000}
    assert clock.running == ("2",)


def test_the_time_bank_has_a_cap() -> None:
    clock = switch_clock(start_clock(DAYS, 0, ["1"], BOTH), 600_000, ["1"], ["2"])
    assert clock.remaining["1"] == 9_000_000
    short = switch_clock(start_clock(DAYS, 0, ["1"], BOTH), 5_400_000, ["1"], ["2"])
    assert short.remaining["1"] == 5_400_000
    full = switch_clock(start_clock(DAYS | {"bank": 20_000}, 0, ["1"], BOTH), 1_000, ["1"], ["2"])
    assert full.remaining["1"] == 19_999_000  # nothing is taken away


def test_setting_the_system_clock_back_changes_no_time() -> None:
    clock = switch_clock(start_clock(LIVE, 50_000, ["1"], BOTH), 10_000, ["1"], ["2"])
    assert clock.remaining == {"1": 65_000, "2": 60_000}
    assert clock.since == 50_000


def test_server_outages_are_charged_to_no_player() -> None:
    down = [(20_000, 3_600_000)]
    clock = start_clock(LIVE, 10_000, ["1"], BOTH)
    assert remaining_time(clock, 3_605_000, down)["1"] == 45_000
    assert persons_out_of_time(clock, 3_605_000) == ["1"]
    assert persons_out_of_time(clock, 3_605_000, down) == []
    assert switch_clock(clock, 3_605_000, ["1"], ["2"], down).remaining["1"] == 50_000
    later = start_clock(LIVE, 3_601_000, ["1"], BOTH)
    assert remaining_time(later, 3_605_000, down)["1"] == 56_000


def test_outages_are_gaps_between_heartbeats() -> None:
    assert find_outages([]) == []
    assert find_outages([(0, 100_000), (100_000 + OUTAGE_GRACE_MS, 300_000)]) == []
    assert find_outages([(0, 100_000), (100_001 + OUTAGE_GRACE_MS, 300_000)]) == [(100_000, 100_001 + OUTAGE_GRACE_MS)]
    # Another process was up all the time.
    assert find_outages([(0, 10_000), (5_000, 900_000), (500_000, 950_000)]) == []
    assert elapsed_time(0, 1_000, [(5_000, 9_000)]) == 1_000


def test_a_clock_survives_json() -> None:
    clock = start_clock(DAYS, 5, ["2"], BOTH)
    assert Clock.from_json(clock.json(), clock.since) == clock
    assert Clock.from_json(clock.json(), clock.since - 5).since == clock.since - 5, "the system's clock was set back"


@pytest.mark.parametrize("pace", [LIVE, DAYS])
def test_parse_time_control(pace: dict[str, Any]) -> None:
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
def test_invalid_time_controls_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(TimeControl).validate_python(wrong)
