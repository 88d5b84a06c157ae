"""Tables before their first card: who sits down, and how the three parts of the chance come together."""

from __future__ import annotations

import asyncio
import hmac
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, exists, insert, literal_column, or_, select, update

from solafide.cards import CardSet
from solafide.game import Options, SolaFideError, joint_seed, promise
from solafide.server.errors import RequestRefused
from solafide.server.identity import HUMAN, INVITATION, PERSONS, SPECTATOR, Players
from solafide.server.matches.access import find_secret_role, hash_secret
from solafide.server.matches.match import Match
from solafide.server.matches.online_state import MatchTerms
from solafide.server.matches.registry import MatchRegistry, new_id, store_card_set
from solafide.server.matches.seats import SEATS
from solafide.server.schemas.lobby import JoinRequest
from solafide.server.storage.base import StorageError
from solafide.server.storage.ledger import WriteConflict, announce_change
from solafide.server.storage.schema import LOBBY_STATES, blocks, ledger, lobbies, seats

CONTRIBUTION_BYTES = 32
LOBBY_TTL = timedelta(days=7)  # after which a table that has not begun is void
MAX_LISTED_LOBBIES = 200
SWEEP_INTERVAL_S = 3600.0  # seconds between two looks for them

# Put together once: that takes longer than to ask them.
_TABLE = select(lobbies).where(lobbies.c.id == bindparam("game"))
_HELD = _TABLE.with_for_update()
_MADE = select(lobbies.c.id).where(lobbies.c.client == bindparam("client"))
_BEFORE = select(ledger.c.game).where(
    ledger.c.kind == literal_column("'rematch'"),  # as the index has it
    ledger.c.choice == bindparam("game"),
)
_UNOPENED = exists().where(seats.c.game == lobbies.c.id, seats.c.contribution.is_(None))
_READY = select(lobbies.c.id).where(lobbies.c.state == "opening", ~_UNOPENED)


@dataclass(frozen=True)
class LobbySeat:
    """Somebody at the table; `contribution`: the own part of the chance, once it is opened."""

    person: str
    hash: bytes | None
    owner: bytes | None
    name: str
    promise: str
    contribution: bytes | None


@dataclass(frozen=True)
class Lobby:
    """A table before its first card, as the database has it."""

    id: str
    created: str
    options: Options
    cards: str
    players: Players
    pace: dict[str, Any] | None
    study: bool
    open: bool
    part: bytes
    state: str
    watch: bytes | None
    invite: bytes | None
    deal: str
    seats: dict[str, LobbySeat] = field(default_factory=dict)

    @property
    def people(self) -> list[str]:
        return [person for person in PERSONS if self.players[person] == HUMAN]

    def free(self) -> str | None:
        """Where somebody may still sit down."""
        return next((person for person in self.people if person not in self.seats), None)

    def role_of(self, secret: str | None) -> str | None:
        """What a secret stands for here: a person, the invitation, watching, or nothing."""
        if secret is None:
            return None
        keys = {person: sitting.hash for person, sitting in self.seats.items() if sitting.hash}
        keys |= {kind: key for kind, key in ((SPECTATOR, self.watch), (INVITATION, self.invite)) if key}
        return find_secret_role(hash_secret(secret), keys)

    def promises(self) -> dict[str, str]:
        """What was said of the parts of the chance before any of them was known."""
        promises = {"part": promise(self.part)}
        for person in PERSONS:
            promises[person] = self.seats[person].promise if person in self.seats else ""
        return promises

    def parts(self) -> dict[str, bytes] | None:
        """The parts of the joint seed, when all are there; the computer's part is empty."""
        found = {"part": self.part}
        for person in PERSONS:
            sitting = self.seats.get(person)
            part = b"" if self.players[person] != HUMAN else sitting.contribution if sitting else None
            if part is None:
                return None
            found[person] = part
        return found


