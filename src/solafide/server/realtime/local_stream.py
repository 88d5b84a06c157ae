"""The event stream of the local server: every open page gets all events, and those that it missed."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

KEEPALIVE_INTERVAL_S = 15.0  # proxies close connections that are silent for long
MAX_QUEUED_MESSAGES = 1000  # a subscriber that is further behind is disconnected and catches up


class LocalStreamEvent(NamedTuple):
    """One event; number: of the last ledger entry that it is about, None if it is about none."""

    number: int | None
    data: dict[str, Any]

    def encode(self) -> str:
        """Return the event in the format of server-sent events."""
        data = json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))
        return f"data: {data}\n\n" if self.number is None else f"id: {self.number}\ndata: {data}\n\n"


class LocalStream:
    """All open streams of the local server; what changes a game is published after the ledger has it."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[LocalStreamEvent | None]] = set()
        self._closed = False

    @property
    def has_subscribers(self) -> bool:
        return bool(self._queues)

    def publish(self, event: LocalStreamEvent) -> None:
        """Send an event to every open page."""
        for queue in list(self._queues):
            if queue.qsize() < MAX_QUEUED_MESSAGES:
                queue.put_nowait(event)
            else:  # too slow: the browser connects again and says where it was
                self._queues.discard(queue)
                queue.put_nowait(None)

    def close(self) -> None:
        """End every stream at once."""
        self._closed = True
        for queue in self._queues:
            queue.put_nowait(None)

    def subscribe(self) -> LocalSubscriber:
        return LocalSubscriber(self)


class LocalSubscriber:
    """One open stream; it gets every event that is published after it was created."""

    def __init__(self, stream: LocalStream) -> None:
        self._stream = stream
        self._queue: asyncio.Queue[LocalStreamEvent | None] = asyncio.Queue()
        stream._queues.add(self._queue)
        if stream._closed:
            self._queue.put_nowait(None)

    async def messages(self, last: int, missed: list[LocalStreamEvent]) -> AsyncIterator[str]:
        """Yield the number from which a browser would continue, then the events it missed, then the new ones."""
        try:
            yield f"retry: 500\nid: {last}\n\n"
            for event in missed:
                yield event.encode()
                last = event.number or last
            while True:
                try:
                    new_event = await asyncio.wait_for(self._queue.get(), KEEPALIVE_INTERVAL_S)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if new_event is None:
                    return
                if new_event.number is None or new_event.number > last:
                    yield new_event.encode()
        finally:
            self.unsubscribe()

    def unsubscribe(self) -> None:
        self._stream._queues.discard(self._queue)
