"""The event streams of the online server: each is sent only what its role in a match may know."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any, Protocol, cast
from weakref import WeakValueDictionary

import orjson
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from solafide.game import Faith, Game, Person
from solafide.server.realtime.presence import Presence
from solafide.server.schemas.identity import INVITATION, SPECTATOR, OptionalSeat

KEEPALIVE_INTERVAL_S = 15.0  # proxies close connections that are silent for long
MAX_QUEUED_MESSAGES = 1000  # a subscriber that is further behind is disconnected and catches up
KEEPALIVE_COMMENT = b": still here\n\n"
# In a scope: a function that writes a part of an answer of unknown length to the connection at once, or returns that
# it cannot.
DIRECT_WRITE = "solafide.write"
DirectWrite = Callable[[bytes], bool]


class StreamedMatch(Protocol):
    """What a stream needs of a match."""

    id: str
    game: Game

    def version(self, seat: OptionalSeat) -> int: ...

    def faith_of(self, person: str) -> Faith | None: ...

    def render_cache(self) -> dict[Any, dict[str, Any]]: ...


def encode_message(data: dict[str, Any]) -> bytes:
    """Return a message in the format of server-sent events."""
    return b"data: " + orjson.dumps(data) + b"\n\n"


class Subscriber:
    """An open stream of one browser; it may subscribe to many games."""

    def __init__(self) -> None:
        self.roles: dict[str, str] = {}  # by game
        self.presences: dict[str, Presence] = {}
        self.address = ""  # of the browser, set once the connection is open
        self.direct_write: DirectWrite | None = None  # set once the connection is open
        self._queue: deque[bytes] = deque()
        self._sending = False
        self._ready = asyncio.Event()
        self.closed = False

    def put(self, message: bytes) -> None:
        """Write a message to the connection, or queue it while the connection is busy."""
        if self.closed:
            return
        if self.direct_write is not None and not self._sending and not self._queue and self.direct_write(message):
            return
        if len(self._queue) >= MAX_QUEUED_MESSAGES:  # too slow: the browser connects again and says where it was
            self.close()
            return
        self._queue.append(message)
        self._ready.set()

    def close(self) -> None:
        self.closed = True
        self._ready.set()

    async def take(self) -> bytes:
        """Return all queued messages; empty at the end. The next call means that they were sent."""
        self._sending = False
        while not self._queue and not self.closed:
            self._ready.clear()
            await self._ready.wait()
        messages = b"".join(self._queue)
        self._queue.clear()
        self._sending = True
        return messages


class Subscriptions:
    """All open streams of one process, by game; what changes a game is published after the ledger has it."""

    def __init__(self) -> None:
        self._subscribers: dict[str, dict[Subscriber, str]] = {}  # by game, with the role
        self._published_steps: dict[str, dict[str, int]] = {}  # by game and role: the last step that was sent
        # Referenced by streams and by loaded matches: as long as one of them exists, both use the same object.
        self._presence: WeakValueDictionary[str, Presence] = WeakValueDictionary()
        self.on_presence_change: Callable[[str], None] = lambda game: None
        self._all: dict[Subscriber, None] = {}
        self._closed = False
        self._keepalive_task: asyncio.Task[None] | None = None

    def __len__(self) -> int:
        return len(self._all)

    def has_subscribers(self, game: str) -> bool:
        return game in self._subscribers

    def games(self) -> list[str]:
        """Return the games that have subscribers."""
        return list(self._subscribers)

    # ------------------------------------------------------------ presence

    def is_present(self, game: str, person: str) -> bool:
        """Whether a person has a stream open on a game."""
        presence = self._presence.get(game)
        return presence is not None and presence.is_present(person)

    def presence(self, game: str) -> Presence:
        """Return the presence at a game, the same object as long as anything refers to it."""
        presence = self._presence.get(game)
        if presence is None:
            presence = self._presence[game] = Presence()
        return presence

    def tracks_presence(self, game: str) -> bool:
        """Whether a stream or a loaded match of this process needs the presence at a game."""
        return game in self._presence

    def publish_presence(self, game: str, except_to: Subscriber | None = None) -> None:
        """Tell the streams of a game who is present."""
        presence = self.presence(game)
        here = {person: presence.is_present(person) for person in ("1", "2")}
        message = encode_message(
            {"game": game, "kind": "presence", "connected": here, "spectators": presence.spectators}
        )
        for subscriber in self._subscribers.get(game, {}):
            if subscriber is not except_to:
                subscriber.put(message)

    def _presence_changed(self, game: str, subscriber: Subscriber) -> None:
        self.on_presence_change(game)
        self.publish_presence(game, except_to=subscriber)

    # ------------------------------------------------------------ opening and closing

    def open(self) -> Subscriber:
        """Open a stream that subscribes to no game yet."""
        if self._keepalive_task is None:
            self._keepalive_task = asyncio.create_task(self._send_keepalives())
        subscriber = Subscriber()
        self._all[subscriber] = None
        if self._closed:
            subscriber.close()
        return subscriber

    def subscribe(self, subscriber: Subscriber, game: str, role: str) -> None:
        """Subscribe a stream to a game; a game that is named twice is subscribed once, with the last role."""
        if (before := subscriber.roles.get(game)) is not None:
            subscriber.presences[game].local[before] -= 1
        subscriber.roles[game] = role
        self._subscribers.setdefault(game, {})[subscriber] = role
        subscriber.presences[game] = self.presence(game)
        subscriber.presences[game].local[role] += 1
        self._presence_changed(game, subscriber)

    def unsubscribe(self, subscriber: Subscriber) -> None:
        """Remove a stream from all its games."""
        self._all.pop(subscriber, None)
        for game, role in subscriber.roles.items():
            subscribers = self._subscribers.get(game, {})
            subscribers.pop(subscriber, None)
            subscriber.presences[game].local[role] -= 1
            self._presence_changed(game, subscriber)
            if not subscribers:
                self._subscribers.pop(game, None)
                self._published_steps.pop(game, None)
        subscriber.roles, subscriber.presences = {}, {}

    def close(self) -> None:
        """End every stream at once."""
        self._closed = True
        if self._keepalive_task is not None:
            self._keepalive_task.cancel()
        for subscriber in self._all:
            subscriber.close()

    def close_where(self, is_unwanted: Callable[[str], bool]) -> None:
        """End the streams of some addresses."""
        for subscriber in self._all:
            if is_unwanted(subscriber.address):
                subscriber.close()

    async def _send_keepalives(self) -> None:
        """Send to one stream after the other: all at once would delay the requests of players."""
        while True:
            for subscriber in (subscribers := list(self._all)):
                await asyncio.sleep(KEEPALIVE_INTERVAL_S / len(subscribers))
                subscriber.put(KEEPALIVE_COMMENT)
            if not subscribers:
                await asyncio.sleep(KEEPALIVE_INTERVAL_S)

    # ------------------------------------------------------------ publishing

    def catch_up(self, subscriber: Subscriber, match: StreamedMatch, role: str, step: int) -> None:
        """Send what a stream has missed since the given step."""
        seat = seat_of(match, role)
        now = match.game.version_for(seat)
        self._published_steps.setdefault(match.id, {})[role] = now
        if step != now:
            kind = "step" if step < now else "takeback"
            subscriber.put(encode_message(stream_message(match, seat, kind, min(step, now))))

    def publish(self, match: StreamedMatch, kind: str) -> None:
        """Send a change that is in the ledger, to each role as it may know it; a role that sees nothing is skipped."""
        subscribers = self._subscribers.get(match.id)
        if not subscribers:
            return
        published_steps = self._published_steps.setdefault(match.id, {})
        messages: dict[str, bytes] = {INVITATION: b""}  # an invitation is used up when the match has started
        for subscriber, role in subscribers.items():
            message = messages.get(role)
            if message is None:
                seat = seat_of(match, role)
                now = match.game.version_for(seat)
                since = published_steps.get(role, now)
                hidden = kind == "step" and since == now
                message = b"" if hidden else encode_message(stream_message(match, seat, kind, min(since, now)))
                messages[role] = message
                published_steps[role] = now
            if message:
                subscriber.put(message)

    def publish_notice(self, game: str, data_for: Callable[[str], dict[str, Any] | None]) -> None:
        """Send something that is no step; data_for: what a role is sent, None for nothing."""
        messages: dict[str, bytes] = {}
        for subscriber, role in self._subscribers.get(game, {}).items():
            if role not in messages:
                data = data_for(role)
                messages[role] = encode_message({"game": game, **data}) if data is not None else b""
            if messages[role]:
                subscriber.put(messages[role])


def seat_of(match: StreamedMatch, role: str) -> OptionalSeat:
    """Return the seat from which a role sees a match; None for a spectator."""
    return None if role == SPECTATOR else match.faith_of(role) or cast(Person, role)


def stream_message(match: StreamedMatch, seat: OptionalSeat, kind: str, since: int) -> dict[str, Any]:
    """Return what one seat is sent of a change; the player who made it gets the same as an answer."""
    cache = match.render_cache()
    message = cache.get((seat, kind, since))
    if message is None:
        game = match.game
        decision = game.decision(seat) if seat is not None else None
        message = cache[seat, kind, since] = {
            "game": match.id,
            "kind": kind,
            "version": match.version(seat),
            "step": game.version_for(seat),
            "events": game.events(seat, since) if kind == "step" else [],
            "decision": decision.json() if decision else None,
        }
    return message


class EventStreamResponse(Response):
    """The response of an open stream: it lasts until either side ends it."""

    def __init__(self, subscriptions: Subscriptions, subscriber: Subscriber) -> None:
        self.subscriptions, self.subscriber = subscriptions, subscriber
        self.status_code, self.background = 200, None
        self.raw_headers = [(b"content-type", b"text/event-stream"), (b"cache-control", b"no-store")]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        disconnect = asyncio.create_task(_close_on_disconnect(receive, self.subscriber))
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await send({"type": "http.response.body", "body": KEEPALIVE_COMMENT, "more_body": True})
            self.subscriber.address = scope["client"][0]
            self.subscriber.direct_write = scope.get(DIRECT_WRITE)
            while body := await self.subscriber.take():
                await send({"type": "http.response.body", "body": body, "more_body": True})
            await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            disconnect.cancel()
            self.subscriptions.unsubscribe(self.subscriber)


async def _close_on_disconnect(receive: Receive, subscriber: Subscriber) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
    subscriber.close()
