"""Data that does not change during a game: texts, card faces, rules, set-up options, public keys."""

from __future__ import annotations

import hashlib
from collections import OrderedDict
from functools import lru_cache
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import JSONResponse

from solafide.cards import CardSet, builtin
from solafide.game.record.receipt import KEYS_VERSION
from solafide.languages import LANGUAGES
from solafide.server.http.dependencies import ONLINE_ONLY, Registry, RequestLanguage, guest_address, problem_responses
from solafide.server.matches.registry import MatchRegistry
from solafide.server.schemas.reference import CardSetFaces, PluralText, RulesSection, ServerKeysView, SetupView
from solafide.server.storage.server_keys import list_server_keys
from solafide.server.views import card_faces, setup_options
from solafide.server.views.page_files import texts_json
from solafide.server.views.rules import rules_view

MAX_CACHED_GUEST_FACES = 16

router = APIRouter(prefix="/api", tags=["texts"])


def cacheable_response(request: Request, body: bytes) -> Response:
    """Return a cacheable answer, or 304 if the browser has it already."""
    tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
    headers = {"etag": tag, "cache-control": "private, no-cache"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(body, media_type="application/json", headers=headers)


@router.get("/setup", response_model=SetupView, responses=problem_responses())
async def read_setup(request: Request, lang: RequestLanguage) -> Response:
    """Return languages, opponents and options of a new game."""
    return JSONResponse(setup_options.setup(lang, request.app.state.online))


@router.get("/texts", response_model=dict[str, str | PluralText], responses=problem_responses())
async def read_texts(request: Request, lang: RequestLanguage) -> Response:
    """Return the texts of the pages by key, with blanks in braces; a plural has two forms, chosen by the blank `n`."""
    return cacheable_response(request, texts_json(lang))


@router.get("/card-faces", response_model=CardSetFaces, responses=problem_responses(404, 503))
async def read_card_faces(
    request: Request, registry: Registry, lang: RequestLanguage, set: Annotated[str, Query(max_length=100)] = ""
) -> Response:
    """Return the faces of a card set by its hash; without a hash, those of the built-in set."""
    cards = await registry.card_sets.load(set) if set else builtin()
    if cards.builtin:
        return cacheable_response(request, _faces(cards, lang))
    return cacheable_response(request, await _guest_faces(request, registry, cards, lang))


@lru_cache(maxsize=8)
def _faces(cards: CardSet, lang: str) -> bytes:
    return bytes(JSONResponse(card_faces.faces(cards, lang)).body)


async def _guest_faces(request: Request, registry: MatchRegistry, cards: CardSet, lang: str) -> bytes:
    """Return the faces of a set that a guest has sent, made in a process with a budget, and for some time once."""
    cache: OrderedDict[tuple[str, str], bytes] = request.app.state.guest_faces
    key = (cards.hash, lang)
    if key not in cache:
        faces = await registry.compute.run(guest_address(request), card_faces.faces, cards, lang)
        cache[key] = bytes(JSONResponse(faces).body)
        while len(cache) > MAX_CACHED_GUEST_FACES:
            cache.popitem(last=False)
    cache.move_to_end(key)
    return cache[key]


@router.get(
    "/server-keys", response_model=ServerKeysView, responses=problem_responses(404, 503), dependencies=ONLINE_ONLY
)
async def read_server_keys(registry: Registry) -> Response:
    """Return the public keys with which the server signs promises: the one in use, then earlier ones."""
    keys = await registry.store.do(list_server_keys)
    return JSONResponse({"version": KEYS_VERSION, "keys": [key.json() for key in keys]})


@router.get("/rules", response_model=list[RulesSection], responses=problem_responses())
async def read_rules(request: Request, lang: RequestLanguage) -> Response:
    """Return the rules section by section, then the rulings; sections have pictures of positions of the real game."""
    return cacheable_response(request, _rules(lang))


@lru_cache(maxsize=len(LANGUAGES))
def _rules(lang: str) -> bytes:
    return bytes(JSONResponse(rules_view(lang)).body)
