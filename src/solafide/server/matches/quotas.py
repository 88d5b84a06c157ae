"""Quotas of guests: how many unfinished games, card sets and bytes one address, and its network, may have here."""

from __future__ import annotations

import hmac
from datetime import timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Text, case, exists, func, insert, or_, select, text, type_coerce

from solafide.cards import CardSet
from solafide.server.limits.networks import network_of
from solafide.server.matches.capacity import UNFINISHED_PATTERN
from solafide.server.runtime.settings import RequestLimitSettings
from solafide.server.runtime.wall_clock import SYSTEM_CLOCK, WallClock
from solafide.server.schemas.errors import RequestRefused
from solafide.server.storage.idempotency import MAX_ANSWERS_PER_GAME
from solafide.server.storage.schema import (
    LOBBY_STATES,
    card_sets,
    chat,
    creators,
    deals,
    games,
    guest_days,
    lobbies,
    notes,
)

HASH_BYTES = 16
MEGABYTE = 1_000_000
STORED_COUNTS_FOR = timedelta(days=30)  # how long card sets and finished games count
# What is stored with a game, from the pages of an SQLite file with its indexes. Chat and notes count as the longest,
# because reading them takes long.
GAME_BYTES, LEDGER_ENTRY_BYTES, ANSWER_BYTES, CHAT_LINE_BYTES, NOTE_BYTES = 4000, 200, 2000, 500, 20_000
OPEN_DEAL_PATTERN = '%"closed":false%'  # in the data of a deal
_ADD_TO_DAY = text(  # the same in both databases; SQLAlchemy has a construct for each
    "INSERT INTO guest_days (guest, day, card_sets, bytes) VALUES (:guest, :day, :card_sets, :bytes) "
    "ON CONFLICT (guest, day) DO UPDATE "
    "SET card_sets = guest_days.card_sets + excluded.card_sets, bytes = guest_days.bytes + excluded.bytes"
)


class Guest(NamedTuple):
    """An address and its network as keyed hashes: nobody without the key of the server can find them out."""

    address: bytes
    network: bytes


class GuestUse(NamedTuple):
    """What one address or one network has on this server."""

    unfinished: int  # games, lobbies and deals
    card_sets: int  # of the last weeks
    stored_bytes: int  # an estimate


class GuestQuotas:
    """Counts what was created from an address and from its network, and refuses what is too much."""

    def __init__(self, limits: RequestLimitSettings, key: bytes, clock: WallClock = SYSTEM_CLOCK) -> None:
        self._limits, self._key, self._clock = limits, key, clock

    def guest(self, address: str) -> Guest:
        """Return what is stored of a guest."""
        return Guest(self._hash("address", address), self._hash("network", network_of(address)))

    def _hash(self, kind: str, text: str) -> bytes:
        return hmac.digest(self._key, f"{kind}\n{text}".encode(), "sha256")[:HASH_BYTES]

    def claim(self, connection: Connection, address: str, game: str, cards: CardSet | None = None) -> None:
        """Store who creates a lobby or a deal, within the transaction that creates it; refuse it if it is too much.

        cards: the card set that comes along, which is not stored yet.
        """
        guest = self.guest(address)
        new_set = cards if cards is not None and _is_new(connection, cards) else None
        oldest = self._clock.timestamp_after(-STORED_COUNTS_FOR)
        self._check(address_use(connection, guest.address, oldest), new_set, 1)
        if self._limits.network:
            self._check(network_use(connection, guest.network, oldest), new_set, self._limits.network)
        connection.execute(insert(creators).values(game=game, **guest._asdict()))
        if new_set is not None:
            add_stored(connection, guest, self._clock.timestamp(), len(new_set.canonical().encode()), 1)

    def _check(self, use: GuestUse, new_set: CardSet | None, times: int) -> None:
        """Refuse what exceeds a quota; times: how many times that of an address it is."""
        limits = self._limits
        if limits.guest_games and use.unfinished >= times * limits.guest_games:
            raise RequestRefused(429, "server.error.quota_games")
        if limits.guest_stored and use.stored_bytes >= times * limits.guest_stored * MEGABYTE:
            raise RequestRefused(429, "server.error.quota_stored")
        if new_set is not None and limits.guest_sets and use.card_sets >= times * limits.guest_sets:
            raise RequestRefused(429, "server.error.quota_card_sets")


def add_stored(connection: Connection, guest: Guest, at: str, byte_count: int, set_count: int = 0) -> None:
    """Count a card set or a finished game for an address and its network, on the day of a timestamp."""
    for each in guest:
        row = {"guest": each, "day": day_of(at), "card_sets": set_count, "bytes": byte_count}
        connection.execute(_ADD_TO_DAY, row)


