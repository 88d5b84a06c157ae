"""Send requests at the same time that exclude each other: exactly one of them may count."""

from __future__ import annotations

import asyncio
import hashlib
import secrets
from collections.abc import Sequence
from random import Random
from typing import Any

from load.game_slot import PART

from attack.attacked_game import AttackedGame, new_key
from attack.raw_http import RawAnswer
from attack.report import AttackResult
from attack.secret_search import SecretIndex

MARK = "race"
MAX_MESSAGES = 15  # in one game: a player may send 20 a minute, which another test covers
REQUESTS_AT_ONCE = 6
WON, REFUSED = 200, (403, 409, 422)


class Races:
    """Races in one game after another; remembers which requests were acknowledged."""

    def __init__(self, ports: Sequence[int], index: SecretIndex, random: Random, result: AttackResult) -> None:
        self.game = AttackedGame(ports, 1, index, random)
        self.ports, self.random, self.result = list(ports), random, result
        self.acknowledged: dict[str, str] = {}  # choices by idempotency key
        self.messages = 0  # in the present game, by either player

    async def run(self, count: int) -> None:
        await self.game.open_game()
        kinds = (
            self.same_choice,
            self.two_choices,
            self.undo_and_choice,
            self.two_joins,
            self.same_chat,
            self.same_lobby,
        )
        for number in range(count):
            await kinds[number % len(kinds)]()

    async def _at_once(self, *requests: tuple[str, str, str, Any]) -> list[RawAnswer]:
        """Send requests (method, path, secret, body) at once, to all processes in turn."""
        shuffled = list(requests)
        self.random.shuffle(shuffled)
        answers = await asyncio.gather(
            *(
                self.game.ask(*request, port=self.ports[number % len(self.ports)])
                for number, request in enumerate(shuffled)
            )
        )
        by_request = {id(request): answer for request, answer in zip(shuffled, answers, strict=True)}
        self.result.server_errors += sum(answer.status == 500 for answer in answers)
        return [by_request[id(request)] for request in requests]

    def _count(self, kind: str, withstood: bool, answers: list[RawAnswer]) -> None:
        shown = [(answer.status, answer.body[:150]) for answer in answers]
        self.result.count(kind, withstood, f"answers {shown}")

    def _path(self, action: str) -> str:
        return f"/api/games/{self.game.game_id}/{action}"

    async def _choice(self) -> tuple[str, dict[str, Any], list[str]]:
        """Return the secret of a seat that may choose, the body of a choice, and all options."""
        seat, moment = await self.game.first_to_choose()
        options: list[str] = moment["view"]["decision"]["options"]
        body = {"version": moment["version"], "choice": self.random.choice(options)}
        return seat.secret, body, options

    # ------------------------------------------------------------ the races

    async def same_choice(self) -> None:
        """One request, many times: it counts once, and each gets the same answer."""
        secret, body, _ = await self._choice()
        body["idempotency_key"] = new_key(MARK)
        request = ("POST", self._path("choices?answer=short"), secret, body)
        answers = await self._at_once(*[(*request[:3], dict(body)) for _ in range(REQUESTS_AT_ONCE)])
        same = {(answer.status, answer.body) for answer in answers}
        self.acknowledged[body["idempotency_key"]] = body["choice"]
        self._count("the same choice", len(same) == 1 and answers[0].status == WON, answers)

    async def two_choices(self) -> None:
        """Different requests for one question: one counts, the others are refused."""
        secret, body, options = await self._choice()
        bodies = [
            body | {"choice": self.random.choice(options), "idempotency_key": new_key(MARK)}
            for _ in range(REQUESTS_AT_ONCE)
        ]
        answers = await self._at_once(*[("POST", self._path("choices"), secret, each) for each in bodies])
        winners = [each for each, answer in zip(bodies, answers, strict=True) if answer.status == WON]
        self.acknowledged |= {each["idempotency_key"]: each["choice"] for each in winners}
        refused = all(answer.status in (WON, *REFUSED) for answer in answers)
        self._count("two choices", len(winners) == 1 and refused, answers)

    async def undo_and_choice(self) -> None:
        """A choice, and an undo at the same version: at most one of them counts."""
        secret, body, _ = await self._choice()
        choice = body | {"idempotency_key": new_key(MARK)}
        undo = {"version": body["version"], "idempotency_key": new_key("race-undo")}
        answers = await self._at_once(
            ("POST", self._path("choices"), secret, choice), ("POST", self._path("undo"), secret, undo)
        )
        if answers[0].status == WON:
            self.acknowledged[choice["idempotency_key"]] = choice["choice"]
        wins = sum(answer.status == WON for answer in answers)
        refused = all(answer.status in (WON, *REFUSED) for answer in answers)
        self._count("undo and choice", wins == 1 and refused, answers)

    async def two_joins(self) -> None:
        """Several guests with one invitation: one gets the seat."""
        lobby = self._new_lobby()
        created = await self.game.ask("POST", "/api/lobbies", "", lobby)
        if created.status != 201:
            self._count("two joins", False, [created])
            return
        path = f"/api/lobbies/{created.json()['game']}/join"
        answers = await self._at_once(*[("POST", path, lobby["invite"], self._join()) for _ in range(REQUESTS_AT_ONCE)])
        wins = sum(answer.status == WON for answer in answers)
        refused = all(answer.status in (WON, *REFUSED) for answer in answers)
        self._count("two joins", wins == 1 and refused, answers)

    async def same_lobby(self) -> None:
        """One request for a new lobby, many times: there is one lobby."""
        lobby = self._new_lobby()
        answers = await self._at_once(*[("POST", "/api/lobbies", "", dict(lobby)) for _ in range(REQUESTS_AT_ONCE)])
        games = {answer.json()["game"] for answer in answers if answer.status == 201}
        self._count("the same lobby", len(games) == 1 and all(answer.status == 201 for answer in answers), answers)

    async def same_chat(self) -> None:
        """One chat message, many times: it is there once."""
        if self.messages >= MAX_MESSAGES:
            await self.game.open_game()
            self.messages = 0
        self.messages += 1
        secret, _, _ = await self._choice()
        text = new_key("hello")
        body = {"text": text, "idempotency_key": text}
        answers = await self._at_once(
            *[("POST", self._path("chat"), secret, dict(body)) for _ in range(REQUESTS_AT_ONCE)]
        )
        chat = await self.game.ask("GET", self._path("chat"), secret)
        count = chat.body.count(text.encode()) if chat.status == 200 else 0
        self.result.doubled_choices += max(0, count - 1)
        self._count("the same chat message", count == 1 and all(answer.status == 201 for answer in answers), answers)

    def _new_lobby(self) -> dict[str, Any]:
        lobby = self._join() | {"invite": secrets.token_urlsafe(32), "watch": secrets.token_urlsafe(32)}
        self.game.index.add(lobby["secret"], lobby["invite"], lobby["watch"])
        return lobby | {"opponent": "person", "faith": "C", "mode": "first"}

    def _join(self) -> dict[str, Any]:
        commitment = hashlib.sha256(PART + secrets.token_bytes(32)).hexdigest()
        keys = {"secret": secrets.token_urlsafe(32), "idempotency_key": new_key(MARK)}
        return {"name": "", "commitment": commitment, **keys}

    def compare_with_ledger(self, ledger: list[tuple[str, str]]) -> None:
        """Find acknowledged choices that are not stored, and keys that are stored twice."""
        stored: dict[str, list[str]] = {}
        for key, choice in ledger:
            if key.startswith(f"{MARK}-"):
                stored.setdefault(key, []).append(choice)
        for key, choice in self.acknowledged.items():
            if choice not in stored.get(key, []):
                self.result.lost_choices += 1
                self.result.add_failure(f"the acknowledged choice {choice} is not stored")
        self.result.doubled_choices += sum(len(choices) - 1 for choices in stored.values())
