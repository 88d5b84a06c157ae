"""Entries of a card set in a form: the checks are those of a file, and each problem has the path of its field."""

from typing import Any

import pytest

from solafide.cards import CardSetError, builtin, export, loads, tables
from solafide.cards.differences import changed_entries, changed_rules
from solafide.cards.entry_form import check_entry, entry_ids, split_entry_id
from solafide.cards.file_parts import read_entry_file
from solafide.game import Game, Options, SolaFideError
from solafide.game.options import unplayable_cards

REDRAW = '[{ effect = "redraw" }]'
DRAW = {"effect": "draw", "count": 1}

PROBLEMS: list[tuple[str, dict[str, Any], tuple[str | int, ...], str]] = [
    ("C01", {}, ("effects",), "problem.no_body"),
    ("C01", {"effects": []}, ("effects",), "problem.empty_effects"),
    ("C01", {"effects": [{"effect": "shift"}]}, ("effects", 0, "toward"), "problem.missing_field"),
    ("C01", {"effects": [DRAW, {"effect": "draw", "count": "many"}]}, ("effects", 1, "count"), "problem.wrong_type"),
    ("C01", {"effects": [DRAW], "cost": {"discard": 99}}, ("cost", "discard"), "problem.out_of_range"),
    ("C01", {"effects": [DRAW], "name": {"en": " "}}, ("name", "en"), "problem.empty_text"),
    ("P01", {"effects": [DRAW], "military": True}, ("military",), "problem.military_protestant"),
    ("P17", {"cost": {"discard": "any"}, "each": {"effect": "convert"}}, ("each", "side"), "problem.missing_field"),
    ("C43", {"persistent": {}}, ("persistent", "when"), "problem.missing_field"),
    (
        "C01",
        {"effects": [{"effect": "choose", "options": [[DRAW], [{"effect": "draw"}]]}]},
        ("effects", 0, "options", 1, 0, "count"),
        "problem.missing_field",
    ),
    ("C01", {"playable": False, "effects": [DRAW]}, ("effects",), "problem.two_bodies"),
    ("circle-3", {"points": 6, "nobility": "PPCC", "commoners": "PPNN", "start": "nobility_outer"}, ("points",), ""),
    ("M06", {"effects": [{"effect": "recover"}]}, ("effects", 0, "count"), "problem.missing_field"),
    ("set", {"name": "Mine", "language": "la"}, ("language",), "problem.wrong_value"),
]


@pytest.mark.parametrize(("entry", "fields", "path", "key"), PROBLEMS)
def test_a_problem_has_the_path_of_its_field(entry: str, fields: Any, path: Any, key: str) -> None:
    checked = check_entry(entry, fields, "en")
    assert [problem.path for problem in checked.problems] == [path]
    assert checked.problems[0].key == (key or "problem.wrong_value")


def test_a_file_has_the_problems_of_the_form() -> None:
    """One source: what the form refuses, the file with the text of the form has too, and nothing else."""
    for entry, fields, _, _ in PROBLEMS:
        checked = check_entry(entry, fields, "en")
        with pytest.raises(CardSetError) as error:
            loads(checked.text)
        assert {problem.key for problem in checked.problems} <= {problem.key for problem in error.value.problems}


def test_the_preview_leaves_out_what_has_problems() -> None:
    fields = {"name": {"en": "Half"}, "effects": [{"effect": "convert"}, DRAW, {"effect": "shift", "toward": "up"}]}
    checked = check_entry("C01", fields, "en")
    assert not checked.is_whole
    assert [effect.kind for effect in checked.preview.effects] == ["draw"]  # type: ignore[union-attr]
    assert checked.preview.name == {"en": "Half"}  # type: ignore[union-attr]
    assert fields["effects"][0] == {"effect": "convert"}  # what was sent is not changed


def test_every_built_in_entry_goes_through_the_form() -> None:
    entries = read_entry_file(export(builtin())).entries
    assert set(entries) == {*entry_ids(), "set"}
    checked = {entry: check_entry(entry, fields, "en") for entry, fields in entries.items()}
    assert not [entry for entry, each in checked.items() if each.problems]
    written = loads("\n".join(each.text for each in checked.values()))
    assert written.rules_hash == builtin().rules_hash
    assert changed_entries(written) == []


@pytest.mark.parametrize("value", [None, [], {}, 1.5, "x", [[[]]], {"a b": {"": 1}}, "\ud800", {"effect": ["\x00"]}])
def test_senseless_fields_are_problems_and_no_errors(value: Any) -> None:
    for entry in ("C01", "F02", "circle-4", "M01", "set"):
        kind = "" if entry == "set" else split_entry_id(entry)[0]
        for field in ("name", "effects", "each", "persistent", "cost", "territories", "history", "playable", "id"):
            checked = check_entry(entry, {field: value, "x y": value}, "en")
            checked.text.encode()
            assert kind in checked.text


