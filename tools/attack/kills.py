"""Kill the server at random moments while choices are under way, and start it again over the same data."""

from __future__ import annotations

import asyncio
from random import Random
from time import monotonic

from attack.honest_play import HonestPlay
from attack.report import AttackResult
from attack.site import Site

MIN_LIFE_S, MAX_LIFE_S = 0.05, 1.0
RECOVERY_TIMEOUT_S = 120.0
TICK_S = 0.02
BOTH_SHARE = 0.2  # of the kills with two processes: both at once


async def attack_with_kills(site: Site, play: HonestPlay, random: Random, count: int, result: AttackResult) -> None:
    """Kill and restart `count` times; a server that does not start again has not withstood the kill."""
    for _ in range(count):
        await asyncio.sleep(random.uniform(MIN_LIFE_S, MAX_LIFE_S))
        numbers = list(range(len(site.processes)))
        if len(numbers) > 1 and random.random() > BOTH_SHARE:
            numbers = [random.choice(numbers)]
        for number in numbers:
            site.kill(number)
        kind = "both processes" if len(numbers) > 1 else "one process"
        try:
            for number in numbers:
                await asyncio.to_thread(site.restart, number)
        except SystemExit as error:
            result.count(kind, False, str(error))
            return
        result.count(kind, await _goes_on(play), "no choice was acknowledged afterwards")


async def _goes_on(play: HonestPlay) -> bool:
    """Wait until each choice that was under way is answered, and others too."""
    target_count, end = play.log.acknowledged + len(play.games), monotonic() + RECOVERY_TIMEOUT_S
    while play.log.acknowledged < target_count and monotonic() < end:
        await asyncio.sleep(TICK_S)
    return play.log.acknowledged >= target_count
