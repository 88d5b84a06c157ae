"""Which circles a faith could claim with one turn, found by trying."""

from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump, load
from solafide.kernel.state import State
from solafide.players.advice.position_facts import Scene

# No turn is known to convert more on one side; farther circles need not be tried.
FARTHEST = 3
# Turns of more steps than this do not happen; a limit all the same.
LONGEST = 80
# Questions whose answers decide whether a circle falls; of all others any answer will do.
OPEN = frozenset({k.Q_SIDE, k.Q_TOWARD, k.Q_KIND, k.Q_OPTION, k.Q_PLACE, k.Q_PLAY_DRAWN, k.Q_AFTER, k.Q_CLAIM})


def turn_of(state: State, faith: int) -> State:
    """The same table with this faith about to act, whatever is under way: as if the other one had passed."""
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
    """The circles that this faith could claim if it were to act now, each with the choices that could begin it."""
    if state.over:
        return {}
    start = turn_of(state, faith)
    start.trace_events()
    found = {}
    for circle in _near(Scene(start), faith):
        begins = [
            choice for choice in start.options() if choice != k.CHOICE_DRAW and _falls(start, choice, faith, circle)
        ]
        if begins:
            found[circle] = tuple(begins)
    return found


def _near(scene: Scene, faith: int) -> list[int]:
    return [c for c in scene.in_play if min(scene.lacks(faith, c, estate) for estate in range(2)) <= FARTHEST]


def _falls(state: State, choice: int, faith: int, circle: int, left: int = LONGEST) -> bool:
    """Whether a circle can be claimed in this turn after that choice."""
    turns = state.turns
    tried = state.clone()
    while True:
        tried.step(choice)
        if any(event[:3] == (k.E_CLAIMED, faith, circle) for event in tried.traced_events()):
            return True
        left -= 1
        if tried.over or tried.turns != turns or not left:
            return False
        answers = _answers(tried, faith, circle)
        if len(answers) > 1:
            return any(_falls(tried, answer, faith, circle, left) for answer in answers)
        choice = answers[0]


def _answers(state: State, faith: int, circle: int) -> list[int]:
    """What is worth trying at this question if that circle is to fall."""
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
    return offered if state.question in OPEN else offered[:1]
