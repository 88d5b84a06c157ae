"""Reasons for a choice in a hand-made position, for tests."""

from collections.abc import Iterable
from typing import Any

from solafide.game import FAITHS, Game
from solafide.game.decision import front_of
from solafide.game.notation import choice_codes
from solafide.kernel import codes as k
from solafide.players.advice.continuation import Continuation, DealtWorld
from solafide.players.advice.reasons import Reason, find_reasons
from solafide.players.agents.greedy import heuristic_for
from solafide.players.agents.search_session import Move

QUESTIONS = {
    "circle": k.Q_CIRCLE,
    "side": k.Q_SIDE,
    "toward": k.Q_TOWARD,
    "kind": k.Q_KIND,
    "play": k.Q_ACTION,
    "discard": k.Q_COST,
}


def continuation_of(game: Game, choice: str, then: Iterable[str] = (), reply: Iterable[str] = ()) -> Continuation:
    """A choice in the position as it is, with what follows it and the opponent's reply."""
    decision, world = game.decision(), game._state.clone()
    assert decision is not None
    me = FAITHS.index(decision.who)
    moves = [_move(world, me, name) for name in then] + [_move(world, 1 - me, name) for name in reply]
    points = [circle.points for circle in game.cards.circles]
    code = choice_codes(world.question, me, front_of(world, me))[choice]
    return Continuation(DealtWorld(world, me, points), code, moves, heuristic_for(game.cards).evaluate)


def _move(world: Any, faith: int, name: str) -> Move:
    question = QUESTIONS[name.partition(":")[0]]
    return faith, question, choice_codes(question, faith, front_of(world, faith))[name]


def reasons_for(
    game: Game, choice: str, *then: str, reply: Iterable[str] = (), compared_with: str | None = None
) -> list[Reason]:
    """All reasons for and against a choice, compared with another one."""
    others = [[continuation_of(game, compared_with)]] if compared_with else []
    return find_reasons([continuation_of(game, choice, then, reply)], others)


def facts_by_kind(game: Game, choice: str, *then: str, **more: Any) -> dict[str, dict[str, Any]]:
    """The facts of the weightiest reason of each kind."""
    facts: dict[str, dict[str, Any]] = {}
    for each in reasons_for(game, choice, *then, **more):
        facts.setdefault(each.kind, dict(each.facts))
    return facts
