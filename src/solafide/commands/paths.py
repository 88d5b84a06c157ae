"""Files that a command line names."""

from pathlib import Path

from solafide.commands.context import Context
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


def refuse_to_overwrite(context: Context, folder: str, pattern: str) -> None:
    """Records of other games are not written over unless one insists."""
    there = sorted(path.name for path in Path(folder).glob(pattern))
    if there and not context.values["force"]:
        raise context.usage_error("cli.error.records_exist", folder=folder, file=there[0])
