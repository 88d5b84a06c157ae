"""Search sessions: equal numbers from equal seeds in both modes, limits that are kept, cancelling, following."""

import itertools
import threading
from collections.abc import Iterator

import pytest

from solafide.game import Game, LiveNature, Options, determinize, position
from solafide.kernel import codes as k
from solafide.kernel.network import Network
from solafide.kernel.state import State
from solafide.players import SearchSession
from solafide.players.agents.search_session import VIEWER_BOTH, VIEWER_MOVER, VIEWER_OWN


def numbers(many: int, low: int, high: int, state: int) -> Iterator[int]:
    for _ in range(many):
        state = (state * k.LCG_MULTIPLIER + 1) & k.UINT64_MASK
        yield low + (state >> 33) % (high - low)


@pytest.fixture(scope="module")
def network() -> Network:
    """Return a network with arbitrary weights."""
    weights = list(numbers(2 * k.FEATURE_COUNT * k.HIDDEN_UNITS, -20, 21, 1))
    biases, outputs = list(numbers(2 * k.HIDDEN_UNITS, 0, 100, 2)), list(numbers(2 * k.HIDDEN_UNITS, -60, 61, 3))
    return Network(weights, biases, outputs, [0, 0], list(numbers(2 * k.CARDS_PER_FAITH, 1, 256, 4)))


def opening(mode: str = "first", seat: str = "C") -> State:
    options = Options(mode=mode, faiths="agreed", first="C")  # type: ignore[arg-type]
    game = Game(options, nature=LiveNature(bytes(32)))
    return determinize(game.view(seat), 1)


def visits(thinking: SearchSession) -> dict[int, int]:
    return {line.choice: line.visits for line in thinking.lines()}


# ---------------------------------------------------------------- the same in both modes


def test_visits_with_playouts() -> None:
    thinking = SearchSession(opening(), k.CATHOLIC, seed=5, playouts=True, exploration=400)
    thinking.run(iterations=80)
    assert visits(thinking) == {30: 31, 43: 28, 45: 13, 23: 8}


def test_visits_with_a_network(network: Network) -> None:
    thinking = SearchSession(opening(), k.CATHOLIC, seed=5, threads=2, network=network, exploration=25)
    thinking.run(iterations=301)
    assert visits(thinking) == {45: 109, 23: 93, 30: 63, 43: 36}


def test_visits_of_a_draft(network: Network) -> None:
    thinking = SearchSession(opening("draft", "P"), k.PROTESTANT, seed=5, network=network, exploration=25)
    thinking.run(iterations=40)
    assert visits(thinking) == {38: 18, 0: 12, 41: 10}


@pytest.mark.parametrize(
    ("viewer", "expected"),
    [
        (VIEWER_OWN, {30: 24, 45: 15, 23: 14, 43: 7}),
        (VIEWER_MOVER, {23: 26, 45: 16, 30: 13, 43: 5}),
        (VIEWER_BOTH, {45: 27, 23: 18, 30: 9, 43: 6}),
    ],
)
def test_visits_for_each_viewer(network: Network, viewer: int, expected: dict[int, int]) -> None:
    thinking = SearchSession(opening(), k.CATHOLIC, seed=5, network=network, viewer=viewer, exploration=25)
    thinking.run(iterations=60)
    assert visits(thinking) == expected


# ---------------------------------------------------------------- results of a session


def test_option_results_are_sorted_and_add_up(network: Network) -> None:
    thinking = SearchSession(opening(), k.CATHOLIC, network=network, threads=2)
    thinking.run(iterations=200)
    lines = thinking.lines(longest=5)
    assert [line.visits for line in lines] == sorted((line.visits for line in lines), reverse=True)
    assert sum(line.visits for line in lines) == thinking.iterations == 200
    assert sum(line.share for line in lines) == pytest.approx(1)
    assert sum(line.value * line.share for line in lines) == pytest.approx(thinking.chance(k.CATHOLIC))
    assert thinking.chance(k.CATHOLIC) + thinking.chance(k.PROTESTANT) == pytest.approx(1)
    assert lines[0].moves[0] == (k.CATHOLIC, k.Q_ACTION, lines[0].choice)
    assert 2 <= len(lines[0].moves) <= 5
    assert all(who in (k.CATHOLIC, k.PROTESTANT) for line in lines for who, _, _ in line.moves)


def test_the_opponents_decision_and_natures(network: Network) -> None:
    """The chance can be asked for at any moment: here the Protestant is to act, then a card is to be drawn."""
    state = opening()
    thinking = SearchSession(state, k.PROTESTANT, network=network)
    thinking.run(iterations=100)
    assert {who for line in thinking.lines() for who, _, _ in line.moves[:1]} == {k.CATHOLIC}
    assert len(thinking.lines()) > len(state.options())  # in other worlds the Catholic holds other cards
    drawing = state.clone()
    drawing.autofill = 0
    drawing.step(k.CHOICE_DRAW)
    assert drawing.who == k.NATURE
    thinking = SearchSession(drawing, k.CATHOLIC, network=network)
    thinking.run(iterations=50)
    assert 0 < thinking.chance(k.CATHOLIC) < 1


