"""A game that belongs to the attack: what it may become is known, so that every change is noticed."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from random import Random
from typing import Any

from load.game_slot import GameSlot, Seat
from load.run_log import RunLog

from attack.raw_http import RawAnswer, exchange, guest_address, request_bytes
from attack.secret_search import SecretIndex


class AttackedGame(GameSlot):
    """A game of two players who send single requests, each over a connection of its own."""

    def __init__(self, ports: Sequence[int], number: int, index: SecretIndex, random: Random) -> None:
        super().__init__(ports, number, 0, RunLog(), lambda slot: None)
        self.ports, self.index = list(ports), index
        self.address_random = random

    async def open_game(self) -> None:
        for seat in self.seats:
            seat.reset()
        await super().open_game()
        self.index.add(self.seats[0].secret, self.seats[1].secret, self.invite, self.watch)
        self.index.add(*(seat.contribution.hex() for seat in self.seats))
        self.index.game_ids.add(self.game_id.encode())

    async def ask(
        self, method: str, path: str, secret: str, body: Any = None, port: int | None = None, **headers: str
    ) -> RawAnswer:
        """Send one request from a new address, and search the answer for secrets."""
        port = self.ports[0] if port is None else port
        data = request_bytes(port, method, path, secret, body, **headers)
        answer = await exchange(port, [data], guest_address(self.address_random), method)
        self.index.search(f"{method} {path.replace(self.game_id, 'ID')}", answer.body)
        return answer

    async def moment(self, secret: str) -> dict[str, Any]:
        answer = await self.ask("GET", f"/api/games/{self.game_id}", secret)
        if answer.status != 200:
            raise RuntimeError(f"a seat cannot read its own game: {answer.status} {answer.body[:200]!r}")
        moment: dict[str, Any] = answer.json()
        return moment

    async def fingerprint(self) -> list[Any]:
        """Return all that the players see of the game, which a refused request must not change."""
        moments = [await self.moment(secret) for secret in (self.seats[0].secret, self.seats[1].secret, self.watch)]
        return [[moment[name] for name in ("version", "step", "view", "players")] for moment in moments]

    async def next_to_choose(self) -> tuple[Seat, dict[str, Any]] | None:
        """Return a seat that may choose, with its moment; None when the game is over."""
        for seat in self.seats:
            moment = await self.moment(seat.secret)
            if moment["view"]["decision"]:
                return seat, moment
            if moment["view"]["outcome"]:
                return None
        raise RuntimeError("nobody may choose")

    async def first_to_choose(self) -> tuple[Seat, dict[str, Any]]:
        """Return a seat that may choose; start a new game if this one is over."""
        if (next_one := await self.next_to_choose()) is None:
            await self.open_game()
            next_one = await self.next_to_choose()
        assert next_one is not None, "a new game asks somebody"
        return next_one


def new_key(mark: str) -> str:
    """Return a new idempotency key by which the ledger shows who sent a request."""
    return f"{mark}-{secrets.token_hex(8)}"
