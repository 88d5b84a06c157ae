"""The files of the browser's table, and the addresses under which its pages are found."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import HTMLResponse

from solafide.languages import LANGUAGES

STATIC_FOLDER = Path(__file__).parents[1] / "static"
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

EDITIONS: set[str] = set()  # that were named in pages

router = APIRouter(include_in_schema=False)


@lru_cache(maxsize=512)
def _content(path: Path, changed: int) -> tuple[bytes, bytes, str]:
    """A file, packed too, and its fingerprint."""
    content = path.read_bytes()
    packed = gzip.compress(content, 9, mtime=0) if path.suffix in COMPRESSIBLE_SUFFIXES else b""
    return content, packed, f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def send(request: Request, path: Path, lasting: bool = False) -> Response:
    """A file, or that the browser has it already; `lasting`: under an address that changes with the files."""
    content, packed, tag = _content(path, path.stat().st_mtime_ns)
    cache_control = "public, max-age=31536000, immutable" if lasting else "no-cache"
    headers = {"etag": tag, "cache-control": cache_control, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    media = MEDIA_TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=media, headers=headers | {"content-encoding": "gzip"})
    return Response(content, media_type=media, headers=headers)


def edition() -> str:
    """A name for all files as they are now."""
    digest = hashlib.sha256()
    for path in sorted(STATIC_FOLDER.rglob("*")):
        if path.is_file():
            digest.update(
                f"{path.relative_to(STATIC_FOLDER)} {path.stat().st_mtime_ns} {path.stat().st_size}\n".encode()
            )
    return digest.hexdigest()[:16]


@router.api_route("/static/{name:path}", methods=["GET", "HEAD"])
async def file(request: Request, name: str) -> Response:
    """A file by its name, or by its name in an edition: `/static/@0123456789abcdef/app.js`."""
    lasting = False
    if name.startswith("@"):
        requested_edition, _, name = name.removeprefix("@").partition("/")
        lasting = requested_edition in EDITIONS
    path = STATIC_FOLDER if "\0" in name else (STATIC_FOLDER / name).resolve()
    if not path.is_relative_to(STATIC_FOLDER.resolve()) or not path.is_file():
        raise HTTPException(404)
    return send(request, path, lasting)


async def page(request: Request) -> Response:
    """Return the page: one file for every address, with the file names of this edition."""
    now = edition()
    EDITIONS.add(now)
    text = (STATIC_FOLDER / "index.html").read_text(encoding="utf-8")
    text = text.replace('"/static/', f'"/static/@{now}/')
    text = text.replace('data-languages="en"', f'data-languages="{" ".join(LANGUAGES)}"')
    return HTMLResponse(text, headers={"cache-control": "no-cache"})


GAMES = (
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
for address in ("/", *GAMES, "/rules", "/rules/{section}", "/settings", "/data"):
    router.add_api_route(address, page, methods=["GET", "HEAD"])
