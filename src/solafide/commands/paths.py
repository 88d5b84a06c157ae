"""Check the files and folders of a command line."""

from pathlib import Path

from solafide.commands.context import Context
from solafide.game import SolaFideError


def existing_folder(folder: str) -> str:
    """The folder; SolaFideError if it does not exist."""
    if not Path(folder).is_dir():
        raise SolaFideError("error.file.missing", file=folder)
    return folder


def existing_file(file: str) -> str:
    """The file; SolaFideError if it does not exist or is a folder."""
    path = Path(file)
    if path.is_dir():
        raise SolaFideError("error.file.folder", file=file)
    if not path.exists():
        raise SolaFideError("error.file.missing", file=file)
    return file


def refuse_to_overwrite(context: Context, folder: str, pattern: str) -> None:
    """UsageError if the folder has records already and `--force` is not given."""
    names = sorted(path.name for path in Path(folder).glob(pattern))
    if names and not context.values["force"]:
        raise context.usage_error("cli.error.records_exist", folder=folder, file=names[0])
