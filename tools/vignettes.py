"""Split a sheet of card pictures into one file each, or join the files into a sheet to look at.

python tools/vignettes.py split SHEET.svg ...   checks every symbol and writes static/vignettes/<card>.svg
python tools/vignettes.py join SHEET.svg        writes all of them into one sheet
python tools/vignettes.py check                 checks the files, and prints their size

docs/art.md has the rules that are checked. A picture is drawn in any editor that keeps paths as they are.
"""

import gzip
import re
import sys
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "src" / "solafide" / "server" / "static" / "vignettes"
MAX_PICTURE_BYTES, MAX_COMPRESSED_BYTES = 9_200, 350_000
SYMBOL = re.compile(r'<symbol id="card-([CPFM]\d\d)" viewBox="0 0 240 150">.*?</symbol>', re.DOTALL)
TAG = re.compile(r"<(\w+)")
COLOUR = re.compile(r'(?:fill|stroke)="([^"]+)"')
ALLOWED_TAGS = {"symbol", "g", "path"}
ALLOWED_COLOURS = {"none", "var(--ink,currentColor)", "var(--paper,#f6efe0)", "var(--accent,currentColor)"}
SHEET = '<svg xmlns="http://www.w3.org/2000/svg">\n{}\n</svg>\n'


def problems(card: str, symbol: str) -> list[str]:
    """Return what is wrong with a picture."""
    broken = [f"<{tag}> is not allowed" for tag in sorted({*TAG.findall(symbol)} - ALLOWED_TAGS)]
    broken += [f"colour {colour} is not allowed" for colour in sorted({*COLOUR.findall(symbol)} - ALLOWED_COLOURS)]
    if len(symbol.encode()) > MAX_PICTURE_BYTES:
        broken.append(f"{len(symbol.encode())} bytes, at most {MAX_PICTURE_BYTES}")
    return [f"{card}: {problem}" for problem in broken]


def symbols(text: str) -> dict[str, str]:
    """Return the symbols of a sheet by card."""
    return {match[1]: match[0] for match in SYMBOL.finditer(text)}


def stored() -> dict[str, str]:
    """Return the symbols of all files by card."""
    pictures: dict[str, str] = {}
    for path in sorted(FOLDER.glob("*.svg")):
        inside = symbols(path.read_text("utf-8"))
        if list(inside) != [path.stem]:
            raise SystemExit(f"{path.name} must hold the one symbol card-{path.stem}.")
        pictures |= inside
    return pictures


def compressed_bytes() -> int:
    """Return the size of all files as they are sent."""
    return sum(len(gzip.compress(path.read_bytes(), 9, mtime=0)) for path in FOLDER.glob("*.svg"))


def check(pictures: dict[str, str]) -> None:
    """Stop if a picture breaks a rule."""
    broken = [problem for card, symbol in pictures.items() for problem in problems(card, symbol)]
    if broken:
        raise SystemExit("\n".join(broken))


def split(sheets: list[str]) -> None:
    """Write the symbols of sheets into files."""
    for sheet in sheets:
        pictures = symbols(Path(sheet).read_text("utf-8"))
        check(pictures)
        for card, symbol in pictures.items():
            (FOLDER / f"{card}.svg").write_text(SHEET.format(symbol), "utf-8")


def main(arguments: list[str]) -> None:
    match arguments:
        case ["split", *sheets] if sheets:
            split(sheets)
        case ["join", sheet]:
            Path(sheet).write_text(SHEET.format("\n".join(stored().values())), "utf-8")
        case ["check"]:
            check(stored())
        case _:
            raise SystemExit(__doc__)
    total = compressed_bytes()
    print(f"{len(stored())} pictures, {total / 1000:.0f} KB compressed")
    if total > MAX_COMPRESSED_BYTES:
        raise SystemExit(f"More than {MAX_COMPRESSED_BYTES / 1000:.0f} KB.")


if __name__ == "__main__":
    main(sys.argv[1:])
