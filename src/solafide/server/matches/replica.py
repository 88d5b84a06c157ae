"""Apply what another process has written to the ledger to a match in memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from solafide.game import Seat, SolaFideError
from solafide.game.notation import is_ending
from solafide.server.matches.match import TAKEBACK_PREFIX, Match
from solafide.server.matches.online_state import NON_STEP_KINDS
from solafide.server.storage.ledger import EntryKind, LedgerEntry


def apply_entries(match: Match, entries: Sequence[LedgerEntry]) -> bool:
    """Apply new entries of the ledger; return False if the outcome differs: then the match must be dropped."""
    if match.setup.seed is None:
        return False
    rest = list(entries)
    try:
        while rest:
            own = _apply_entry(match, rest[0])
            if not own or [_comparable(entry) for entry in own] != [_comparable(entry) for entry in rest[: len(own)]]:
                return False
            del rest[: len(own)]
    except (SolaFideError, ValueError, IndexError, KeyError):
        return False
    return True


def _comparable(entry: LedgerEntry) -> tuple[Any, ...]:
    """Return an entry without `public`: that counts the steps of a whole request, which may be several choices."""
    return entry[:-1]


def _apply_entry(match: Match, entry: LedgerEntry) -> list[LedgerEntry]:
    """Apply one entry and what follows from it; return the entries that this process makes of it."""
    seat = cast(Seat, entry.who)
    match entry.kind:
        case EntryKind.CHOICE if is_ending(entry.choice):
            return match.end(entry.choice, seat, entry.idempotency_key)
        case EntryKind.CHOICE:
            return match.choose(seat, entry.choice, entry.idempotency_key)
        case EntryKind.FOLLOW:  # by a standing order
            return match.apply_order(seat, entry.choice, entry.kind)
        case EntryKind.UNDO:
            return match.undo(seat, entry.idempotency_key)
        case EntryKind.TAKEBACK:
            return match.take_back_to(seat, int(entry.choice.removeprefix(TAKEBACK_PREFIX)), entry.idempotency_key)
        case kind if kind in NON_STEP_KINDS:
            return [match.add_entry(kind, seat, entry.idempotency_key, entry.choice)]
    return []


def stream_kind(entries: Sequence[LedgerEntry]) -> str:
    """Return the kind of the one stream message that is sent for several entries."""
    kinds = {entry.kind for entry in entries}
    if EntryKind.TAKEBACK in kinds:
        return "takeback"
    if EntryKind.UNDO in kinds:
        return "undo"
    return "offer" if kinds <= set(NON_STEP_KINDS) else "step"
