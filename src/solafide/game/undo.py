"""Undo and taking back: what a player may take back, and why not.

Undo removes the last choice while nothing came after it. Taking back returns to an earlier choice, past chance and the
opponent's answers; the players must agree to it, and the record keeps what was taken back.
"""

from collections.abc import Sequence

from solafide.game.history import History
from solafide.game.identity import FAITHS, ROLES, Faith, Seat
from solafide.game.step import KernelStep
from solafide.kernel import codes as k
from solafide.kernel.state import State


class UndoStack:
    """The states before the last choices of one player, as long as these can be undone."""

    def __init__(self) -> None:
        self._states: list[tuple[int, State]] = []  # number of steps, state
        self.obstacle = "nothing"  # why nothing can be undone: part of an error's key

    def can_undo(self, seat: Seat | None) -> bool:
        return bool(self._states) and (seat is None or ROLES[self._states[-1][1].who] == seat)

    def push(self, version: int, before: State, obstacle: str) -> None:
        """Add the state before a choice, unless something after it forbids undoing it."""
        self.obstacle = obstacle
        if obstacle:
            self._states.clear()
        else:
            self._states.append((version, before))

    def pop(self) -> tuple[int, State]:
        """Return the number of steps and the state before the last choice."""
        return self._states.pop()

    def clear(self) -> None:
        self._states.clear()
        self.obstacle = "nothing"

    def copy(self) -> "UndoStack":
        twin = UndoStack()
        twin._states, twin.obstacle = list(self._states), self.obstacle
        return twin


def undo_obstacle(latest: Sequence[KernelStep], chooser: int, next_to_choose: int) -> str:
    """Say what came after a choice and forbids undoing it: chance, a hidden card shown, the opponent; else ""."""
    if any(step.who == k.NATURE for step in latest):
        return "chance"
    if any(step.who != chooser for step in latest):
        return "hidden"
    return "opponent" if next_to_choose != chooser else ""


def take_back_obstacle(history: History, version: int, seat: Seat | None) -> str:
    """Return why a seat cannot return to its choice after a number of steps; "" if it can."""
    if version < history.setup_length():
        return "early"
    if version >= len(history):
        return "nothing"
    step = history.steps[version]
    if step.auto or ROLES[step.who] not in FAITHS:
        return "no_choice"
    return "" if seat in (None, ROLES[step.who]) else "other"


def own_choices(history: History, seat: Faith) -> list[int]:
    """List the versions at which this seat chose after the preparations, the last one first."""
    own, first = FAITHS.index(seat), history.setup_length()
    versions = range(len(history.steps) - 1, first - 1, -1)
    return [n for n in versions if history.steps[n].who == own and not history.steps[n].auto]


def last_turn_start(history: History, seat: Faith, first_to_act: int) -> int | None:
    """Return the version at which this seat last began to choose in a turn of its own; None before that.

    first_to_act: whose turn it was at the start of the history, if that is after the preparations.
    """
    own, turn_start, fresh = FAITHS.index(seat), None, True
    setup = history.setup_length()
    turn = first_to_act if setup == 0 else k.NOBODY
    for version, step in enumerate(history.steps):
        if fresh and turn == own == step.who and not step.auto and version >= setup:
            turn_start, fresh = version, False
        for row in step.events:
            if row[0] == k.E_TURN:
                turn, fresh = row[1], True
    return turn_start
