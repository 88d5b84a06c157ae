"""Finish a game early: one that is decided on points, or one in which a computer opponent offers a draw.

Nothing ends by itself: a game goes on until the person wants it to end.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from solafide.game import FAITHS, Faith, Seat
from solafide.game.settlement import decided_winner, points_lead, turns_without_claim, unclaimed_points
from solafide.server.matches.match import Match
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import HUMAN, OptionalSeat
from solafide.server.storage.ledger import LedgerEntry

DRAW_OFFER_TURNS = 40  # without a claim: from then on a computer opponent that is not ahead offers a draw
SECOND_DRAW_OFFER_TURNS = 2 * DRAW_OFFER_TURNS  # from then on also one that is ahead

SettlementKind = Literal["decided", "draw"]


class Settlement(NamedTuple):
    """A way to finish a game now: `decided`, the loser resigns; `draw`, the computer's offer is accepted.

    winner: of a decided game. lead: in points. unclaimed: the most points that can still be gained. turns: without a
    claim.
    """

    kind: SettlementKind
    winner: Faith | None
    lead: int
    unclaimed: int
    turns: int


def settlement(match: Match, seat: OptionalSeat) -> Settlement | None:
    """Return how a seat can finish the game now, if it can; only public facts decide that."""
    game = match.game
    if game.over or game.drafting or seat not in FAITHS or match.in_deal:
        return None
    against_computer = match.player_kind(match.opposite_seat(seat)) != HUMAN
    winner, lead, unclaimed = decided_winner(game), points_lead(game), unclaimed_points(game)
    if winner is not None:
        # A person elsewhere who has lost may play on or resign, as that person likes.
        may_finish = against_computer or match.online is None or winner != seat
        return Settlement("decided", winner, abs(lead), unclaimed, 0) if may_finish else None
    if not against_computer:
        return None
    turns = turns_without_claim(game)
    is_computer_ahead = lead * (1 if seat == "P" else -1) > 0
    if turns < (SECOND_DRAW_OFFER_TURNS if is_computer_ahead else DRAW_OFFER_TURNS):
        return None
    return Settlement("draw", None, abs(lead), unclaimed, turns)


def settle(match: Match, seat: Seat, kind: SettlementKind, idempotency_key: str) -> list[LedgerEntry]:
    """Finish the game: in a decided one the loser resigns, no matter who asks; an offered draw is accepted."""
    offered = settlement(match, seat)
    if offered is None or offered.kind != kind:
        raise RequestRefused(409, "server.error.no_settlement")
    if offered.winner is None:
        return match.end("agree", seat, idempotency_key)
    return match.end("resign", match.opposite_seat(offered.winner), idempotency_key)
