"""The sources of the page are readable."""

from pathlib import Path

import pytest

import solafide

STATIC = Path(solafide.__file__).parent / "server" / "static"
GENERATED = STATIC / "api.d.ts"  # by tools/api_types.py
SOURCES = sorted(
    path
    for path in STATIC.rglob("*")
    if path.suffix in {".js", ".ts", ".css"} and "vendor" not in path.parts and path != GENERATED
)
MAX_LINE_CHARACTERS = 120


def test_all_sources_are_found() -> None:
    assert STATIC / "app.js" in SOURCES
    assert {path.suffix for path in SOURCES} == {".js", ".ts", ".css"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(STATIC)))
def test_no_line_is_too_long(path: Path) -> None:
    """Prettier breaks what it can; long texts, types and comments are broken by hand."""
    lines = path.read_text("utf-8").splitlines()
    too_long = [number for number, line in enumerate(lines, 1) if len(line) > MAX_LINE_CHARACTERS]
    assert not too_long
