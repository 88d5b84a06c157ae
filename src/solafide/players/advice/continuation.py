"""The continuation of a choice: the rest of the turn in a dealt world, and the opponent's reply."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from solafide.game.decision import acting_faith, front_of
from solafide.game.notation import choice_texts
from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State
from solafide.players.advice.position_facts import PositionFacts
from solafide.players.advice.threats import MAX_TURN_STEPS, threats
from solafide.players.agents.greedy import COMPLETING_QUESTIONS
from solafide.players.agents.search_session import Move

EventRow = tuple[int, ...]
StateEvaluator = Callable[[State, int], float]


class DealtWorld:
    """A state dealt to fit the view of the faith `me` before it chooses; continuations are compared with it.

    points: what each circle is worth.
    """

    def __init__(self, state: State, me: int, points: Sequence[int]) -> None:
        self.state, self.me, self.opponent, self.points = state, me, 1 - me, points
        self.facts = PositionFacts(state)

    @cached_property
    def opponent_threats(self) -> dict[int, tuple[int, ...]]:
        """The circles that the opponent could claim in the next turn if nothing changed."""
        return threats(self.state, self.opponent)

    @cached_property
    def own_threats(self) -> dict[int, tuple[int, ...]]:
        """The circles that `me` could claim in this turn."""
        return threats(self.state, self.me)


@dataclass(frozen=True, slots=True)
class OpponentReply:
    """The opponent's next turn: its action and the circles chosen for it as text, what happens, the position after it.

    Circles that are chosen for something else, such as the Foreign Influence after a claim, are not among them.
    """

    choices: tuple[str, ...]
    events: tuple[EventRow, ...]
    after: PositionFacts


class Continuation:
    """One choice in one world, played to the end of the turn.

    moves: what is likely to follow the choice, as (who, question, choice); they are made as far as they fit, then the
    best choices by `evaluate`.
    """

    def __init__(self, world: DealtWorld, choice: int, moves: Sequence[Move], evaluate: StateEvaluator) -> None:
        self.world, self.choice = world, choice
        self.me, self.opponent = world.me, world.opponent
        self._moves, self._evaluate = list(moves), evaluate
        state = world.state.clone()
        state.trace_events()
        state.step(choice)
        self.events: list[EventRow] = state.traced_events()
        self.events += play_turn(state, world.state.turns, self._moves, evaluate)[1]
        self.state = state
        self.before, self.after = world.facts, PositionFacts(state)

    @cached_property
    def opponent_threats(self) -> dict[int, tuple[int, ...]]:
        """The circles that the opponent could claim in the next turn."""
        return threats(self.state, self.opponent)

    @cached_property
    def own_threats(self) -> dict[int, tuple[int, ...]]:
        """The circles that `me` could claim in its next turn if the opponent did nothing."""
        return threats(self.state, self.me)

    @cached_property
    def reply(self) -> OpponentReply | None:
        """The opponent's next turn, if the moves contain one and it is possible in this world."""
        start = self._expected_reply
        if start is None or self._moves[start][2] not in self.state.options():
            return None
        return self._play_reply(self._moves[start:])

    @cached_property
    def likely_reply(self) -> OpponentReply | None:
        """The same; but where that turn is not possible, the best one by `evaluate`."""
        if self._expected_reply is None:
            return None
        return self.reply or self._play_reply([])

    @property
    def _expected_reply(self) -> int | None:
        """Where in the moves the opponent's next turn begins; None: it does not, or the opponent cannot act."""
        if self.state.who != self.opponent or self.state.question != k.Q_ACTION:
            return None
        return next((at for at, move in enumerate(self._moves) if move[:2] == (self.opponent, k.Q_ACTION)), None)

    def _play_reply(self, moves: list[Move]) -> OpponentReply:
        after = self.state.clone()
        choices, events = play_turn(after, after.turns, list(moves), self._evaluate)
        return OpponentReply(tuple(choices), tuple(events), PositionFacts(after))


class PlayedTurn(Continuation):
    """A turn that was really played: as a continuation without a guess, in the one world that is true.

    events: all of the turn; after: the state at its end.
    """

    def __init__(self, world: DealtWorld, events: Sequence[EventRow], after: State) -> None:
        self.world, self.choice = world, k.NONE
        self.me, self.opponent = world.me, world.opponent
        self._moves, self._evaluate = [], lambda state, faith: 0.0
        self.events, self.state = list(events), after
        self.before, self.after = world.facts, PositionFacts(after)


def play_turn(
    state: State, turns: int, moves: list[Move], evaluate: StateEvaluator
) -> tuple[list[str], list[EventRow]]:
    """Play on to the end of this turn; return the action with the circles chosen for it, and the events.

    Moves that were made, or that no longer fit, are removed from the list.
    """
    action, choices, events = k.NONE, list[str](), list[EventRow]()
    for _ in range(MAX_TURN_STEPS):
        if state.over or state.turns != turns:
            break
        choice = _next_choice(state, moves, evaluate)
        if state.question == k.Q_ACTION:
            action = choice
        if state.question == k.Q_ACTION or (state.question == k.Q_CIRCLE and _is_for_action(state, action)):
            choices.append(choice_texts(state.question, state.turn, front_of(state, state.turn))[choice])
        state.step(choice)
        events += state.traced_events()
    return choices, events


def _is_for_action(state: State, action: int) -> bool:
    """Whether the present question belongs to the card that was played or used as the action of this turn."""
    card = state.front_card(state.turn) if action == k.CHOICE_USE else action
    if card >= k.CARDS_PER_FAITH:
        return False
    rows = dump(state)["rows"]
    top = len(rows) - k.ROW_WIDTH
    while rows[top] == k.OPTION:  # one of several lists of the card below it
        top -= k.ROW_WIDTH
    return bool(rows[top + 1 : top + 3] == [state.turn, k.CARDS_PER_FAITH * state.turn + card])


def _next_choice(state: State, moves: list[Move], evaluate: StateEvaluator) -> int:
    offered: list[int] = state.options()
    if state.who == k.NATURE:
        choice: int = offered[state.random_below(len(offered))]
        return choice
    if len(offered) == 1:
        return offered[0]
    for place, (who, question, code) in enumerate(moves):
        if (who, question) == (state.who, state.question) and code in offered:
            del moves[: place + 1]
            return code
        if question == k.Q_ACTION:  # of a turn to come
            break
    return max(offered, key=lambda choice: choice_value(state, choice, evaluate))


def choice_value(state: State, choice: int, evaluate: StateEvaluator) -> float:
    """Return the value of a choice for the chooser, with the best answers that complete its effect."""
    who = acting_faith(state)
    after = state.clone()
    after.step(choice)
    if after.who == who and after.question in COMPLETING_QUESTIONS:
        return max(choice_value(after, part, evaluate) for part in after.options())
    return evaluate(after, who)
