"""Network files: round trip, refused damage, and play without a network."""

import random
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from solafide.cards import CardSet, builtin, loads, tables
from solafide.game import Game, LiveNature, Options, SolaFideError
from solafide.kernel import codes as k
from solafide.kernel.network import Network
from solafide.kernel.state import State
from solafide.players import player
from solafide.players.agents import network_file


@pytest.fixture(scope="module")
def network() -> Network:
    source = random.Random(3)
    sizes = network_file.LAYER_SIZES
    weights, biases, outputs = ([source.randint(-60, 60) for _ in range(size)] for size in sizes)
    return Network(weights, biases, outputs, [700, -900], [source.randint(1, 255) for _ in range(90)])


@pytest.fixture
def file(network: Network, tmp_path: Path) -> Path:
    path = tmp_path / "some.solafide-network"
    network_file.save_network(network, {"games": 12}, path)
    return path


def some_state() -> State:
    state = State(tables(builtin()))
    state.autofill = k.FILL_ALL
    state.new_game(9)
    return state


def test_save_and_load_round_trip(network: Network, file: Path) -> None:
    loaded = network_file.load_network(file)
    assert loaded.about["games"] == 12
    assert loaded.network is not None
    assert network_file.network_bytes(loaded.network) == network_file.network_bytes(network)
    assert [loaded.network.win_chance(some_state(), f) for f in range(2)] == [
        network.win_chance(some_state(), f) for f in range(2)
    ]


@pytest.mark.parametrize("share", [0.0, 0.001, 0.1, 0.5, 0.9, 0.999])
def test_a_changed_byte_is_found(file: Path, share: float) -> None:
    content = bytearray(file.read_bytes())
    content[int(share * len(content))] ^= 1
    file.write_bytes(content)
    with pytest.raises(SolaFideError) as error:
        network_file.load_network(file)
    assert error.value.key in ("error.weights.format", "error.weights.damaged")
    assert error.value.facts["file"] == str(file)


@pytest.mark.parametrize("length", [0, 5, 18, 19, 40, 2000])
def test_a_truncated_file_is_found(file: Path, length: int) -> None:
    file.write_bytes(file.read_bytes()[:length])
    with pytest.raises(SolaFideError):
        network_file.load_network(file)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SolaFideError) as error:
        network_file.load_network(tmp_path / "nothing")
    assert error.value.key == "error.weights.unreadable"


def test_weights_whose_sums_could_wrap_around_are_not_written(network: Network, tmp_path: Path) -> None:
    large = Network([9000] * network_file.LAYER_SIZES[0], network.bias_array, network.output_array, [0, 0], [85] * 90)
    with pytest.raises(SolaFideError) as error:
        network_file.save_network(large, {}, tmp_path / "large")
    assert error.value.key == "error.weights.range"
    assert not (tmp_path / "large").exists()


def test_the_shipped_network_is_valid_for_these_rules() -> None:
    shipped = network_file.shipped_network()
    assert shipped.problem is None
    assert shipped.about["rules"] == builtin().rules_hash
    assert network_file.network_for(builtin()) is shipped.network


OTHER_CARD = """
[set]
name = "One other card"

[[card]]
id = "C01"
number = 1
name = "Another"
first_game = true
effects = [{ effect = "draw", count = 3 }]
"""


def test_an_unknown_card_counts_as_an_average_one() -> None:
    cards = loads(OTHER_CARD)
    shipped, adapted = network_file.shipped_network().network, network_file.network_for(cards)
    assert shipped is not None
    assert adapted is not None
    rows = {
        card: [adapted.weight_array[(k.F_OWN_HAND + card) * k.HIDDEN_UNITS + unit] for unit in range(k.HIDDEN_UNITS)]
        for card in range(2)
    }
    mean = [
        sum(shipped.weight_array[(k.F_OWN_HAND + card) * k.HIDDEN_UNITS + unit] for card in range(k.CARDS_PER_FAITH))
        // k.CARDS_PER_FAITH
        for unit in range(k.HIDDEN_UNITS)
    ]
    assert rows[0] == mean
    assert rows[1] == [
        shipped.weight_array[(k.F_OWN_HAND + 1) * k.HIDDEN_UNITS + unit] for unit in range(k.HIDDEN_UNITS)
    ]


def test_playing_works_without_the_shipped_network(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])
    monkeypatch.setattr(network_file, "SHIPPED_NETWORK_PATH", file)
    for cached in (network_file.shipped_network, network_file.network_for, network_file.network_overlooking):
        cached.cache_clear()
    try:
        problem = network_file.shipped_network().problem
        assert problem is not None
        assert problem.key == "error.weights.damaged"
        game = Game(Options(faiths="agreed"), nature=LiveNature(bytes(32)))
        decision = game.decision()
        assert decision is not None
        for name in ("scholar", "search:iterations=20", "network"):
            assert player(name).choose(game.view(decision.who), decision, builtin()) in decision.options
    finally:
        monkeypatch.undo()
        for cached in (network_file.shipped_network, network_file.network_for, network_file.network_overlooking):
            cached.cache_clear()


# ------------------------------------------------------------ networks of several card sets


@pytest.fixture
def two_networks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[CardSet]:
    """Return a card set whose network lies beside the one of the built-in set."""
    shipped = network_file.shipped_network()
    assert shipped.network is not None
    cards = loads(OTHER_CARD)
    about = {"rules": cards.rules_hash, "cards": network_file.card_hashes(cards)}
    shutil.copy(network_file.SHIPPED_NETWORK_PATH, tmp_path / "network.solafide-network")
    network_file.save_network(shipped.network, about, tmp_path / "network-1.solafide-network")
    monkeypatch.setattr(network_file, "SHIPPED_NETWORK_PATH", tmp_path / "network.solafide-network")
    cached = (network_file.shipped_network, network_file.earlier_networks, network_file.network_for)
    for each in cached:
        each.cache_clear()
    yield cards
    monkeypatch.undo()
    for each in cached:
        each.cache_clear()


def test_the_network_of_a_set_is_the_one_that_has_learned_its_rules(two_networks: CardSet) -> None:
    (earlier,) = network_file.earlier_networks()
    assert network_file.network_for(two_networks) is earlier.network
    assert network_file.network_for(builtin()) is network_file.shipped_network().network


def test_a_set_of_ones_own_has_the_network_that_knows_most_of_its_cards(two_networks: CardSet) -> None:
    """It changes one card more than the other set: nine tenths of a network are better than the rest of it."""
    third = loads(OTHER_CARD + OTHER_CARD.partition("[[card]]")[1] + CARD_TWO)
    adapted = network_file.network_for(third)
    (earlier,) = network_file.earlier_networks()
    assert adapted is not None
    assert earlier.network is not None
    first_card = k.F_OWN_HAND * k.HIDDEN_UNITS
    assert list(adapted.weight_array[first_card : first_card + k.HIDDEN_UNITS]) == list(
        earlier.network.weight_array[first_card : first_card + k.HIDDEN_UNITS]
    ), "the first card is known to the network of the other set"


def test_a_network_of_a_file_knows_the_cards_it_has_learned(two_networks: CardSet) -> None:
    file = network_file.SHIPPED_NETWORK_PATH.with_name("network-1.solafide-network")
    (earlier,) = network_file.earlier_networks()
    played, stored = network_file.network_for(two_networks, str(file)), earlier.network
    assert played is not None
    assert stored is not None
    assert network_file.network_bytes(played) == network_file.network_bytes(stored)


CARD_TWO = """
id = "C02"
number = 2
name = "One more"
effects = [{ effect = "draw", count = 2 }]
"""
