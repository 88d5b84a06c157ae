"""News for every open page: one stream for a browser, and what it missed while it was away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any, NamedTuple

KEEPALIVE_INTERVAL_S = 15.0  # proxies close connections that are silent for long
MAX_QUEUED_MESSAGES = 1000  # a subscriber that is further behind is disconnected and catches up


class LocalStreamEvent(NamedTuple):
    """What is sent; `number` is that of the last entry of the ledger that it speaks of, None for passing news."""

    number: int | None
    data: dict[str, Any]

    def text(self) -> str:
        written = json.dumps(self.data, ensure_ascii=False, separators=(",", ":"))
        return f"data: {written}\n\n" if self.number is None else f"id: {self.number}\ndata: {written}\n\n"


class LocalStream:
    """Everybody who listens; nothing is told that is not in the ledger."""

    def __init__(self) -> None:
        self._listeners: set[asyncio.Queue[LocalStreamEvent | None]] = set()
        self._closed = False

    @property
    def heard(self) -> bool:
        return bool(self._listeners)

    def tell(self, message: LocalStreamEvent) -> None:
        for listener in list(self._listeners):
            if listener.qsize() < MAX_QUEUED_MESSAGES:
                listener.put_nowait(message)
            else:  # too slow: the browser comes back and says where it was
                self._listeners.discard(listener)
                listener.put_nowait(None)

    def close(self) -> None:
        """Every stream ends at once."""
        self._closed = True
        for listener in self._listeners:
            listener.put_nowait(None)

    def listen(self) -> LocalSubscriber:
        return LocalSubscriber(self)


class LocalSubscriber:
    """One stream: from `begin` on nothing is lost."""

    def __init__(self, news: LocalStream) -> None:
        self._news = news
        self._waiting: asyncio.Queue[LocalStreamEvent | None] = asyncio.Queue()
        news._listeners.add(self._waiting)
        if news._closed:
            self._waiting.put_nowait(None)

    async def lines(self, last: int, missed: list[LocalStreamEvent]) -> AsyncIterator[str]:
        """First the number from which a browser that comes back goes on, then what it missed, then what happens."""
        try:
            yield f"retry: 500\nid: {last}\n\n"
            for message in missed:
                yield message.text()
                last = message.number or last
            while True:
                try:
                    told = await asyncio.wait_for(self._waiting.get(), KEEPALIVE_INTERVAL_S)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if told is None:
                    return
                if told.number is None or told.number > last:
                    yield told.text()
        finally:
            self.leave()

    def leave(self) -> None:
        self._news._listeners.discard(self._waiting)
