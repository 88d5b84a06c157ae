"""Errors for users: a key and its values; the sentences are in the text catalogues."""

from functools import partial
from typing import Any


class SolaFideError(Exception):
    """An error for users: `key` names the sentence, `facts` fill it in.

    >>> SolaFideError("error.illegal_choice", choice="draw").key
    'error.illegal_choice'
    """

    def __init__(self, key: str, **facts: Any) -> None:
        super().__init__(key, facts)
        self.key = key
        self.facts = facts

    def __reduce__(self) -> tuple[Any, ...]:
        # For errors that pass between processes: by default pickle loses the names of the arguments.
        return partial(type(self), self.key, **self.facts), ()


class IllegalChoice(SolaFideError):
    """The choice is not offered."""


class StaleVersion(SolaFideError):
    """The choice answers an earlier question."""


class CannotUndo(SolaFideError):
    """There is nothing to undo, or chance, hidden cards or the opponent came after it."""


class RecordError(SolaFideError):
    """A file is not a record, is damaged, or cannot be replayed."""
