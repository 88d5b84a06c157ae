"""Words for the tests of the teacher: what is said of a choice in a hand-made world."""

from collections.abc import Iterable
from typing import Any

from solafide.game import FAITHS, Game
from solafide.game.decision import front_of
from solafide.game.notation import choice_codes
from solafide.kernel import codes as k
from solafide.players.advice.continuation import Course, Move, Standing
from solafide.players.advice.reasons import Reason, reasons
from solafide.players.agents.greedy import judgement

QUESTIONS = {
    "circle": k.Q_CIRCLE,
    "side": k.Q_SIDE,
    "toward": k.Q_TOWARD,
    "kind": k.Q_KIND,
    "play": k.Q_ACTION,
    "discard": k.Q_COST,
}


def course(game: Game, choice: str, then: Iterable[str] = (), answer: Iterable[str] = ()) -> Course:
    """A choice in the world as it is, with what follows it and the opponent's answer."""
    decision, world = game.decision(), game._state.clone()
    assert decision is not None
    me = FAITHS.index(decision.who)
    moves = [_move(world, me, name) for name in then] + [_move(world, 1 - me, name) for name in answer]
    points = [circle.points for circle in game.cards.circles]
    code = choice_codes(world.question, me, front_of(world, me))[choice]
    return Course(Standing(world, me, points), code, moves, judgement(game.cards).of)


def _move(world: Any, faith: int, name: str) -> Move:
    question = QUESTIONS[name.partition(":")[0]]
    return faith, question, choice_codes(question, faith, front_of(world, faith))[name]


def all_said(
    game: Game, choice: str, *then: str, answer: Iterable[str] = (), beside: str | None = None
) -> list[Reason]:
    """All reasons for and against a choice, beside another one."""
    others = [[course(game, beside)]] if beside else []
    return reasons([course(game, choice, then, answer)], others)


def said(game: Game, choice: str, *then: str, **more: Any) -> dict[str, dict[str, Any]]:
    """The facts of the weightiest reason of each kind."""
    found: dict[str, dict[str, Any]] = {}
    for each in all_said(game, choice, *then, **more):
        found.setdefault(each.kind, dict(each.facts))
    return found
