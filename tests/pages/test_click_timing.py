"""The benchmark of the table: how it puts the events of the browser together."""

import doctest
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TOOLS = Path(__file__).parents[2] / "tools"


@pytest.fixture
def timing(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(TOOLS))
    return import_module("click_timing")


def event(press: int, start: float, duration: float, handled: tuple[float, float]) -> dict[str, Any]:
    times = {"startTime": start, "duration": duration, "processingStart": handled[0], "processingEnd": handled[1]}
    return times | {"interactionId": press}


def test_examples(timing: ModuleType) -> None:
    failed, examples = doctest.testmod(timing)
    assert examples
    assert not failed


def test_each_press_counts_once_with_its_longest_event(timing: ModuleType) -> None:
    events = [
        event(1, 0, 24, (2, 4)),
        event(1, 60, 48, (70, 90)),
        event(2, 200, 16, (201, 202)),
        event(1, 60, 32, (90, 91)),
    ]
    presses = timing.interactions(events)
    assert [press.start_ms for press in presses] == [0, 200]
    assert [press.duration_ms for press in presses] == [48, 16]


def test_the_parts_of_a_press_are_its_duration(timing: ModuleType) -> None:
    (press,) = timing.interactions([event(1, 100, 40, (110, 125))])
    assert press == (100, 10, 15, 15)
    assert press.duration_ms == 40


def test_a_frame_that_seems_to_come_too_early_takes_no_time(timing: ModuleType) -> None:
    """Durations are rounded to 8 ms."""
    (press,) = timing.interactions([event(1, 0, 16, (1, 19))])
    assert press.presentation_ms == 0


def test_one_press_of_fifty_may_be_slow(timing: ModuleType) -> None:
    durations = [400, 300, 200, 24]
    assert [timing.interaction_to_next_paint(durations, count) for count in (4, 49, 50, 100)] == [400, 400, 300, 200]


def test_clicks_without_a_response_have_no_parts(timing: ModuleType) -> None:
    sent = {"requested": 10.0, "parsed": 30.0}
    assert timing.with_responses([sent, {"at": 1.0}], [31.0]) == []
    assert timing.with_responses([sent], [20.0]) == [sent | {"responded": 20.0}]
    assert set(timing.click_parts([]).values()) == {(0.0, 0.0)}
