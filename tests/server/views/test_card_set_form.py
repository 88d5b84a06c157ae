"""Card sets in a form: the vocabulary has every word of the format, and problems are sentences in every language."""

from typing import Any

import pytest

from cards.test_entry_form import PROBLEMS, unplayable_set
from server.local_client import exact
from solafide.cards import builtin, export
from solafide.cards.vocabulary import EACH_EFFECTS, EFFECTS, PERSISTENT_FIELDS, NumberField, WordField
from solafide.languages import LANGUAGES
from solafide.server.schemas.card_set_form import CardSetCheck, CardSetFile, CardSetVocabulary, CheckedEntries
from solafide.server.views.card_set_form import card_set_check, card_set_file, checked_entries, vocabulary
from solafide.text import card_text


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_form_has_every_word_of_the_vocabulary(lang: str) -> None:
    view = vocabulary(lang)
    exact(CardSetVocabulary, view)
    forms = {form["effect"]: form for form in view["effects"]}
    assert list(forms) == list(EFFECTS)
    assert {name for name, form in forms.items() if form["for_each"]} == set(EACH_EFFECTS)
    assert {name for name, form in forms.items() if not form["in_option"]} == {"choose"}
    for effect, fields in EFFECTS.items():
        for field, shown in zip(fields, forms[effect]["fields"], strict=True):
            assert shown["field"] == field.name
            if isinstance(field, WordField):
                assert tuple(value["value"] for value in shown["values"]) == field.values
            if isinstance(field, NumberField):
                assert (shown["high"], shown["default"]) == (field.high, field.default)
    assert [each["when"] for each in view["persistent"]] == list(PERSISTENT_FIELDS)
    assert len(view["entries"]) == 122


def one(entry: str, fields: dict[str, Any], lang: str = "en") -> Any:
    view = checked_entries([(entry, fields)], "en", lang)
    exact(CheckedEntries, view)
    return view["entries"][0]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_problems_are_sentences(lang: str) -> None:
    for entry, fields, path, _ in PROBLEMS:
        (problem,) = one(entry, fields, lang)["problems"]
        assert tuple(problem["path"]) == path
        assert problem["text"]
        assert "{" not in problem["text"]


def test_the_text_of_a_card_is_made_in_all_languages() -> None:
    card = builtin().cards["C24"]
    checked = one(
        "C24", {name: value for name, value in card.plain().items() if name not in ("id", "number", "source")}
    )
    assert {lang: face["card"]["text"] for lang, face in checked["faces"].items()} == {
        lang: card_text(card, lang) for lang in LANGUAGES
    }
    half = one("C24", {"effects": [{"effect": "draw", "count": 2}, {"effect": "convert"}]})
    assert half["faces"]["en"]["card"]["text"] == ["Draw 2 cards.", "…"]
    assert one("circle-3", {"points": 5})["faces"] == {}
    assert one("circle-3", card_fields("circle-3"))["faces"]["de"]["circle"]["name"] == "Fränkischer Kreis"


def card_fields(entry: str) -> Any:
    return next(each["fields"] for each in card_set_file(export(builtin()), "")["entries"] if each["entry"] == entry)


def test_a_card_that_is_not_playable_yet_says_so() -> None:
    checked = one("C02", {"playable": False})
    assert not checked["is_playable"]
    assert checked["faces"]["en"]["card"]["text"][0].startswith("Not playable yet")


def test_a_file_is_sent_in_parts() -> None:
    view = card_set_file(export(builtin()), "mine.toml")
    exact(CardSetFile, view)
    assert "".join(part["text"] for part in view["parts"]) == export(builtin())
    assert not any(entry["problem_count"] for entry in view["entries"])


def test_the_check_of_a_set_says_which_games_can_begin() -> None:
    built_in = card_set_check(export(builtin()), "", "en")
    exact(CardSetCheck, built_in)
    assert (built_in["ok"], built_in["changed"], built_in["refused_modes"]) == (True, [], {})
    late = card_set_check(unplayable_set("C02"), "", "de")
    assert late["changed"] == late["unplayable"] == ["C02"]
    assert late["refused_modes"].keys() == {"draft"}
    assert "C02" in late["refused_modes"]["draft"]
    wrong = card_set_check('[[card]]\nid = "C01"\nnumber = 1\neffects = [{ effect = "draw" }]\n', "", "en")
    assert not wrong["ok"]
    assert {problem["entry"] for problem in wrong["problems"]} == {"C01", ""}
