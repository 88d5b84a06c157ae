"""Types of tables.py for Python callers."""

from collections.abc import Mapping, Sequence

_Row = tuple[int, int, int, int]
_EffectList = tuple[int, int, int, int, int, tuple[_Row, ...]]
_CircleRow = tuple[Sequence[int], Sequence[int], int, int, Sequence[int]]

class Tables:
    @property
    def draft(self) -> int: ...
    @property
    def at_once(self) -> int: ...
    @property
    def supply(self) -> int: ...
    @property
    def turn_limit(self) -> int: ...
    @property
    def roll_faiths(self) -> int: ...
    @property
    def first(self) -> int: ...
    @property
    def first_game(self) -> Sequence[int]: ...
    def __init__(
        self,
        lists: Mapping[int, _EffectList],
        circles: Sequence[_CircleRow],
        first_game: Sequence[int],
        decks: Sequence[int],
        *,
        draft: bool,
        at_once: bool,
        supply: int,
        turn_limit: int,
        roll_faiths: bool,
        first: int,
    ) -> None: ...
    def side_length(self, side: int) -> int: ...
    def side_print(self, printed: int, side: int) -> int: ...
