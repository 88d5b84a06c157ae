"""Each turn of a game has one comment, from what has happened; what depends on a hand is not told with closed hands."""

from collections.abc import Iterator

import pytest

from solafide.cards import builtin
from solafide.game import FAITHS, FastNature, Game, LiveNature, Options, determinize
from solafide.players import GreedyPlayer
from solafide.players.advice.commentary import HIDDEN_KINDS, Commentator, comment_json
from solafide.players.advice.continuation import DealtWorld, EventRow, PlayedTurn
from solafide.players.advice.reasons import Reason, find_reasons

POINTS = [circle.points for circle in builtin().circles]
REDEALS = 3
SEEDS = range(3)


def played_game(seed: int) -> Game:
    """A whole game between two players who choose what looks best."""
    game = Game(Options(faiths="agreed"), nature=LiveNature(bytes([seed]) * 32))
    while (decision := game.decision()) is not None:
        game.choose(GreedyPlayer(seed).choose(game.view(decision.who), decision, game.cards), decision.who)
    return game


def turns(game: Game) -> Iterator[tuple[int, int]]:
    """The steps before and after each turn."""
    starts = [event["version"] for event in game.all_events() if event["event"] == "turn"]
    yield from zip(starts, [*starts[1:], game.version], strict=True)


def public_reasons(game: Game, start: int, end: int, seed: int) -> set[tuple[object, ...]]:
    """What may be told of a turn to those who see no hand, with both hands dealt again."""
    before, after = game.past(start), game.past(end)
    world = DealtWorld(determinize(before.view(), seed), FAITHS.index(before.view()["turn"] or "C"), POINTS)
    events: list[EventRow] = [row for step in game._history.steps[start:end] for row in step.events]
    reasons = find_reasons([PlayedTurn(world, events, determinize(after.view(), seed))])
    return {identity(each) for each in reasons if each.kind not in HIDDEN_KINDS}


def identity(reason: Reason) -> tuple[object, ...]:
    return (*reason.identity, reason.good, reason.facts.get("points"), reason.facts.get("n"), reason.facts.get("lacks"))


@pytest.mark.parametrize("seed", SEEDS)
def test_each_turn_has_one_comment(seed: int) -> None:
    game = played_game(seed)
    comments = Commentator(game.options, game.cards).follow(game.choices)
    assert [(each.turn, each.version) for each in comments] == [
        (turn, end) for turn, (_, end) in enumerate(turns(game), 1)
    ]
    assert all((each.card is not None) == (each.action in ("play", "use")) for each in comments)


def test_comments_are_the_same_step_by_step() -> None:
    game = played_game(0)
    at_once = Commentator(game.options, game.cards).follow(game.choices)
    step_by_step = Commentator(game.options, game.cards)
    for count in range(0, len(game.choices) + 1, 7):
        step_by_step.follow(game.choices[:count])
    assert step_by_step.follow(game.choices) == at_once


@pytest.mark.parametrize("seed", SEEDS)
def test_what_is_told_with_closed_hands_depends_on_no_hand(seed: int) -> None:
    game = played_game(seed)
    comments = Commentator(game.options, game.cards).follow(game.choices)
    for comment, (start, end) in zip(comments, turns(game), strict=True):
        shown = {identity(each) for each in comment.reasons_for(open_hands=False)}
        assert all(public_reasons(game, start, end, deal) == shown for deal in range(REDEALS)), comment


def test_open_hands_tell_more() -> None:
    game = played_game(0)
    comments = Commentator(game.options, game.cards).follow(game.choices)
    kinds = {reason["reason"] for each in comments for reason in comment_json(each, open_hands=True)["reasons"]}
    closed = {reason["reason"] for each in comments for reason in comment_json(each, open_hands=False)["reasons"]}
    assert kinds - closed <= HIDDEN_KINDS
    assert kinds & HIDDEN_KINDS


def test_a_turn_that_is_taken_back_loses_its_comment() -> None:
    game = Game(Options(faiths="agreed", first="C"), nature=FastNature(0))
    for _ in range(3):
        game.choose("draw")
    commentator = Commentator(game.options, game.cards)
    assert [each.turn for each in commentator.follow(game.choices)] == [1, 2, 3]
    start = game.last_turn("C")
    assert start is not None
    game.take_back(start, "C")
    assert [each.turn for each in commentator.follow(game.choices)] == [1, 2]
    game.choose("draw")
    assert [each.turn for each in commentator.follow(game.choices)] == [1, 2, 3]