def test_open_cards_are_not_dealt_again(network: Network) -> None:
    state = opening()
    state.step(k.CHOICE_DRAW)
    state.step(state.options()[0])
    assert state.who == k.PROTESTANT
    thinking = SearchSession(state, None, network=network)
    thinking.run(iterations=100)
    assert set(visits(thinking)) == set(state.options())


def test_a_finished_game(network: Network) -> None:
    game = position(hands={"C": ["C01"]}, decks={"C": ["C05"]}, options=Options(faiths="agreed", turn_limit=1))
    state = game._state.clone()
    state.autofill = k.FILL_ALL
    while not state.over:
        state.step(state.options()[0])
    thinking = SearchSession(state, None, network=network)
    thinking.run(iterations=3)
    assert (thinking.chance(k.CATHOLIC), thinking.lines()) == (0.5, [])


# ---------------------------------------------------------------- limits


def test_splitting_a_search_changes_nothing(network: Network) -> None:
    whole, parts = (SearchSession(opening(), k.CATHOLIC, network=network, threads=3) for _ in range(2))
    whole.run(iterations=100)
    for part in (1, 50, 49):
        parts.run(iterations=part)
    assert whole.lines() == parts.lines()


@pytest.mark.parametrize("threads", [1, 4])
def test_the_time_limit_holds_under_load(network: Network, threads: int) -> None:
    """On a slow machine (here 10 ms pass between two readings of the clock) the time limit still holds."""
    clock = itertools.count()
    thinking = SearchSession(opening(), k.CATHOLIC, network=network, threads=threads, clock=lambda: next(clock) / 100)
    thinking.run(iterations=10**9, seconds=0.5)
    assert 50 < next(clock) <= 50 + 10 * threads
    assert 0 < thinking.iterations < 50 * threads
    assert thinking.out_of_time


def test_cancelling(network: Network) -> None:
    checks: list[int] = []
    visit_counts: list[int] = []
    thinking = SearchSession(opening(), k.CATHOLIC, network=network, threads=2)

    def cancelled() -> bool:
        checks.append(1)
        return len(checks) == 5

    thinking.run(cancelled=cancelled, watch=lambda now: visit_counts.append(sum(line.visits for line in now.lines())))
    assert len(checks) >= 5
    assert not thinking.out_of_time
    assert 0 < visit_counts[0] <= visit_counts[4]
    assert threading.active_count() == 1


def test_an_error_while_watching_leaves_no_thread_behind(network: Network) -> None:
    thinking = SearchSession(opening(), k.CATHOLIC, network=network, threads=2)

    def watch(_: SearchSession) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        thinking.run(seconds=60, watch=watch)
    assert threading.active_count() == 1


def test_without_a_limit(network: Network) -> None:
    with pytest.raises(ValueError, match="no limit"):
        SearchSession(opening(), k.CATHOLIC, network=network).run()


# ---------------------------------------------------------------- following


def test_following_a_choice_keeps_the_subtree(network: Network) -> None:
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    thinking = SearchSession(determinize(game.view("C"), 1), k.CATHOLIC, network=network)
    thinking.run(iterations=200)
    line = next(line for line in thinking.lines() if line.choice < k.CARDS_PER_FAITH)
    decision = game.decision()
    assert decision is not None
    game.choose(decision.options[thinking.state.options().index(line.choice)])
    state = determinize(game.view("C"), 2)
    assert state.who == k.CATHOLIC
    assert not thinking.stands_at(state)
    assert thinking.follow(line.choice, state)
    assert thinking.stands_at(state)
    assert thinking.iterations == line.visits
    assert thinking.chance(k.CATHOLIC) == pytest.approx(line.value)
    assert set(visits(thinking)) <= set(state.options())
    thinking.run(iterations=50)
    assert thinking.iterations == line.visits + 50


def test_no_subtree_is_kept_over_an_opponents_forced_turn(network: Network) -> None:
    # P43 in front: the Protestants may use it after their action; the Catholics can only draw.
    game = position(
        turn="P",
        hands={"P": ["P05", "P18"]},
        fronts={"P": "P43"},
        decks={"C": ["C01"], "P": ["P04"]},
    )
    game.choose("draw")
    assert game.decision().options == ("use:P43", "end")
    thinking = SearchSession(determinize(game.view("P"), 1), k.PROTESTANT, network=network)
    thinking.run(iterations=50)
    game.choose("end")
    after = determinize(game.view("P"), 1)
    assert after.who == k.PROTESTANT
    assert not thinking.follow(k.CHOICE_STOP, after)


def test_no_subtree_is_kept_over_chance_or_another_turn(network: Network) -> None:
    game = Game(Options(faiths="agreed", first="C"), nature=LiveNature(bytes(32)))
    thinking = SearchSession(determinize(game.view("C"), 1), k.CATHOLIC, network=network)
    thinking.run(iterations=50)
    before = visits(thinking)
    game.choose("draw")
    assert not thinking.follow(k.CHOICE_DRAW, determinize(game.view("P"), 1))
    game.choose("draw")
    assert not thinking.follow(k.CHOICE_DRAW, determinize(game.view("C"), 1))
    assert visits(thinking) == before
