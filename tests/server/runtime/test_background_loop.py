"""Work that a server repeats: no failure ends it."""

import asyncio

import pytest

from solafide.server.runtime.background_loop import repeat_forever


def test_a_failing_step_is_logged_and_tried_again(caplog: pytest.LogCaptureFixture) -> None:
    calls = 0

    async def step() -> None:
        nonlocal calls
        calls += 1
        if calls == 1:
            raise ValueError("the first one fails")
        if calls == 3:
            raise asyncio.CancelledError

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(repeat_forever("sweep", 0.0, step))
    assert calls == 3
    assert "sweep failed" in caplog.text
