"""Training improves a network, is reproducible by seed, and can be resumed."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from needs import needs_compiled_kernel
from solafide.cards import builtin, tables
from solafide.game import SolaFideError
from solafide.kernel.training import play_contest, play_network_games
from solafide.lab.process_pool import InlinePool
from solafide.lab.training import (
    TrainingRun,
    TrainingSettings,
    begin,
    checkpoint,
    model_card,
    paired_score,
    playing_network,
    resume,
    train,
    train_batch,
    train_block,
    train_in_place,
)
from solafide.players.agents.network_file import network_bytes, shipped_network

TINY = TrainingSettings(generation=4, block=2, contest=1, games=8, past_networks=2, past_network_interval_blocks=1)


@pytest.fixture(autouse=True)
def short_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Untrained networks play for hundreds of turns; forty are enough, and do not take minutes in plain Python."""
    monkeypatch.setattr("solafide.lab.training.MAX_TURNS", 40)


@needs_compiled_kernel
def test_a_few_seconds_of_training_beat_the_untrained_network() -> None:
    run = begin(TrainingSettings(generation=1500, games=1500, contest=10))
    untrained = playing_network(run.trainable)
    train(run)
    for draft in (False, True):
        # 400 games: a score of 0.7 is eight standard errors above chance.
        assert paired_score(builtin(), run.network, untrained, 200, 77, draft) > 0.7


def test_training_is_reproducible() -> None:
    one, other, third = begin(TINY), begin(TINY), begin(replace(TINY, seed=2))
    for run in (one, other, third):
        train(run)
    assert network_bytes(one.network) == network_bytes(other.network)
    assert network_bytes(one.network) != network_bytes(third.network)
    assert [entry["games"] for entry in one.training_log] == [4, 8]


@pytest.mark.parametrize("searched", [False, True])
def test_the_weights_do_not_depend_on_the_number_of_workers(searched: bool, tmp_path: Path) -> None:
    """But on how many blocks start from the same weights; searching generations are trained in batches, too."""
    settings = replace(TINY, games=0, min_learning_rate=1.0, search_generations=1) if searched else TINY
    settings = replace(settings, search_generation_games=6, iterations=3, batch=2)
    weights = set()
    for jobs in (1, 2):
        run = begin(settings)
        train(run, jobs=jobs)
        weights.add(network_bytes(run.network))
    alone = begin(replace(settings, batch=1))
    train(alone)
    assert len(weights) == 1
    assert network_bytes(alone.network) not in weights
    assert run.trainable.games == alone.trainable.games == (6 if searched else 8)


def test_a_batch_of_one_block_learns_what_the_block_learns() -> None:
    """The way over a task and its checkpoint changes nothing."""
    in_place, by_task = begin(TINY), begin(TINY)
    train_in_place(in_place, 0, 0.005)
    train_batch(by_task, range(1), 0.005, InlinePool(train_block))
    expected, learned = in_place.trainable.checkpoint(), by_task.trainable.checkpoint()
    assert all(learned[name] == expected[name] for name in ("offered", "kept", "games", "chances"))
    for name in ("weights", "biases", "outputs", "shifts", "mean"):
        assert learned[name] == pytest.approx(expected[name], abs=1e-6)


