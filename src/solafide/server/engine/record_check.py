"""Whether a record is sound: a function of its own, so that a worker process loads no more than it needs."""

from __future__ import annotations

from solafide.game import RecordError, verify


def is_sound(text: str) -> bool:
    """Whether every die and draw of a finished game follows from its seed."""
    try:
        verify(text)
    except RecordError:
        return False
    return True
