"""Sets as bits: how many, and which is the first (in C these are single instructions)."""

ONE = 1  # as wide as a set of cards; in C a plain 1 is not


def popcount(bits: int) -> int:
    """How many bits are set.

    >>> popcount(0b1011)
    3
    """
    return bits.bit_count()


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set.

    >>> lowest(0b1000)
    3
    """
    return (bits & -bits).bit_length() - 1
