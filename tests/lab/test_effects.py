"""The effects of an experiment: on simulated tables whose effects are known."""

from typing import Any

import pytest

from needs import skip_without_experiments
from solafide.game import SolaFideError
from solafide.lab.effects import MIN_GAMES, effects

skip_without_experiments()

import numpy  # noqa: E402

CARDS = [f"{faith}{number:02}" for faith in "CP" for number in range(1, 46)]
ABOUT: dict[str, Any] = {
    "name": "simulated",
    "seed": "s",
    "version": "0",
    "factors": {"player": ["doctor", "rector"], "mode": ["first"], "claims": ["at-once", "after-card"]},
    "card_sets": {"cards_P43": {"built-in": "1", "cheap.toml": "2", "late.toml": "3"}},
}
# The logarithm of the odds that the Catholics win, by what a game drew.
TRUE_EFFECTS = {
    "player=rector": 0.5,
    "claims=after-card": 0.0,
    "cards_P43=cheap.toml": -0.4,
    "cards_P43=late.toml": 0.2,
}
DECK_CARDS = 15


def simulated(seed: int, games: int, together: float = 0.0, decks: bool = True) -> tuple[dict[str, list[Any]], Any]:
    """Return a table with known effects, and those of the cards of each faith, which add up to zero."""
    source = numpy.random.default_rng(seed)
    columns: dict[str, list[Any]] = {"mode": ["first"] * games}
    odds = numpy.full(games, -0.1)
    levels = {**ABOUT["factors"], **{name: list(hashes) for name, hashes in ABOUT["card_sets"].items()}}
    for factor, names in levels.items():
        drawn = source.integers(len(names), size=games)
        columns[factor] = [names[level] for level in drawn]
        odds += numpy.array([TRUE_EFFECTS.get(f"{factor}={name}", 0.0) for name in names])[drawn]
    both = numpy.array(columns["player"]) == "rector"
    both &= numpy.array(columns["claims"]) == "after-card"
    odds += together * both
    worth = source.normal(0, 0.3, size=90)
    worth -= numpy.repeat([worth[:45].mean(), worth[45:].mean()], 45)
    in_deck = numpy.zeros((games, 90), dtype=bool)
    for game in range(games if decks else 0):
        for first in (0, 45):
            in_deck[game, first + source.permutation(45)[:DECK_CARDS]] = True
    odds += in_deck @ (worth * numpy.repeat([1, -1], 45))
    columns |= {card: list(in_deck[:, at]) for at, card in enumerate(CARDS)}
    chance = 1 / (1 + numpy.exp(-odds))
    columns["winner"] = list(numpy.where(source.random(games) < chance, "C", "P"))
    return columns, dict(zip(CARDS, worth, strict=True))


def test_intervals_cover_the_true_effects() -> None:
    """Of 376 intervals of 95 %, 95 % cover, give or take 1.1 % for chance."""
    covered = []
    for seed in range(4):
        columns, worth = simulated(seed, 2500)
        for effect in effects(ABOUT, columns)["effects"]:
            low, high = effect["interval"]
            covered.append(low <= (TRUE_EFFECTS | worth)[effect["term"]] <= high)
    assert len(covered) == 4 * 94
    assert 0.92 < sum(covered) / len(covered) < 0.98


def test_strong_effects_are_found_and_none_is_not() -> None:
    columns, _ = simulated(3, 6000, decks=False)
    by_term = {effect["term"]: effect for effect in effects(ABOUT, columns)["effects"]}
    assert set(by_term) == set(TRUE_EFFECTS)
    assert [name for name, effect in by_term.items() if effect["found"]] == [
        name for name, true in TRUE_EFFECTS.items() if true
    ]
    rector = by_term["player=rector"]
    # Half of the games: 0.5 of log-odds near even chances are some twelve points.
    assert 10 < rector["points"] < 14
    assert rector["points_interval"][0] < rector["points"] < rector["points_interval"][1]
    assert 2800 < rector["games"] < 3200


def test_a_card_is_told_from_the_side_of_its_owner() -> None:
    columns, worth = simulated(5, 4000)
    estimates = {effect["term"]: effect["log_odds"] for effect in effects(ABOUT, columns)["effects"]}
    errors = [estimates[card] - worth[card] for card in CARDS]
    assert numpy.sqrt(numpy.mean(numpy.square(errors))) < 0.13
    for faith in "CP":
        assert abs(sum(estimates[card] for card in CARDS if card[0] == faith)) < 0.01


def test_pairs_are_found_with_false_discovery_control() -> None:
    columns, _ = simulated(7, 6000, together=0.9, decks=False)
    pairs = effects(ABOUT, columns, pairs=True)["pairs"]
    assert [pair["terms"] for pair in pairs if pair["found"]] == [["player=rector", "claims=after-card"]]
    low, high = pairs[0]["interval"]
    assert low < 0.9 < high
    # Two levels of one factor never meet.
    assert ["cards_P43=cheap.toml", "cards_P43=late.toml"] not in [pair["terms"] for pair in pairs]
    assert len(pairs) == 5
    assert effects(ABOUT, columns)["pairs"] is None


def test_without_a_pair_none_is_found() -> None:
    marked = 0
    for seed in range(8):
        columns, _ = simulated(100 + seed, 1500, decks=False)
        marked += sum(pair["found"] for pair in effects(ABOUT, columns, pairs=True)["pairs"])
    assert marked <= 1


def test_a_draw_counts_half() -> None:
    games = 400
    columns: dict[str, list[Any]] = {card: [False] * games for card in CARDS}
    columns |= {"player": ["doctor", "rector"] * 200, "mode": ["first"] * games, "claims": ["at-once"] * games}
    columns |= {"cards_P43": ["built-in"] * games, "winner": ["", "C", "", ""] * 100}
    result = effects(ABOUT, columns)
    (effect,) = result["effects"]
    # ½ against ¾: odds of 1 against 3.
    assert effect["log_odds"] == pytest.approx(numpy.log(3), abs=1e-3)
    assert result["catholic_share"] == 0.625


@pytest.mark.parametrize(
    ("winner", "claims", "key"),
    [
        (["C", "P"] * 100, ["at-once"] * 200, "error.effects.separated"),
        (["C", "P", "P", "C"] * 50, ["at-once", "after-card"] * 100, "error.effects.confounded"),
    ],
)
def test_what_cannot_be_estimated_is_said(winner: list[str], claims: list[str], key: str) -> None:
    columns: dict[str, list[Any]] = {card: [False] * 200 for card in CARDS}
    columns |= {"player": ["doctor", "rector"] * 100, "mode": ["first"] * 200, "claims": claims}
    columns |= {"cards_P43": ["built-in"] * 200, "winner": winner}
    with pytest.raises(SolaFideError) as error:
        effects(ABOUT, columns)
    assert error.value.key == key


def test_a_few_games_are_refused() -> None:
    columns, _ = simulated(1, MIN_GAMES - 1, decks=False)
    with pytest.raises(SolaFideError) as error:
        effects(ABOUT, columns)
    assert error.value.facts == {"games": MIN_GAMES - 1, "least": MIN_GAMES}
