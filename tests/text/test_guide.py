"""The notes of a first turn: a text for each place at the table, and short enough to be read there."""

import re
from pathlib import Path

import pytest

from solafide.text import LANGUAGES, Catalogue

GUIDE = Path(__file__).parents[2] / "src" / "solafide" / "server" / "static" / "table" / "FirstGameGuide.js"
PLACES = re.findall(r"^ {2}\[\"(\w+)\", \[", GUIDE.read_text("utf-8"), re.MULTILINE)
MAX_NOTE_LETTERS = 260  # letters: six lines of a note on a phone


def test_places_and_notes_correspond() -> None:
    assert len(PLACES) > 5
    assert {key for key in Catalogue("en") if key.startswith("guide.")} == {
        f"guide.{place}.{part}" for place in PLACES for part in ("title", "text")
    }


@pytest.mark.parametrize("lang", LANGUAGES)
def test_notes_are_short(lang: str) -> None:
    texts = Catalogue(lang)
    for place in PLACES:
        assert len(texts.render(f"guide.{place}.title")) <= 40, place
        assert len(texts.render(f"guide.{place}.text")) <= MAX_NOTE_LETTERS, place
