"""Every emblem that a page shows is drawn in the sprite."""

import re
from pathlib import Path

import pytest

import solafide
from solafide.cards import builtin
from solafide.server.views.card_faces import faces

STATIC = Path(solafide.__file__).parent / "server" / "static"
SPRITE = (STATIC / "art.svg").read_text("utf-8")
DRAWN = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
BETWEEN = {":", ">", "/"}


def test_emblems_named_in_the_pages() -> None:
    pages = "\n".join(path.read_text("utf-8") for path in STATIC.rglob("*.js") if "vendor" not in path.parts)
    icons = {*re.findall(r"<\$\{Icon\} name=\"([^\"]+)\"", pages), *re.findall(r"\"((?:ui|fx|land)-[a-z]+)\"", pages)}
    assert len(icons) > 15
    assert icons <= DRAWN


def test_emblems_of_cards_and_circles() -> None:
    card_faces = faces(builtin(), "en")
    emblems = {f"circle-{circle['circle']}" for circle in card_faces["circles"]}
    for card in card_faces["cards"].values():
        emblems |= {f"fx-{mark}" for mark in card["emblems"] if mark not in BETWEEN}
        emblems |= {f"land-{card['country']}"} if "country" in card else set()
        emblems |= {f"seal-{card['source']}"} if card["source"] != "printed" else set()
    assert emblems <= DRAWN


@pytest.mark.parametrize("forbidden", ["<script", "<style", "style=", "href=", "<image", "<text", "filter"])
def test_the_sprite_has_only_strokes(forbidden: str) -> None:
    assert forbidden not in SPRITE
