"""What is stored about one player: exported in pieces, and deleted game by game, so that nobody else waits for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, Table, delete, func, select, tuple_

from solafide.server.matches.lobby import cancel_lobbies
from solafide.server.matches.registry import MatchRegistry
from solafide.server.matches.unused_card_sets import delete_abandoned_games
from solafide.server.schemas.errors import RequestRefused
from solafide.server.storage.ledger import announce_change
from solafide.server.storage.schema import (
    LOBBY_STATES,
    blocks,
    chat,
    game_tags,
    games,
    lobbies,
    notes,
    notifications,
    reports,
    responses,
    seats,
    standing_orders,
)

EXPORT_BATCH_MESSAGES = 100  # at most 50,000 characters in a piece; meanwhile nobody else has a turn
MAX_OPEN_EXPORTS_PER_GUEST = 1  # open at the same time
PLAYER_TABLES = (notes, standing_orders, chat, notifications, reports, game_tags)  # what a player has written at a seat


class OwnSeat(NamedTuple):
    """A seat of a player; the order is that of the export."""

    game: str
    person: str


class OwnDataService:
    """Exports and deletes what belongs to a player key; owner: its hash."""

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry, self._store = registry, registry.store
        self.open_exports: Counter[str] = Counter()  # by guest

    # ------------------------------------------------------------ export

    @contextmanager
    def export_slot(self, guest: str) -> Iterator[None]:
        """Let a guest have one export at a time; another one is refused."""
        self.require_slot(guest)
        self.open_exports[guest] += 1
        try:
            yield
        finally:
            self.open_exports[guest] -= 1
            if not self.open_exports[guest]:
                del self.open_exports[guest]

    def require_slot(self, guest: str) -> None:
        """Refuse a guest who has an export open."""
        if self.open_exports[guest] >= MAX_OPEN_EXPORTS_PER_GUEST:
            raise RequestRefused(503, "server.error.busy")

    async def export(self, owner: bytes) -> AsyncIterator[bytes]:
        """Yield one JSON document in pieces, each read by a separate job; no piece grows with the number of games."""
        yield b'{"seats":['
        last: OwnSeat | None = None
        while (following := await self._store.do(partial(_next_seat, owner=owner, after=last))) is not None:
            before, (last, facts) = b"" if last is None else b",", following
            yield before + orjson.dumps(facts)[:-1] + b',"chat":['
            number = 0
            while messages := await self._store.do(partial(_next_messages, seat=last, after=number)):
                lines = b",".join(orjson.dumps(message) for message in messages)
                yield (b"," if number else b"") + lines
                number = messages[-1]["number"]
            yield b"]}"
        count = select(func.count()).select_from(blocks).where(blocks.c.owner == owner)
        blocked: int = await self._store.do(lambda connection: connection.execute(count).scalar_one())
        yield b'],"blocked":' + orjson.dumps(blocked) + b"}"

    # ------------------------------------------------------------ deletion

    async def delete(self, owner: bytes) -> None:
        """Delete everything that a player has written and give up the seats, each game by a separate job.

        A deletion that was interrupted is completed by the next one: its seats still have their owner.
        """
        give_up = partial(_give_up_seat, owner=owner, at=self._registry.clock.timestamp())
        while (game := await self._store.do(give_up)) is not None:
            self._registry.schedule_refresh(game)
        await self._store.do(lambda connection: connection.execute(delete(blocks).where(blocks.c.owner == owner)))


def _next_seat(connection: Connection, owner: bytes, after: OwnSeat | None) -> tuple[OwnSeat, dict[str, Any]] | None:
    """Return the next seat of a player with everything written there but the chat."""
    query = select(seats).where(seats.c.owner == owner).order_by(seats.c.game, seats.c.person).limit(1)
    if after is not None:
        query = query.where(tuple_(seats.c.game, seats.c.person) > after)
    row = connection.execute(query).mappings().first()
    if row is None:
        return None
    seat = OwnSeat(row["game"], row["person"])

    def written(table: Table, *names: str) -> list[dict[str, Any]]:
        columns = select(*(table.c[name] for name in names))
        rows = connection.execute(columns.where(table.c.game == seat.game, table.c.person == seat.person))
        return [{str(name): value for name, value in each.items()} for each in rows.mappings()]

    return seat, {
        **seat._asdict(),
        "deal": connection.execute(select(lobbies.c.deal).where(lobbies.c.id == seat.game)).scalar() or "",
        "title": connection.execute(select(lobbies.c.title).where(lobbies.c.id == seat.game)).scalar() or "",
        "name": row["name"],
        "joined": row["joined"],
        "muted": row["muted"],
        "notes": written(notes, "text"),
        "tags": written(game_tags, "tag"),
        "standing_orders": written(standing_orders, "data"),
        "notifications": written(notifications, "kind", "target", "confirmed"),
        "reports": written(reports, "reason", "text", "consent", "created", "closed"),
    }


def _next_messages(connection: Connection, seat: OwnSeat, after: int) -> list[dict[str, Any]]:
    own = (chat.c.game == seat.game) & (chat.c.person == seat.person) & (chat.c.number > after)
    query = select(chat.c.number, chat.c.text, chat.c.at).where(own).order_by(chat.c.number)
    rows = connection.execute(query.limit(EXPORT_BATCH_MESSAGES)).mappings()
    return [{str(name): value for name, value in row.items()} for row in rows]


def _give_up_seat(connection: Connection, owner: bytes, at: str) -> str | None:
    """Give up one seat with what was written there, and the stored answers of its game; return the game."""
    seat = connection.execute(select(seats.c.game, seats.c.person).where(seats.c.owner == owner).limit(1)).first()
    if seat is None:
        return None
    game, person = seat
    for table in PLAYER_TABLES:
        connection.execute(delete(table).where(table.c.game == game, table.c.person == person))
    announce_change(connection, game)
    _remove_own_title(connection, game, person)
    lobby = connection.execute(select(lobbies.c.state, lobbies.c.deal).where(lobbies.c.id == game)).first()
    state, deal = lobby or (None, None)
    connection.execute(delete(responses).where(responses.c.game.in_([game, deal] if deal else [game])))
    this_seat = (seats.c.game == game) & (seats.c.person == person)
    if state in LOBBY_STATES and deal:
        connection.execute(delete(seats).where(this_seat))
        return str(game)
    if state in LOBBY_STATES:
        cancel_lobbies(connection, lobbies.c.id == game, at)
    connection.execute(seats.update().where(this_seat).values(hash=None, owner=None, name=""))
    delete_abandoned_games(connection, [game], at)
    return str(game)


def _remove_own_title(connection: Connection, game: str, person: str) -> None:
    """Take the name of a game away if this person gave it: the first one who had a seat there."""
    first = select(seats.c.person).where(seats.c.game == game).order_by(seats.c.joined, seats.c.person).limit(1)
    if connection.execute(first).scalar() == person:
        connection.execute(lobbies.update().where(lobbies.c.id == game).values(title=""))
        connection.execute(games.update().where(games.c.id == game).values(title=""))
