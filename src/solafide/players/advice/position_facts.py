"""Facts about a position: what each faith still lacks, where the Power tokens are, who holds what."""

from typing import Any

from solafide.kernel import codes as k
from solafide.kernel.snapshot import dump
from solafide.kernel.state import State


class PositionFacts:
    """The numbers of a state under the names that reasons use; circles count from 0."""

    def __init__(self, state: State) -> None:
        self.numbers: dict[str, Any] = dump(state)
        self.tables = state.tables
        self.points = (int(state.score(k.CATHOLIC)), int(state.score(k.PROTESTANT)))
        self.over = bool(state.over)

    @property
    def in_play(self) -> list[int]:
        return [c for c in range(10) if self.numbers["in_play"] >> c & 1]

    @property
    def disputation(self) -> int | None:
        where: int = self.numbers["disputation"]
        return None if where == k.NONE else where

    def dominant(self, circle: int) -> int:
        """The dominant estate: the one on whose side the Power token is."""
        return int(self.numbers["power"][circle] >= 2)

    def outer(self, circle: int) -> bool:
        return self.numbers["power"][circle] in (0, 3)

    def lacks(self, faith: int, circle: int, estate: int | None = None) -> int:
        """Return how many territories of a side a faith does not hold; estate None: the dominant side."""
        side = 2 * circle + (self.dominant(circle) if estate is None else estate)
        territories: int = self.numbers["hold"][20 * faith + side]
        return int(self.tables.side_length(side)) - territories.bit_count()

    def hand(self, faith: int) -> int:
        """The cards in a hand, as a bit mask."""
        return int(self.numbers["hand"][faith])

    def hand_size(self, faith: int) -> int:
        return self.hand(faith).bit_count()

    def tokens(self, faith: int) -> int:
        return int(self.numbers["supply"][faith])

    def front(self, faith: int) -> int | None:
        card: int = self.numbers["front"][faith]
        return None if card == k.NONE else card
