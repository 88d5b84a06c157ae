"""Faces hold everything that is printed, in every language, and emblems that are drawn."""

import re
import tomllib
from pathlib import Path

import pytest

import solafide.server
from server.local_client import exact
from solafide.cards import builtin, loads
from solafide.server.schemas.reference import CardSetFaces
from solafide.server.views.card_faces import block, faces
from solafide.text import LANGUAGES
from solafide.text.render.names import SHORT_NAMES_FILE

CARDS = builtin()
ART = Path(solafide.server.__file__).parent / "static" / "art.svg"
MARKS = {":", ">", "/"}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_faces_have_their_shape(lang: str) -> None:
    view = faces(CARDS, lang)
    exact(CardSetFaces, view)
    assert list(view["cards"]) == list(CARDS.cards)
    assert [face["circle"] for face in view["circles"]] == list(range(1, 11))
    assert [face["roll"] for face in view["results"]] == list(range(1, 7))
    for face in view["cards"].values():
        assert face["name"]
        assert face["text"]
        assert face["emblems"]
    assert all(len(face["short_name"]) <= 14 for face in view["circles"])


MAX_LETTERS, MAX_LETTERS_OF_FOUR = 10, 13  # on the board, of a side of five and of four or fewer


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_of_territories_fit_on_the_board(lang: str) -> None:
    names = set()
    for face in faces(CARDS, lang)["circles"]:
        for side in (face["nobility"], face["commoners"]):
            names |= {territory["name"] for territory in side}
            limit = MAX_LETTERS if len(side) > 4 else MAX_LETTERS_OF_FOUR
            assert all(0 < len(territory["short_name"]) <= limit for territory in side), side
    data = tomllib.loads(SHORT_NAMES_FILE.read_text("utf-8"))
    assert list(data) == list(LANGUAGES)
    assert set(data[lang]) <= names
    assert all(len(short) < len(name) for name, short in data[lang].items())


def test_languages_differ() -> None:
    assert len({faces(CARDS, lang)["cards"]["C24"]["name"] for lang in LANGUAGES}) == len(LANGUAGES)


def test_year_ranges_have_an_en_dash() -> None:
    years = {card: face["year"] for card, face in faces(CARDS, "en")["cards"].items()}
    spans = {card.id for card in CARDS.cards.values() if "-" in card.year}
    assert spans
    assert all(re.fullmatch(r"\d+–\d+", years[card]) for card in spans)


def test_faces_are_cached() -> None:
    assert faces(CARDS, "nl") is faces(CARDS, "nl")


def test_every_emblem_is_drawn() -> None:
    emblems = set(re.findall(r'id="(?:fx|land)-([a-z]+)"', ART.read_text("utf-8")))
    view = faces(CARDS, "en")
    used = {name for face in view["cards"].values() for name in face["emblems"]}
    used |= {name for face in view["results"] for name in face["emblems"]}
    used |= {face["country"] for face in view["cards"].values() if "country" in face}
    assert used - MARKS <= emblems
    assert {"neutrals", "any", "persistent", "military", "discard", "neutralise"} <= used


@pytest.mark.parametrize(
    ("card", "emblems"),
    [
        ("C03", "convert > draw"),
        ("C05", "convert > disputation"),
        ("C24", "discard : convert"),
        ("P40", "neutrals"),
        ("P43", "discard : disputation > draw"),
        ("P07", "shift > draw"),
    ],
)
def test_emblems(card: str, emblems: str) -> None:
    assert " ".join(block(CARDS.cards[card])) == emblems


def test_any_number_of_cards_and_persistent_cards_without_an_effect() -> None:
    each = next(card for card in CARDS.cards.values() if card.each is not None)
    assert block(each)[:2] == ["any", ":"]
    idle = [card for card in CARDS.cards.values() if card.persistent and not card.persistent.effects]
    assert idle
    assert all(block(card)[:2] == ["persistent", ":"] for card in idle)


def test_alternatives_are_shown_side_by_side() -> None:
    options = '[[{ effect = "draw", count = 1 }], [{ effect = "disputation" }, { effect = "redraw" }]]'
    effects = f'effects = [{{ effect = "choose", options = {options} }}]'
    mine = loads(f'[set]\nname = "Mine"\n[[card]]\nid = "C02"\nnumber = 2\nname = "Mine"\n{effects}\n')
    assert block(mine.cards["C02"]) == ["draw", "/", "disputation", ">", "any", ">", "draw"]


def test_a_user_circle_without_a_short_name_shows_its_full_name() -> None:
    circle = 'number = 2\nname = "The Seventeen Provinces"\npoints = 5\nnobility = "CCPP"\ncommoners = "PPCC"\n'
    mine = loads(f'[set]\nname = "Mine"\n[[circle]]\n{circle}start = "nobility_outer"\n')
    view = faces(mine, "hu")
    assert view["circles"][1]["short_name"] == "The Seventeen Provinces"
    assert view["circles"][0]["short_name"] == CARDS.circles[0].short["hu"]
    exact(CardSetFaces, view)
    assert view["hash"] == mine.hash
