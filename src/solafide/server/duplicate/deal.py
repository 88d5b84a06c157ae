"""Deals that several games share: who may sit where, when all is told, and how the difference is counted."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any, Literal, NamedTuple

from solafide.server.errors import RequestRefused

CATHOLIC, PROTESTANT = "1", "2"  # the persons, where faiths are agreed
PAIRS, FIELD = "pairs", "field"
PAIRS_BOARDS = 2  # of two pairs

# Where the teams of two pairs sit: each has the Catholics at one board and the Protestants at the other.
TEAMS = {(0, CATHOLIC): 1, (0, PROTESTANT): 2, (1, CATHOLIC): 2, (1, PROTESTANT): 1}


class BoardSeat(NamedTuple):
    """A seat of a deal: which board, and which person there."""

    board: int
    person: str


@dataclass(frozen=True, slots=True)
class DealBoard:
    """One game of a deal; margin: the Catholics' lead when it was over; withdrawn: it does not count."""

    game: str
    margin: int | None = None
    withdrawn: bool = False

    @property
    def done(self) -> bool:
        return self.margin is not None or self.withdrawn


@dataclass(frozen=True, slots=True)
class Deal:
    """A deal of one kind: `pairs`, two games of four people; `field`, up to `size` people of the same faith, each
    against the same computer level.

    sat: hashes of the player keys of all who sat down, as hex; closed: nobody else may.
    """

    kind: Literal["pairs", "field"]
    size: int
    person: str = CATHOLIC  # who the people of a field are
    boards: tuple[DealBoard, ...] = ()
    sat: frozenset[str] = frozenset()
    closed: bool = False

    @property
    def over(self) -> bool:
        """Nothing of it is played any more, and nothing will be."""
        full = self.closed or len(self.boards) >= self.size
        return full and all(board.done for board in self.boards)

    def json(self) -> dict[str, Any]:
        return asdict(self) | {"boards": [asdict(board) for board in self.boards], "sat": sorted(self.sat)}


def deal(data: Mapping[str, Any]) -> Deal:
    """What `Deal.json` wrote.

    >>> deal(Deal("field", 3, boards=(DealBoard("a", 5),)).json()).boards[0].margin
    5
    """
    boards = tuple(DealBoard(**board) for board in data["boards"])
    return Deal(data["kind"], data["size"], data["person"], boards, frozenset(data["sat"]), data["closed"])


# ---------------------------------------------------------------- who sits where


def free(found: Deal, taken: Collection[BoardSeat], team: int | None = None) -> BoardSeat:
    """Where somebody may sit down who has not sat in this deal; in a field at a board of one's own."""
    if found.kind == FIELD:
        if found.closed or len(found.boards) >= found.size:
            raise RequestRefused(409, "deals.error.full")
        return BoardSeat(len(found.boards), found.person)
    open_ends = [
        BoardSeat(*end)
        for end, side in sorted(TEAMS.items())
        if end not in taken and team in (None, side) and not found.boards[end[0]].withdrawn
    ]
    if found.closed or not open_ends:
        raise RequestRefused(409, "deals.error.full")
    return open_ends[0]


def seated(found: Deal, player: str) -> Deal:
    """Somebody sits down; nobody does so twice in one deal, least of all at both ends of it."""
    if player in found.sat:
        raise RequestRefused(409, "deals.error.twice")
    return replace(found, sat=found.sat | {player})


def changed(found: Deal, game: str, **changes: Any) -> Deal:
    """One of its boards is not what it was."""
    boards = tuple(replace(board, **changes) if board.game == game else board for board in found.boards)
    return replace(found, boards=boards)


def closed(found: Deal, idle: Iterable[str]) -> Deal:
    """Nobody else sits down, and the games named are withdrawn: not begun, or given up without a word."""
    named = frozenset(idle)
    boards = tuple(replace(one, withdrawn=True) if one.game in named and not one.done else one for one in found.boards)
    return replace(found, boards=boards, closed=True)


# ---------------------------------------------------------------- what it is worth


def margin(outcome: Mapping[str, Any], unclaimed: int) -> int:
    """The Catholics' lead; who resigns, or loses on time, loses the circles that nobody has claimed too.

    So giving up is never worth more than playing on. A draw that was agreed on is none to either.

    >>> margin({"winner": "P", "points": {"C": 12, "P": 14}, "reason": "points"}, 0)
    -2
    >>> margin({"winner": "P", "points": {"C": 12, "P": 7}, "reason": "resigned"}, 43)
    -38
    """
    lead: int = outcome["points"]["C"] - outcome["points"]["P"]
    match outcome["reason"], outcome["winner"]:
        case "points", _:
            return lead
        case _, "C":
            return lead + unclaimed
        case _, "P":
            return lead - unclaimed
    return 0


def scores(found: Deal) -> dict[str, float]:
    """What each game of a deal that is over is worth to its team (of pairs: `1` and `2`) or to its player (by game).

    Of pairs it is the lead at the first board less that at the second; of a field the lead less the field's mean.
    """
    counted = {board.game: board.margin for board in found.boards if board.margin is not None}
    if not found.over or not counted:
        return {}
    if found.kind == PAIRS:
        if len(counted) < PAIRS_BOARDS:
            return {}
        first, second = (counted[board.game] for board in found.boards)
        return {"1": float(first - second), "2": float(second - first)}
    sign = 1 if found.person == CATHOLIC else -1
    mean = fmean(counted.values())
    return {game: round(sign * (lead - mean), 2) for game, lead in counted.items()}
