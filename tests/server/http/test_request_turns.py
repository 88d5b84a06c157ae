"""A guest who sends many requests at once gets turns, and another one is served between them."""

import asyncio
import itertools

from starlette.types import Message, Receive, Scope, Send

from server.waiting import wait_in_loop
from solafide.server.http.online_gate import OnlineGate
from solafide.server.http.request_turns import REQUESTS_PER_TURN, RequestTurns
from solafide.server.runtime.settings import ServerSettings

REQUESTS_AT_ONCE = 60


def test_requests_of_one_guest_begin_in_order_and_few_at_a_time() -> None:
    begun: list[int] = []
    counts: list[int] = []

    async def ask(turns: RequestTurns, number: int) -> None:
        await turns.wait("192.0.2.1")
        begun.append(number)

    async def run() -> None:
        turns = RequestTurns()
        tasks = [asyncio.create_task(ask(turns, number)) for number in range(REQUESTS_AT_ONCE)]

        def have_all_begun() -> bool:
            counts.append(len(begun))
            return len(begun) == REQUESTS_AT_ONCE

        await wait_in_loop(have_all_begun)
        await asyncio.gather(*tasks)
        assert not turns._places, "nothing is remembered of a guest who waits for nothing"

    asyncio.run(run())
    assert begun == list(range(REQUESTS_AT_ONCE))
    assert max(after - before for before, after in itertools.pairwise(counts)) <= REQUESTS_PER_TURN


def test_another_guest_does_not_wait_behind_many_requests() -> None:
    """The requests of the first guest have all come before."""
    begun: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        begun.append(scope["client"][0])
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    async def receive() -> Message:
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        return

    async def run() -> None:
        gate = OnlineGate(app, ServerSettings(), 1517)
        guests = ["192.0.2.1"] * REQUESTS_AT_ONCE + ["198.51.100.1"]
        headers = [(b"host", b"127.0.0.1:1517")]
        await asyncio.gather(
            *(
                gate(
                    {"type": "http", "method": "GET", "path": "/healthz", "headers": headers, "client": (guest, 1)},
                    receive,
                    send,
                )
                for guest in guests
            )
        )

    asyncio.run(run())
    assert len(begun) == REQUESTS_AT_ONCE + 1
    assert begun.index("198.51.100.1") <= 2 * REQUESTS_PER_TURN
