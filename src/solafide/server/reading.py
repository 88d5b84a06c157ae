"""Requests for what does not change: texts, card faces, rules, the choices before a game."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query, Response
from fastapi.responses import JSONResponse

from solafide.cards import CardSet, builtin
from solafide.server import faces as faces_said
from solafide.server import setup as setup_said
from solafide.server.protocol import Faces, Plural, RulesSection, Setup
from solafide.server.reader import House, Reader, problems
from solafide.text.catalogue import area_texts
from solafide.text.rules import rules as sections

AREAS = ("table", "pages", "moments", "guide")  # what the pages say themselves

router = APIRouter(prefix="/api", tags=["texts"])


@router.get("/setup", response_model=Setup, responses=problems())
async def setup(lang: Reader) -> Response:
    """Languages, opponents, options of a game."""
    return JSONResponse(setup_said.setup(lang))


@router.get("/texts", response_model=dict[str, str | Plural], responses=problems())
async def texts(lang: Reader) -> Response:
    """What pages say: by key, with blanks in braces; a plural has two forms, chosen by the blank `n`."""
    return JSONResponse(area_texts(lang, AREAS))


@router.get("/faces", response_model=Faces, responses=problems(404))
async def faces(house: House, lang: Reader, set: Annotated[str, Query(max_length=100)] = "") -> Response:
    """The faces of a card set by its hash; without one, of the set that comes with the game."""
    cards = await house.cards(set) if set else builtin()
    return Response(_faces(cards, lang), media_type="application/json")


@lru_cache(maxsize=16)
def _faces(cards: CardSet, lang: str) -> bytes:
    return bytes(JSONResponse(faces_said.faces(cards, lang)).body)


@router.get("/rules", response_model=list[RulesSection], responses=problems())
async def rules(lang: Reader) -> Response:
    """Our rules, section by section, then the rulings."""
    return JSONResponse(sections(lang))
