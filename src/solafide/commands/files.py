"""Files that a command line names."""

from pathlib import Path

from solafide.game import SolaFideError


def existing_folder(folder: str) -> str:
    """The folder, if it is there."""
    if not Path(folder).is_dir():
        raise SolaFideError("error.file.missing", file=folder)
    return folder


def existing(file: str) -> str:
    """The file, if it is there and is a file."""
    path = Path(file)
    if path.is_dir():
        raise SolaFideError("error.file.folder", file=file)
    if not path.exists():
        raise SolaFideError("error.file.missing", file=file)
    return file