# ---------------------------------------------------------------- files in parts

HAND_WRITTEN = (
    "# My cards\r\n[set] # heading\nname = \"Mine\"\n\n# About C10\n[[card]]  # ten\nid = 'C10'\nnumber = 10\n"
    "effects = [\n  {effect='draw', count = 1}, # one\n] # end\n# between\n[[card]]\nid=\"C12\"\nnumber=0xC\n"
    'effects=[{effect="draw",count=2}]\n[card.name]\nen = "B" # name\n\n[[result]]\nroll = 6\neffects = []\n# the end'
)


def test_a_file_is_divided_into_entries_and_what_stands_between_them() -> None:
    file = read_entry_file(HAND_WRITTEN, "mine.toml")
    assert "".join(part.text for part in file.parts) == HAND_WRITTEN
    assert not file.is_rewritten
    assert [part.entry for part in file.parts if part.entry] == ["set", "C10", "C12", "M06"]
    assert [part.text for part in file.parts if not part.entry] == [
        "# My cards\r\n",
        "\n# About C10\n",
        "# between\n",
        "\n",
        "# the end",
    ]
    assert file.entries["C12"] == {"effects": [{"effect": "draw", "count": 2}], "name": {"en": "B"}}


def test_an_entry_can_be_replaced_in_its_place() -> None:
    file = read_entry_file(HAND_WRITTEN)
    changed = check_entry("C10", {"effects": [{"effect": "redraw"}]}, "en").text
    text = "".join(changed if part.entry == "C10" else part.text for part in file.parts)
    assert "# About C10" in text
    assert "# between" in text
    assert loads(text).cards["C10"].effects[0].kind == "redraw"
    assert loads(text).cards["C12"] == loads(HAND_WRITTEN).cards["C12"]


def test_an_export_comes_back_to_the_byte() -> None:
    text = export(builtin())
    file = read_entry_file(text)
    assert "".join(part.text for part in file.parts) == text
    assert len(file.entries) == len(entry_ids()) + 1


@pytest.mark.parametrize(
    "text",
    [
        'card = [{ id = "C10", number = 10, effects = [{ effect = "redraw" }] }]\n[set]\nname = "A"\n',
        '[[card]]\nid = "C10"\nnumber = 10\neffects = []\n[set]\nname = "A"\n[card.name]\nen = "B"\n'.replace(
            "[]", REDRAW
        ),
    ],
)
def test_a_file_that_cannot_be_divided_is_written_again(text: str) -> None:
    file = read_entry_file(text)
    assert file.is_rewritten
    assert loads("".join(part.text for part in file.parts)) == loads(text)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("[[card]\n", "problem.syntax"),
        ('[[card]]\nid = "X01"\n', "problem.unknown_id"),
        ("[[circle]]\npoints = 5\n", "problem.missing_field"),
        ('[[card]]\nid = "C10"\n[[card]]\nid = "C10"\n', "problem.duplicate_entry"),
        ("[cards]\n", "problem.unknown_field"),
    ],
)
def test_a_file_without_clear_entries_is_refused(text: str, key: str) -> None:
    with pytest.raises(CardSetError) as error:
        read_entry_file(text, "mine.toml")
    assert [problem.key for problem in error.value.problems] == [key]


# ---------------------------------------------------------------- cards that cannot be played yet


def unplayable_set(card: str) -> str:
    original = builtin().cards[card]
    first_game = "first_game = true\n" if original.first_game else ""
    return f'[[card]]\nid = "{card}"\nnumber = {original.number}\nplayable = false\n{first_game}'


def test_a_card_can_be_marked_as_not_playable_yet() -> None:
    cards = loads(unplayable_set("C02"))
    assert not cards.cards["C02"].playable
    assert loads(export(cards)) == cards
    assert tables(cards) is not tables(builtin())
    assert changed_rules(cards) == ["C02"]
    assert builtin().cards["C02"].plain().keys().isdisjoint({"playable"})  # the hashes of other sets stay


@pytest.mark.parametrize(
    ("card", "refused"), [("C02", {"draft"}), ("C01", {"first", "draft"}), ("F03", {"first", "draft"})]
)
def test_a_game_that_could_deal_such_a_card_does_not_begin(card: str, refused: set[str]) -> None:
    cards = loads(unplayable_set(card))
    for mode in ("first", "draft"):
        assert unplayable_cards(cards, mode) == ([card] if mode in refused else [])
        if mode in refused:
            with pytest.raises(SolaFideError, match="unplayable") as error:
                Game(Options(mode=mode), cards)  # type: ignore[arg-type]
            assert error.value.facts == {"cards": [card]}
        else:
            assert Game(Options(mode=mode), cards).outcome is None  # type: ignore[arg-type]
