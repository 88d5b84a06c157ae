"""Two players and those who watch them: a game from the first request to its end, every choice at random."""

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

from load.book import Book
from load.wire import Ear, Line, content, head, request

PART = b"solafide part 1\n"
MODES = ("draft", "first")
FAITHS = ("rolled", "C", "P")
LAST_MESSAGE_TIMEOUT_S = 5.0  # for the last stream message of a game

Free = Callable[["Party"], None]


class Failed(Exception):
    """A game could not be begun."""


class Seat:
    """One player: a line for requests, a stream of news, and what is asked."""

    __slots__ = (
        "busy",
        "contribution",
        "drafts",
        "ear",
        "echoes",
        "head",
        "line",
        "options",
        "port",
        "secret",
        "version",
    )

    def __init__(self, port: int) -> None:
        self.port, self.line = port, Line(port)
        self.sit_down()

    def sit_down(self) -> None:
        """At a new table."""
        self.secret = secrets.token_urlsafe(32)
        self.contribution = secrets.token_bytes(32)
        self.ear: Ear | None = None
        self.head = b""
        self.version = -1
        self.options: list[str] | None = None
        self.drafts = False
        self.busy = False
        self.echoes: deque[tuple[int, float]] = deque()  # choices of the other one that are still to be heard of

    def learn(self, version: int, asked: Any) -> None:
        """What is asked, unless something newer is known."""
        if version > self.version:
            self.version = version
            self.options = asked["options"] if asked else None
            self.drafts = bool(asked) and asked["question"] == "draft"

    @property
    def may_choose(self) -> bool:
        return self.options is not None and not self.busy

    def promise(self) -> str:
        return hashlib.sha256(PART + self.contribution).hexdigest()


