"""The speed of a search is measured over the iterations it was set to do."""

from importlib.util import find_spec

import pytest

from solafide.lab import search_speed


def test_search_speed_of_every_available_player(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[int, float]] = []

    def rate(work: object, seconds: float, first: int) -> float:
        assert callable(work)
        calls.append((first, work(8)))
        return 8 / seconds

    monkeypatch.setattr(search_speed, "rate", rate)
    speeds = search_speed.all_iterations_per_second(0.5)
    assert speeds == dict.fromkeys(search_speed.OURS + (search_speed.THEIRS if find_spec("pyspiel") else ()), 16)
    assert calls == [(2, 8)] * len(speeds)
