"""What comes of a choice: the rest of the turn in a dealt world, and the opponent's answer to it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from solafide.game.decision import acting_faith, front_of
from solafide.game.notation import choice_texts
from solafide.kernel import codes as k
from solafide.kernel.state import State
from solafide.players.advice.position_facts import Scene
from solafide.players.advice.threats import threats

# Turns of more steps than this do not happen; a limit all the same.
LONGEST = 80
# Questions that only fill in the rest of an effect: looked through before the effect is judged.
PARTS = frozenset({k.Q_SIDE, k.Q_TOWARD, k.Q_KIND})

Event = tuple[int, ...]
Move = tuple[int, int, int]
Judge = Callable[[State, int], float]


class Standing:
    """A world that fits the view of the faith `me`, before it chooses: what every course in it is held against."""

    def __init__(self, world: State, me: int, points: Sequence[int]) -> None:
        """points: what each circle is worth."""
        self.world, self.me, self.you, self.points = world, me, 1 - me, points
        self.scene = Scene(world)

    @cached_property
    def dangers(self) -> dict[int, tuple[int, ...]]:
        """What the opponent could claim in the next turn if everything stayed as it is."""
        return threats(self.world, self.you)

    @cached_property
    def prospects(self) -> dict[int, tuple[int, ...]]:
        """What `me` could claim with a turn from here."""
        return threats(self.world, self.me)


@dataclass(frozen=True, slots=True)
class Reply:
    """How the opponent answers: the choices as text, what happens, and the table after it."""

    choices: tuple[str, ...]
    events: tuple[Event, ...]
    after: Scene


class Course:
    """One choice in one world, played to the end of the turn: by a line as far as it fits, then by taste."""

    def __init__(self, standing: Standing, choice: int, moves: Sequence[Move], judge: Judge) -> None:
        """moves: what is likely to follow the choice, as (who, question, choice)."""
        self.standing, self.choice = standing, choice
        self.me, self.you = standing.me, standing.you
        self._moves, self._judge = list(moves), judge
        state = standing.world.clone()
        state.trace_events()
        state.step(choice)
        self.events: list[Event] = state.traced_events()
        self.events += play_turn(state, standing.world.turns, self._moves, judge)[1]
        self.state = state
        self.before, self.after = standing.scene, Scene(state)

    @cached_property
    def dangers(self) -> dict[int, tuple[int, ...]]:
        """What the opponent could claim in the next turn."""
        return threats(self.state, self.you)

    @cached_property
    def prospects(self) -> dict[int, tuple[int, ...]]:
        """What `me` could claim in its next turn if the opponent did nothing."""
        return threats(self.state, self.me)

    @cached_property
    def reply(self) -> Reply | None:
        """The opponent's next turn, if the line knows one and it is possible in this world."""
        state, moves = self.state, self._moves
        begins = next((at for at, move in enumerate(moves) if move[:2] == (self.you, k.Q_ACTION)), None)
        if begins is None or state.who != self.you or moves[begins][2] not in state.options():
            return None
        answered = state.clone()
        said, events = play_turn(answered, state.turns, moves[begins:], self._judge)
        return Reply(tuple(said), tuple(events), Scene(answered))


def play_turn(state: State, turns: int, moves: list[Move], judge: Judge) -> tuple[list[str], list[Event]]:
    """Play on to the end of this turn; the action and further choices of whoever's turn it is, and what happened.

    Moves that were made, or that do not fit any more, are taken out of the list.
    """
    said, events = list[str](), list[Event]()
    for _ in range(LONGEST):
        if state.over or state.turns != turns:
            break
        choice = _next(state, moves, judge)
        if state.who == state.turn and (state.question == k.Q_ACTION or len(state.options()) > 1):
            said.append(choice_texts(state.question, state.turn, front_of(state, state.turn))[choice])
        state.step(choice)
        events += state.traced_events()
    return said, events


def _next(state: State, moves: list[Move], judge: Judge) -> int:
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
    return max(offered, key=lambda choice: liking(state, choice, judge))


def liking(state: State, choice: int, judge: Judge) -> float:
    """What a choice is worth to the one who has it, with the best parts that complete its effect."""
    who = acting_faith(state)
    tried = state.clone()
    tried.step(choice)
    if tried.who == who and tried.question in PARTS:
        return max(liking(tried, part, judge) for part in tried.options())
    return judge(tried, who)
