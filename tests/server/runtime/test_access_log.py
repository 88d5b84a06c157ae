"""The access log: lines are written in batches, in order, and none is lost at shutdown."""

import asyncio
import base64
import io
import json
import logging
from collections.abc import Iterator

import pytest

from server.waiting import wait_in_loop
from solafide.server.runtime import access_log


class CountingLog(io.StringIO):
    """A log file that counts its writes."""

    times = 0

    def write(self, text: str) -> int:
        self.times += bool(text)
        return super().write(text)

    def routes(self) -> list[str]:
        return [json.loads(line).get("route", "") for line in self.getvalue().splitlines()]


@pytest.fixture
def counting_log() -> Iterator[CountingLog]:
    """Redirect the log to a file in memory; restore the handlers afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    log_file = CountingLog()
    access_log.set_up("info", log_file)
    yield log_file
    root.handlers[:] = handlers
    root.setLevel(level)


def test_request_lines_are_written_in_batches(counting_log: CountingLog, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access_log, "FLUSH_DELAY_S", 0.01)

    async def serve() -> None:
        for number in range(3):
            access_log.log_request("POST", f"/{number}", 200, 0.0123)
        assert counting_log.times == 0
        await wait_in_loop(lambda: counting_log.times)

    asyncio.run(serve())
    assert (counting_log.times, counting_log.routes()) == (1, ["/0", "/1", "/2"])


def test_request_lines_equal_those_of_the_logging_module(counting_log: CountingLog) -> None:
    access_log.log_request("GET", "/api/games/{game}", 404, 0.01234)
    fields = {"method": "GET", "route": "/api/games/{game}", "status": 404, "ms": 12.3}
    access_log.access.info("request", extra={access_log.FIELDS: fields})
    short, long = (json.loads(line) for line in counting_log.getvalue().splitlines())
    assert list(short) == list(long)
    assert short | {"at": ""} == long | {"at": ""}


def test_other_messages_keep_their_order_and_none_is_lost_at_shutdown(counting_log: CountingLog) -> None:
    async def serve() -> None:
        access_log.log_request("GET", "/1", 200, 0.0)
        logging.getLogger("solafide").error("something")
        access_log.log_request("GET", "/2", 200, 0.0)

    asyncio.run(serve())
    assert counting_log.routes() == ["/1", ""]
    logging.getLogger().handlers[0].flush()  # as logging does it when a process ends
    assert counting_log.routes() == ["/1", "", "/2"]


def test_the_id_of_a_game_becomes_a_pseudonym(counting_log: CountingLog) -> None:
    one, other = (base64.urlsafe_b64encode(bytes([number]) * 16).decode().rstrip("=") for number in (7, 250))
    secret = base64.urlsafe_b64encode(bytes(range(32))).decode().rstrip("=")
    log = logging.getLogger("solafide.server")
    for game in (one, one, other):
        try:
            raise ValueError(f"no ledger of {game}, secret {secret}")
        except ValueError:
            log.exception("opponent in %s: /api/games/%s/choices", game, game)
    lines = [json.loads(line) for line in counting_log.getvalue().splitlines()]
    assert not any(word in counting_log.getvalue() for word in (one, other, secret))
    assert lines[0]["text"] == lines[1]["text"] != lines[2]["text"]
    assert lines[0]["text"].startswith("opponent in game-")


def test_names_in_code_stay_readable() -> None:
    text = "create_or_join_a_rematch in test_match_actions_of_a_server"
    assert access_log.redact(text) == text
