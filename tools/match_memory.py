"""Measure how much memory matches take: .venv/compiled/bin/python tools/match_memory.py [MATCHES] [BOUND]

The matches are whole games between two people who choose at random, as the server keeps them: first without the card
set, which all share, then each with a set of a player's own, of usual and of the greatest size. Then a registry that
keeps BOUND matches (`limits.memory`) gets ten times as many, half of them with a set of their own.
"""

import asyncio
import gc
import os
import random
import sys
import tempfile
from dataclasses import replace
from itertools import count
from pathlib import Path

from load.servers import memory_mb

from solafide.cards import CardSet, builtin, from_canonical
from solafide.cards.table_reader import MAX_TEXT_CHARACTERS
from solafide.game import Options, record
from solafide.server.matches.match import Match, MatchSetup, start_match
from solafide.server.matches.memory_use import own_set_entries
from solafide.server.matches.registry import ENTRIES_PER_MATCH, MatchRegistry
from solafide.server.realtime.local_stream import LocalStream
from solafide.server.schemas.identity import HUMAN
from solafide.server.storage.sqlite import SqliteStorage

WARM_UP_MATCHES = 5
DEFAULT_MATCHES, DEFAULT_BOUND = 200, 50
ROUNDS = 10
PLAYERS = {"1": HUMAN, "2": HUMAN}
LONGEST_TEXT = "\U0001f3f0" + "x" * (MAX_TEXT_CHARACTERS - 1)  # one such letter lets each take four bytes in memory
numbers = count()


def own_set(is_large: bool = False) -> CardSet:
    """Return a card set of a player's own, which no other match has; a large one has the longest history notes."""
    cards = dict(builtin().cards)
    if is_large:
        cards = {name: replace(card, history=dict.fromkeys(card.name, LONGEST_TEXT)) for name, card in cards.items()}
    return from_canonical(replace(builtin(), name=f"Set {next(numbers)}", cards=cards, builtin=False).canonical())


def played_match(cards: CardSet) -> Match:
    """Play a match to its end."""
    number = next(numbers)
    seed, dice = number.to_bytes(32, "big"), random.Random(number)
    setup = MatchSetup(str(number), "2026-01-01T00:00:00.000Z", Options(faiths="agreed"), cards, PLAYERS, seed)
    match = start_match(setup)
    while (decision := match.game.decision()) is not None:
        match.choose(decision.who, dice.choice(decision.options), f"request-{match.length}")
        match.public_summary()
    return match


def show_matches(matches: int) -> None:
    for _ in range(WARM_UP_MATCHES):
        played_match(builtin())
    before, objects_before = collected_memory_mb(), len(gc.get_objects())
    played = [played_match(builtin()) for _ in range(matches)]
    kilobytes = 1024 * (collected_memory_mb() - before)
    entries = sum(match.length for match in played)
    objects = len(gc.get_objects()) - objects_before
    print(f"{matches} matches with {entries / matches:.0f} entries of the ledger on average:")
    print(f"{kilobytes / matches:.0f} kB a match, {1024 * kilobytes / entries:.0f} bytes an entry,")
    print(f"{objects / matches:.0f} objects a match that the garbage collector examines.")


def show_own_sets(matches: int) -> None:
    for name, is_large in (("usual", False), ("the greatest", True)):
        before = collected_memory_mb()
        begun = [start_match(new_setup(own_set(is_large))) for _ in range(matches)]
        kilobytes = 1024 * (collected_memory_mb() - before)
        counted = own_set_entries(begun[0])
        print(f"{kilobytes / matches:.0f} kB for a card set of a player's own of {name} size,")
        print(f"which counts as {counted} entries, {counted / ENTRIES_PER_MATCH:.1f} matches.")


def new_setup(cards: CardSet) -> MatchSetup:
    return MatchSetup(
        str(next(numbers)), "2026-01-01T00:00:00.000Z", Options(faiths="agreed"), cards, PLAYERS, bytes(32)
    )


async def show_bound(bound: int) -> None:
    """Load ten times as many matches as are kept, and print the memory after each tenth."""
    with tempfile.TemporaryDirectory() as folder:
        store = SqliteStorage(Path(folder))
        registry = MatchRegistry(store, LocalStream())
        registry.max_idle_matches = bound
        try:
            print(f"With a bound of {bound} matches, MB in memory (matches in memory):")
            for tenth in range(1, ROUNDS + 1):
                for number in range(bound):
                    cards = own_set(is_large=number % 4 == 0) if number % 2 == 0 else builtin()
                    played = record(played_match(cards).game)
                    match = await registry.import_record(played, played.game(), PLAYERS, None)
                    await registry.match(match.id)
                memory = collected_memory_mb()
                print(f"{tenth * bound} matches: {memory:.0f} MB ({registry.in_memory})", flush=True)
        finally:
            await registry.close()
            store.close()


def collected_memory_mb() -> float:
    gc.collect()
    return memory_mb(os.getpid())


def main() -> None:
    matches = int(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT_MATCHES
    bound = int(sys.argv[2]) if len(sys.argv) > 2 else DEFAULT_BOUND
    show_matches(matches)
    show_own_sets(matches)
    asyncio.run(show_bound(bound))


if __name__ == "__main__":
    main()
