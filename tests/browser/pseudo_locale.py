"""The program with a pseudo-locale: every English text has accents, is 40 % longer and stands in square brackets.

Run as a script it is the command `solafide`.
"""

import math
import re
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

EXTRA_LENGTH_SHARE = 0.4
ACCENTS = str.maketrans("aeiouAEIOU", "áéíóúÁÉÍÓÚ")
FILLER = "óné twó thréé fóúr fívé síx sévén éíght níné tén "
# Texts that are data: marks, parts of words, names of languages, words to type.
UNCHANGED = re.compile(
    r"figure\..*|table\.name_(parts|units)|language\..*|command\..*|number\..*|cli\..*|server\.[a-z_]+"
)
KEPT = re.compile(r"({\w+}|`[^`]*`|https?://\S+|\(§[^)]*\)|\bR\d+\b)")


def pseudo(text: str) -> str:
    """Return the pseudo text of a text; blanks, addresses and references stay.

    >>> pseudo("Play “{card}”")
    '[Pláy “{card}” óné]'
    """
    accented = "".join(part if KEPT.fullmatch(part) else part.translate(ACCENTS) for part in KEPT.split(text))
    missing = math.ceil(len(re.sub(r"{\w+}", "", text)) * EXTRA_LENGTH_SHARE)
    filler = (FILLER * (missing // len(FILLER) + 1))[:missing].rstrip()
    return f"[{accented} {filler}]"


def pseudo_template(key: str, template: Any) -> Any:
    if UNCHANGED.fullmatch(key):
        return template
    if isinstance(template, str):
        return pseudo(template)
    return {form: pseudo(text) for form, text in template.items()}


def install() -> None:
    """Change the English texts that the program reads from now on."""
    catalogue: Any = import_module("solafide.text.catalogue")
    rules: Any = import_module("solafide.text.rules")
    read_part = catalogue._read_part

    def pseudo_part(file: Path) -> Iterator[tuple[str, Any]]:
        for key, template in read_part(file):
            yield key, pseudo_template(key, template) if file.parent.name == "en" else template

    @cache
    def pseudo_sections(lang: str) -> tuple[Any, ...]:
        file = catalogue.CATALOGUE_FOLDER / lang / "rules.toml"
        return tuple(
            {
                "section": part["number"],
                "title": pseudo(part["title"]),
                "text": [
                    "\n".join(
                        f"- {pseudo(line[2:])}" if line.startswith("- ") else pseudo(line) for line in text.split("\n")
                    )
                    for text in part["text"]
                ],
            }
            for part in tomllib.loads(file.read_text("utf-8"))["section"]
        )

    catalogue._read_part = pseudo_part
    rules._sections = pseudo_sections


if __name__ == "__main__":
    install()
    sys.exit(import_module("solafide.cli").main())
