"""What can go wrong at the door: a key and its facts, put into words elsewhere."""

from functools import partial
from typing import Any


class SolaFideError(Exception):
    """An error for users: `key` names the sentence, `args_` fill it in.

    >>> SolaFideError("error.illegal_choice", choice="draw").key
    'error.illegal_choice'
    """

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts

    def __reduce__(self) -> tuple[Any, ...]:
        # Errors travel between processes; an exception's own way forgets names of arguments.
        return partial(type(self), self.key, **self.facts), ()


class IllegalChoice(SolaFideError):
    """The choice is not among those offered."""


class StaleVersion(SolaFideError):
    """The choice answers an older question."""


class CannotUndo(SolaFideError):
    """Nothing to take back, or chance or hidden cards lie in between."""


class RecordError(SolaFideError):
    """A file is not a record, or not a whole one."""
