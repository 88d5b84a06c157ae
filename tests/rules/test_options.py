"""The options of a game: what the rulings leave to the players, and nothing else."""

from typing import Any

import pytest

from solafide.game import Game, LiveNature, Options, SolaFideError


def test_the_defaults_are_those_of_the_rulings() -> None:
    assert Options().json() == {
        "mode": "first",
        "claims": "at-once",
        "tokens": 16,
        "turn_limit": None,
        "faiths": "rolled",
        "first": "rolled",
    }


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("mode", "second"),
        ("mode", ""),
        ("claims", "later"),
        ("tokens", 15),
        ("tokens", 0),
        ("tokens", "16"),
        ("turn_limit", 0),
        ("turn_limit", -3),
        ("turn_limit", 1_000_001),
        ("turn_limit", 2.5),
        ("turn_limit", "10"),
        ("turn_limit", True),
        ("faiths", "drawn"),
        ("first", "1"),
        ("first", "N"),
        ("first", None),
    ],
)
def test_a_wrong_value_is_refused_by_name(option: str, value: Any) -> None:
    with pytest.raises(SolaFideError) as error:
        Options(**{option: value})
    assert error.value.key == "error.bad_option"
    assert (error.value.facts["option"], error.value.facts["value"]) == (option, str(value))


def test_an_unknown_option_is_refused_by_name() -> None:
    with pytest.raises(SolaFideError) as error:
        Options.from_json({"mode": "first", "colour": "red"})
    assert (error.value.key, error.value.facts["option"]) == ("error.bad_option", "colour")


@pytest.mark.parametrize(
    "changes",
    [{}, {"mode": "draft", "claims": "after-card", "tokens": None, "turn_limit": 7, "faiths": "agreed", "first": "P"}],
)
def test_options_survive_json(changes: dict[str, Any]) -> None:
    options = Options(**changes)
    assert Options.from_json(options.json()) == options


def test_a_view_names_the_options_of_its_game() -> None:
    options = Options(claims="after-card", tokens=None, faiths="agreed", first="P", turn_limit=40)
    assert Game(options, nature=LiveNature(bytes(32))).view("C")["options"] == options.json()


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_seed_has_256_bits(length: int) -> None:
    with pytest.raises(SolaFideError) as error:
        LiveNature(bytes(length))
    assert error.value.key == "error.bad_seed"
