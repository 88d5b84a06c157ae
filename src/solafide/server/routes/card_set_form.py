"""Write a card set in a form: its vocabulary, live checks of entries, files in parts. Nothing of it is stored."""

from __future__ import annotations

from functools import lru_cache

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from solafide.server.http.dependencies import Registry, RequestLanguage, guest_address, problem_responses
from solafide.server.routes.reference import cacheable_response
from solafide.server.schemas.card_set_form import (
    CardSetCheck,
    CardSetFile,
    CardSetFileRequest,
    CardSetVocabulary,
    CheckedEntries,
    EntriesRequest,
)
from solafide.server.views import card_set_form

router = APIRouter(prefix="/api/card-set-form", tags=["card sets"])
PROBLEMS = problem_responses(413, 415, 503)


@router.get("", response_model=CardSetVocabulary, responses=problem_responses())
async def read_card_set_vocabulary(request: Request, lang: RequestLanguage) -> Response:
    """Return the fields of all entries, and the words that they can hold."""
    return cacheable_response(request, _vocabulary(lang))


@lru_cache(maxsize=8)
def _vocabulary(lang: str) -> bytes:
    return bytes(JSONResponse(card_set_form.vocabulary(lang)).body)


@router.post("/entries", response_model=CheckedEntries, responses=PROBLEMS)
async def check_entries(request: Request, registry: Registry, lang: RequestLanguage, body: EntriesRequest) -> Response:
    """Return the problems of entries, their texts for a file, and their faces in all languages."""
    entries = [(each.entry, each.fields) for each in body.entries]
    view = card_set_form.checked_entries
    return JSONResponse(await registry.compute.run(guest_address(request), view, entries, body.language, lang))


@router.post("/file", response_model=CardSetFile, responses=PROBLEMS)
async def read_card_set_file(
    request: Request, registry: Registry, lang: RequestLanguage, body: CardSetFileRequest
) -> Response:
    """Divide a file into its entries and what stands between them; the entries may have problems."""
    view = card_set_form.card_set_file
    return JSONResponse(await registry.compute.run(guest_address(request), view, body.text, body.file))


@router.post("/check", response_model=CardSetCheck, responses=PROBLEMS)
async def check_card_set(
    request: Request, registry: Registry, lang: RequestLanguage, body: CardSetFileRequest
) -> Response:
    """Check a whole set as a new game does: every problem, what differs, and which games it can begin."""
    view = card_set_form.card_set_check
    return JSONResponse(await registry.compute.run(guest_address(request), view, body.text, body.file, lang))
