"""Types for who is who in a game: faiths, persons, seats and roles."""

from typing import Final, Literal, TypeGuard

Faith = Literal["C", "P"]
"""A player's party: Catholic or Protestant."""

Person = Literal["1", "2"]
"""One of the two players, before and after the faiths are settled (R7)."""

Seat = Literal["C", "P", "1", "2"]
"""A player as a game addresses one: by faith, or by person as long as the faiths are not settled."""

Role = Literal["C", "P", "N", "1", "2", ""]
"""Who answers a question: a seat, nature ("N"), or nobody ("", when the game is over)."""

FAITHS: Final[tuple[Faith, Faith]] = ("C", "P")
PERSONS: Final[tuple[Person, Person]] = ("1", "2")
ROLES: Final[tuple[Role, ...]] = ("C", "P", "N", "1", "2", "")  # by the kernel's codes, CATHOLIC to NOBODY
NATURE: Final = "N"


def is_faith(text: object) -> TypeGuard[Faith]:
    """Whether a text names a faith."""
    return text in FAITHS


def is_person(text: object) -> TypeGuard[Person]:
    """Whether a text names a person."""
    return text in PERSONS


def is_seat(text: object) -> TypeGuard[Seat]:
    """Whether a text names a seat: a faith or a person."""
    return text in FAITHS or text in PERSONS


def opponent(faith: Faith) -> Faith:
    """Return the other faith.

    >>> opponent("C")
    'P'
    """
    return "P" if faith == "C" else "C"
