"""`solafide train`: what it writes and prints, and what it refuses."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from solafide.cards import load
from solafide.lab import training
from solafide.players.agents import network_file
from solafide.players.agents.network_file import load_network


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Generations of a few games."""
    settings = partial(training.TrainingSettings, generation=2, block=1, contest=1, past_networks=1)
    monkeypatch.setattr("solafide.commands.train.TrainingSettings", settings)


def test_training_writes_a_network_with_its_model_card(short: None, call: Callable, tmp_path: Path) -> None:
    file = tmp_path / "some.solafide-network"
    code, out, err = call("train", "--games", "4", "--json", str(file))
    assert (code, err) == (0, "")
    card = json.loads(out)
    assert card["games"] == 4
    loaded = load_network(file)
    assert loaded.about["diary"] == card["diary"]
    assert [path.name for path in tmp_path.iterdir()] == [file.name]


def test_training_in_batches_gives_the_same_weights_with_any_number_of_processes(
    monkeypatch: pytest.MonkeyPatch, call: Callable, tmp_path: Path
) -> None:
    settings = partial(training.TrainingSettings, generation=2, block=1, contest=1, past_networks=1)
    monkeypatch.setattr("solafide.commands.train.TrainingSettings", settings)
    cards = []
    for jobs in ("1", "2"):
        file = tmp_path / f"with-{jobs}"
        assert call("train", "--games", "2", "--batch", "2", "--jobs", jobs, "--quiet", str(file)).code == 0
        cards.append(load_network(file))
    assert cards[0].about["settings"]["batch"] == 2
    assert network_file.network_bytes(cards[0].network) == network_file.network_bytes(cards[1].network)


OTHER_CARD = """
[[card]]
id = "C02"
number = 2
name = "Another"
effects = [{ effect = "draw", count = 2 }]
"""


def test_another_card_set_is_learned_from_the_weights_of_a_network(short: None, call: Callable, tmp_path: Path) -> None:
    cards = tmp_path / "other.toml"
    cards.write_text(OTHER_CARD)
    file = tmp_path / "some"
    words = ("train", "--games", "2", "--cards", str(cards), "--start", "shipped", "--quiet", str(file))
    assert call(*words).code == 0
    learned, shipped = load_network(file), network_file.shipped_network()
    assert learned.about["rules"] == load(cards).rules_hash
    assert learned.about["cards"] == network_file.card_hashes(load(cards))
    assert learned.about["settings"]["start"] == network_file.file_hash(network_file.SHIPPED_NETWORK_PATH)
    assert learned.about["settings"]["rate"] == 0.0025
    assert learned.network is not None
    assert shipped.network is not None
    pairs = list(zip(learned.network.weight_array, shipped.network.weight_array, strict=True))
    assert sum(abs(new - old) <= 2 for new, old in pairs) > 0.9 * len(pairs), "two games change little"
    assert network_file.network_for(load(cards), str(file)) is not None


def test_training_prints_each_generation(short: None, call: Callable, tmp_path: Path) -> None:
    code, out, _ = call("train", "--games", "4", str(tmp_path / "some"))
    assert code == 0
    assert out.count("against the previous generation, rate 0.005") == 2
    assert "4 games," in out


def test_training_against_an_invalid_network_is_refused(call: Callable, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_text("nothing of the kind")
    code, out, err = call("train", "--against", str(other), str(tmp_path / "some"))
    assert (code, out) == (2, "")
    assert "isn’t a file of weights" in err
    assert "Traceback" not in err


def test_a_checkpoint_of_another_seed_is_refused(short: None, call: Callable, tmp_path: Path) -> None:
    file = tmp_path / "some"
    other = training.TrainingSettings(generation=2, block=1, contest=1, past_networks=1, seed=3)
    training.checkpoint(training.begin(other), tmp_path / "some.checkpoint")
    code, _, err = call("train", "--games", "4", str(file))
    assert code == 2
    assert "seed is 3 there, 1517 here" in err


def test_a_damaged_network_is_reported_and_advice_still_works(
    call: Callable, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = tmp_path / "broken"
    broken.write_text("solafide network 1\n{}\nnothing")
    monkeypatch.setattr(network_file, "SHIPPED_NETWORK_PATH", broken)
    caches = (network_file.shipped_network, network_file.network_for, network_file.network_overlooking)
    for cached in caches:
        cached.cache_clear()
    try:
        code, out, err = call("arena", "random", "random", "--games", "2", "--turn-limit", "3", "--json", "--jobs", "1")
    finally:
        monkeypatch.undo()
        for cached in caches:
            cached.cache_clear()
    assert code == 0
    assert json.loads(out)["games"] == 2
    assert f"The file of weights is damaged: {broken}." in err
    assert "use random play to the end" in err