class LobbyService:
    """All tables that have not begun; the database knows best, nothing is kept in memory."""

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry = registry
        self.admit: Callable[[], Awaitable[None]] | None = None  # whether there is room for one more

    async def find(self, game: str) -> Lobby:
        return await self._ready(await self._registry.store.do(lambda connection: there(connection, game)))

    async def listed(self) -> list[Lobby]:
        """The tables that anybody may join, the newest first."""

        def job(connection: Connection) -> list[Lobby]:
            wanted = select(lobbies.c.id).where(lobbies.c.open, lobbies.c.state == "waiting")
            ids = (
                connection.execute(wanted.order_by(lobbies.c.created.desc()).limit(MAX_LISTED_LOBBIES)).scalars().all()
            )
            return [found for game in ids if (found := read(connection, game))]

        return await self._registry.store.do(job)

    async def create(
        self,
        host: str,
        options: Options,
        cards: CardSet,
        players: Players,
        wish: JoinRequest,
        keys: dict[str, bytes],
        terms: dict[str, Any],
    ) -> Lobby:
        """A new table at which its host sits; the same request twice makes one. keys: what is kept of the secrets."""
        if self.admit is not None:
            await self.admit()
        game, at, part = new_id(), self._registry.clock.timestamp(), secrets.token_bytes(CONTRIBUTION_BYTES)
        waiting = list(players.values()) == [HUMAN, HUMAN]
        row = {
            "id": game,
            "created": at,
            "changed": at,
            "client": wish.client,
            "options": options.json(),
            "cards": cards.storage_key,
            "players": players,
            "part": part,
            "state": "waiting" if waiting else "opening",
            "watch": keys[SPECTATOR],
            "invite": keys[INVITATION] if waiting else None,
            **terms,
        }

        def job(connection: Connection) -> Lobby:
            store_card_set(connection, cards)
            made: str | None = connection.execute(_MADE, {"client": wish.client}).scalar()
            if made is not None:
                return there(connection, made)
            connection.execute(insert(lobbies), row)
            _sit(connection, game, host, wish, at)
            return there(connection, game)

        try:
            found = await self._registry.store.do(job)
        except WriteConflict:  # a secret that is used elsewhere, or the same request twice at once
            raise RequestRefused(409, "server.error.client") from None
        if found.role_of(wish.secret) not in PERSONS:
            raise RequestRefused(409, "server.error.client")
        return found

    async def again(self, match: Match, person: str, wish: JoinRequest) -> Lobby:
        """The same once more with swapped sides; the secret of the other one's seat is the invitation."""
        old, faith = await self.find(match.id), match.faith_of(person)
        faiths = {one: match.faith_of(one) or "" for one in PERSONS}
        host = "2" if (faith or "C") == "C" else "1"
        other = next(one for one in PERSONS if one != person)
        players = {host: HUMAN, next(one for one in PERSONS if one != host): match.setup.players[other]}
        options = Options(**old.options.json() | ({"faiths": "agreed"} if all(faiths.values()) else {}))
        keys = {SPECTATOR: old.watch or b"", INVITATION: match.keys.get(other, b"")}
        terms = {"pace": old.pace, "study": old.study, "open": False, "deal": None}
        return await self.create(host, options, match.game.cards, players, wish, keys, terms)

    async def join(self, game: str, secret: str | None, wish: JoinRequest) -> Lobby:
        """Somebody sits down: with the invitation, or at an open table; pressing twice is as good as once."""
        at = self._registry.clock.timestamp()

        def job(connection: Connection) -> Lobby:
            found = held(connection, game)
            if found.role_of(wish.secret) in PERSONS:
                return found
            free = found.free()
            if found.state != "waiting" or free is None:
                raise RequestRefused(409, "server.error.taken")
            if found.role_of(secret) != INVITATION and not found.open:
                raise RequestRefused(403, "server.error.uninvited")
            _meet(connection, found, wish)
            _sit(connection, game, free, wish, at)
            connection.execute(
                update(lobbies).where(lobbies.c.id == game).values(state="opening", changed=at, invite=None)
            )
            announce_change(connection, game)
            return there(connection, game)

        try:
            found = await self._registry.store.do(job)
        except WriteConflict:  # two at once: the other one was quicker
            raise RequestRefused(409, "server.error.taken") from None
        self._registry.publish_change(game)
        return found

    async def open(self, game: str, secret: str | None, contribution: bytes) -> Lobby:
        """A part of the chance comes to light; with the last one the game begins."""

        def job(connection: Connection) -> Lobby:
            found = held(connection, game)
            sitting = found.seats.get(found.role_of(secret) or "")
            if sitting is None:
                raise RequestRefused(403, "server.error.secret")
            if not hmac.compare_digest(promise(contribution), sitting.promise):
                raise RequestRefused(422, "server.error.promise")
            if found.state not in ("opening", "begun"):
                raise RequestRefused(409, "server.error.not_opening")
            wanted = update(seats).where(seats.c.game == game, seats.c.person == sitting.person)
            connection.execute(wanted.values(contribution=contribution))
            announce_change(connection, game)
            return there(connection, game)

        found = await self._ready(await self._registry.store.do(job))
        if found.state == "opening":
            self._registry.publish_change(game)
        return found

    async def _ready(self, lobby: Lobby) -> Lobby:
        """Start the match if nothing is lacking; the request that opened the last part may have died before it."""
        if lobby.state != "opening" or (parts := lobby.parts()) is None:
            return lobby
        await self._begin(lobby, parts)
        self._registry.publish_change(lobby.id)
        return await self._registry.store.do(lambda connection: there(connection, lobby.id))

    async def _begin(self, lobby: Lobby, parts: dict[str, bytes]) -> None:
        """The first card: from the seed that nobody could choose."""
        seed = joint_seed(parts["part"], parts["1"], parts["2"])
        opened = {name: part.hex() for name, part in parts.items()}
        decides = await self._decides(lobby.id)
        terms = MatchTerms(lobby.pace, lobby.study, lobby.deal, lobby.promises(), opened, decides)
        cards = await self._registry.cards(lobby.cards)
        await self._registry.start_online_match(lobby.id, lobby.options, cards, lobby.players, seed, terms)

    async def _decides(self, game: str) -> str:
        """The record of the drawn game that a rematch decides too (R29); nothing after any other."""
        before = await self._registry.store.do(lambda connection: connection.execute(_BEFORE, {"game": game}).scalar())
        if before is None:
            return ""
        async with self._registry.locked(before) as match:
            ended = match.game.outcome
            return match.record().hash if ended and ended.winner is None else ""

    async def leave(self, game: str, secret: str | None) -> Lobby:
        """Before the first card anybody may go: then there is no game."""
        at = self._registry.clock.timestamp()

        def job(connection: Connection) -> Lobby:
            found = held(connection, game)
            if found.role_of(secret) not in PERSONS:
                raise RequestRefused(403, "server.error.secret")
            if found.state == "begun":
                raise RequestRefused(409, "server.error.begun")
            if found.deal:
                raise RequestRefused(409, "deals.error.leave")
            void(connection, lobbies.c.id == game, at)
            return there(connection, game)

        found = await self._registry.store.do(job)
        self._registry.publish_change(game)
        return found

    async def sweep_forever(self) -> None:
        """Start lobbies that are ready and cancel those that are too old, every hour, until the task is cancelled."""
        while True:
            with suppress(StorageError):  # next time, then
                await self.go_on()
                await self.sweep()
            await asyncio.sleep(SWEEP_INTERVAL_S)

    async def go_on(self) -> None:
        """Tables that lack nothing but the first card, because a server died before it, begin."""
        for game in await self._registry.store.do(lambda connection: list(connection.execute(_READY).scalars())):
            with suppress(SolaFideError):  # reported when somebody opens it
                await self.find(game)

    async def sweep(self) -> None:
        """Tables for which somebody has waited too long are void."""
        clock = self._registry.clock
        oldest = clock.timestamp_after(-LOBBY_TTL)
        late = lobbies.c.state.in_(LOBBY_STATES) & (lobbies.c.changed < oldest) & lobbies.c.deal.is_(None)
        for game in await self._registry.store.do(lambda connection: void(connection, late, clock.timestamp())):
            self._registry.publish_change(game)


