"""A typed answer is matched with the options."""

import pytest

from solafide.cards import builtin
from solafide.game import Decision
from solafide.terminal.answer import COMMANDS, matching_options, parse_command
from solafide.text import LANGUAGES, catalogue

CARDS = builtin()


def matched_options(answer: str, question: str, *options: str, lang: str = "en") -> list[str]:
    decision = Decision("C", question, options, 0, {})
    return [options[index] for index in matching_options(answer, decision, CARDS, lang)]


def test_circles_are_chosen_by_their_numbers() -> None:
    options = ("circle:2", "circle:3", "circle:9")
    assert matched_options("2", "circle", *options) == ["circle:2"]
    assert matched_options("1", "circle", *options) == []
    assert matched_options("3", "claim", "claim:3", "claim:4") == ["claim:3"]
    assert matched_options("9", "circle", *options) == ["circle:9"]
    assert matched_options("#2", "circle", *options) == ["circle:2"]
    assert matched_options("7", "circle", *options) == []


@pytest.mark.parametrize(
    ("answer", "lang", "expected"),
    [
        ("felso", "hu", "circle:1"),
        ("FELSŐ-szász", "hu", "circle:1"),
        ("obersachs", "de", "circle:1"),
        ("westfa", "de", "circle:4"),
        ("schwäb", "de", "circle:9"),
    ],
)
def test_accents_and_case_do_not_matter(answer: str, lang: str, expected: str) -> None:
    assert matched_options(answer, "circle", "circle:1", "circle:4", "circle:9", lang=lang) == [expected]


def test_estates_decks_faiths_and_places() -> None:
    assert matched_options("comm", "side", "side:nobility", "side:commoners") == ["side:commoners"]
    assert matched_options("nobility", "toward", "toward:nobility", "toward:commoners") == ["toward:nobility"]
    assert matched_options("england", "deck", "deck:shift", "deck:convert") == ["deck:convert"]
    assert matched_options("shift", "deck", "deck:shift", "deck:convert") == ["deck:shift"]
    assert matched_options("prot", "faith", "faith:C", "faith:P") == ["faith:P"]
    places = ("place:5:nobility", "place:9:commoners")
    assert matched_options("swabian", "place", *places) == ["place:9:commoners"]
    assert matched_options("place:5:nobility", "place", *places) == ["place:5:nobility"]
    assert matched_options("5", "die", "die:2", "die:5") == ["die:5"]


def test_a_whole_name_wins_over_the_beginning_of_another() -> None:
    assert matched_options("draw", "action", "play:C03", "draw") == ["draw"]
    assert matched_options("p", "action", "play:P04", "play:P07", "draw") == ["play:P04", "play:P07"]


@pytest.mark.parametrize("answer", ["Ortenburg", "orten", "ORTEN", "kind:CC"])
def test_territories_by_name(answer: str) -> None:
    circle, side, index = next(
        (circle, side, index)
        for circle in CARDS.circles
        for side in ("nobility", "commoners")
        for index, names in enumerate(circle.territories[side])
        if names["en"] == "Ortenburg"
    )
    kind = getattr(circle, side)[index] * 2
    others = tuple(f"kind:{each}" for each in ("CC", "NN", "PP") if each != kind)
    options, context = (f"kind:{kind}", *others), {"circle": circle.number, "side": side}
    view = {"circles": [{"nobility": each.nobility, "commoners": each.commoners} for each in CARDS.circles]}
    decision = Decision("P", "kind", options, 0, context)
    typed = answer.replace("CC", kind)
    assert [options[number] for number in matching_options(typed, decision, CARDS, "en", view)] == [f"kind:{kind}"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_commands_in_english_and_the_language_of_the_table(lang: str) -> None:
    for name in COMMANDS:
        assert parse_command(name.upper(), lang) == (name, "")
        assert parse_command(catalogue(lang).render(f"command.{name}"), lang) == (name, "")
    assert parse_command("save a file.txt", lang) == ("save", "a file.txt")
    assert parse_command("?C03", lang) == ("explain", "C03")
    assert parse_command("undo it", lang) is None