def test_a_resumed_training_equals_an_uninterrupted_one(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    whole = begin(TINY)
    train(whole)

    class Stopped(Exception):
        pass

    def stop(run: TrainingRun) -> None:
        checkpoint(run, folder)
        raise Stopped

    with pytest.raises(Stopped):
        train(begin(TINY), on_generation=stop)
    again = resume(folder, TINY)
    assert again.trainable.games == 4
    train(again)
    assert network_bytes(again.network) == network_bytes(whole.network)
    assert [e["scores"] for e in again.training_log] == [e["scores"] for e in whole.training_log]


def test_a_checkpoint_of_other_settings_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    checkpoint(begin(TINY), folder)
    with pytest.raises(SolaFideError) as error:
        resume(folder, replace(TINY, learning_rate=0.5))
    assert error.value.key == "error.training.other"
    assert error.value.facts["setting"] == "rate"
    with pytest.raises(SolaFideError) as error:
        resume(folder, replace(TINY, batch=3))
    assert error.value.facts == {"file": str(folder), "setting": "batch", "found": "1", "wanted": "3"}


def test_a_checkpoint_and_a_model_card_use_the_stored_names(tmp_path: Path) -> None:
    """Checkpoints and networks that exist must stay readable: their names of settings do not follow the code."""
    names = "seed generation block rate slowest share fading astray rivals meetings contest games against"
    expected = [*names.split(), "studies", "study", "iterations", "study_rate"]
    run = begin(TINY)
    train(run)
    file = tmp_path / "checkpoint"
    checkpoint(run, file)
    header = json.loads(file.read_bytes().split(b"\n")[1])
    assert list(header["settings"]) == list(model_card(run, "1.0", "2026-11-16")["settings"]) == expected
    assert (header["settings"]["rivals"], header["settings"]["meetings"], header["rivals"]) == (2, 1, 2)
    assert header["diary"] == run.training_log


def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    checkpoint(begin(TINY), folder)
    folder.write_bytes(folder.read_bytes()[:-9])
    with pytest.raises(SolaFideError) as error:
        resume(folder, TINY)
    assert error.value.key == "error.training.damaged"


def test_training_against_a_network_does_not_change_it() -> None:
    opponent = playing_network(begin(replace(TINY, seed=9)).trainable)
    before = network_bytes(opponent)
    run = begin(replace(TINY, past_networks=0, against="that one"), opponent=opponent)
    start = network_bytes(run.network)
    train(run)
    assert network_bytes(opponent) == before
    assert network_bytes(run.network) != start
    assert not run.past_networks


def test_training_against_a_network_lowers_the_learning_rate() -> None:
    opponent = playing_network(begin(replace(TINY, seed=9)).trainable)
    run = begin(replace(TINY, past_networks=0, against="that one"), opponent=opponent)
    train(run)
    assert [entry["rate"] for entry in run.training_log] == [0.005, pytest.approx(0.005 * 0.55, abs=1e-6)]


def test_the_model_card_names_the_training_settings() -> None:
    run = begin(TINY)
    train(run)
    card = model_card(run, "1.0", "2026-11-16")
    assert card["games"] == 8
    assert card["settings"]["seed"] == 1517
    assert set(card["scores"]) == {"random", "predecessor"}
    assert all(0 <= share <= 1 for scores in card["scores"].values() for share in scores.values())


def test_network_games_are_those_of_a_contest_with_their_decks() -> None:
    layout = tables(builtin(), draft=True, turn_limit=60)
    rows = play_network_games(layout, None, None, 7, 6, 0)
    catholic, protestant, draws = play_contest(layout, None, None, 7, 6)
    leads = [lead for lead, *_ in rows]
    assert [sum(lead > 0 for lead in leads), sum(lead < 0 for lead in leads)] == [catholic, protestant]
    assert leads.count(0) == draws
    for _, turns, *decks in rows:
        assert turns <= 60
        assert [cards.bit_count() for cards in decks] == [15, 15]


@needs_compiled_kernel
def test_random_decks_hold_every_card_equally_often() -> None:
    network = shipped_network().network
    layout = tables(builtin(), draft=True, turn_limit=2)
    decks = [deck for _, _, *both in play_network_games(layout, network, network, 1, 300, 1) for deck in both]
    counts = [sum(deck >> card & 1 for deck in decks) for card in range(45)]
    assert all(140 < count < 260 for count in counts)
    drafted = [deck for _, _, *both in play_network_games(layout, network, network, 1, 300, 0) for deck in both]
    assert max(sum(deck >> card & 1 for deck in drafted) for card in range(45)) > 400
