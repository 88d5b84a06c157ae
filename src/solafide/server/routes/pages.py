"""The static files of the page, and the paths under which its pages are found."""

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

NOSCRIPT = "<p>Sola Fide: JavaScript</p>"  # in index.html
SERVED_ASSET_VERSIONS: set[str] = set()  # those named in pages that this process has sent

router = APIRouter(include_in_schema=False)


@lru_cache(maxsize=512)
def _content(path: Path, changed: int) -> tuple[bytes, bytes, str]:
    """Return a file, its compressed form, and its ETag."""
    content = path.read_bytes()
    packed = gzip.compress(content, 9, mtime=0) if path.suffix in COMPRESSIBLE_SUFFIXES else b""
    return content, packed, f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def send(request: Request, path: Path, is_immutable: bool = False) -> Response:
    """Send a file, or 304 if the browser has it; `is_immutable`: its address contains the version of its content."""
    content, packed, tag = _content(path, path.stat().st_mtime_ns)
    cache_control = "public, max-age=31536000, immutable" if is_immutable else "no-cache"
    headers = {"etag": tag, "cache-control": cache_control, "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    media = MEDIA_TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=media, headers=headers | {"content-encoding": "gzip"})
    return Response(content, media_type=media, headers=headers)


def asset_version() -> str:
    """Return a hash of the names, times and sizes of all static files."""
    digest = hashlib.sha256()
    for path in sorted(STATIC_FOLDER.rglob("*")):
        if path.is_file():
            digest.update(
                f"{path.relative_to(STATIC_FOLDER)} {path.stat().st_mtime_ns} {path.stat().st_size}\n".encode()
            )
    return digest.hexdigest()[:16]


@router.api_route("/static/{name:path}", methods=["GET", "HEAD"])
async def file(request: Request, name: str) -> Response:
    """A file by its name, or by its name in a version of the assets: `/static/@0123456789abcdef/app.js`."""
    is_immutable = False
    if name.startswith("@"):
        requested_version, _, name = name.removeprefix("@").partition("/")
        is_immutable = requested_version in SERVED_ASSET_VERSIONS
    path = STATIC_FOLDER if "\0" in name else (STATIC_FOLDER / name).resolve()
    if not path.is_relative_to(STATIC_FOLDER.resolve()) or not path.is_file():
        raise HTTPException(404)
    return send(request, path, is_immutable)


async def page(request: Request) -> Response:
    """Return the page: one file for every address."""
    return page_response()


def page_response(noscript: str = "") -> Response:
    """Return the page with the addresses of the present asset version; noscript: HTML for browsers without scripts."""
    version = asset_version()
    SERVED_ASSET_VERSIONS.add(version)
    text = (STATIC_FOLDER / "index.html").read_text(encoding="utf-8")
    text = text.replace('"/static/', f'"/static/@{version}/')
    text = text.replace('data-languages="en"', f'data-languages="{" ".join(LANGUAGES)}"')
    if noscript:
        text = text.replace(NOSCRIPT, noscript)
    return HTMLResponse(text, headers={"cache-control": "no-cache"})


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
LEARN = ("/learn", "/learn/{lesson}")
for address in ("/", *GAMES, *LEARN, "/rules", "/rules/{section}", "/settings", "/data"):
    router.add_api_route(address, page, methods=["GET", "HEAD"])
