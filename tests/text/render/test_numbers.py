"""Figures have the decimal mark of their language."""

import pytest

from solafide.text import LANGUAGES, number_text, percent_text
from solafide.text.render.numbers import number_word


@pytest.mark.parametrize(
    ("lang", "number", "percent"),
    [("en", "1.25", "47.5%"), ("de", "1,25", "47,5 %"), ("nl", "1,25", "47,5%"), ("hu", "1,25", "47,5%")],
)
def test_decimal_marks(lang: str, number: str, percent: str) -> None:
    assert (number_text(1.25, lang), percent_text(0.475, lang)) == (number, percent)
    assert number_text(7, lang) == "7"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_small_numbers_are_words(lang: str) -> None:
    alone = [number_word(number, lang) for number in range(1, 10)]
    before = [number_word(number, lang, "before") for number in range(2, 10)]
    assert len(set(alone)) == 9
    assert all(word.isalpha() for word in alone + before)
    assert number_word(10, lang) == "10"
