"""What every command gets: the values of its command line, the language, and ways to print."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from typing import Any, NamedTuple

from solafide.commands.parser import CommandParser, UsageError, Values
from solafide.text import Catalogue, catalogue

DONE, NEGATIVE, MISUSE = 0, 1, 2


class Context(NamedTuple):
    """One call of a command."""

    parser: CommandParser
    values: Values
    lang: str

    @property
    def texts(self) -> Catalogue:
        """The catalogue of the language."""
        return catalogue(self.lang)

    def print_text(self, key: str, /, **facts: object) -> None:
        """Print a text of the catalogue."""
        print(self.texts.render(key, **facts))

    def usage_error(self, key: str, /, **facts: object) -> UsageError:
        """Wrong use of this command, as a text of the catalogue."""
        return self.parser.usage_error(key, **facts)


Run = Callable[[Context], int]


def print_json(data: Any) -> None:
    """Print one JSON document, indented."""
    json.dump(data, sys.stdout, ensure_ascii=False, indent=2)
    print()
