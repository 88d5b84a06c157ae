"""The files of the page by name, each with the digest of its content, and the version that follows from them."""

from __future__ import annotations

import hashlib
import json
from functools import lru_cache
from pathlib import Path

from solafide.languages import LANGUAGES
from solafide.text.catalogue import browser_texts

STATIC_FOLDER = Path(__file__).parents[1] / "static"
PAGE_FILE, WORKER_FILE, TEXTS_FOLDER = "index.html", "service-worker.js", "texts"
DIGEST_HEX_DIGITS = 16
NOSCRIPT = "<p>Sola Fide: JavaScript</p>"  # in index.html
NO_RELEASE = '{ version: "", files: {} }'  # in service-worker.js
# Icons and the manifest are fetched by the browser itself, the other kinds of files by nobody.
STORED_SUFFIXES = frozenset({".js", ".css", ".svg", ".woff2", ".json", ".html"})


def asset_version() -> str:
    """Return the version of the page: a digest of the names and contents of all its files."""
    return _digest("".join(f"{name} {digest}\n" for name, digest in sorted(_digests().items())).encode())


@lru_cache(maxsize=len(LANGUAGES))
def texts_json(lang: str) -> bytes:
    """Return the texts of the pages in one language."""
    return json.dumps(browser_texts(lang), ensure_ascii=False, separators=(",", ":")).encode()


def page_html(version: str, noscript: str = "") -> str:
    """Return the page with the addresses of a version; noscript: HTML for browsers without scripts."""
    text = (STATIC_FOLDER / PAGE_FILE).read_text(encoding="utf-8")
    text = text.replace('"/static/', f'"/static/@{version}/')
    text = text.replace('data-languages="en"', f'data-languages="{" ".join(LANGUAGES)}"')
    return text.replace(NOSCRIPT, noscript) if noscript else text


@lru_cache(maxsize=4)
def worker_script(version: str) -> str:
    """Return the service worker of a version, with the digest of each file that it may store."""
    stored = {
        name: digest
        for name, digest in _digests().items()
        if Path(name).suffix in STORED_SUFFIXES and name != WORKER_FILE
    }
    stored[PAGE_FILE] = _digest(page_html(version).encode())
    script = (STATIC_FOLDER / WORKER_FILE).read_text(encoding="utf-8")
    return script.replace(NO_RELEASE, json.dumps({"version": version, "files": stored}))


def _digests() -> dict[str, str]:
    """Return the digest of each file: of the folder, and of the texts, which are made from the catalogues."""
    files = [(path, path.stat()) for path in sorted(STATIC_FOLDER.rglob("*")) if path.is_file()]
    digests = {
        path.relative_to(STATIC_FOLDER).as_posix(): _file_digest(path, stat.st_mtime_ns, stat.st_size)
        for path, stat in files
    }
    return digests | {f"{TEXTS_FOLDER}/{lang}.json": _digest(texts_json(lang)) for lang in LANGUAGES}


@lru_cache(maxsize=1024)
def _file_digest(path: Path, changed: int, size: int) -> str:
    return _digest(path.read_bytes())


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:DIGEST_HEX_DIGITS]
