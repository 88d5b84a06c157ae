"""The four catalogues hold the same texts, each in its own language."""

import re
from pathlib import Path

import pytest

from solafide.text import LANGUAGES, Catalogue, CatalogueError
from solafide.text.catalogue import CATALOGUE_FOLDER, browser_texts

ENGLISH = Catalogue("en")
OTHERS = [lang for lang in LANGUAGES if lang != "en"]
QUOTES = {"en": "“”", "de": "„“", "nl": "“”", "hu": "„”"}


def test_a_language_is_one_folder_with_the_same_files() -> None:
    def files(folder: Path) -> set[str]:
        return {str(path.relative_to(folder)) for path in folder.rglob("*")}

    assert {folder.name for folder in CATALOGUE_FOLDER.iterdir()} == set(LANGUAGES)
    assert all(files(CATALOGUE_FOLDER / lang) == files(CATALOGUE_FOLDER / "en") for lang in LANGUAGES)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pages_get_the_texts_of_the_browser_files_only(lang: str) -> None:
    texts = browser_texts(lang)
    assert {key.partition(".")[0] for key in texts} == {
        "box",
        "daily",
        "deals",
        "gallery",
        "guide",
        "learn",
        "library",
        "moments",
        "network",
        "online",
        "pages",
        "record",
        "puzzles",
        "result",
        "table",
        "watch",
    }
    assert all(texts[key] == Catalogue(lang).template(key) for key in texts)
    assert "table.interrupted" not in texts, "a text of the terminal"


@pytest.mark.parametrize("lang", OTHERS)
def test_same_keys_in_the_same_order(lang: str) -> None:
    assert list(Catalogue(lang)) == list(ENGLISH)


@pytest.mark.parametrize("lang", OTHERS)
def test_same_plurals(lang: str) -> None:
    texts = Catalogue(lang)
    assert {key for key in texts if plural(texts, key)} == {key for key in ENGLISH if plural(ENGLISH, key)}


@pytest.mark.parametrize("lang", OTHERS)
def test_same_blanks(lang: str) -> None:
    texts = Catalogue(lang)
    different = {key for key in ENGLISH if texts.blanks(key) - {"n"} != ENGLISH.blanks(key) - {"n"}}
    assert not different


@pytest.mark.parametrize("lang", LANGUAGES)
def test_both_plural_forms_have_the_same_blanks(lang: str) -> None:
    texts = Catalogue(lang)
    for key in texts:
        template = texts.template(key)
        if not isinstance(template, str):
            one, other = (set(re.findall(r"{(\w+)}", form)) - {"n"} for form in (template["one"], template["other"]))
            assert one == other, key
            assert "n" in texts.blanks(key), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_for_the_reader_match_those_for_others(lang: str) -> None:
    texts = Catalogue(lang)
    for key in (key for key in texts if key.startswith("own.")):
        assert texts.blanks(key) - {"n"} == texts.blanks(key.removeprefix("own.")) - {"n", "who"}, key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_is_empty(lang: str) -> None:
    texts = Catalogue(lang)
    for key in texts:
        for form in forms(texts, key):
            assert form.strip(), key
            assert "  " not in form, key
            assert not re.search(r"[{}]", re.sub(r"{\w+}", "", form)), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_quotation_marks_are_those_of_the_language_and_come_in_pairs(lang: str) -> None:
    texts = Catalogue(lang)
    opening, closing = tuple(QUOTES[lang])
    for key in texts:
        for form in forms(texts, key):
            assert form.count(opening) == form.count(closing), key
            assert not set("„“”«»") - set(QUOTES[lang]) & set(form), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_end_as_in_english(lang: str) -> None:
    """A heading stays a heading, a question a question, a prompt keeps its blank."""
    texts = Catalogue(lang)
    for key in texts:
        for form, english in zip(forms(texts, key), forms(ENGLISH, key), strict=True):
            for end in (":", " "):
                assert form.endswith(end) == english.endswith(end), key
            if key.startswith("question."):
                assert ("?" in form) == ("?" in english), key


@pytest.mark.parametrize("lang", LANGUAGES)
def test_words_to_type_are_unique(lang: str) -> None:
    texts = Catalogue(lang)
    words = [texts.render(key) for key in texts if key.startswith("command.")]
    assert len(set(words)) == len(words)
    assert all(re.fullmatch(r"[^\W\d_]+", word) and word == word.lower() for word in words)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_help_names_the_words_to_type(lang: str) -> None:
    texts = Catalogue(lang)
    for key in (key for key in texts if key.startswith("command.")):
        name = key.removeprefix("command.")
        assert texts.render(f"help.{name}").startswith(texts.render(key)), key


def test_machine_output_is_the_same_in_every_language() -> None:
    for key in ("cli.version", "cli.version_mode"):
        assert len({Catalogue(lang).render(key, version="1", mode="plain") for lang in LANGUAGES}) == 1


def test_a_missing_key_is_a_mistake_in_the_program() -> None:
    with pytest.raises(CatalogueError, match=r"no text 'event\.sang' in de"):
        Catalogue("de").render("event.sang")


def test_a_missing_blank_is_a_mistake_in_the_program() -> None:
    with pytest.raises(CatalogueError, match=r"event\.played \(hu\) needs"):
        Catalogue("hu").render("event.played", who="A katolikusok")


def test_a_plural_needs_its_number() -> None:
    with pytest.raises(CatalogueError, match=r"effect\.draw \(nl\) is a plural"):
        Catalogue("nl").render("effect.draw")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(CatalogueError):
        Catalogue("fr")


def test_braces_in_inserted_values_are_kept() -> None:
    assert Catalogue("en").render("error.file.missing", file="{n}.txt") == "There is no such file: {n}.txt."


def plural(texts: Catalogue, key: str) -> bool:
    return not isinstance(texts.template(key), str)


def forms(texts: Catalogue, key: str) -> list[str]:
    template = texts.template(key)
    return [template] if isinstance(template, str) else [template["one"], template["other"]]
