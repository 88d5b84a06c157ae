"""Verify a record: replay it and check that all chance came from its seed."""

from solafide.game.error import RecordError
from solafide.game.game import Game
from solafide.game.nature import LiveNature
from solafide.game.record.follow import follow_steps
from solafide.game.record.format import Record
from solafide.game.record.read import parse


def verify(text: str) -> Record:
    """Replay a finished game and compare every die, draw and triple with its seed; an error says what is wrong.

    Each contribution to a joint seed must match its commitment.
    """
    record = parse(text)
    if record.outcome is None:
        raise RecordError("error.record.unfinished")
    if record.seed is None:
        raise RecordError("error.record.seed_missing")
    if record.chance:
        record.chance.check(record.seed)
    replay_from_seed(record, record.seed)
    return record


def replay_from_seed(record: Record, seed: bytes) -> None:
    """Replay a game, finished or not, and compare every answer of nature with the seed."""
    game = Game.again(record.options, record.cards, LiveNature(seed))

    def compare_with_seed(choice: str) -> None:
        dealt = game.natures_choice()
        if dealt is not None and dealt != choice:
            raise RecordError("error.record.deal", choice=choice, dealt=dealt)

    follow_steps(game, record.steps, compare_with_seed)
    if game.outcome != record.outcome:
        raise RecordError("error.record.result")