def void(connection: Connection, which: ColumnElement[bool], at: str) -> list[str]:
    """Cancel lobbies; players who wait there are told, in other processes too."""
    ended = update(lobbies).where(which).values(state="void", changed=at, invite=None)
    found = list(connection.execute(ended.returning(lobbies.c.id)).scalars())
    for game in found:
        announce_change(connection, game)
    return found


def there(connection: Connection, game: str) -> Lobby:
    """A table that must be there."""
    found = read(connection, game)
    if found is None:
        raise RequestRefused(404, "server.error.no_game")
    return found


def held(connection: Connection, game: str) -> Lobby:
    """A table that nobody else changes until the end of the transaction: of two at once, one sees the other."""
    connection.execute(_HELD, {"game": game}).first()
    return there(connection, game)


def read(connection: Connection, game: str) -> Lobby | None:
    row = connection.execute(_TABLE, {"game": game}).mappings().first()
    if row is None:
        return None
    sitting = connection.execute(SEATS, {"game": game}).mappings().all()
    return Lobby(
        **{name: row[name] for name in ("id", "created", "cards", "players", "pace", "study", "open", "part", "state")},
        options=Options.from_json(row["options"]),
        watch=row["watch"],
        invite=row["invite"],
        deal=row["deal"] or "",
        seats={
            one["person"]: LobbySeat(
                one["person"], one["hash"], one["owner"], one["name"], one["promise"] or "", one["contribution"]
            )
            for one in sitting
        },
    )


def _sit(connection: Connection, game: str, person: str, wish: JoinRequest, at: str) -> None:
    connection.execute(
        insert(seats),
        {
            "game": game,
            "person": person,
            "hash": hash_secret(wish.secret),
            "owner": hash_secret(wish.player) if wish.player else None,
            "name": wish.name.strip(),
            "kind": HUMAN,
            "promise": wish.promise,
            "joined": at,
        },
    )


def _meet(connection: Connection, lobby: Lobby, wish: JoinRequest) -> None:
    """Nobody plays against oneself by mistake, or against somebody who does not want it."""
    if wish.player is None:
        return
    own = hash_secret(wish.player)
    for sitting in lobby.seats.values():
        if sitting.owner is None:
            continue
        if sitting.owner == own:
            raise RequestRefused(409, "server.error.own_table")
        if avoid(connection, own, sitting.owner):
            raise RequestRefused(403, "server.error.blocked")


def avoid(connection: Connection, one: bytes, other: bytes) -> bool:
    """Whether one of two does not want to meet the other; both by their player keys' hashes."""
    ways = ((one, other), (other, one))
    either = or_(*((blocks.c.owner == who) & (blocks.c.blocked == whom) for who, whom in ways))
    return connection.execute(select(blocks.c.owner).where(either)).first() is not None
