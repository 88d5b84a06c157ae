"""When a search stops: iterations alone in the lab, iterations or the time limit at the table."""

import itertools
from collections.abc import Iterator

import pytest

from solafide.cards import builtin
from solafide.game import Decision, Game, LiveNature, Options, View
from solafide.lab.player_registry import lab_player
from solafide.players import SearchPlayer, player, table_player
from solafide.players.agents.levels import LEVELS, LevelPlayer
from solafide.players.agents.search_budget import TABLE_DECISION_LIMIT_S, Clock, SearchBudget, SearchStop
from solafide.players.agents.search_session import SearchSession


def decision() -> tuple[View, Decision]:
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    decision = game.decision()
    assert decision is not None
    return game.view(decision.who), decision


def ticking(seconds: float) -> Clock:
    """Return a clock that advances by so many seconds with each reading."""
    ticks: Iterator[int] = itertools.count()
    return lambda: next(ticks) * seconds


def iterations(search: SearchPlayer) -> int:
    """Return the number of iterations of the last search."""
    assert search._last is not None
    session: SearchSession = search._last[0]
    return session.iterations


# ---------------------------------------------------------------- the budget


def test_at_the_table_the_shorter_limit_counts() -> None:
    assert SearchBudget(300).at_table() == SearchBudget(300, TABLE_DECISION_LIMIT_S)
    assert SearchBudget(seconds=0.5).at_table() == SearchBudget(seconds=0.5)
    assert SearchBudget(seconds=60).at_table() == SearchBudget(seconds=TABLE_DECISION_LIMIT_S)


def test_a_decision_takes_two_seconds_at_most() -> None:
    assert 0 < TABLE_DECISION_LIMIT_S < 2


def test_iterations_that_are_done_leave_the_budget() -> None:
    assert SearchBudget(300, 1.0).without(100) == SearchBudget(200, 1.0)
    assert SearchBudget(300).without(400) == SearchBudget(0)
    assert SearchBudget(seconds=1.0).without(400) == SearchBudget(seconds=1.0)


def test_a_search_should_stop_when_the_time_is_over() -> None:
    stop = SearchStop(2.5, ticking(1.0))  # begins at 0
    assert [stop.should_stop() for _ in range(4)] == [False, False, True, True]
    assert stop.out_of_time


def test_a_search_should_stop_when_it_is_stopped() -> None:
    stop = SearchStop(1000, ticking(1.0))
    assert not stop.should_stop()
    stop.stop()
    assert stop.should_stop()
    assert not stop.out_of_time


def test_without_a_time_limit_the_clock_is_not_read() -> None:
    def forbidden() -> float:
        raise AssertionError

    assert not SearchStop(clock=forbidden).should_stop()


# ---------------------------------------------------------------- at the table


@pytest.mark.parametrize("name", LEVELS)
def test_levels_have_a_time_limit_at_the_table(name: str) -> None:
    search = table_player(name, 3)
    assert isinstance(search, LevelPlayer)
    assert search.budget == SearchBudget(LEVELS[name].iterations, TABLE_DECISION_LIMIT_S)
    assert search.seed == 3


def test_on_a_slow_machine_the_time_limit_counts() -> None:
    level = LevelPlayer("rector", seed=1, clock=ticking(0.05))
    level.limit_to_table_time()
    view, question = decision()
    assert level.choose(view, question, builtin()) in question.options
    assert level.out_of_time
    assert 0 < iterations(level) < LEVELS["rector"].iterations


def test_on_a_fast_machine_iterations_count() -> None:
    """With a clock that stands still the limit changes nothing."""
    view, question = decision()
    limited, unlimited = LevelPlayer("doctor", seed=1, clock=lambda: 0.0), LevelPlayer("doctor", seed=1)
    limited.limit_to_table_time()
    assert limited.choose(view, question, builtin()) == unlimited.choose(view, question, builtin())
    assert iterations(limited) == iterations(unlimited) == LEVELS["doctor"].iterations
    assert not limited.out_of_time


def test_the_time_out_flag_is_reset_for_the_next_decision() -> None:
    level = LevelPlayer("rector", seed=1, clock=ticking(0.05))
    level.limit_to_table_time()
    view, question = decision()
    level.choose(view, question, builtin())
    assert level.out_of_time
    level.choose(
        view,
        Decision(question.who, question.question, question.options[:1], question.version, question.context),
        builtin(),
    )
    assert not level.out_of_time


@pytest.mark.parametrize("description", ["search:iterations=5000", "search:ms=9000"])
def test_explicit_limits_are_unchanged(description: str) -> None:
    """A search with explicit limits keeps them at the table."""
    table, same = table_player(description), player(description)
    assert isinstance(table, SearchPlayer)
    assert isinstance(same, SearchPlayer)
    assert table.budget == same.budget


# ---------------------------------------------------------------- everywhere else


@pytest.mark.parametrize("name", LEVELS)
def test_outside_the_table_levels_count_iterations_alone(name: str) -> None:
    for level in (player(name), lab_player(name)):
        assert isinstance(level, LevelPlayer)
        assert level.budget == SearchBudget(LEVELS[name].iterations)
        assert level.budget.is_reproducible


def test_iterations_alone_do_not_depend_on_the_clock() -> None:
    """The number of iterations does not depend on the time between them."""
    view, question = decision()
    slow, fast = LevelPlayer("doctor", seed=1, clock=ticking(3600.0)), LevelPlayer("doctor", seed=1, clock=lambda: 0.0)
    assert slow.choose(view, question, builtin()) == fast.choose(view, question, builtin())
    assert iterations(slow) == iterations(fast) == LEVELS["doctor"].iterations
    assert not slow.out_of_time


def test_the_arena_distinguishes_iteration_and_time_limits() -> None:
    by_time, by_iterations = player("search:ms=40"), player("search:iterations=40")
    assert isinstance(by_time, SearchPlayer)
    assert isinstance(by_iterations, SearchPlayer)
    assert (by_time.iterations, by_time.ms) == (0, 40)
    assert (by_iterations.iterations, by_iterations.ms) == (40, 0)
