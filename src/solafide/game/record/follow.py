"""Take the steps of a record in a game."""

from collections.abc import Callable

from solafide.game.error import RecordError
from solafide.game.game import Game
from solafide.game.history import back_target


def follow_steps(game: Game, steps: tuple[tuple[str, str], ...], on_nature: Callable[[str], None]) -> None:
    """Take every step of a record, also those that were taken back: nature's counters never go back.

    on_nature: called with each choice of nature before it is taken.
    """
    for number, (who, choice) in enumerate(steps, 1):
        try:
            if who == "N" and not game.over and back_target(choice) is None:
                game.switch_draft_to(choice)
                on_nature(choice)
            game.follow(who, choice)
        except RecordError as error:
            raise RecordError(error.key, **{**error.facts, "step": number}) from None
