"""The network's inputs contain only what its faith knows, and both build modes compute the same values."""

import hashlib
import random
from collections.abc import Iterator

import pytest

from solafide.cards import builtin, tables
from solafide.kernel import codes as k
from solafide.kernel.network import Network, sigmoid_table, win_probability
from solafide.kernel.redeal import redeal
from solafide.kernel.snapshot import dump, load
from solafide.kernel.state import State
from solafide.players.agents.network_file import max_hidden_sum


def strange(seed: int = 1) -> Network:
    """A network of random numbers."""
    source = random.Random(seed)
    weights = [source.randint(-60, 60) for _ in range(2 * k.FEATURE_COUNT * k.HIDDEN_UNITS)]
    biases = [source.randint(0, 256) for _ in range(2 * k.HIDDEN_UNITS)]
    outputs = [source.randint(-300, 300) for _ in range(2 * k.HIDDEN_UNITS)]
    return Network(weights, biases, outputs, [source.randint(-9000, 9000) for _ in range(2)], [85] * 90)


def moments(seed: int, draft: bool, fast: int = k.FILL_FORCED) -> Iterator[State]:
    state = State(tables(builtin(), draft=draft))
    state.autofill = fast
    state.new_game(seed)
    while not state.over:
        yield state
        options = state.options()
        state.step(options[state.random_below(len(options))])
    yield state


def test_compiled_and_plain_values_are_equal() -> None:
    network = strange()
    chances = [network.win_chance(state, f) for d in (False, True) for state in moments(5, d) for f in range(2)]
    assert min(chances) >= 0
    assert max(chances) <= k.CHANCE_SCALE
    assert hashlib.sha256(repr(chances).encode()).hexdigest()[:16] == "00113440a4a456ad"


@pytest.mark.parametrize("draft", [False, True])
@pytest.mark.parametrize("f", [k.CATHOLIC, k.PROTESTANT])
def test_hidden_cards_change_no_input(f: int, draft: bool) -> None:
    network = strange()
    differ = 0
    for number, state in enumerate(moments(7, draft, fast=0)):
        if state.over or state.who == k.NATURE:
            continue
        copied = state.clone()
        redeal(copied, f, number)
        differ += dump(copied)["hand"] != dump(state)["hand"]
        assert network.inputs(copied, f) == network.inputs(state, f)
        assert network.win_chance(copied, f) == network.win_chance(state, f)
    assert differ > 10


@pytest.mark.parametrize("draft", [False, True])
def test_inputs_are_sparse_and_sums_do_not_overflow(draft: bool) -> None:
    network = strange()
    bound = max_hidden_sum(network.weight_array, network.bias_array)
    for state in moments(11, draft):
        for f in range(2):
            inputs = network.inputs(state, f)
            assert len(inputs) <= k.MAX_ACTIVE_FEATURES
            assert all(0 <= number < k.FEATURE_COUNT for number in inputs)
            for unit in (0, 17, 63):
                rows = (
                    network.weight_array[(f * k.FEATURE_COUNT + number) * k.HIDDEN_UNITS + unit] for number in inputs
                )
                assert abs(network.bias_array[f * k.HIDDEN_UNITS + unit] + sum(rows)) <= bound


@pytest.mark.parametrize(("seed", "sign"), [(0, -1), (3, 0), (1, 1)])
def test_a_finished_game_is_worth_the_win_and_a_little_for_each_point(seed: int, sign: int) -> None:
    *_, state = moments(seed, False)
    lead = state.score(k.CATHOLIC) - state.score(k.PROTESTANT)
    assert (lead > 0) - (lead < 0) == sign
    won = {1: k.WIN_VALUE, 0: k.CHANCE_SCALE // 2, -1: k.CHANCE_SCALE - k.WIN_VALUE}
    assert [strange().win_chance(state, f) for f in range(2)] == [
        won[sign] + k.POINT_VALUE * lead,
        won[-sign] - k.POINT_VALUE * lead,
    ]
    assert win_probability(strange().win_chance(state, k.CATHOLIC)) == {1: 1.0, 0: 0.5, -1: 0.0}[sign]


def changed(state: State, **fields: object) -> State:
    """The state with some of its numbers replaced."""
    copied = state.clone()
    load(copied, {**dump(state), **fields})
    return copied


@pytest.mark.parametrize(
    ("overlooks", "fields"),
    [
        (k.OVERLOOK_DISPUTATION, {"disputation": 0}),
        (k.OVERLOOK_TOKENS, {"supply": [3, 2]}),
        (k.OVERLOOK_PILES, {"discard": [0b1, 0b110]}),
    ],
)
def test_overlooked_features_change_nothing(overlooks: int, fields: dict[str, object]) -> None:
    state = State(tables(builtin()))
    state.autofill = k.FILL_ALL
    state.new_game(2)
    other = changed(state, **fields)
    network = strange()
    assert network.win_chance(state, 0) != network.win_chance(other, 0)
    assert network.overlooking(overlooks).win_chance(state, 0) == network.overlooking(overlooks).win_chance(other, 0)


def test_overlooking_power_leaves_only_the_dominant_side() -> None:
    state = State(tables(builtin()))
    state.autofill = k.FILL_ALL
    state.new_game(2)
    powers = dump(state)["power"]
    inner = changed(state, power=[1, *powers[1:]])
    outer = changed(state, power=[0, *powers[1:]])
    other = changed(state, power=[2, *powers[1:]])
    network = strange()
    blind = network.overlooking(k.OVERLOOK_POWER)
    assert network.win_chance(inner, 0) != network.win_chance(outer, 0)
    assert blind.win_chance(inner, 0) == blind.win_chance(outer, 0)
    assert blind.win_chance(inner, 0) != blind.win_chance(other, 0)


def test_overlooking_replies_hides_what_the_opponent_lacks() -> None:
    blind = strange().overlooking(k.OVERLOOK_REPLIES)
    for state in moments(4, False):
        assert not any(k.F_THEIR_SIDES <= number < k.F_DISPUTATION for number in blind.inputs(state, 0))


def test_overlooking_the_draft_hides_the_deck_so_far() -> None:
    state = State(tables(builtin(), draft=True))
    state.autofill = k.FILL_ALL
    state.new_game(2)
    state.step(state.options()[0])
    assert state.question == k.Q_DRAFT
    first_kept, other = changed(state, deck=[0b1, 0]), changed(state, deck=[0b10, 0])
    network = strange()
    for overlooks, differ in ((0, True), (k.OVERLOOK_PILES, True), (k.OVERLOOK_DRAFT, False)):
        blind = network.overlooking(overlooks)
        assert (blind.inputs(first_kept, 0) != blind.inputs(other, 0)) is differ


def test_the_win_probability_table_is_increasing_and_symmetric() -> None:
    table = list(sigmoid_table())
    assert table == sorted(table)
    assert all(abs(low + high - k.CHANCE_SCALE) <= 1 for low, high in zip(table, reversed(table), strict=True))
