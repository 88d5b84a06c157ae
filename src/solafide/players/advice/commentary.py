"""Comments on the turns of a game between two computer players, from what really happened, with all cards open."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solafide.cards import CardSet
from solafide.game import FAITHS, Faith, FastNature, Game, Options
from solafide.game.history import BACK, RecordLine
from solafide.game.notation import choice_texts
from solafide.kernel import codes as k
from solafide.kernel.state import State
from solafide.players.advice.continuation import DealtWorld, EventRow, PlayedTurn
from solafide.players.advice.reasons import Reason, find_reasons

# Reasons that depend on cards in a hand: told only to those who see both hands.
HIDDEN_KINDS = frozenset({"stops_claim", "threatens_claim", "misses_claim", "allows_claim", "loses_card"})
ACTIONS = frozenset({"play", "use", "draw", "pass"})


@dataclass(frozen=True, slots=True)
class TurnComment:
    """What was played in a turn, and the reasons for and against it, the weightiest first.

    version: steps of the game up to the end of the turn. turn: its number. card: that was played or used.
    """

    version: int
    turn: int
    by: Faith
    action: str
    card: str | None
    reasons: tuple[Reason, ...]

    def reasons_for(self, open_hands: bool) -> list[Reason]:
        """The reasons that may be told to somebody who sees both hands, or none."""
        return [each for each in self.reasons if open_hands or each.kind not in HIDDEN_KINDS]


class Commentator:
    """Follows one game step by step and comments on each turn that has ended."""

    def __init__(self, options: Options, cards: CardSet) -> None:
        self.comments: list[TurnComment] = []
        self._game = Game.again(options, cards, FastNature(0))
        self._points = [circle.points for circle in cards.circles]
        self._followed: list[RecordLine] = []
        self._before: State | None = None  # the state in which the present turn began
        self._events: list[EventRow] = []
        self._action = ("", "")

    def follow(self, lines: Sequence[RecordLine]) -> list[TurnComment]:
        """Follow the lines of a record, which begin with those that were followed before; return all comments.

        >>> from solafide.cards import builtin
        >>> played = Game(Options(faiths="agreed", first="C"), builtin())
        >>> events = played.choose("draw")
        >>> Commentator(played.options, played.cards).follow(played.choices)[0].action
        'draw'
        """
        for who, choice in lines[len(self._followed) :]:
            self._begin_turn()
            self._game.follow(who, choice)
            self._followed.append((who, choice))
            if choice.startswith(BACK):
                self._before = None
                self.comments = [each for each in self.comments if each.version <= self._game.version]
            else:
                self._note_step()
        return self.comments

    def _begin_turn(self) -> None:
        state = self._game._state
        if self._before is None and state.context()[0] != k.SETUP and state.question == k.Q_ACTION:
            self._before, self._events, self._action = state.clone(), [], ("", "")

    def _note_step(self) -> None:
        """Remember what the last step did, and comment on the turn if it has ended."""
        before, after = self._before, self._game._state
        if before is None:
            return
        for step in self._game.latest_steps:
            self._events += step.events
            if step.question == k.Q_ACTION and not self._action[0]:
                word, _, card = choice_texts(step.question, step.faith, step.front)[step.code].partition(":")
                self._action = word, card
        if after.over or after.turns != before.turns:
            self._before = None
            if self._action[0] in ACTIONS:  # else the game was ended by resignation or by its server
                self.comments.append(self._comment(before, after))

    def _comment(self, before: State, after: State) -> TurnComment:
        me = before.turn
        world = DealtWorld(before, me, self._points)
        reasons = find_reasons([PlayedTurn(world, self._events, after.clone())])
        action, card = self._action
        number = int(before.turns) + 1
        return TurnComment(self._game.version, number, FAITHS[me], action, card or None, tuple(reasons))


def comment_json(comment: TurnComment, open_hands: bool) -> dict[str, Any]:
    """Return a comment as plain data, for somebody who sees both hands or none."""
    return {
        "version": comment.version,
        "turn": comment.turn,
        "by": comment.by,
        "action": comment.action,
        "card": comment.card,
        "reasons": [each.json() for each in comment.reasons_for(open_hands)],
    }
