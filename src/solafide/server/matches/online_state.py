"""Two who play far apart: what they agreed on, what one asks the other, who is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from solafide.game import Seat
from solafide.server.matches.clock import Clock, Outage
from solafide.server.matches.standing_orders import SeatOrders
from solafide.server.realtime.presence import Presence
from solafide.server.storage.ledger import EntryKind, LedgerEntry

# Entries of the ledger that are no steps of the game.
OFFER_ANSWER_KINDS = (EntryKind.DECLINED, EntryKind.TAKEBACK, EntryKind.REPLACED)
NON_STEP_KINDS = (
    EntryKind.OFFER,
    EntryKind.DECLINED,
    EntryKind.WITHDRAWN,
    EntryKind.PAUSED,
    EntryKind.RETURNED,
    EntryKind.REPLACED,
    EntryKind.REMATCH,
)


@dataclass(frozen=True)
class MatchTerms:
    """What was agreed on before the first card; `parts`: the three parts of the chance, secret until all is told."""

    pace: dict[str, Any] | None = None
    study: bool = False
    deal: str = ""
    promises: dict[str, str] = field(default_factory=dict)
    parts: dict[str, str] = field(default_factory=dict)
    decides: str = ""  # the hash of the record of a drawn game

    def json(self) -> dict[str, Any]:
        return dict(self.__dict__)


class Offer(NamedTuple):
    """`to`: the step to which one would like to go back."""

    kind: str
    by: Seat
    to: int | None

    def text(self) -> str:
        """As it stands in the ledger."""
        return self.kind if self.to is None else f"{self.kind}:{self.to}"


def offer(text: str, by: Seat) -> Offer:
    """What `Offer.text` wrote.

    >>> offer("takeback:12", "C")
    Offer(kind='takeback', by='C', to=12)
    """
    kind, _, to = text.partition(":")
    return Offer(kind, by, int(to) if to else None)


@dataclass
class OnlineState:
    """`keys`: the hashes of the secrets of both seats and of those who watch."""

    terms: MatchTerms
    keys: dict[str, bytes] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    muted: frozenset[str] = frozenset()
    chat: int = 0
    clock: Clock | None = None
    outages: Sequence[Outage] = ()  # in which nobody could play
    withheld: bool = False  # the same deal is still played elsewhere
    withdrawn: bool = False  # it does not count in its deal, and nobody plays on
    offers: dict[str, Offer] = field(default_factory=dict)
    replaced: dict[str, str] = field(default_factory=dict)  # seat: the computer level that plays on there
    paused: set[str] = field(default_factory=set)  # seats of those who are away until further notice
    settled: LedgerEntry | None = None  # the last answer to an offer, until somebody plays on
    rematch: str = ""
    presence: Presence = field(default_factory=Presence)
    notified: set[str] = field(default_factory=set)  # persons with a notification of the present turn
    without_channel: set[str] = field(default_factory=set)  # persons who want no notifications
    standing: dict[str, SeatOrders] = field(default_factory=dict)  # orders, by person
    unkept: dict[str, SeatOrders] = field(default_factory=dict)  # whose orders have changed, and how they were written

    def renew(self, now: OnlineState) -> None:
        """What may have changed in the database without an entry of the ledger."""
        self.keys, self.names, self.muted, self.chat = now.keys, now.names, now.muted, now.chat
        self.standing = now.standing
        self.notified -= self.without_channel
        self.without_channel.clear()  # a channel may have been set or confirmed
        self.withheld, self.withdrawn = now.withheld, now.withdrawn

    def take(self, entry: LedgerEntry) -> None:
        """What an entry of the ledger changes here."""
        of_ours = (
            entry.kind == EntryKind.CHOICE and entry.who in self.replaced
        )  # may play on before anybody has read it
        if entry.kind not in (EntryKind.FOLLOW, EntryKind.NATURE) and not of_ours:
            self.settled = entry if entry.kind in OFFER_ANSWER_KINDS else None
        if entry.kind == EntryKind.OFFER:
            made = offer(entry.choice, cast(Seat, entry.who))
            self.offers[made.kind] = made
        elif entry.kind in (EntryKind.DECLINED, EntryKind.WITHDRAWN):
            self.offers.pop(entry.choice, None)
        elif entry.kind == EntryKind.REPLACED:
            self.replaced[entry.who] = entry.choice
            self.paused.discard(entry.who)
            self.offers.clear()
        elif entry.kind == EntryKind.PAUSED:
            self.paused.add(entry.who)
        elif entry.kind == EntryKind.RETURNED:
            self.paused.discard(entry.who)
        elif entry.kind == EntryKind.REMATCH:
            self.rematch = entry.choice
        elif entry.kind == EntryKind.CHOICE:  # a player who plays on has not accepted the other's offer
            self.offers = {kind: made for kind, made in self.offers.items() if made.by == entry.who}
            self.paused.discard(entry.who)
        elif entry.kind == EntryKind.TAKEBACK:
            self.offers.clear()
