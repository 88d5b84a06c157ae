"""The diary of an arena, so that an interrupted run can go on: its settings, then a line for each finished pair."""

import json
import os
from pathlib import Path
from typing import Any

from solafide.game import SolaFideError
from solafide.lab.schedule import Pair

TITLE = "solafide arena"
FORMAT = 1


class Journal:
    """A file of JSON lines that only grows; every line is on the disk before the next pair is counted.

    `settings` is None as long as there is no such file; `pairs` by number; `elapsed`: seconds that went into them.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.settings: dict[str, Any] | None = None
        self.pairs: dict[int, Pair] = {}
        self.elapsed = 0.0
        try:
            text = self.path.read_bytes()
        except FileNotFoundError:
            return
        except OSError:
            raise SolaFideError("error.file.unreadable", file=str(path)) from None
        if text:
            self._read(text)

    def begin(self, settings: dict[str, Any]) -> None:
        """Begin a new journal, or go on with this one if it was kept for the same games."""
        if self.settings is None:
            self._create(settings)
            return
        other = [name for name in settings if settings[name] != self.settings.get(name)]
        if other:
            differ = "; ".join(
                f"{name}: {_shown(self.settings.get(name))} ≠ {_shown(settings[name])}" for name in other
            )
            raise SolaFideError("error.arena.journal_other", file=str(self.path), differences=differ)
        if self.path.stat().st_size > self._sound:
            os.truncate(self.path, self._sound)  # a line that was being written when the end came

    def add(self, pair: Pair, elapsed: float) -> None:
        with self.path.open("ab") as file:
            file.write(_line(pair.json() | {"elapsed": round(elapsed, 3)}))
            file.flush()
            os.fsync(file.fileno())

    def _create(self, settings: dict[str, Any]) -> None:
        partial = self.path.with_name(self.path.name + ".part")
        try:
            with partial.open("wb") as file:
                file.write(_line({"journal": TITLE, "format": FORMAT} | settings))
                file.flush()
                os.fsync(file.fileno())
            partial.replace(self.path)
        except OSError:
            raise SolaFideError("error.file.unwritable", file=str(self.path)) from None

    def _read(self, text: bytes) -> None:
        self._sound = text.rfind(b"\n") + 1
        first, *lines = text[: self._sound].split(b"\n")[:-1] or [b""]
        self.settings = self._settings(first)
        for number, line in enumerate(lines, 2):
            try:
                data = json.loads(line)
                pair = Pair.from_json(data)
                self.elapsed = max(self.elapsed, float(data["elapsed"]))
            except (ValueError, KeyError, TypeError, RecursionError):
                raise SolaFideError("error.arena.journal_damaged", file=str(self.path), line=number) from None
            self.pairs.setdefault(pair.number, pair)

    def _settings(self, line: bytes) -> dict[str, Any]:
        try:
            found = json.loads(line)
        except (ValueError, RecursionError):
            found = None
        if not isinstance(found, dict) or found.get("journal") != TITLE:
            raise SolaFideError("error.arena.journal_not", file=str(self.path))
        if found.get("format") != FORMAT or not isinstance(found.get("seed"), str):
            raise SolaFideError("error.arena.journal_damaged", file=str(self.path), line=1)
        return found


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _shown(value: object) -> str:
    """A setting from a file, fit to be shown."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else "?" for letter in text[:200])
