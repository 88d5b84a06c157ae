"""Texts keep to the style of their language: words that no text uses, and sentences that are not too long.

`style/<lang>.toml` lists the words of a language: `[[never]]` with a pattern for whole words, what to say instead, and
optionally the keys where an ordinary meaning is allowed (catalogue file and key, joined by a dot). `[[long]]` lists the
key of a text with a long sentence, and the reason. The rules and the histories of cards may use every word.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from solafide.cards import builtin
from solafide.languages import LANGUAGES
from solafide.text.catalogue import CATALOGUE_FOLDER, PLURAL_FORMS

STYLE_FOLDER = Path(__file__).with_name("style")
SENTENCE_WORDS = 25
HISTORY_WORDS = 35
ABBREVIATIONS = frozenset(
    ("bijv.", "bzw.", "ca.", "d.h.", "etc.", "ill.", "nr.", "Nr.", "o.a.", "pl.", "St.", "stb.", "usw.", "vgl.", "z.B.")
)

with_a_style = pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if (STYLE_FOLDER / f"{lang}.toml").exists()])


@cache
def style(lang: str) -> dict[str, Any]:
    return tomllib.loads((STYLE_FOLDER / f"{lang}.toml").read_text("utf-8"))


def catalogue_texts(lang: str) -> Iterator[tuple[str, str]]:
    """Each text with its place, the catalogue file and the key; the forms of a plural have one place."""
    for file in sorted((CATALOGUE_FOLDER / lang).glob("*.toml")):
        if file.stem != "rules":
            yield from flat_texts(tomllib.loads(file.read_text("utf-8")), file.stem)


def flat_texts(table: dict[str, Any], place: str) -> Iterator[tuple[str, str]]:
    for name, value in table.items():
        if isinstance(value, str):
            yield (place if name in PLURAL_FORMS and table.keys() == PLURAL_FORMS else f"{place}.{name}"), value
        else:
            yield from flat_texts(value, f"{place}.{name}")


def rules_texts(lang: str) -> Iterator[tuple[str, str]]:
    document = tomllib.loads((CATALOGUE_FOLDER / lang / "rules.toml").read_text("utf-8"))
    for section in document["section"]:
        for place, text in enumerate(section["text"]):
            yield f"rules.section{section['number']}.text{place}", text


def histories(lang: str) -> Iterator[tuple[str, str]]:
    for card in builtin().cards.values():
        if card.history:
            yield card.id, card.history[lang]
    for circle in builtin().circles:
        if circle.history:
            yield f"circle {circle.number}", circle.history[lang]


def found_words(pattern: str, text: str) -> list[str]:
    """The words of a pattern in a text, without the names of its blanks."""
    return re.findall(rf"(?<!\w)(?:{pattern})(?!\w)", re.sub(r"{\w+}", "{}", text))


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text: a blank is one word, a full stop of an abbreviation ends none."""
    parts: list[str] = []
    for line in re.sub(r"{\w+}", "{}", text).splitlines():
        for part in re.split(r"(?<=[.!?…])[”“)*]*\s+", line.removeprefix("- ")):
            parts.append(part)
            if not is_abbreviation(part.rpartition(" ")[2]):
                yield " ".join(parts)
                parts = []
        if parts:
            yield " ".join(parts)
            parts = []


def is_abbreviation(word: str) -> bool:
    return word in ABBREVIATIONS or bool(re.fullmatch(r"[^\W\d]\.", word))


def longest_sentence(text: str) -> int:
    return max(
        (len([word for word in sentence.split() if re.search(r"\w|{}", word)]) for sentence in sentences(text)),
        default=0,
    )


@with_a_style
def test_no_text_uses_a_word_of_the_list(lang: str) -> None:
    texts = list(catalogue_texts(lang))
    problems = [
        f"{place}: {word!r}, say: {never['use']}"
        for never in style(lang)["never"]
        for place, text in texts
        if place not in never.get("allowed", ())
        for word in found_words(never["pattern"], text)
    ]
    assert not problems, "\n".join(problems)


@with_a_style
def test_every_exception_is_needed(lang: str) -> None:
    by_place: dict[str, list[str]] = {}
    for place, text in catalogue_texts(lang):
        by_place.setdefault(place, []).append(text)
    unneeded = [
        f"{never['pattern']}: {place}"
        for never in style(lang)["never"]
        for place in never.get("allowed", ())
        if not any(found_words(never["pattern"], text) for text in by_place.get(place, ()))
    ]
    assert not unneeded


@with_a_style
def test_no_sentence_is_too_long(lang: str) -> None:
    lengths: dict[str, int] = {}
    for place, text in (*catalogue_texts(lang), *rules_texts(lang)):
        lengths[place] = max(lengths.get(place, 0), longest_sentence(text))
    too_long = {place: words for place, words in lengths.items() if words > SENTENCE_WORDS}
    exceptions = {exception["key"] for exception in style(lang).get("long", ())}
    assert too_long.keys() == exceptions, {place: too_long.get(place) for place in too_long.keys() ^ exceptions}
    assert all(exception["reason"] for exception in style(lang).get("long", ()))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_history_has_a_sentence_that_is_too_long(lang: str) -> None:
    lengths = {place: longest_sentence(text) for place, text in histories(lang)}
    assert lengths
    assert not {place: words for place, words in lengths.items() if words > HISTORY_WORDS}


def test_words_are_whole_and_not_names_of_blanks() -> None:
    assert found_words("letters?", "two letters, a letter") == ["letters", "letter"]
    assert found_words("letters?", "{letter}) a newsletter") == []
    assert found_words(r"\w+'\w+", "your opponent's card") == ["opponent's"]


def test_how_sentences_are_divided() -> None:
    assert list(sentences("One. Two! Three? Four… five")) == ["One.", "Two!", "Three?", "Four…", "five"]
    assert list(sentences("Das heißt z. B. so, bzw. anders. Ende.")) == ["Das heißt z. B. so, bzw. anders.", "Ende."]
    assert list(sentences("- one\n- two")) == ["one", "two"]
    assert longest_sentence("{who} play “{card}” – twice. Yes.") == 4
