"""The static files of the page, and the paths under which its pages are found."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from solafide.languages import LANGUAGES
from solafide.server.views.page_files import (
    PAGE_FILE,
    STATIC_FOLDER,
    TEXTS_FOLDER,
    asset_version,
    page_html,
    texts_json,
    worker_script,
)

# What a system knows of file names differs; browsers insist on these.
MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
}
COMPRESSIBLE_SUFFIXES = frozenset({".js", ".css", ".html", ".svg", ".webmanifest", ".json"})

TEXTS_NAME = re.compile(rf"{TEXTS_FOLDER}/({'|'.join(LANGUAGES)})\.json")
SERVED_ASSET_VERSIONS: set[str] = set()  # those named in pages that this process has sent

router = APIRouter(include_in_schema=False)


class Content(NamedTuple):
    """What a response has: the bytes, their compressed form, if any, and the ETag."""

    plain: bytes
    packed: bytes
    tag: str


def _packed(plain: bytes, suffix: str) -> Content:
    packed = gzip.compress(plain, 9, mtime=0) if suffix in COMPRESSIBLE_SUFFIXES else b""
    return Content(plain, packed, f'"{hashlib.sha256(plain).hexdigest()[:32]}"')


@lru_cache(maxsize=512)
def _content(path: Path, changed: int) -> Content:
    return _packed(path.read_bytes(), path.suffix)


@lru_cache(maxsize=4)
def _page(version: str) -> Content:
    return _packed(page_html(version).encode(), ".html")


@lru_cache(maxsize=4)
def _worker(version: str) -> Content:
    return _packed(worker_script(version).encode(), ".js")


@lru_cache(maxsize=len(LANGUAGES))
def _texts(lang: str) -> Content:
    return _packed(texts_json(lang), ".json")


def send(request: Request, path: Path, is_immutable: bool = False) -> Response:
    """Send a file, or 304 if the browser has it; `is_immutable`: its address contains the version of its content."""
    media = MEDIA_TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return send_content(request, _content(path, path.stat().st_mtime_ns), media, is_immutable)


def send_content(request: Request, content: Content, media: str, is_immutable: bool) -> Response:
    """Send bytes that have a tag, or 304 if the browser has them."""
    cache_control = "public, max-age=31536000, immutable" if is_immutable else "no-cache"
    headers = {"etag": content.tag, "cache-control": cache_control, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == content.tag:
        return Response(status_code=304, headers=headers)
    if content.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(content.packed, media_type=media, headers=headers | {"content-encoding": "gzip"})
    return Response(content.plain, media_type=media, headers=headers)


@router.api_route("/static/{name:path}", methods=["GET", "HEAD"])
async def file(request: Request, name: str) -> Response:
    """A file by its name, or by its name in a version of the assets: `/static/@0123456789abcdef/app.js`."""
    version = ""
    if name.startswith("@"):
        version, _, name = name.removeprefix("@").partition("/")
    is_immutable = version in SERVED_ASSET_VERSIONS
    if name == PAGE_FILE and (is_immutable or version == asset_version()):
        return send_content(request, _page(version), MEDIA_TYPES[".html"], True)
    if match := TEXTS_NAME.fullmatch(name):
        return send_content(request, _texts(match[1]), MEDIA_TYPES[".json"], is_immutable)
    path = STATIC_FOLDER if "\0" in name else (STATIC_FOLDER / name).resolve()
    if not path.is_relative_to(STATIC_FOLDER.resolve()) or not path.is_file():
        raise HTTPException(404)
    return send(request, path, is_immutable)


@router.api_route("/service-worker.js", methods=["GET", "HEAD"])
async def service_worker(request: Request) -> Response:
    """The service worker; it names the version of the page, so that a browser notices a new one."""
    version = asset_version()
    SERVED_ASSET_VERSIONS.add(version)
    return send_content(request, _worker(version), MEDIA_TYPES[".js"], False)


async def page(request: Request) -> Response:
    """Return the page: one file for every address."""
    return page_response()


def page_response(noscript: str = "") -> Response:
    """Return the page with the addresses of the present asset version; noscript: HTML for browsers without scripts."""
    version = asset_version()
    SERVED_ASSET_VERSIONS.add(version)
    return HTMLResponse(page_html(version, noscript), headers={"cache-control": "no-cache"})


GAMES = (
    "/new/{kind}",
    "/games",
    "/game/{game}",
    "/game/{game}/at/{step}",
    "/table/{game}",
    "/deal",
    "/deal/{game}",
    "/join",
    "/seat",
    "/watch",
    "/confirm",
    "/unsubscribe",
)
LEARN = ("/learn", "/learn/{lesson}", "/puzzles", "/puzzles/own", "/puzzles/{puzzle}")
CARDS = ("/cards", "/cards/{card}", "/box", "/box/{entry}")
RULES = ("/rules", "/rules/{section}", "/rules/{section}/example")
RECORD = ("/record", "/daily", "/daily/{day}")
for address in ("/", *GAMES, *LEARN, *RULES, *CARDS, *RECORD, "/settings", "/data"):
    router.add_api_route(address, page, methods=["GET", "HEAD"])
