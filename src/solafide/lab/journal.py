"""Journals: files that let an interrupted run of the arena or of the fuzzer go on where it stopped."""

import json
import os
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

from solafide.game import SolaFideError

FORMAT = 1
ResultT = TypeVar("ResultT")


class Journal(ABC, Generic[ResultT]):
    """A file of JSON lines that only grows: the settings of a run, then one line for each result.

    A line is on the disk before the next result is counted. `settings` is None as long as there is no such file;
    `results` are those in the file, by number; `times` is what was measured with them, as far as that is known, and
    `elapsed` how many seconds went into them.

    command: the command that writes such journals (`arena`).
    """

    command: ClassVar[str]

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self.settings: dict[str, Any] | None = None
        self.results: dict[int, ResultT] = {}
        self.times: dict[int, Any] = {}
        self.elapsed = 0.0
        self._complete_bytes = 0
        try:
            content = self.path.read_bytes()
        except FileNotFoundError:
            return
        except OSError:
            raise SolaFideError("error.file.unreadable", file=str(path)) from None
        if content:
            self._read(content)

    @abstractmethod
    def parse_result(self, data: dict[str, Any]) -> tuple[int, ResultT]:
        """Make a result and its number from a line; ValueError, KeyError or TypeError if it is not one."""

    def begin(self, settings: dict[str, Any]) -> None:
        """Begin a new journal, or go on with this one if it belongs to a run with the same settings."""
        if self.settings is None:
            self._create(settings)
            return
        differing = [name for name in settings if settings[name] != self.settings.get(name)]
        if differing:
            listed = "; ".join(
                f"{name}: {_printable(self.settings.get(name))} ≠ {_printable(settings[name])}" for name in differing
            )
            raise SolaFideError("error.journal.other_run", file=str(self.path), differences=listed)
        if self.path.stat().st_size > self._complete_bytes:
            os.truncate(self.path, self._complete_bytes)  # a line that was being written at the interruption

    def add(self, number: int, result: dict[str, Any], elapsed: float = 0.0, times: Any = None) -> None:
        """Append a result, as `parse_result` reads it, and wait until it is on the disk.

        elapsed: how many seconds the run has taken so far; times: what else was measured. They go into the file
        `.times` beside the journal, so that two runs with the same results write the same journal.
        """
        with self.path.open("ab") as file:
            file.write(_line(result))
            file.flush()
            os.fsync(file.fileno())
        if elapsed:
            with self._times_path.open("ab") as file:
                file.write(_line({"number": number, "elapsed": round(elapsed, 3), "times": times}))

    def finish(self, without: Collection[int] = ()) -> None:
        """Put the lines into the order of their numbers, and drop some results."""
        first, *lines = self.path.read_bytes().splitlines(keepends=True)
        by_number = {self.parse_result(json.loads(line))[0]: line for line in reversed(lines)}
        ordered = [by_number[number] for number in sorted(by_number) if number not in without]
        self._replace([first, *ordered])

    @property
    def _title(self) -> str:
        return f"solafide {self.command}"

    @property
    def _times_path(self) -> Path:
        return self.path.with_name(self.path.name + ".times")

    def _create(self, settings: dict[str, Any]) -> None:
        self._times_path.unlink(missing_ok=True)  # of a run whose journal was removed
        self._replace([_line({"journal": self._title, "format": FORMAT} | settings)])

    def _replace(self, lines: Iterable[bytes]) -> None:
        """Write the whole file, or leave it as it is."""
        partial = self.path.with_name(self.path.name + ".part")
        try:
            with partial.open("wb") as file:
                file.writelines(lines)
                file.flush()
                os.fsync(file.fileno())
            partial.replace(self.path)
        except OSError:
            raise SolaFideError("error.file.unwritable", file=str(self.path)) from None

    def _read_times(self) -> None:
        """Read what was measured; a line that is damaged or cut off is not missed."""
        if not self._times_path.is_file():
            return
        for line in self._times_path.read_bytes().splitlines():
            try:
                data = json.loads(line)
                self.times[data["number"]] = data["times"]
                self.elapsed = max(self.elapsed, float(data["elapsed"]))
            except (ValueError, KeyError, TypeError, RecursionError):
                continue

    def _read(self, content: bytes) -> None:
        self._complete_bytes = content.rfind(b"\n") + 1
        first, *lines = content[: self._complete_bytes].split(b"\n")[:-1] or [b""]
        self.settings = self._read_settings(first)
        self._read_times()
        for line_number, line in enumerate(lines, 2):
            try:
                data = json.loads(line)
                number, result = self.parse_result(data)
                self.elapsed = max(self.elapsed, float(data.get("elapsed", 0.0)))
            except (ValueError, KeyError, TypeError, RecursionError):
                raise SolaFideError("error.journal.damaged", file=str(self.path), line=line_number) from None
            self.results.setdefault(number, result)

    def _read_settings(self, line: bytes) -> dict[str, Any]:
        try:
            settings = json.loads(line)
        except (ValueError, RecursionError):
            settings = None
        if not isinstance(settings, dict) or settings.get("journal") != self._title:
            raise SolaFideError("error.journal.wrong_kind", file=str(self.path), command=self._title)
        if settings.get("format") != FORMAT or not isinstance(settings.get("seed"), str):
            raise SolaFideError("error.journal.damaged", file=str(self.path), line=1)
        return settings


def _line(data: dict[str, Any]) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _printable(value: object) -> str:
    """A setting from a file, short and without control characters."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else "?" for letter in text[:200])
