"""Games for records, and checks of error messages."""

import hashlib
import random
import re
from functools import cache

import pytest

from solafide.cards import CardSet, loads
from solafide.game import Game, LiveNature, Options, RecordError, parse, record, verify
from solafide.text import LANGUAGES, error_text

# A set that is not built in, with effects that no built-in card uses.
OWN_SET = """
[set]
name = "Ours"

[[card]]
id = "C13"
number = 13
first_game = true
effects = [{ effect = "recover", count = 2 }]

[[card]]
id = "P13"
number = 13
first_game = true
effects = [{ effect = "choose", options = [[{ effect = "draw", count = 2 }], [{ effect = "recover", count = 1 }]] }]

[[circle]]
number = 3
points = 7
nobility = "PPNC"
commoners = "PPNN"
start = "commoners_outer"
"""


def seed(number: int) -> bytes:
    return hashlib.sha256(f"records {number}".encode()).digest()


def new(options: Options, number: int, cards: CardSet | None = None) -> Game:
    return Game(options, cards, LiveNature(seed(number)))


def step(game: Game) -> None:
    """Return a choice that depends only on the question."""
    decision = game.decision()
    assert decision is not None
    game.choose(random.Random(f"{decision.version} {decision.who} {decision.options}").choice(decision.options))


def finish(game: Game) -> Game:
    while not game.over:
        step(game)
    return game


@cache
def own_set() -> CardSet:
    return loads(OWN_SET)


@cache
def short() -> str:
    """Return the record of a finished game, short because of a turn limit."""
    return record(finish(new(Options(turn_limit=5), 1))).text()


@cache
def drafted() -> str:
    return record(finish(new(Options("draft", "after-card", turn_limit=3), 2)), {"C": "one", "P": "two"}).text()


@cache
def embedded() -> str:
    return record(finish(new(Options(turn_limit=4), 3, own_set()))).text()


@cache
def unfinished() -> str:
    game = new(Options(), 4)
    for _ in range(9):
        step(game)
    return record(game).text()


def refusal(text: str) -> str:
    """Return the key of the error for an invalid record, after rendering it in every language."""
    with pytest.raises(RecordError) as error:
        verify(text)
    return message_key(error.value)


def message_key(error: RecordError) -> str:
    """Return the key of an error after checking that its message is one clear line in every language."""
    assert error.key.startswith(("error.record.", "error.file."))
    for language in LANGUAGES:
        message = error_text(error, language)
        assert message.isprintable(), error.facts
        assert len(message) < 400, len(message)
        for fact in error.facts.values():
            message = message.replace(str(fact), "")
        assert not re.search(r"\{\w*\}", message)
    return error.key


def harmless(text: str) -> None:
    """Check that a text is either a valid record or refused with one clear message, also when the game is continued."""
    for read in (verify, lambda content: parse(content).game()):
        try:
            read(text)
        except RecordError as error:
            message_key(error)


def sealed(header: list[str], steps: list[str], tail: list[str]) -> str:
    """Return a record with a valid hash chain over any content, as a forger could make it who knows the format."""
    chain = hashlib.sha256("\n".join(header).encode("utf-8", "surrogatepass")).digest()
    lines = list(header)
    for line in steps:
        chain = hashlib.sha256(chain + line.encode("utf-8", "surrogatepass")).digest()
        lines.append(f"{line} {chain.hex()[:16]}")
    chain = hashlib.sha256(chain + "\n".join(tail).encode("utf-8", "surrogatepass")).digest()
    return "\n".join([*lines, *tail, f"hash {chain.hex()}", ""])


def taken_apart(text: str) -> tuple[list[str], list[str], list[str]]:
    """Header, steps without their part of the chain, and tail without the hash: `sealed` puts them together again."""
    lines = text.split("\n")
    begin = next(n for n, line in enumerate(lines) if line.startswith("commitment ")) + 1
    return lines[:begin], [line.rpartition(" ")[0] for line in lines[begin:-4]], lines[-4:-2]
