"""The rules of a duplicate deal: who may sit where, when it is over, and how its games are scored."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from statistics import fmean
from typing import Any, Literal, NamedTuple

from solafide.server.schemas.errors import RequestRefused

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
    """A duplicate deal: `pairs`, two games of four people; `field`, up to `size` people of the same faith, each
    against the same computer level.

    sat: hashes of the player keys of all who took a seat, as hex; closed: nobody else may.
    """

    kind: Literal["pairs", "field"]
    size: int
    person: str = CATHOLIC  # who the people of a field are
    boards: tuple[DealBoard, ...] = ()
    sat: frozenset[str] = frozenset()
    closed: bool = False

    @property
    def over(self) -> bool:
        """Whether all its games are over, and no other can start."""
        full = self.closed or len(self.boards) >= self.size
        return full and all(board.done for board in self.boards)

    def json(self) -> dict[str, Any]:
        return asdict(self) | {"boards": [asdict(board) for board in self.boards], "sat": sorted(self.sat)}


def deal_from_json(data: Mapping[str, Any]) -> Deal:
    """Read what `Deal.json` returned.

    >>> deal_from_json(Deal("field", 3, boards=(DealBoard("a", 5),)).json()).boards[0].margin
    5
    """
    boards = tuple(DealBoard(**board) for board in data["boards"])
    return Deal(data["kind"], data["size"], data["person"], boards, frozenset(data["sat"]), data["closed"])


# ---------------------------------------------------------------- who sits where


def free_seat(deal: Deal, taken_seats: Collection[BoardSeat], team: int | None = None) -> BoardSeat:
    """Return a seat for a new player; in a field it is at a board of its own."""
    if deal.kind == FIELD:
        if deal.closed or len(deal.boards) >= deal.size:
            raise RequestRefused(409, "deals.error.full")
        return BoardSeat(len(deal.boards), deal.person)
    free = [
        BoardSeat(*seat)
        for seat, seat_team in sorted(TEAMS.items())
        if seat not in taken_seats and team in (None, seat_team) and not deal.boards[seat[0]].withdrawn
    ]
    if deal.closed or not free:
        raise RequestRefused(409, "deals.error.full")
    return free[0]


def add_player(deal: Deal, player: str) -> Deal:
    """Return the deal with one more player; nobody may play a deal twice."""
    if player in deal.sat:
        raise RequestRefused(409, "deals.error.twice")
    return replace(deal, sat=deal.sat | {player})


def change_board(deal: Deal, game: str, **changes: Any) -> Deal:
    """Return the deal with one of its boards changed."""
    boards = tuple(replace(board, **changes) if board.game == game else board for board in deal.boards)
    return replace(deal, boards=boards)


def close_deal(deal: Deal, idle: Iterable[str]) -> Deal:
    """Return the deal closed to new players, with its idle games withdrawn."""
    idle_games = frozenset(idle)
    boards = tuple(
        replace(board, withdrawn=True) if board.game in idle_games and not board.done else board
        for board in deal.boards
    )
    return replace(deal, boards=boards, closed=True)


# ---------------------------------------------------------------- scores


def margin(outcome: Mapping[str, Any], unclaimed: int) -> int:
    """Return the Catholics' lead; a player who resigns or loses on time loses all unclaimed circles too.

    So resigning is never worth more than playing on. An agreed draw is worth 0.

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


def scores(deal: Deal) -> dict[str, float]:
    """Return the scores of a deal that is over: of pairs by team (`1` and `2`), of a field by game.

    Of pairs the score is the lead at the first board less that at the second; of a field the lead less the mean lead.
    """
    margins = {board.game: board.margin for board in deal.boards if board.margin is not None}
    if not deal.over or not margins:
        return {}
    if deal.kind == PAIRS:
        if len(margins) < PAIRS_BOARDS:
            return {}
        first, second = (margins[board.game] for board in deal.boards)
        return {"1": float(first - second), "2": float(second - first)}
    sign = 1 if deal.person == CATHOLIC else -1
    mean = fmean(margins.values())
    return {game: round(sign * (margin - mean), 2) for game, margin in margins.items()}
