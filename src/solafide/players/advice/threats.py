"""Threats: the circles that a faith could claim in one turn, found by trying."""

from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump, load
from solafide.kernel.state import State
from solafide.players.advice.position_facts import PositionFacts

MAX_MISSING_TERRITORIES = 3  # no turn is known to convert more on one side
MAX_TURN_STEPS = 80  # more than any turn has
# Questions whose answers decide whether a circle can be claimed; for all others one answer is enough.
BRANCHING_QUESTIONS = frozenset(
    {k.Q_SIDE, k.Q_TOWARD, k.Q_KIND, k.Q_OPTION, k.Q_PLACE, k.Q_PLAY_DRAWN, k.Q_AFTER, k.Q_CLAIM}
)


def with_turn_of(state: State, faith: int) -> State:
    """The same position with this faith about to act, as if the other one had passed."""
    numbers = dump(state)
    for f in range(2):
        numbers["discard"][f] |= numbers["aside"][f]
        numbers["aside"][f] = 0
    numbers |= {"depth": 1, "rows": [k.TURN, faith, k.ACT, 0, k.NONE], "turn": faith, "fast": 0}
    numbers |= {"circle": k.NONE, "side": k.NONE, "left": k.NONE, "many": 0, "drawn": 0, "used": 0}
    numbers |= {"queue_from": 0, "queue_to": 0, "queue": [], "touched": 0, "unused": 1}
    twin = State(state.tables)
    load(twin, numbers)
    if not twin.over:
        twin.recompute_options()
    return twin


def threats(state: State, faith: int) -> dict[int, tuple[int, ...]]:
    """The circles that this faith could claim if it acted now, each with the choices that could begin the claim."""
    if state.over:
        return {}
    start = with_turn_of(state, faith)
    start.trace_events()
    openings_by_circle = {}
    for circle in _circles_in_reach(PositionFacts(start), faith):
        openings = [
            choice for choice in start.options() if choice != k.CHOICE_DRAW and _can_claim(start, choice, faith, circle)
        ]
        if openings:
            openings_by_circle[circle] = tuple(openings)
    return openings_by_circle


def _circles_in_reach(facts: PositionFacts, faith: int) -> list[int]:
    return [
        c for c in facts.in_play if min(facts.lacks(faith, c, estate) for estate in range(2)) <= MAX_MISSING_TERRITORIES
    ]


def _can_claim(state: State, choice: int, faith: int, circle: int, steps_left: int = MAX_TURN_STEPS) -> bool:
    """Whether a circle can be claimed in this turn after that choice."""
    turns = state.turns
    after = state.clone()
    while True:
        after.step(choice)
        if any(event[:3] == (k.E_CLAIMED, faith, circle) for event in after.traced_events()):
            return True
        steps_left -= 1
        if after.over or after.turns != turns or not steps_left or _needs_luck(after):
            return False
        answers = _answers_to_try(after, faith, circle)
        if len(answers) > 1:
            return any(_can_claim(after, answer, faith, circle, steps_left) for answer in answers)
        choice = answers[0]


def _needs_luck(state: State) -> bool:
    """Whether a die or a foreign card decides how the turn goes on: nobody can count on that."""
    return bool(state.who == k.NATURE and state.question in (k.N_ROLL, k.N_FOREIGN))


def _answers_to_try(state: State, faith: int, circle: int) -> list[int]:
    """The answers that are worth trying if that circle is to be claimed."""
    offered: list[int] = state.options()
    if state.who == k.NATURE:
        return [offered[state.random_below(len(offered))]]
    if state.who != faith:
        return offered[:1]
    if state.question == k.Q_CIRCLE:
        return [circle] if circle in offered else offered[:1]
    if state.question == k.Q_COST_ANY:  # R18: a circle gets one of the effects at most
        paid = state.context()[-1]
        return offered[-1:] if paid else offered[:1]
    return offered if state.question in BRANCHING_QUESTIONS else offered[:1]