def day_of(timestamp: str) -> str:
    """
    >>> day_of("2026-11-18T11:28:30.000+00:00")
    '2026-11-18'
    """
    return timestamp.partition("T")[0]


def address_use(connection: Connection, address: bytes, oldest: str) -> GuestUse:
    """Return what an address has; oldest: the time since which finished games count."""
    return _use(connection, creators.c.address == address, address, oldest)


def network_use(connection: Connection, network: bytes, oldest: str) -> GuestUse:
    """Return what a network has; oldest: the time since which finished games count."""
    return _use(connection, creators.c.network == network, network, oldest)


def _use(connection: Connection, is_own: ColumnElement[bool], guest: bytes, oldest: str) -> GuestUse:
    unfinished = select(func.count()).select_from(creators).where(is_own, is_unfinished())
    stored = select(func.sum(stored_bytes())).select_from(creators.outerjoin(games, games.c.id == creators.c.game))
    earlier = select(func.sum(guest_days.c.card_sets), func.sum(guest_days.c.bytes))
    set_count, earlier_bytes = connection.execute(
        earlier.where(guest_days.c.guest == guest, guest_days.c.day >= day_of(oldest))
    ).one()
    return GuestUse(
        connection.execute(unfinished).scalar_one(),
        int(set_count or 0),
        int((connection.execute(stored.where(is_own)).scalar() or 0) + (earlier_bytes or 0)),
    )


def guest_uses(connection: Connection, oldest: str) -> dict[Guest, GuestUse]:
    """Return what the creators of games have: by address with its network, and by a hash alone if no game is left.

    oldest: the time since which finished games count.
    """
    unfinished = func.sum(case((is_unfinished(), 1), else_=0))
    own = select(creators.c.address, creators.c.network, unfinished, func.sum(stored_bytes()))
    joined = own.select_from(creators.outerjoin(games, games.c.id == creators.c.game))
    rows = connection.execute(joined.group_by(creators.c.address, creators.c.network)).all()
    days = select(guest_days.c.guest, func.sum(guest_days.c.card_sets), func.sum(guest_days.c.bytes))
    counted = connection.execute(days.where(guest_days.c.day >= day_of(oldest)).group_by(guest_days.c.guest)).all()
    earlier = {guest: (int(sets), int(size)) for guest, sets, size in counted}
    uses: dict[Guest, GuestUse] = {}
    for address, network, count, size in rows:
        sets, earlier_size = earlier.pop(address, (0, 0))
        uses[Guest(address, network)] = GuestUse(int(count), sets, int(size) + earlier_size)
    for _, network, _, _ in rows:
        earlier.pop(network, None)  # the same once more, for the network as a whole
    return uses | {Guest(guest, b""): GuestUse(0, *amounts) for guest, amounts in earlier.items()}


def stored_bytes() -> ColumnElement[int]:
    """How much is stored with the game of a row of `creators` joined to `games`, about; cheap at any length."""
    length = func.coalesce(games.c.length, 0)
    answers = case((length < MAX_ANSWERS_PER_GAME, length), else_=MAX_ANSWERS_PER_GAME)
    last_line = select(func.max(chat.c.number)).where(chat.c.game == creators.c.game).scalar_subquery()
    note_count = select(func.count()).select_from(notes).where(notes.c.game == creators.c.game).scalar_subquery()
    return (
        GAME_BYTES
        + length * LEDGER_ENTRY_BYTES
        + answers * ANSWER_BYTES
        + func.coalesce(last_line, 0) * CHAT_LINE_BYTES
        + note_count * NOTE_BYTES
    )


def is_unfinished() -> ColumnElement[bool]:
    """Whether what a row of `creators` stands for is a lobby, an unfinished game or an open deal."""
    waiting = exists().where(lobbies.c.id == creators.c.game, lobbies.c.state.in_(LOBBY_STATES))
    summary, deal = type_coerce(games.c.summary, Text), type_coerce(deals.c.data, Text)
    playing = exists().where(games.c.id == creators.c.game, summary.like(UNFINISHED_PATTERN))
    is_open = exists().where(deals.c.id == creators.c.game, deal.like(OPEN_DEAL_PATTERN))
    return or_(*(each.correlate(creators) for each in (waiting, playing, is_open)))


def _is_new(connection: Connection, cards: CardSet) -> bool:
    stored = select(card_sets.c.hash).where(card_sets.c.hash == cards.hash)
    return not cards.builtin and connection.execute(stored).first() is None
