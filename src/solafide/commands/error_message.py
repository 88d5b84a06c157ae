"""What went wrong, for whoever typed the command."""

from solafide.cards import CardSetError
from solafide.commands.context import MISUSE, NEGATIVE
from solafide.game import RecordError, SolaFideError
from solafide.text import catalogue, error_text


def failure(error: Exception, lang: str) -> tuple[str, int]:
    """A message and an exit code: a file that is read and found wrong is a negative answer, the rest is wrong use."""
    if isinstance(error, SolaFideError):
        wrong_inside = isinstance(error, RecordError) and error.key.startswith("error.record.")
        return error_text(error, lang), NEGATIVE if wrong_inside else MISUSE
    if isinstance(error, CardSetError):
        unread = [problem for problem in error.problems if problem.key == "problem.unreadable"]
        return error_text(error, lang), MISUSE if unread else NEGATIVE
    if isinstance(error, OSError) and error.filename is not None:
        return catalogue(lang).render("error.file.unwritable", file=error.filename), MISUSE
    raise error
