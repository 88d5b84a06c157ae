"""Measure how much memory matches take: .venv/compiled/bin/python tools/match_memory.py [MATCHES]

The matches are whole games between two people who choose at random, as the server keeps them, without the card set,
which all share.
"""

import gc
import os
import random
import sys

from load.servers import memory_mb

from solafide.cards import builtin
from solafide.game import Options
from solafide.server.matches.match import Match, MatchSetup, start_match
from solafide.server.schemas.identity import HUMAN

WARM_UP_MATCHES = 5


def played_match(number: int) -> Match:
    """Play a match to its end."""
    seed, dice = number.to_bytes(32, "big"), random.Random(number)
    players = {"1": HUMAN, "2": HUMAN}
    setup = MatchSetup(str(number), "2026-01-01T00:00:00.000Z", Options(faiths="agreed"), builtin(), players, seed)
    match = start_match(setup)
    while (decision := match.game.decision()) is not None:
        match.choose(decision.who, dice.choice(decision.options), f"request-{match.length}")
        match.public_summary()
    return match


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    pid = os.getpid()
    for number in range(WARM_UP_MATCHES):
        played_match(number)
    gc.collect()
    before, objects_before = memory_mb(pid), len(gc.get_objects())
    matches = [played_match(number) for number in range(count)]
    gc.collect()
    kilobytes = 1024 * (memory_mb(pid) - before)
    entries = sum(match.length for match in matches)
    objects = len(gc.get_objects()) - objects_before
    print(f"{count} matches with {entries / count:.0f} entries of the ledger on average:")
    print(f"{kilobytes / count:.0f} kB a match, {1024 * kilobytes / entries:.0f} bytes an entry,")
    print(f"{objects / count:.0f} objects a match that the garbage collector examines.")


if __name__ == "__main__":
    main()
