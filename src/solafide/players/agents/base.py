"""The protocol of a player: it gets a view and a decision and names one of the options."""

from typing import Protocol

from solafide.cards import CardSet
from solafide.game import Decision, View


class Player(Protocol):
    """A computer player. It never gets a game or a state, so that it cannot know more than its seat does.

    The choice depends only on the arguments and on the player's seed: the same question gets the same answer, however
    often and in whatever order questions are asked. A player that keeps its search tree may also depend on the question
    before: then the same questions in the same order get the same answers, and so does a question that is repeated. A
    player with an attribute `blind = True` does not read the view and may be given an empty one.
    """

    def choose(self, view: View, decision: Decision, cards: CardSet) -> str:
        """One of `decision.options`; `view` is that of the seat that decides."""
        ...
