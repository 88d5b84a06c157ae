"""Error messages for the user of the command line."""

from solafide.cards import CardSetError
from solafide.commands.context import MISUSE, NEGATIVE
from solafide.game import RecordError, SolaFideError
from solafide.text import catalogue, error_text


def error_message(error: Exception, lang: str) -> tuple[str, int]:
    """A message and an exit code: 1 if a file was read and is wrong, 2 for everything else."""
    if isinstance(error, SolaFideError):
        is_wrong_record = isinstance(error, RecordError) and error.key.startswith("error.record.")
        return error_text(error, lang), NEGATIVE if is_wrong_record else MISUSE
    if isinstance(error, CardSetError):
        unreadable = [problem for problem in error.problems if problem.key == "problem.unreadable"]
        return error_text(error, lang), MISUSE if unreadable else NEGATIVE
    if isinstance(error, OSError) and error.filename is not None:
        return catalogue(lang).render("error.file.unwritable", file=error.filename), MISUSE
    raise error
