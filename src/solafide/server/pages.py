"""The files of the browser's table, and the addresses under which its pages are found."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path

from fastapi import APIRouter, HTTPException, Request, Response

HOME = Path(__file__).with_name("static")
# What a system knows of file names differs; browsers insist on these.
TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    ".json": "application/json",
}
PACKED = frozenset({".js", ".css", ".html", ".svg", ".webmanifest", ".json"})

router = APIRouter(include_in_schema=False)


@lru_cache(maxsize=512)
def _content(path: Path, changed: int) -> tuple[bytes, bytes, str]:
    """A file, packed too, and its fingerprint."""
    content = path.read_bytes()
    packed = gzip.compress(content, 9, mtime=0) if path.suffix in PACKED else b""
    return content, packed, f'"{hashlib.sha256(content).hexdigest()[:32]}"'


def send(request: Request, path: Path) -> Response:
    """A file, or that the browser has it already."""
    content, packed, tag = _content(path, path.stat().st_mtime_ns)
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    if request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    media = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=media, headers=headers | {"content-encoding": "gzip"})
    return Response(content, media_type=media, headers=headers)


@router.api_route("/static/{name:path}", methods=["GET", "HEAD"])
async def file(request: Request, name: str) -> Response:
    path = HOME if "\0" in name else (HOME / name).resolve()
    if not path.is_relative_to(HOME.resolve()) or not path.is_file():
        raise HTTPException(404)
    return send(request, path)


async def page(request: Request) -> Response:
    """Every page is the same file: the browser finds out which one is meant."""
    return send(request, HOME / "index.html")


for address in ("/", "/games", "/game/{game}", "/game/{game}/at/{step}", "/rules", "/rules/{section}", "/settings"):
    router.add_api_route(address, page, methods=["GET", "HEAD"])
