"""Figures have the decimal mark of their language."""

import pytest

from solafide.text import number_text, percent_text


@pytest.mark.parametrize(
    ("lang", "number", "percent"),
    [("en", "1.25", "47.5%"), ("de", "1,25", "47,5 %"), ("nl", "1,25", "47,5%"), ("hu", "1,25", "47,5%")],
)
def test_decimal_marks(lang: str, number: str, percent: str) -> None:
    assert (number_text(1.25, lang), percent_text(0.475, lang)) == (number, percent)
    assert number_text(7, lang) == "7"
