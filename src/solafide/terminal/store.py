"""Where games are kept between two evenings: the user's data folder."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from solafide.game import Record, SolaFideError

SUFFIX = ".solafide"
TITLE = b"solafide record "


def data_folder(environ: Mapping[str, str] | None = None) -> Path:
    """The folder for this user's games, by the convention of the operating system.

    >>> str(data_folder({"XDG_DATA_HOME": "/data"})).replace(os.sep, "/")
    '/data/solafide'
    """
    settings = os.environ if environ is None else environ
    if wished := settings.get("XDG_DATA_HOME"):
        return Path(wished, "solafide")
    home = Path(settings.get("HOME") or Path.home())
    if sys.platform == "win32":
        local = Path(settings.get("LOCALAPPDATA") or home / "AppData" / "Local", "solafide")
        roaming = Path(settings.get("APPDATA") or local.parent, "solafide")  # where games were at first
        return roaming if roaming.exists() else local
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "solafide"
    return home / ".local" / "share" / "solafide"


class Store:
    """The file of one game: among the unfinished ones while it goes on, among the games when it is over."""

    def __init__(self, folder: Path | None = None, unfinished: Path | None = None) -> None:
        self.folder = folder or data_folder()
        self.unfinished = unfinished  # the file that was written last
        self._name = unfinished.name if unfinished else ""

    def keep(self, record: Record) -> Path:
        """Write the game as it stands, so that nothing is lost whatever happens."""
        self.unfinished = self._write(record, "unfinished")
        return self.unfinished

    def finish(self, record: Record) -> Path:
        """Write the finished game; it is unfinished no more."""
        path = self._write(record, "games")
        self.forget()
        return path

    def forget(self) -> None:
        """Take the file out of the unfinished games."""
        if self.unfinished is not None:
            self.unfinished.unlink(missing_ok=True)
            self.unfinished = None

    def _write(self, record: Record, shelf: str) -> Path:
        folder = self.folder / shelf
        folder.mkdir(parents=True, exist_ok=True)
        if not self._name:
            self._name = self._free_name()
        path = folder / self._name
        record.save(path)
        return path

    def _free_name(self) -> str:
        stem = time.strftime("%Y-%m-%d-%H%M%S")
        for number in range(1, 1000):
            name = stem + (f"-{number}" if number > 1 else "") + SUFFIX
            if not any((self.folder / shelf / name).exists() for shelf in ("unfinished", "games", "saved")):
                return name
        raise FileExistsError(stem)

    def save_as(self, record: Record, file: str) -> Path:
        """Write a copy where the user wants it; a file that is no record is not overwritten."""
        path = Path(file).expanduser() if file else self.folder / "saved" / (self._name or self._free_name())
        if path.is_dir():
            raise SolaFideError("error.file.folder", file=str(path))
        try:
            if not file:
                path.parent.mkdir(parents=True, exist_ok=True)
            if path.exists() and not _is_record(path):
                raise SolaFideError("error.file.exists", file=str(path))
            record.save(path)
        except OSError:
            raise SolaFideError("error.file.unwritable", file=str(path)) from None
        return path


def unfinished_games(folder: Path | None = None) -> list[Path]:
    """The games that wait to be gone on with, the latest first."""
    return _latest_first([(folder or data_folder()) / "unfinished"])


def waiting_games(folder: Path | None = None) -> list[Path]:
    """Those, and the games that somebody has saved, the latest first, without copies of games that wait anyway."""
    home = folder or data_folder()
    left = {path.read_bytes() for path in unfinished_games(folder)}
    found = _latest_first([home / "unfinished", home / "saved"])
    return [path for path in found if path.parent.name == "unfinished" or path.read_bytes() not in left]


def _latest_first(shelves: list[Path]) -> list[Path]:
    try:
        games = [path for shelf in shelves for path in shelf.glob(f"*{SUFFIX}")]
        return sorted(games, key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return []


def _is_record(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(TITLE)) == TITLE