class Party:
    """A place at which one game after the other is played; `free` is told when somebody there may choose."""

    def __init__(self, ports: Sequence[int], number: int, watchers: int, book: Book, free: Free) -> None:
        """Of several ports the two players have different ones, as a load balancer may have it."""
        self.number, self.book, self._free = number, book, free
        self.random = Random(number)
        self._ports = [ports[(number + place) % len(ports)] for place in range(2)]
        self.seats = (Seat(self._ports[0]), Seat(self._ports[1]))
        self._watchers: list[Ear] = []
        self._watching = watchers
        self._game = number
        self._task: asyncio.Task[None] | None = None
        self._loop = asyncio.get_running_loop()
        self.playing = False
        self.ended = False
        self.over = False
        self.due: deque[float] = deque()

    # ------------------------------------------------------------ beginning

    async def begin(self) -> None:
        """A new game through the lobby, and the streams of all who follow it."""
        for seat in self.seats:
            seat.sit_down()
        self.over = False
        game, watch = await self._arrive()
        for seat in self.seats:
            seat.head = head(seat.port, f"/api/games/{game}/choices?answer=short", seat.secret)
        ports = [self._ports[place % 2] for place in range(self._watching)]
        self._watchers = [await _listen(port, game, watch, self._watched) for port in ports]
        for seat in self.seats:
            seat.ear = await _listen(seat.port, game, seat.secret, self._hears(seat))
        self.playing = True
        self.book.games += 1
        self._free(self)

    async def _arrive(self) -> tuple[str, str]:
        """Create a table, join it, open both contributions."""
        one, two = self.seats
        invite, watch = secrets.token_urlsafe(32), secrets.token_urlsafe(32)
        wish = {
            "secret": one.secret,
            "invite": invite,
            "watch": watch,
            "name": "",
            "commitment": one.promise(),
            "opponent": "person",
            "faith": FAITHS[self._game % len(FAITHS)],
            "mode": MODES[self._game % len(MODES)],
            "study": False,
            "open": False,
            "idempotency_key": secrets.token_hex(8),
        }
        self._game += 1
        game = (await self._asked(one, "/api/lobbies", "", wish))["game"]
        joined = {
            "secret": two.secret,
            "name": "",
            "commitment": two.promise(),
            "idempotency_key": secrets.token_hex(8),
        }
        await self._asked(two, f"/api/lobbies/{game}/join", invite, joined)
        for seat in self.seats:
            opened = {"contribution": seat.contribution.hex(), "idempotency_key": secrets.token_hex(8)}
            await self._asked(seat, f"/api/lobbies/{game}/reveal", seat.secret, opened)
        return game, watch

    async def _asked(self, seat: Seat, path: str, secret: str, wish: Any) -> Any:
        status, answer = await seat.line.ask(request(seat.port, path, secret, wish))
        if status not in (200, 201):
            raise Failed(f"{path.rpartition('/')[2]}: {status} {_why(answer)}")
        return answer

    # ------------------------------------------------------------ playing

    def choose(self, due: float) -> None:
        """One of those who are asked makes a choice, which should have been made at `due`."""
        asked = [seat for seat in self.seats if seat.may_choose]
        self.choose_at(asked[0] if len(asked) == 1 else self.random.choice(asked), due)

    def choose_at(self, seat: Seat, due: float) -> None:
        assert seat.options is not None
        choice = self.random.choice(seat.options)
        client = self.book.put_down(choice)
        seat.busy = True
        if seat.drafts:  # the other one is not told what is drafted
            self.book.drafted += 1
        else:
            other = self.seats[seat is self.seats[0]]
            other.echoes.append((seat.version, due))
        wish = {"version": seat.version, "choice": choice, "idempotency_key": client}

        def answered(status: int, body: bytes) -> None:
            seat.busy = False
            if status != 200:
                self._fail(f"choice: {status} {_why(orjson.loads(body) if body else None)}")
                return
            self.book.acknowledge(client, due, monotonic())
            told = orjson.loads(body)
            seat.learn(told["version"], told["decision"])
            self.over = self.over or told["outcome"] is not None
            self._go_on()

        seat.line.send(seat.head + content(wish), answered)

    def _hears(self, seat: Seat) -> Callable[[bytes], None]:
        def told(data: bytes) -> None:
            if not data:
                self._fail("news: cut")
                return
            self.book.messages += 1
            message = orjson.loads(data)
            if "decision" not in message:
                return
            version = message["version"]
            while seat.echoes and seat.echoes[0][0] < version:
                self.book.hear(seat.echoes.popleft()[1], monotonic())
            seat.learn(version, message["decision"])
            if not seat.busy:
                self._go_on()

        return told

    def _watched(self, data: bytes) -> None:
        self.book.watched += 1
        if not data:
            self._fail("watch: cut")

    def _go_on(self) -> None:
        if not self.over:
            self._free(self)
        elif not any(seat.busy or seat.echoes for seat in self.seats):
            self._end()
        elif self.playing:
            self.playing = False
            self._free(self)  # what is due here is for others
            self._loop.call_later(LAST_MESSAGE_TIMEOUT_S, self._end, self._game)

    # ------------------------------------------------------------ ending

    def _fail(self, why: str) -> None:
        self.book.wrong[why] += 1
        self._end()

    def _end(self, game: int | None = None) -> None:
        """Leave the game, and start another; `game`: only if it still goes on."""
        if (self._task is not None and not self._task.done()) or game not in (None, self._game):
            return
        self.playing = False
        self._free(self)
        self.book.unheard += sum(len(seat.echoes) for seat in self.seats)
        self._leave()
        if not self.ended:
            self._task = self._loop.create_task(self._begin_anew())

    async def _begin_anew(self) -> None:
        try:
            await self.begin()
        except Failed as error:
            self.book.wrong[str(error)] += 1
            self._loop.call_later(1.0, self._end)
        finally:
            self._task = None

    def _leave(self) -> None:
        for ear in [seat.ear for seat in self.seats if seat.ear] + self._watchers:
            ear.close()
        for seat in self.seats:
            seat.echoes.clear()

    def close(self) -> None:
        self.ended = True
        self._leave()
        for seat in self.seats:
            seat.line.close()

    @property
    def quiet(self) -> bool:
        """Nothing is on its way."""
        return not any(seat.busy or seat.echoes for seat in self.seats)


async def _listen(port: int, game: str, secret: str, told: Callable[[bytes], None]) -> Ear:
    wish = {"seats": [{"game": game, "secret": secret, "step": 0}]}
    ear = Ear(port, request(port, "/api/stream", "", wish), told)
    if (status := await ear.open()) != 200:
        raise Failed(f"news: {status}")
    return ear


def _why(answer: Any) -> str:
    try:
        return str(answer["error"]["key"])
    except (TypeError, KeyError):
        return ""
