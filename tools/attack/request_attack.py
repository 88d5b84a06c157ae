"""Send illegal requests beside honest games, at a bounded rate."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from random import Random
from time import monotonic

from attack.attacked_game import AttackedGame, new_key
from attack.illegal_requests import IllegalRequest, IllegalRequests
from attack.raw_http import NO_ANSWER, TIMED_OUT, RawAnswer, exchange, guest_address
from attack.report import AttackResult
from attack.secret_search import SecretIndex

CONCURRENT_REQUESTS = 16
BATCH_REQUESTS = 400  # between two checks that nothing has changed
FIRST_GAME_NUMBER = 1  # a slot with this number plays the first game, with agreed faiths


async def attack_with_requests(
    ports: list[int], index: SecretIndex, random: Random, count: int, rate: float, result: AttackResult
) -> None:
    """Send `count` illegal requests, at most `rate` a second."""
    game = AttackedGame(ports, FIRST_GAME_NUMBER, index, random)
    await game.open_game()
    seat, moment = await game.first_to_choose()
    key = new_key("illegal")
    body = {"version": moment["version"], "choice": moment["view"]["decision"]["options"][0], "idempotency_key": key}
    answer = await game.ask("POST", f"/api/games/{game.game_id}/choices", seat.secret, body)
    if answer.status != 200:
        raise RuntimeError(f"a legal choice was refused: {answer.status} {answer.body[:300]!r}")
    before = await game.fingerprint()
    moments = [await game.moment(seat.secret) for seat in game.seats]
    illegal = IllegalRequests(random, game, moments, key)
    async for batch in _batches(count, rate):
        await _send_all(game, illegal, batch, random, result)
        if (after := await game.fingerprint()) != before:
            result.count("batch", False, f"the game changed: {str(before)[:200]} {str(after)[:200]}")
            before = after


async def _batches(count: int, rate: float) -> AsyncIterator[int]:
    started, sent = monotonic(), 0
    while sent < count:
        size = min(BATCH_REQUESTS, count - sent)
        yield size
        sent += size
        await asyncio.sleep(max(0.0, started + sent / rate - monotonic()))


async def _send_all(
    game: AttackedGame, illegal: IllegalRequests, count: int, random: Random, result: AttackResult
) -> None:
    """Make and send requests one after the other, so that making them does not delay the honest players' process."""
    places = asyncio.Semaphore(CONCURRENT_REQUESTS)

    async def send(request: IllegalRequest, source: str) -> None:
        try:
            answer = await exchange(game.ports[0], request.parts, source, request.method)
        finally:
            places.release()
        judge(request, answer, game.index, result)

    async with asyncio.TaskGroup() as tasks:
        for _ in range(count):
            await places.acquire()
            tasks.create_task(send(illegal.next(), guest_address(random)))
            await asyncio.sleep(0)


def judge(request: IllegalRequest, answer: RawAnswer, index: SecretIndex, result: AttackResult) -> None:
    """Count a request: it must be refused, without a 500 and without a secret in the answer."""
    index.search(f"answer to {request.kind}", answer.body)
    refused = 400 <= answer.status < 500 or answer.status in (NO_ANSWER, 503)
    passed = request.may_pass and 200 <= answer.status < 400
    result.server_errors += answer.status == 500
    silent = " in silence" if answer.status == TIMED_OUT else ""
    shown_parts = b"".join(request.parts)[:300]
    result.count(request.kind, refused or passed, f"{answer.status}{silent} {answer.body[:200]!r} for {shown_parts!r}")
