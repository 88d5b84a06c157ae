"""What two players share online: terms, offers, pauses, clocks, presence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from solafide.game import Seat
from solafide.game.notation import is_draft_pick
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
    """What was agreed on before the first card; contributions: to the joint seed, secret until revealed."""

    pace: dict[str, Any] | None = None
    study: bool = False
    deal: str = ""
    commitments: dict[str, str] = field(default_factory=dict)
    contributions: dict[str, str] = field(default_factory=dict)
    decides: str = ""  # the hash of the record of a drawn game

    def json(self) -> dict[str, Any]:
        """Return the terms as the database stores them."""
        return {_STORED_TERMS.get(name, name): value for name, value in self.__dict__.items()}

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> MatchTerms:
        """Return the terms that `json` has stored."""
        return cls(**{_TERMS_BY_STORED_NAME.get(name, name): value for name, value in stored.items()})


# Names of the terms in the database, where they differ from the fields.
_STORED_TERMS = {"commitments": "promises", "contributions": "parts"}
_TERMS_BY_STORED_NAME = {stored: name for name, stored in _STORED_TERMS.items()}


class Offer(NamedTuple):
    """What one player offers the other; to: the step to which a takeback would lead."""

    kind: str
    by: Seat
    to: int | None

    def text(self) -> str:
        """Return the offer as the ledger has it."""
        return self.kind if self.to is None else f"{self.kind}:{self.to}"


def parse_offer(text: str, by: Seat) -> Offer:
    """Parse what `Offer.text` returned.

    >>> parse_offer("takeback:12", "C")
    Offer(kind='takeback', by='C', to=12)
    """
    kind, _, to = text.partition(":")
    return Offer(kind, by, int(to) if to else None)


@dataclass
class OnlineState:
    """What an online match has besides its game; keys: the hashes of the secrets, by role."""

    terms: MatchTerms
    keys: dict[str, bytes] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    muted: frozenset[str] = frozenset()
    last_chat: int = 0  # the number of the last chat line
    clock: Clock | None = None
    outages: Sequence[Outage] = ()  # times in which no server was up
    withheld: bool = False  # others still play the same deal
    withdrawn: bool = False  # it does not count in its deal, and cannot be continued
    offers: dict[str, Offer] = field(default_factory=dict)
    replacements: dict[str, str] = field(default_factory=dict)  # seat: the computer level that plays there
    paused: set[str] = field(default_factory=set)  # seats of players who have paused
    last_offer_answer: LedgerEntry | None = None  # until a player makes a choice
    rematch: str = ""
    warned_at: str = ""  # when the players were warned that nobody plays on
    closes_at: str = ""  # when the game is closed, unless somebody plays on after the warning
    presence: Presence = field(default_factory=Presence)
    notified: set[str] = field(default_factory=set)  # persons with a notification of the present turn
    without_channel: set[str] = field(default_factory=set)  # persons who want no notifications
    standing_orders: dict[str, SeatOrders] = field(default_factory=dict)  # by person
    unsaved_orders: dict[str, SeatOrders] = field(default_factory=dict)  # by person, as stored before they changed

    def update_from(self, stored: OnlineState) -> None:
        """Take over what may have changed in the database without an entry of the ledger."""
        self.keys, self.names, self.muted, self.last_chat = stored.keys, stored.names, stored.muted, stored.last_chat
        self.standing_orders = stored.standing_orders
        self.warned_at, self.closes_at = stored.warned_at, stored.closes_at
        self.channels_changed()
        self.withheld, self.withdrawn = stored.withheld, stored.withdrawn

    def channels_changed(self) -> None:
        """A channel was set or confirmed: its owner may be notified of the present turn."""
        self.notified -= self.without_channel
        self.without_channel.clear()

    def apply_snapshot(self, agreed: dict[str, Any]) -> None:
        """Take over what `snapshot` has returned, in place of the entries before it."""
        if not agreed:
            return
        self.offers = {offer.kind: offer for offer in (Offer(*parts) for parts in agreed["offers"])}
        self.replacements, self.paused = dict(agreed["replacements"]), set(agreed["paused"])
        answer = agreed["last_offer_answer"]
        self.last_offer_answer = LedgerEntry.from_row(answer) if answer else None
        self.rematch = agreed["rematch"]

    def snapshot(self) -> dict[str, Any]:
        """Return all that entries of the ledger have changed here, as plain data."""
        return {
            "offers": [list(offer) for offer in self.offers.values()],
            "replacements": self.replacements,
            "paused": sorted(self.paused),
            "last_offer_answer": list(self.last_offer_answer) if self.last_offer_answer else None,
            "rematch": self.rematch,
        }

    def apply_entry(self, entry: LedgerEntry) -> None:
        """Apply an entry of the ledger; a pick in the draft changes nothing that the other player could see."""
        if is_draft_pick(entry.choice):
            return
        # A computer level may choose before anybody has read the answer to an offer.
        by_computer = entry.kind == EntryKind.CHOICE and entry.who in self.replacements
        if entry.kind not in (EntryKind.FOLLOW, EntryKind.NATURE) and not by_computer:
            self.last_offer_answer = entry if entry.kind in OFFER_ANSWER_KINDS else None
        if entry.kind == EntryKind.OFFER:
            offer = parse_offer(entry.choice, cast(Seat, entry.who))
            self.offers[offer.kind] = offer
        elif entry.kind in (EntryKind.DECLINED, EntryKind.WITHDRAWN):
            self.offers.pop(entry.choice, None)
        elif entry.kind == EntryKind.REPLACED:
            self.replacements[entry.who] = entry.choice
            self.paused.discard(entry.who)
            self.offers.clear()
        elif entry.kind == EntryKind.PAUSED:
            self.paused.add(entry.who)
        elif entry.kind == EntryKind.RETURNED:
            self.paused.discard(entry.who)
        elif entry.kind == EntryKind.REMATCH:
            self.rematch = entry.choice
        elif entry.kind == EntryKind.CHOICE:  # a player who plays on has not accepted the other's offer
            self.offers = {kind: offer for kind, offer in self.offers.items() if offer.by == entry.who}
            self.paused.discard(entry.who)
        elif entry.kind == EntryKind.TAKEBACK:
            self.offers.clear()
