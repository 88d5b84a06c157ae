"""Honest players beside the attacks: they play whole games, wait while the server is away, and repeat each choice."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from random import Random
from time import monotonic
from typing import Any

import orjson
from load.game_slot import GameNotStarted, GameSlot, Seat, SeatsFreeCallback
from load.http_client import EventStream, request
from load.run_log import RunLog, Times

from attack.raw_http import exchange, request_bytes
from attack.secret_search import GameTraffic, SecretIndex
from attack.waits import Interval

RETRY_DELAY_S = 0.1
MAX_RETRIES = 1200  # two minutes: as long as a server may be away
RETRIED_STATUSES = (0, 503)  # the server is away, or could not store the request
MAX_STORED_MESSAGES = 1500  # of one role in one game
MAX_STORED_GAMES = 60  # whose messages are compared with another world afterwards
LAST_ANSWERS_TIMEOUT_S = 60.0
TICK_S = 0.01
NOTED_DELAY_S = 0.02  # of this process: a shorter one is not noted
PERSONS = ("1", "2")
SPECTATOR = "watch"


class HonestGame(GameSlot):
    """Games of two players and a spectator who connect again and repeat a choice until it is answered."""

    def __init__(
        self,
        ports: Sequence[int],
        number: int,
        log: RunLog,
        index: SecretIndex,
        on_seats_free: SeatsFreeCallback,
        on_left: Callable[[GameTraffic], None],
    ) -> None:
        super().__init__(ports, number, 1, log, on_seats_free)
        self._index, self._on_left = index, on_left
        self._requests: dict[str, bytes] = {}  # of choices that are not answered yet, by idempotency key
        self.traffic = GameTraffic("", {})
        self.postponed = 0

    async def open_game(self) -> None:
        await super().open_game()
        roles = {person: seat.secret for person, seat in zip(self.persons, self.seats, strict=True)}
        self.traffic = GameTraffic(self.game_id, roles | {SPECTATOR: self.watch})
        self._index.add(*self.traffic.roles.values(), self.invite, *(seat.contribution.hex() for seat in self.seats))
        self._index.game_ids.add(self.game_id.encode())

    async def _post(self, seat: Seat, path: str, secret: str, body: Any) -> Any:
        for _ in range(MAX_RETRIES):
            status, answer = await seat.connection.post(request(seat.port, path, secret, body))
            if status not in RETRIED_STATUSES or self.ended:
                break
            await asyncio.sleep(RETRY_DELAY_S)
        if status not in (200, 201):
            raise GameNotStarted(f"{path.rpartition('/')[2]}: {status} {answer}")
        return answer

    async def _listen(self, port: int, secret: str, on_message: Callable[[bytes], None]) -> EventStream:
        opened = False

        def on_opened_message(data: bytes) -> None:
            if data or opened:
                on_message(data)

        for _ in range(MAX_RETRIES):
            try:
                stream = await super()._listen(port, secret, on_opened_message)
                opened = True
                return stream
            except (OSError, GameNotStarted):
                if self.ended:
                    break
                await asyncio.sleep(RETRY_DELAY_S)
        raise GameNotStarted("stream: the server is away")

    # ------------------------------------------------------------ playing

    def _send_choice(self, seat: Seat, client: str, due: float, data: bytes) -> None:
        self._requests[client] = data
        super()._send_choice(seat, client, due, data)

    def _on_answer(self, seat: Seat, client: str, due: float, status: int, body: bytes) -> None:
        if status in RETRIED_STATUSES and not self.ended:
            self.postponed += 1
            self._loop.call_later(RETRY_DELAY_S, self._send_again, seat, client, due)
            return
        self._requests.pop(client, None)
        self._store(self.persons[self.seats.index(seat)], body)
        super()._on_answer(seat, client, due, status, body)

    def _send_again(self, seat: Seat, client: str, due: float) -> None:
        if not self.ended and client in self._requests:
            super()._send_choice(seat, client, due, self._requests[client])

    def _stream_callback(self, seat: Seat) -> Callable[[bytes], None]:
        super_callback = super()._stream_callback(seat)
        role, game_id = self.persons[self.seats.index(seat)], self.game_id

        def on_message(data: bytes) -> None:
            if data:
                self._store(role, data)
                super_callback(data)
            elif not self.ended and game_id == self.game_id:
                self._loop.create_task(self._reopen(seat, game_id))

        return on_message

    async def _reopen(self, seat: Seat, game_id: str) -> None:
        try:
            stream = await self._listen(seat.port, seat.secret, self._stream_callback(seat))
        except GameNotStarted as error:
            self._fail(str(error))
            return
        if game_id == self.game_id and not self.ended:
            seat.stream = stream
        else:
            stream.close()

    def _count_spectator_message(self, data: bytes) -> None:
        self.log.watched += 1
        if data:
            self._store(SPECTATOR, data)

    def _store(self, role: str, data: bytes) -> None:
        self._index.search(f"to {role} of a game", data)
        messages = self.traffic.messages[role]
        if len(messages) < MAX_STORED_MESSAGES:
            messages.append(data)

    # ------------------------------------------------------------ ending

    def _leave(self) -> None:
        super()._leave()
        self._requests.clear()
        if self.traffic.messages:
            self._on_left(self.traffic)
            self.traffic = GameTraffic("", {})

    async def resign(self) -> None:
        """End the game, so that its record can be read."""
        for seat in self.seats:
            body = {"version": seat.version, "idempotency_key": f"resign-{self.game_id}"}
            path = f"/api/games/{self.game_id}/resign"
            status, _ = await seat.connection.post(request(seat.port, path, seat.secret, body))
            if status == 200:
                return


class HonestPlay:
    """Many honest games, each player choosing a moment after being asked."""

    def __init__(self, ports: Sequence[int], games: int, pause_s: float, seed: int) -> None:
        """pause_s: how long a player thinks on average."""
        self.ports, self.log, self.index = list(ports), RunLog(begin=0.0), SecretIndex()
        self.finished: deque[GameTraffic] = deque(maxlen=MAX_STORED_GAMES)
        self._pause_s, self._random = pause_s, Random(seed)
        self._scheduled: set[Seat] = set()
        self._resting = True
        self.tool_delays: list[Interval] = []  # when this process itself came late
        self.quiet_wait_ms: float | None = None
        self._tasks: set[asyncio.Task[None]] = set()
        self.games = [
            HonestGame(ports, number, self.log, self.index, self._on_seats_free, self._on_left)
            for number in range(games)
        ]

    async def start(self) -> None:
        self._resting = False
        self._track(self._measure_own_delay())
        await asyncio.gather(*(game.begin() for game in self.games))

    def _track(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _measure_own_delay(self) -> None:
        """Measure how late this process itself is: the waits of honest players contain it."""
        while True:
            due = monotonic() + TICK_S
            await asyncio.sleep(TICK_S)
            if (now := monotonic()) - due > NOTED_DELAY_S:
                self.tool_delays.append((due, now))

    def _on_seats_free(self, slot: GameSlot) -> None:
        for seat in slot.seats:
            if slot.playing and seat.may_choose and not self._resting and seat not in self._scheduled:
                self._scheduled.add(seat)
                delay = self._random.uniform(0, 2 * self._pause_s)
                asyncio.get_running_loop().call_later(delay, self._choose, slot, seat)

    def _choose(self, slot: GameSlot, seat: Seat) -> None:
        self._scheduled.discard(seat)
        if slot.playing and seat.may_choose and not self._resting:
            slot.choose_at(seat, monotonic())

    # ------------------------------------------------------------ figures

    def new_window(self) -> None:
        """Forget the waits so far."""
        self.log.answers, self.tool_delays = Times(), []

    def end_quiet_window(self) -> None:
        """Note the worst wait without an attack, and measure from now on the waits during it."""
        self.quiet_wait_ms = self.worst_wait_ms
        self.new_window()

    @property
    def waits(self) -> list[tuple[float, float]]:
        """When each choice was due, and how long its answer took, in seconds."""
        return list(zip(self.log.answers.due, self.log.answers.took, strict=True))

    @property
    def tool_delay_s(self) -> float:
        """The longest time by which this process itself came late."""
        return max((end - begin for begin, end in self.tool_delays), default=0.0)

    @property
    def worst_wait_ms(self) -> float | None:
        return round(1000 * max(self.log.answers.took), 1) if self.log.answers.took else None

    # ------------------------------------------------------------ the end

    def _on_left(self, traffic: GameTraffic) -> None:
        if not self._resting:
            self._track(self._read_record(traffic))

    async def _read_record(self, traffic: GameTraffic) -> None:
        path = f"/api/games/{traffic.game_id}/record"
        answer = await exchange(
            self.ports[0], [request_bytes(self.ports[0], "GET", path, traffic.roles["1"])], "127.0.0.1"
        )
        if answer.status == 200:
            traffic.record = answer.body.decode("utf-8")
            self.finished.append(traffic)

    async def stop(self) -> None:
        """Wait for outstanding answers, end every game, and read its record."""
        self._resting = True
        end = monotonic() + LAST_ANSWERS_TIMEOUT_S
        while monotonic() < end and any(seat.busy for game in self.games for seat in game.seats):
            await asyncio.sleep(TICK_S)
        self.log.wrong["a choice was never answered"] += sum(seat.busy for game in self.games for seat in game.seats)
        self.log.wrong += type(self.log.wrong)()  # without zeros
        for game in self.games:
            if game.playing:
                await game.resign()
                await self._read_record(game.traffic)
        for game in self.games:
            game.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def decoded(message: bytes) -> dict[str, Any]:
    document: dict[str, Any] = orjson.loads(message)
    return document
