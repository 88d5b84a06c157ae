"""Files of games in the user's data folder: unfinished, finished and saved ones."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from solafide.game import Record, SolaFideError

RECORD_SUFFIX = ".solafide"
ONLINE_FOLDER = "online"  # in the data folder: apart from local games, which need no seat secrets
RECORD_HEADER = b"solafide record "


def data_folder(environ: Mapping[str, str] | None = None) -> Path:
    """The folder for this user's games, by the convention of the operating system.

    >>> str(data_folder({"XDG_DATA_HOME": "/data"})).replace(os.sep, "/")
    '/data/solafide'
    """
    variables = os.environ if environ is None else environ
    if explicit := variables.get("XDG_DATA_HOME"):
        return Path(explicit, "solafide")
    home = Path(variables.get("HOME") or Path.home())
    if sys.platform == "win32":
        local = Path(variables.get("LOCALAPPDATA") or home / "AppData" / "Local", "solafide")
        roaming = Path(variables.get("APPDATA") or local.parent, "solafide")  # where games were at first
        return roaming if roaming.exists() else local
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "solafide"
    return home / ".local" / "share" / "solafide"


class GameFile:
    """The file of one game: in `unfinished` while it is played, in `games` when it is over."""

    def __init__(self, folder: Path | None = None, unfinished: Path | None = None) -> None:
        self.folder = folder or data_folder()
        self.unfinished = unfinished  # the file that was written last
        self._name = unfinished.name if unfinished else ""

    def save_unfinished(self, record: Record) -> Path:
        """Write the game as it is now, so that an interruption loses nothing."""
        self.unfinished = self._write(record, "unfinished")
        return self.unfinished

    def save_finished(self, record: Record) -> Path:
        """Write the finished game and delete its unfinished file."""
        path = self._write(record, "games")
        self.delete_unfinished()
        return path

    def delete_unfinished(self) -> None:
        """Delete the file of the unfinished game."""
        if self.unfinished is not None:
            self.unfinished.unlink(missing_ok=True)
            self.unfinished = None

    def _write(self, record: Record, subfolder: str) -> Path:
        folder = self.folder / subfolder
        folder.mkdir(parents=True, exist_ok=True)
        if not self._name:
            self._name = self._free_name()
        path = folder / self._name
        record.save(path)
        return path

    def _free_name(self) -> str:
        stem = time.strftime("%Y-%m-%d-%H%M%S")
        for number in range(1, 1000):
            name = stem + (f"-{number}" if number > 1 else "") + RECORD_SUFFIX
            if not any((self.folder / subfolder / name).exists() for subfolder in ("unfinished", "games", "saved")):
                return name
        raise FileExistsError(stem)

    def save_as(self, record: Record, file: str) -> Path:
        """Write a copy to a file that the user names; a file that is not a record is not overwritten."""
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
    """The files of unfinished games, the latest first."""
    return _latest_first([(folder or data_folder()) / "unfinished"])


def resumable_games(folder: Path | None = None) -> list[Path]:
    """The files of unfinished and saved games, the latest first; saved copies of unfinished ones are left out."""
    home = folder or data_folder()
    unfinished = {path.read_bytes() for path in unfinished_games(folder)}
    paths = _latest_first([home / "unfinished", home / "saved"])
    return [path for path in paths if path.parent.name == "unfinished" or path.read_bytes() not in unfinished]


def _latest_first(folders: list[Path]) -> list[Path]:
    try:
        games = [path for folder in folders for path in folder.glob(f"*{RECORD_SUFFIX}")]
        return sorted(games, key=lambda path: path.stat().st_mtime, reverse=True)
    except OSError:
        return []


def _is_record(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(RECORD_HEADER)) == RECORD_HEADER
