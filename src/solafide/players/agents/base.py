"""What a player is: somebody who is shown a view and a decision and names one of the options."""

from typing import Protocol

from solafide.cards import CardSet
from solafide.game import Decision, View


class Player(Protocol):
    """A player never gets a game or a state, so that it cannot know more than its seat does.

    The choice depends on the arguments and on the player's own seed only: the same question gets the same answer,
    however often and in whatever order it is asked. A player that goes on thinking where it was may add the question
    before to these: then the same questions in the same order get the same answers, and one asked twice running the
    same one. A player with an attribute `blind = True` does not look at the view and may be given an empty one.
    """

    def choose(self, view: View, decision: Decision, cards: CardSet) -> str:
        """One of `decision.options`; `view` is that of the seat that decides."""
        ...
