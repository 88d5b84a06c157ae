"""Replay a record step by step."""

from collections.abc import Iterator

from solafide.game.event_types import Event
from solafide.game.game import Game
from solafide.game.nature import FastNature
from solafide.game.record import Record
from solafide.game.step import Step


def replay(record: Record) -> Iterator[tuple[Step, list[Event], Game]]:
    """Yield each step that counts with its events and the game after it; the game is the same object every time."""
    game = Game.again(record.options, record.cards, FastNature(0))
    for who, choice in record.line:
        step = game.follow(who, choice)
        yield step, game.latest_events(), game
