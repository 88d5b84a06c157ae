"""What two players may do online besides choosing: offer, claim, pause, replace."""

from __future__ import annotations

from solafide.game import FAITHS, Seat
from solafide.server.matches.match import Match
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import HUMAN

ONLINE_ACTIONS = ("draw", "ask_takeback", "claim_time", "replace", "pause", "resume")

FULL_LEDGER_DENIES = frozenset(("draw", "ask_takeback", "pause"))


def require_permission(match: Match, seat: Seat, action: str) -> None:
    """Refuse an action that a player may not do now."""
    if key := denial(match, seat, action):
        raise RequestRefused(409, key)


def denial(match: Match, seat: Seat, action: str) -> str:
    """Return the key of the sentence why a player may not do something now; "" if the player may."""
    online, game = match.online, match.game
    two_players = online is not None and list(match.players.values()) == [HUMAN, HUMAN]
    if online is None or not two_players or game.over:
        return f"server.denied.{action}"
    if action in FULL_LEDGER_DENIES and match.is_ledger_full:
        return "server.error.ledger_full"
    other = match.opposite_seat(seat)
    if action == "claim_time" and not match.sees_progress(seat, other):
        return "server.denied.claim_time_draft"
    offered = {offer.kind for offer in online.offers.values()}
    allowed = {
        "draw": "draw" not in offered,
        "ask_takeback": "takeback" not in offered and _can_ask_takeback(match, seat),
        "claim_time": match.is_out_of_time(other),
        "replace": not match.in_deal and bool(match.absence_reason(other, seat)),
        "pause": not match.in_deal and seat in FAITHS and seat not in online.paused,
        "resume": seat in online.paused,
    }
    return "" if allowed[action] else f"server.denied.{action}"


def _can_ask_takeback(match: Match, seat: Seat) -> bool:
    return not match.in_deal and seat in FAITHS and match.game.last_turn(seat) is not None
