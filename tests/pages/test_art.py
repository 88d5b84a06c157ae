"""Every emblem that a page shows is drawn in the sprite, every card has its picture, and every circle is on the map."""

import gzip
import re
from pathlib import Path

import pytest

import solafide
from solafide.cards import builtin, loads
from solafide.server.views.card_faces import faces

STATIC = Path(solafide.__file__).parent / "server" / "static"
SPRITE = (STATIC / "art.svg").read_text("utf-8")
MAPS = [(STATIC / name).read_text("utf-8") for name in ("map.svg", "plate.svg")]
PICTURES = {path.stem: path.read_text("utf-8") for path in (STATIC / "vignettes").glob("*.svg")}
MAX_PICTURES_BYTES, MAX_PICTURE_BYTES = 350_000, 9_200
COLOURS = {"none", "var(--ink,currentColor)", "var(--paper,#f6efe0)", "var(--accent,currentColor)"}
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


def test_every_card_and_result_has_its_picture() -> None:
    card_faces = faces(builtin(), "en")
    named = {face["picture"] for face in [*card_faces["cards"].values(), *card_faces["results"]]}
    assert named == set(PICTURES)


@pytest.mark.parametrize("card", sorted(PICTURES))
def test_pictures_keep_the_rules(card: str) -> None:
    """Only paths in the three colours of the page, each in a symbol with the name of its card."""
    picture = PICTURES[card]
    assert re.findall(r'<symbol id="([^"]+)" viewBox="0 0 240 150">', picture) == [f"card-{card}"]
    assert set(re.findall(r"<(\w+)", picture)) == {"svg", "symbol", "g", "path"}
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', picture)) <= COLOURS
    assert len(picture.encode()) <= MAX_PICTURE_BYTES


def test_all_pictures_together_are_small() -> None:
    assert sum(len(gzip.compress(text.encode(), 9)) for text in PICTURES.values()) <= MAX_PICTURES_BYTES


def test_a_card_of_another_name_has_no_picture() -> None:
    """A card that keeps its name in one language keeps its picture too."""
    card = '[[card]]\nid = "{}"\nnumber = {}\nname = "{}"\nfirst_game = true\neffects = [{{ effect = "redraw" }}]\n'
    mine = loads('[set]\nname = "Mine"\n' + card.format("C05", 5, "Mine") + card.format("C03", 3, "Ursulines"))
    card_faces = faces(mine, "en")["cards"]
    assert [card_faces[card]["picture"] for card in ("C05", "C03", "C04")] == [None, "C03", "C04"]


@pytest.mark.parametrize("drawn", MAPS, ids=["wide", "plate"])
def test_every_circle_is_on_the_map(drawn: str) -> None:
    assert re.findall(r'<symbol id="([^"]+)"', drawn) == ["ground", *(f"circle-{n}" for n in range(1, 11)), "signs"]
    assert {*re.findall(r"<(\w+)", drawn)} == {"svg", "symbol", "path"}
