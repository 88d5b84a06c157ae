"""Cached events and decisions equal those that are computed again from the whole history."""

import random

import pytest

from game.moments import KINDS, SEATS, moments
from solafide.game import FastNature, Game, IllegalChoice, LiveNature, Options, StaleVersion, parse, record
from solafide.game.decision import current_decision


def without_cache(game: Game) -> Game:
    """Return the same game without its caches."""
    return parse(record(game).text()).game()


@pytest.mark.parametrize("kind", KINDS)
def test_events_since_the_last_choice(kind: str) -> None:
    """The events of a choice equal those filtered from the whole history, for every seat, also in the draft."""
    game, dice = Game(KINDS[kind], nature=FastNature(3)), random.Random(3)
    while not game.over:
        before = {seat: game.version_for(seat) for seat in ("C", "P", None)}
        decision = game.decision(dice.choice(game.waiting_for()))
        assert decision is not None
        happened = game.choose(dice.choice(decision.options), decision.who)
        if game.version > 200 and game.version % 5:
            continue
        for seat, since in before.items():
            for at in (since, since - 1, 0):
                later = [event for event in game.events(seat) if event["version"] > at]
                assert [event for event in game.events(seat, at) if event["version"] > at] == later
            assert not [event for event in game.events(seat, game.version_for(seat)) if event["version"]]
        if not game.drafting and decision.question not in ("draft", "faith"):
            assert happened == game.all_events(before[None])


@pytest.mark.parametrize("kind", KINDS)
def test_cached_decisions(kind: str) -> None:
    for number, game in enumerate(moments(KINDS[kind], 5)):
        assert game.waiting_for() == game.view()["waiting_for"] or game.drafting
        if number % 9:
            continue
        again = without_cache(game)
        for seat in (*SEATS, "C"):
            decision = game.decision(seat)
            assert decision == again.decision(seat)
            assert game.decision(seat) == decision
            assert (decision is not None) == (seat in game.waiting_for() or (seat is None and not game.over))
            if decision is not None:
                assert decision == current_decision(game._state, game.version_for(decision.who))


def test_cached_events_after_undo_and_takebacks() -> None:
    """Events that were undone are gone."""
    game, dice, undone = Game(Options(faiths="agreed"), nature=LiveNature(bytes(32))), random.Random(7), 0
    for _ in range(300):
        decision = game.decision()
        if decision is None:
            break
        since = game.version
        game.choose(dice.choice(decision.options))
        if dice.random() < 0.4 and game.can_undo(decision.who):
            game.undo(decision.who)
            assert game.events(None, since) == []
            assert game.decision() == decision
            undone += 1
        elif dice.random() < 0.05 and not game.over and game.last_turn("C") is not None:
            game.take_back(game.last_turn("C") or 0, "C")
            assert game.events("P", since) == []
            assert game.decision() == without_cache(game).decision()
    assert undone > 10
    assert record(game).taken_back


def test_refused_choices_change_nothing() -> None:
    for game in moments(Options("draft", turn_limit=6), 9):
        before = record(game).text()
        for seat in SEATS:
            decision = game.decision(seat)
            if decision is None:
                with pytest.raises(IllegalChoice):
                    game.choose("draw", seat)
                continue
            with pytest.raises(StaleVersion):
                game.choose(decision.options[0], seat, decision.version + 1)
            with pytest.raises(IllegalChoice) as error:
                game.choose("play:nothing", seat, decision.version)
            assert error.value.facts["options"] == ", ".join(decision.options)
            assert error.value.facts["who"] == decision.who
        assert record(game).text() == before
