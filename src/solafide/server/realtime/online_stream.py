"""News for those who play far apart: each stream tells only what its seats may know."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, cast
from weakref import WeakValueDictionary

import orjson
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from solafide.game import Person
from solafide.server.matches.access import INVITE, SPECTATE
from solafide.server.matches.match import Match, OptionalSeat
from solafide.server.matches.online_state import Presence

KEEPALIVE_INTERVAL_S = 15.0  # proxies close connections that are silent for long
MAX_QUEUED_MESSAGES = 1000  # a subscriber that is further behind is disconnected and catches up
KEEPALIVE_COMMENT = b": still here\n\n"
# In a scope: a function that sends a part of an answer of unknown length at once, without waking anybody, or says that
# it cannot.
DIRECT_WRITE = "solafide.write"
DirectWrite = Callable[[bytes], bool]


def written(data: dict[str, Any]) -> bytes:
    return b"data: " + orjson.dumps(data) + b"\n\n"


class Subscriber:
    """An open stream of one browser; it may follow many games."""

    def __init__(self) -> None:
        self.follows: dict[str, str] = {}  # game: person, or watching
        self.presences: dict[str, Presence] = {}
        self.write: DirectWrite | None = None  # the short way to the line, once it is open
        self._waiting: deque[bytes] = deque()
        self._sending = False
        self._ready = asyncio.Event()
        self.closed = False

    def put(self, message: bytes) -> None:
        if self.closed:
            return
        if self.write is not None and not self._sending and not self._waiting and self.write(message):
            return
        if len(self._waiting) >= MAX_QUEUED_MESSAGES:  # too slow: the browser comes back and says where it was
            self.close()
            return
        self._waiting.append(message)
        self._ready.set()

    def close(self) -> None:
        self.closed = True
        self._ready.set()

    async def take(self) -> bytes:
        """Return all queued messages; empty at the end. The next call means that they were sent."""
        self._sending = False
        while not self._waiting and not self.closed:
            self._ready.clear()
            await self._ready.wait()
        found = b"".join(self._waiting)
        self._waiting.clear()
        self._sending = True
        return found


class Subscriptions:
    """Everybody who follows a game far apart; nothing is told that is not in the ledger."""

    def __init__(self) -> None:
        self._of: dict[str, dict[Subscriber, str]] = {}
        self._told: dict[str, dict[str, int]] = {}  # game, role: the last step that was told
        # Held by the streams and by the table in memory: as long as one of them is there, both mean the same.
        self._presence: WeakValueDictionary[str, Presence] = WeakValueDictionary()
        self.changed: Callable[[str], None] = lambda game: None  # somebody came to a game, or went
        self._all: dict[Subscriber, None] = {}
        self._closed = False
        self._pulse: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._all)

    def follows(self, game: str) -> bool:
        return game in self._of

    def games(self) -> list[str]:
        return list(self._of)

    def here(self, game: str, person: str) -> bool:
        """Whether somebody has a stream open on a game, in this process."""
        found = self._presence.get(game)
        return found is not None and found.here(person)

    def presence(self, game: str) -> Presence:
        found = self._presence.get(game)
        if found is None:
            found = self._presence[game] = Presence()
        return found

    # ------------------------------------------------------------ coming and going

    def enter(self) -> Subscriber:
        if self._pulse is None:
            self._pulse = asyncio.create_task(self._beat())
        reader = Subscriber()
        self._all[reader] = None
        if self._closed:
            reader.close()
        return reader

    def follow(self, reader: Subscriber, game: str, role: str) -> None:
        """A game that is named twice is followed once, as it was named last."""
        if (before := reader.follows.get(game)) is not None:
            reader.presences[game].open[before] -= 1
        reader.follows[game] = role
        self._of.setdefault(game, {})[reader] = role
        reader.presences[game] = self.presence(game)
        reader.presences[game].open[role] += 1
        self._here(game, reader)

    def leave(self, reader: Subscriber) -> None:
        self._all.pop(reader, None)
        for game, role in reader.follows.items():
            there = self._of.get(game, {})
            there.pop(reader, None)
            reader.presences[game].open[role] -= 1
            self._here(game, reader)
            if not there:
                for kept in (self._of, self._told):
                    kept.pop(game, None)
        reader.follows, reader.presences = {}, {}

    def known(self, game: str) -> bool:
        """Whether anybody here wants to know who is at a table."""
        return game in self._presence

    def _here(self, game: str, who: Subscriber) -> None:
        """The others hear that somebody came or went."""
        self.changed(game)
        self.say_here(game, who)

    def say_here(self, game: str, who: Subscriber | None = None) -> None:
        present = self.presence(game)
        here = {person: present.here(person) for person in ("1", "2")}
        message = written({"game": game, "kind": "here", "here": here, "watchers": present.watchers})
        for reader in self._of.get(game, {}):
            if reader is not who:
                reader.put(message)

    def close(self) -> None:
        """Every stream ends at once."""
        self._closed = True
        if self._pulse is not None:
            self._pulse.cancel()
        for reader in self._all:
            reader.close()

    async def _beat(self) -> None:
        """To one after the other: to all at once would take so long that players felt it."""
        while True:
            for reader in (there := list(self._all)):
                await asyncio.sleep(KEEPALIVE_INTERVAL_S / len(there))
                reader.put(KEEPALIVE_COMMENT)
            if not there:
                await asyncio.sleep(KEEPALIVE_INTERVAL_S)

    # ------------------------------------------------------------ telling

    def catch_up(self, reader: Subscriber, match: Match, role: str, step: int) -> None:
        """What somebody missed who comes back."""
        seat = seat_of(match, role)
        now = match.game.version_for(seat)
        told = self._told.setdefault(match.id, {})
        told.setdefault(role, now)
        if step != now:
            reader.put(written(message(match, seat, "step" if step < now else "takeback", min(step, now))))

    def tell(self, match: Match, kind: str) -> None:
        """A change that is in the ledger, to each role as it may know it; who may not know of it hears nothing."""
        there = self._of.get(match.id)
        if not there:
            return
        told = self._told.setdefault(match.id, {})
        made: dict[str, bytes] = {INVITE: b""}  # spent by now
        for reader, role in there.items():
            one = made.get(role)
            if one is None:
                seat = seat_of(match, role)
                now = match.game.version_for(seat)
                since = told.get(role, now)
                unseen = kind == "step" and since == now
                one = made[role] = b"" if unseen else written(message(match, seat, kind, min(since, now)))
                told[role] = now
            if one:
                reader.put(one)

    def say(self, game: str, make: Callable[[str], dict[str, Any] | None]) -> None:
        """Something that is no step, to each role what concerns it."""
        made: dict[str, bytes] = {}
        for reader, role in self._of.get(game, {}).items():
            if role not in made:
                data = make(role)
                made[role] = written({"game": game, **data}) if data is not None else b""
            if made[role]:
                reader.put(made[role])


def seat_of(match: Match, role: str) -> OptionalSeat:
    return None if role == SPECTATE else match.faith_of(role) or cast(Person, role)


def message(match: Match, seat: OptionalSeat, kind: str, since: int) -> dict[str, Any]:
    """Return what one seat is sent of a change; the player who made it gets the same as an answer."""
    made = match.render_cache()
    found = made.get((seat, kind, since))
    if found is None:
        game = match.game
        asked = game.decision(seat) if seat is not None else None
        found = made[seat, kind, since] = {
            "game": match.id,
            "kind": kind,
            "version": match.version(seat),
            "step": game.version_for(seat),
            "events": game.events(seat, since) if kind == "step" else [],
            "decision": asked.json() if asked else None,
        }
    return found


class EventStreamResponse(Response):
    """An answer that goes on until either side ends it."""

    def __init__(self, readers: Subscriptions, reader: Subscriber) -> None:
        self.readers, self.reader = readers, reader
        self.status_code, self.background = 200, None
        self.raw_headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        gone = asyncio.create_task(_gone(receive, self.reader))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await send({"type": "http.response.body", "body": KEEPALIVE_COMMENT, "more_body": True})
            self.reader.write = scope.get(DIRECT_WRITE)
            while body := await self.reader.take():
                await send({"type": "http.response.body", "body": body, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            gone.cancel()
            self.readers.leave(self.reader)


async def _gone(receive: Receive, reader: Subscriber) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    reader.close()
