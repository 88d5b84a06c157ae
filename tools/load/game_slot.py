"""Play games over HTTP, each from the lobby to its end: two players with random choices, and spectators."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import Any

import orjson

from load.http_client import ClientConnection, EventStream, content, head, request
from load.run_log import RunLog

PART = b"solafide part 1\n"
MODES = ("draft", "first")
FAITHS = ("rolled", "C", "P")
LAST_MESSAGE_TIMEOUT_S = 5.0  # for the last stream message of a game

SeatsFreeCallback = Callable[["GameSlot"], None]


class GameNotStarted(Exception):
    """The server refused a request that starts a game."""


class Seat:
    """One player: a connection for requests, an event stream, and the decision to make."""

    __slots__ = (
        "busy",
        "connection",
        "contribution",
        "drafts",
        "expected_deliveries",
        "head",
        "options",
        "port",
        "secret",
        "stream",
        "version",
    )

    def __init__(self, port: int) -> None:
        self.port, self.connection = port, ClientConnection(port)
        self.reset()

    def reset(self) -> None:
        """Prepare for a new game, with new secrets."""
        self.secret = secrets.token_urlsafe(32)
        self.contribution = secrets.token_bytes(32)
        self.stream: EventStream | None = None
        self.head = b""
        self.version = -1
        self.options: list[str] | None = None
        self.drafts = False
        self.busy = False
        # Version and due time of the opponent's choices that the stream has not reported yet.
        self.expected_deliveries: deque[tuple[int, float]] = deque()

    def update(self, version: int, decision: Any) -> None:
        """Store the decision, unless a newer version was received before."""
        if version > self.version:
            self.version = version
            self.options = decision["options"] if decision else None
            self.drafts = bool(decision) and decision["question"] == "draft"

    @property
    def may_choose(self) -> bool:
        return self.options is not None and not self.busy

    def commitment(self) -> str:
        return hashlib.sha256(PART + self.contribution).hexdigest()


class GameSlot:
    """Play one game after another; call `on_seats_free` when a player may choose."""

    def __init__(
        self, ports: Sequence[int], number: int, watchers: int, log: RunLog, on_seats_free: SeatsFreeCallback
    ) -> None:
        """With several ports the two players use different ones, as behind a load balancer."""
        self.game_id, self.invite, self.watch = "", "", ""  # and the secrets of its links
        self.persons = ("1", "2")  # which persons of the game the seats are
        self.number, self.log, self._on_seats_free = number, log, on_seats_free
        self.random = Random(number)
        self._ports = [ports[(number + place) % len(ports)] for place in range(2)]
        self.seats = (Seat(self._ports[0]), Seat(self._ports[1]))
        self._watchers: list[EventStream] = []
        self._spectator_count = watchers
        self._game = number
        self._task: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()
        self.playing = False
        self.ended = False
        self.over = False
        self.due: deque[float] = deque()

    # ------------------------------------------------------------ beginning

    async def begin(self) -> None:
        """Start a new game through the lobby, and open the streams of players and spectators."""
        for seat in self.seats:
            seat.reset()
        self.over = False
        await self.open_game()
        for seat in self.seats:
            seat.head = head(seat.port, f"/api/games/{self.game_id}/choices?answer=short", seat.secret)
        ports = [self._ports[place % 2] for place in range(self._spectator_count)]
        self._watchers = [await self._listen(port, self.watch, self._count_spectator_message) for port in ports]
        for seat in self.seats:
            seat.stream = await self._listen(seat.port, seat.secret, self._stream_callback(seat))
        self.playing = True
        self.log.games += 1
        self._on_seats_free(self)

    async def open_game(self) -> None:
        """Create a lobby, join it, and reveal both contributions."""
        one, two = self.seats
        self.invite, self.watch = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        new_lobby = {
            "secret": one.secret,
            "invite": self.invite,
            "watch": self.watch,
            "name": "",
            "commitment": one.commitment(),
            "opponent": "person",
            "faith": FAITHS[self._game % len(FAITHS)],
            "mode": MODES[self._game % len(MODES)],
            "study": False,
            "open": False,
            "idempotency_key": secrets.token_hex(8),
        }
        self._game += 1
        self.game_id = (await self._post(one, "/api/lobbies", "", new_lobby))["game"]
        self.persons = ("2", "1") if new_lobby["faith"] == "P" else ("1", "2")
        join_request = {
            "secret": two.secret,
            "name": "",
            "commitment": two.commitment(),
            "idempotency_key": secrets.token_hex(8),
        }
        await self._post(two, f"/api/lobbies/{self.game_id}/join", self.invite, join_request)
        for seat in self.seats:
            reveal_request = {"contribution": seat.contribution.hex(), "idempotency_key": secrets.token_hex(8)}
            await self._post(seat, f"/api/lobbies/{self.game_id}/reveal", seat.secret, reveal_request)

    async def _post(self, seat: Seat, path: str, secret: str, body: Any) -> Any:
        status, answer = await seat.connection.post(request(seat.port, path, secret, body))
        if status not in (200, 201):
            raise GameNotStarted(f"{path.rpartition('/')[2]}: {status} {_error_key(answer)}")
        return answer

    async def _listen(self, port: int, secret: str, on_message: Callable[[bytes], None]) -> EventStream:
        body = {"seats": [{"game": self.game_id, "secret": secret, "step": 0}]}
        stream = EventStream(port, request(port, "/api/stream", "", body), on_message)
        if (status := await stream.open()) != 200:
            raise GameNotStarted(f"stream: {status}")
        return stream

    # ------------------------------------------------------------ playing

    def choose(self, due: float) -> None:
        """Let one of the players who may choose make the choice that was due at `due`."""
        free_seats = [seat for seat in self.seats if seat.may_choose]
        self.choose_at(free_seats[0] if len(free_seats) == 1 else self.random.choice(free_seats), due)

    def choose_at(self, seat: Seat, due: float) -> None:
        assert seat.options is not None
        choice = self.random.choice(seat.options)
        client = self.log.record_sent(choice)
        seat.busy = True
        if seat.drafts:  # the opponent gets no message about a draft pick
            self.log.drafted += 1
        else:
            other = self.seats[seat is self.seats[0]]
            other.expected_deliveries.append((seat.version, due))
        request_body = {"version": seat.version, "choice": choice, "idempotency_key": client}

        self._send_choice(seat, client, due, seat.head + content(request_body))

    def _send_choice(self, seat: Seat, client: str, due: float, data: bytes) -> None:
        seat.connection.send(data, lambda status, body: self._on_answer(seat, client, due, status, body))

    def _on_answer(self, seat: Seat, client: str, due: float, status: int, body: bytes) -> None:
        seat.busy = False
        if status != 200:
            self._fail(f"choice: {status} {_error_key(orjson.loads(body) if body else None)}")
            return
        self.log.record_acknowledged(client, due, monotonic())
        moment = orjson.loads(body)
        seat.update(moment["version"], moment["decision"])
        self.over = self.over or moment["outcome"] is not None
        self._go_on()

    def _stream_callback(self, seat: Seat) -> Callable[[bytes], None]:
        def on_message(data: bytes) -> None:
            if not data:
                self._fail("stream: cut")
                return
            self.log.messages += 1
            message = orjson.loads(data)
            if "decision" not in message:
                return
            version = message["version"]
            while seat.expected_deliveries and seat.expected_deliveries[0][0] < version:
                self.log.record_delivered(seat.expected_deliveries.popleft()[1], monotonic())
            seat.update(version, message["decision"])
            if not seat.busy:
                self._go_on()

        return on_message

    def _count_spectator_message(self, data: bytes) -> None:
        self.log.watched += 1
        if not data:
            self._fail("watch: cut")

    def _go_on(self) -> None:
        if not self.over:
            self._on_seats_free(self)
        elif not any(seat.busy or seat.expected_deliveries for seat in self.seats):
            self._end()
        elif self.playing:
            self.playing = False
            self._on_seats_free(self)  # choices due here move to other games
            self._loop.call_later(LAST_MESSAGE_TIMEOUT_S, self._end, self._game)

    # ------------------------------------------------------------ ending

    def _fail(self, reason: str) -> None:
        self.log.wrong[reason] += 1
        self._end()

    def _end(self, game: int | None = None) -> None:
        """Leave the game and start the next one; with `game`, only if that game is still being played."""
        if (self._task is not None and not self._task.done()) or game not in (None, self._game):
            return
        self.playing = False
        self._on_seats_free(self)
        self.log.undelivered += sum(len(seat.expected_deliveries) for seat in self.seats)
        self._leave()
        if not self.ended:
            self._task = self._loop.create_task(self._begin_next_game())

    async def _begin_next_game(self) -> None:
        try:
            await self.begin()
        except (GameNotStarted, OSError) as error:
            self.log.wrong[str(error)] += 1
            self._loop.call_later(1.0, self._end)
        finally:
            self._task = None

    def _leave(self) -> None:
        for stream in [seat.stream for seat in self.seats if seat.stream] + self._watchers:
            stream.close()
        for seat in self.seats:
            seat.expected_deliveries.clear()

    def close(self) -> None:
        self.ended = True
        self._leave()
        for seat in self.seats:
            seat.connection.close()

    @property
    def quiet(self) -> bool:
        """Whether no answer or message is outstanding."""
        return not any(seat.busy or seat.expected_deliveries for seat in self.seats)


def _error_key(answer: Any) -> str:
    try:
        return str(answer["error"]["key"])
    except (TypeError, KeyError):
        return ""
