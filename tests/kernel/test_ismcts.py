"""The tree counts the same in both modes: the numbers below hold compiled and plain, on every machine."""

from typing import Any

import pytest

from solafide.cards import builtin, tables
from solafide.game import position
from solafide.kernel import codes as k
from solafide.kernel.build_mode import MODE
from solafide.kernel.ismcts import Tree
from solafide.kernel.network import Network, win_probability
from solafide.kernel.state import State

MAX_NODES = 100_000
GAMES = 1000 if MODE == "compiled" else 4  # random games for each set of options


def random_state(seed: int, decisions: int = 0, **options: object) -> State:
    """A game after so many random decisions."""
    state = State(tables(builtin(), **options))
    state.autofill = k.FILL_ALL
    state.new_game(seed)
    for _ in range(decisions):
        state.step(state.options()[state.random_below(len(state.options()))])
    return state


def tree_at(state: State, seat: int | None = None, most: int = MAX_NODES, seed: int = 7, **changed: Any) -> Tree:
    settings = {"network": None, "viewer": 2, "horizon": 0, "assume_known_hand": 0, "exploration": 400} | changed
    return Tree(state, state.who if seat is None else seat, seed, **settings, max_nodes=most)


def counts(tree: Tree) -> dict[int, int]:
    return {choice: tree.visits(node) for node, _, _, choice in tree.children(tree.root)}


def test_every_iteration_goes_through_one_choice() -> None:
    tree = tree_at(random_state(1))
    tree.run(60)
    assert sum(counts(tree).values()) == tree.visits(tree.root) == 60
    assert tree.used == 62


@pytest.mark.parametrize("portions", [[40], [1] * 40, [3, 30, 7]])
def test_splitting_a_search_changes_nothing(portions: list[int]) -> None:
    tree, whole = tree_at(random_state(1)), tree_at(random_state(1))
    whole.run(40)
    for portion in portions:
        tree.run(portion)
    assert counts(tree) == counts(whole)
    assert tree.value_sum(tree.root) == whole.value_sum(whole.root)


def test_a_full_tree_still_counts_visits() -> None:
    tree = tree_at(random_state(1), most=20)
    tree.run(100)
    assert (tree.used, tree.visits(tree.root)) == (20, 100)


@pytest.mark.parametrize(
    ("claimed", "low", "high"),
    [
        (dict.fromkeys(range(2, 11), "P"), 0, 0),
        (dict.fromkeys(range(2, 11), "C"), 1, 1),
        ({2: "C", 6: "C", 7: "C", 9: "C", 3: "P", 4: "P", 5: "P", 8: "P", 10: "P"}, 0.01, 0.99),
        ({1: "P", 2: "P", 6: "P", 7: "P", 9: "P"}, 0, 0.4),  # 35 points: with three Rewards the others have as many
    ],
)
def test_random_play_ends_when_the_winner_is_certain(claimed: dict[int, str], low: float, high: float) -> None:
    hands, decks = {"C": ["C01", "C03"], "P": ["P01"]}, {"C": ["C05", "C07"], "P": ["P04", "P06"]}
    tree = tree_at(position(claimed=claimed, hands=hands, decks=decks)._state, exploration=2000)
    tree.run(40)
    assert low <= win_probability(tree.value_sum(tree.root) / 40) <= high


# ---------------------------------------------------------------- a result that is certain


def certain(sure: int) -> Network:
    """Return a network that expects a win for the faith `sure` in every position."""
    biases = [2**20 if faith == sure else -(2**20) for faith in range(2)]
    return Network(
        [0] * (2 * k.FEATURE_COUNT * k.HIDDEN_UNITS), [0] * (2 * k.HIDDEN_UNITS), [0] * (2 * k.HIDDEN_UNITS),
        biases, [85] * (2 * k.CARDS_PER_FAITH),
    )  # fmt: skip


HANDS, DECKS = {"C": ["C01", "C39"], "P": ["P01"]}, {"C": ["C05", "C07"], "P": ["P04", "P06"]}
# C39 can shift the power of circle 1 so that the Protestants claim it; C01 converts one of its territories.
GIFT = {"nobility": "PPPPC", "commoners": "PPPPP", "power": 1}


def best_in_haste(claimed: dict[int, str], circles: dict[int, dict[str, Any]]) -> int:
    state = position(claimed=claimed, circles=circles, hands=HANDS, decks=DECKS)._state
    tree = tree_at(state, k.CATHOLIC, network=certain(k.CATHOLIC), exploration=25)
    tree.shorten_settled = 1
    tree.run(200)
    assert tree.result_certain
    return max(counts(tree).items(), key=lambda item: item[1])[0]


def test_a_claim_of_the_opponent_is_no_progress() -> None:
    decided = dict.fromkeys(range(3, 11), "C")
    assert best_in_haste(decided, {1: GIFT, 2: {}}) != 38


def test_the_end_of_a_lost_game_is_no_progress() -> None:
    """The network is certain of a win, but the Protestants would win with the last circle."""
    level = {2: "C", 3: "P", 4: "C", 5: "P", 6: "C", 7: "P", 8: "P", 9: "C", 10: "P"}
    assert best_in_haste(level, {1: GIFT}) != 38


# ---------------------------------------------------------------- what the points allow


@pytest.mark.parametrize(
    "options", [{}, {"draft": True}, {"draft": True, "at_once": False, "supply": 100}, {"turn_limit": 60}]
)
def test_no_game_ends_outside_the_bounds_of_any_of_its_moments(options: dict[str, Any]) -> None:
    """Random games: the final lead is never further from a lead on the way than the unclaimed points then."""
    state = State(tables(builtin(), **options))
    state.autofill = k.FILL_ALL
    for seed in range(GAMES):
        state.new_game(seed)
        lowest, highest = -1000, 1000
        while not state.over:
            lead, most = state.score(0) - state.score(1), state.unclaimed_points()
            assert lowest <= lead - most, "a faith can gain more than before"
            assert lead + most <= highest
            lowest, highest = lead - most, lead + most
            state.step(state.options()[state.random_below(len(state.options()))])
        assert lowest <= state.score(0) - state.score(1) <= highest


@pytest.mark.parametrize(
    ("claimed", "sure", "low", "high"),
    [
        (dict.fromkeys(range(2, 11), "P"), k.CATHOLIC, 0, 0),  # decided: whatever the network says
        (dict.fromkeys(range(2, 11), "C"), k.PROTESTANT, 1, 1),
        # Ahead by 8, with 7 points left: only a Reward for the Protestants, which counts half, would make a draw.
        (dict.fromkeys((2, 3, 4, 6, 7), "C") | dict.fromkeys((5, 8, 9, 10), "P"), k.PROTESTANT, 0.7, 0.8),
        ({1: "C", 2: "C", 3: "C"}, k.PROTESTANT, 0, 0.01),  # everything is possible still
    ],
)
def test_a_leaf_is_worth_what_the_points_allow(claimed: dict[int, str], sure: int, low: float, high: float) -> None:
    state = position(claimed=claimed, hands=HANDS, decks=DECKS, rewards={"C": 1})._state
    tree = tree_at(state, network=certain(sure), exploration=25)
    tree.run(40)
    assert low <= win_probability(tree.value_sum(tree.root) / 40) <= high
