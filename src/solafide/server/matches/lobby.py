"""Lobbies: matches before the first card, in which players take seats and the joint seed is agreed on."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, Connection, bindparam, exists, insert, literal_column, select, update

from solafide.cards import CardSet
from solafide.game import Options, SolaFideError, joint_seed
from solafide.game.joint_seed import HOST
from solafide.game.nature import contribution_commitment
from solafide.game.record.receipt import SERVER, SignedPromise
from solafide.server.matches.access import find_secret_role, hash_secret
from solafide.server.matches.blocks import is_blocked
from solafide.server.matches.card_sets import store_card_set
from solafide.server.matches.match import Match
from solafide.server.matches.online_state import MatchTerms
from solafide.server.matches.registry import MatchRegistry, new_id
from solafide.server.matches.seats import SEATS
from solafide.server.runtime.background_loop import repeat_forever
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import HUMAN, INVITATION, PERSONS, SPECTATOR, Players
from solafide.server.schemas.lobby import JoinRequest
from solafide.server.storage.ledger import WriteConflict, announce_change
from solafide.server.storage.schema import LOBBY_STATES, ledger, lobbies, seats
from solafide.server.storage.server_keys import load_promises, sign_promise

CONTRIBUTION_BYTES = 32
LOBBY_TTL = timedelta(days=7)  # after which a lobby that has not started is cancelled
MAX_LISTED_LOBBIES = 200
SWEEP_INTERVAL_S = 3600.0

# Built once: building a query takes longer than running it.
_LOBBY = select(lobbies).where(lobbies.c.id == bindparam("game"))
_LOBBY_FOR_UPDATE = _LOBBY.with_for_update()
_LOBBY_OF_REQUEST = select(lobbies.c.id).where(lobbies.c.client == bindparam("idempotency_key"))
_GAME_BEFORE_REMATCH = select(ledger.c.game).where(
    ledger.c.kind == literal_column("'rematch'"),  # as the index has it
    ledger.c.choice == bindparam("game"),
)
_LACKS_CONTRIBUTION = exists().where(seats.c.game == lobbies.c.id, seats.c.contribution.is_(None))
_READY_LOBBIES = select(lobbies.c.id).where(lobbies.c.state == "opening", ~_LACKS_CONTRIBUTION)


@dataclass(frozen=True)
class LobbySeat:
    """A player in a lobby; contribution: the player's contribution to the joint seed, once it is revealed."""

    person: str
    hash: bytes | None
    owner: bytes | None
    name: str
    commitment: str
    contribution: bytes | None


@dataclass(frozen=True)
class Lobby:
    """A lobby as the database has it."""

    id: str
    created: str
    options: Options
    cards: str
    players: Players
    pace: dict[str, Any] | None
    study: bool
    open: bool
    server_contribution: bytes
    state: str
    watch: bytes | None
    invite: bytes | None
    deal: str
    title: str
    seats: dict[str, LobbySeat] = field(default_factory=dict)
    promises: tuple[SignedPromise, ...] = ()

    @property
    def people(self) -> list[str]:
        return [person for person in PERSONS if self.players[person] == HUMAN]

    def free_seat(self) -> str | None:
        """Return the person whose seat is free; None if there is none."""
        return next((person for person in self.people if person not in self.seats), None)

    def role_of(self, secret: str | None) -> str | None:
        """Return the role of a secret: a person, the invitation, a spectator; None if it has none here."""
        if secret is None:
            return None
        keys = {person: seat.hash for person, seat in self.seats.items() if seat.hash}
        keys |= {role: key for role, key in ((SPECTATOR, self.watch), (INVITATION, self.invite)) if key}
        return find_secret_role(hash_secret(secret), keys)

    def commitments(self) -> dict[str, str]:
        """Return the commitments of the joint seed, published before any contribution is revealed."""
        commitments = {HOST: contribution_commitment(self.server_contribution)}
        for person in PERSONS:
            commitments[person] = self.seats[person].commitment if person in self.seats else ""
        return commitments

    def contributions(self) -> dict[str, bytes] | None:
        """Return the contributions to the joint seed once all are revealed; the computer's is empty."""
        contributions = {HOST: self.server_contribution}
        for person in PERSONS:
            seat = self.seats.get(person)
            contribution = b"" if self.players[person] != HUMAN else seat.contribution if seat else None
            if contribution is None:
                return None
            contributions[person] = contribution
        return contributions


class LobbyService:
    """Creates, joins and starts lobbies; all state is in the database."""

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry = registry
        self.admit: Callable[[], Awaitable[None]] | None = None  # refuses a lobby when the server is full

    async def find(self, game: str) -> Lobby:
        """Load a lobby, and start its match if that is due."""
        lobby = await self._registry.store.do(lambda connection: load_lobby(connection, game))
        return await self._start_if_ready(lobby)

    async def list_open(self) -> list[Lobby]:
        """Return the lobbies that anybody may join, the newest first."""

        def job(connection: Connection) -> list[Lobby]:
            is_open = select(lobbies.c.id).where(lobbies.c.open, lobbies.c.state == "waiting")
            newest = is_open.order_by(lobbies.c.created.desc()).limit(MAX_LISTED_LOBBIES)
            ids = connection.execute(newest).scalars().all()
            return [lobby for game in ids if (lobby := find_lobby(connection, game))]

        return await self._registry.store.do(job)

    async def create(
        self,
        host: str,
        options: Options,
        cards: CardSet,
        players: Players,
        request: JoinRequest,
        keys: dict[str, bytes],
        terms: dict[str, Any],
        address: str,
    ) -> Lobby:
        """Create a lobby in which its host has a seat; a repeated request creates one.

        keys: hashes of the secrets; address: of the guest, whose quota it counts for.
        """
        if self.admit is not None:
            await self.admit()
        game, at = new_id(), self._registry.clock.timestamp()
        waiting = list(players.values()) == [HUMAN, HUMAN]
        row = {
            "id": game,
            "created": at,
            "changed": at,
            "client": request.idempotency_key,
            "options": options.json(),
            "cards": cards.storage_key,
            "players": players,
            "part": secrets.token_bytes(CONTRIBUTION_BYTES),
            "state": "waiting" if waiting else "opening",
            "watch": keys[SPECTATOR],
            "invite": keys[INVITATION] if waiting else None,
            **terms,
        }

        def job(connection: Connection) -> Lobby:
            first: str | None = connection.execute(
                _LOBBY_OF_REQUEST, {"idempotency_key": request.idempotency_key}
            ).scalar()
            if first is not None:
                return load_lobby(connection, first)
            if self._registry.quotas is not None:
                self._registry.quotas.claim(connection, address, game, cards)
            store_card_set(connection, cards)
            connection.execute(insert(lobbies), row)
            sign_promise(connection, game, SERVER, contribution_commitment(row["part"]), at)
            _insert_seat(connection, game, host, request, at)
            return load_lobby(connection, game)

        try:
            lobby = await self._registry.store.do(job)
        except WriteConflict:  # a secret that is used elsewhere, or the same request twice at once
            raise RequestRefused(409, "server.error.idempotency_key") from None
        if lobby.role_of(request.secret) not in PERSONS:
            raise RequestRefused(409, "server.error.idempotency_key")
        return lobby

    async def create_rematch(self, match: Match, person: str, request: JoinRequest, address: str) -> Lobby:
        """Create a lobby for a rematch with swapped sides; the secret of the other player's seat is the invitation."""
        old, faith = await self.find(match.id), match.faith_of(person)
        faiths = {each: match.faith_of(each) or "" for each in PERSONS}
        host = "2" if (faith or "C") == "C" else "1"
        other = next(each for each in PERSONS if each != person)
        players = {host: HUMAN, next(each for each in PERSONS if each != host): match.setup.players[other]}
        options = Options(**old.options.json() | ({"faiths": "agreed"} if all(faiths.values()) else {}))
        keys = {SPECTATOR: old.watch or b"", INVITATION: match.keys.get(other, b"")}
        terms = {"pace": old.pace, "study": old.study, "open": False, "deal": None, "title": old.title}
        return await self.create(host, options, match.game.cards, players, request, keys, terms, address)

    async def join(self, game: str, secret: str | None, request: JoinRequest) -> Lobby:
        """Take a seat: with the invitation, or in an open lobby; a repeated request changes nothing."""
        at = self._registry.clock.timestamp()

        def job(connection: Connection) -> Lobby:
            lobby = lock_lobby(connection, game)
            if lobby.role_of(request.secret) in PERSONS:
                return lobby
            person = lobby.free_seat()
            if lobby.state != "waiting" or person is None:
                raise RequestRefused(409, "server.error.taken")
            if lobby.role_of(secret) != INVITATION and not lobby.open:
                raise RequestRefused(403, "server.error.no_invitation")
            _refuse_unwanted_opponent(connection, lobby, request)
            _insert_seat(connection, game, person, request, at)
            connection.execute(
                update(lobbies).where(lobbies.c.id == game).values(state="opening", changed=at, invite=None)
            )
            announce_change(connection, game)
            return load_lobby(connection, game)

        try:
            lobby = await self._registry.store.do(job)
        except WriteConflict:  # two at once: the other one was quicker
            raise RequestRefused(409, "server.error.taken") from None
        self._registry.publish_change(game)
        return lobby

    async def reveal(self, game: str, secret: str | None, contribution: bytes) -> Lobby:
        """Reveal a player's contribution to the joint seed; with the last one the match starts."""

        def job(connection: Connection) -> Lobby:
            lobby = lock_lobby(connection, game)
            seat = lobby.seats.get(lobby.role_of(secret) or "")
            if seat is None:
                raise RequestRefused(403, "server.error.secret")
            if not hmac.compare_digest(contribution_commitment(contribution), seat.commitment):
                raise RequestRefused(422, "server.error.commitment")
            if lobby.state not in ("opening", "begun"):
                raise RequestRefused(409, "server.error.not_opening")
            own_row = update(seats).where(seats.c.game == game, seats.c.person == seat.person)
            connection.execute(own_row.values(contribution=contribution))
            announce_change(connection, game)
            return load_lobby(connection, game)

        lobby = await self._start_if_ready(await self._registry.store.do(job))
        if lobby.state == "opening":
            self._registry.publish_change(game)
        return lobby

    async def _start_if_ready(self, lobby: Lobby) -> Lobby:
        """Start the match if all contributions are revealed; the process that got the last one may have died before."""
        if lobby.state != "opening" or (contributions := lobby.contributions()) is None:
            return lobby
        await self._start_match(lobby, contributions)
        self._registry.publish_change(lobby.id)
        return await self._registry.store.do(lambda connection: load_lobby(connection, lobby.id))

    async def _start_match(self, lobby: Lobby, contributions: dict[str, bytes]) -> None:
        """Start the match of a lobby, with the joint seed."""
        seed = joint_seed(contributions[HOST], contributions["1"], contributions["2"])
        revealed = {name: contribution.hex() for name, contribution in contributions.items()}
        decides = await self._drawn_record(lobby.id)
        terms = MatchTerms(lobby.pace, lobby.study, lobby.deal, lobby.commitments(), revealed, decides)
        cards = await self._registry.card_sets.load(lobby.cards)
        await self._registry.start_online_match(lobby.id, lobby.options, cards, lobby.players, seed, terms, lobby.title)

    async def _drawn_record(self, game: str) -> str:
        """Return the hash of the record of a drawn game that this rematch decides too (R29); empty after any other."""
        before = await self._registry.store.do(
            lambda connection: connection.execute(_GAME_BEFORE_REMATCH, {"game": game}).scalar()
        )
        if before is None:
            return ""
        match = await self._registry.match(before)  # without its lock, which a request for the rematch may hold
        outcome = match.game.outcome
        return match.record().hash if outcome and outcome.is_draw else ""

    async def leave(self, game: str, secret: str | None) -> Lobby:
        """Leave a lobby before the first card: it is cancelled."""
        at = self._registry.clock.timestamp()

        def job(connection: Connection) -> Lobby:
            lobby = lock_lobby(connection, game)
            if lobby.role_of(secret) not in PERSONS:
                raise RequestRefused(403, "server.error.secret")
            if lobby.state == "begun":
                raise RequestRefused(409, "server.error.begun")
            if lobby.deal:
                raise RequestRefused(409, "deals.error.leave")
            cancel_lobbies(connection, lobbies.c.id == game, at)
            return load_lobby(connection, game)

        lobby = await self._registry.store.do(job)
        self._registry.publish_change(game)
        return lobby

    async def sweep_forever(self) -> None:
        """Start lobbies that are ready and cancel those that are too old, every hour, until the task is cancelled."""
        await repeat_forever("sweep of lobbies", SWEEP_INTERVAL_S, self._sweep)

    async def _sweep(self) -> None:
        await self.start_ready()
        await self.cancel_old()

    async def start_ready(self) -> None:
        """Start lobbies that are ready: the process that should have done it has died."""
        ready = await self._registry.store.do(lambda connection: list(connection.execute(_READY_LOBBIES).scalars()))
        for game in ready:
            with suppress(SolaFideError):  # reported when somebody opens it
                await self.find(game)

    async def cancel_old(self) -> int:
        """Cancel lobbies in which nothing has happened for too long; return how many."""
        clock = self._registry.clock
        oldest = clock.timestamp_after(-LOBBY_TTL)
        is_old = lobbies.c.state.in_(LOBBY_STATES) & (lobbies.c.changed < oldest) & lobbies.c.deal.is_(None)
        return await self._cancel(is_old)

    async def cancel(self, game: str) -> None:
        """Cancel a lobby before the first card: the operator does so."""
        await self._cancel((lobbies.c.id == game) & lobbies.c.state.in_(LOBBY_STATES))

    async def _cancel(self, which: ColumnElement[bool]) -> int:
        at = self._registry.clock.timestamp()
        cancelled = await self._registry.store.do(lambda connection: cancel_lobbies(connection, which, at))
        for game in cancelled:
            self._registry.publish_change(game)
        return len(cancelled)


def cancel_lobbies(connection: Connection, which: ColumnElement[bool], at: str) -> list[str]:
    """Cancel lobbies and return their ids; players who wait there are notified, in other processes too."""
    cancel = update(lobbies).where(which).values(state="void", changed=at, invite=None)
    cancelled = list(connection.execute(cancel.returning(lobbies.c.id)).scalars())
    for game in cancelled:
        announce_change(connection, game)
    return cancelled


def load_lobby(connection: Connection, game: str) -> Lobby:
    """Load a lobby; refuse an unknown id."""
    lobby = find_lobby(connection, game)
    if lobby is None:
        raise RequestRefused(404, "server.error.no_game")
    return lobby


def lock_lobby(connection: Connection, game: str) -> Lobby:
    """Load a lobby and lock its row until the end of the transaction."""
    connection.execute(_LOBBY_FOR_UPDATE, {"game": game}).first()
    return load_lobby(connection, game)


def find_lobby(connection: Connection, game: str) -> Lobby | None:
    """Load a lobby; None if there is none with this id."""
    row = connection.execute(_LOBBY, {"game": game}).mappings().first()
    if row is None:
        return None
    same_names = ("id", "created", "cards", "players", "pace", "study", "open", "state", "title")
    seat_rows = connection.execute(SEATS, {"game": game}).mappings().all()
    return Lobby(
        **{name: row[name] for name in same_names},
        server_contribution=row["part"],
        options=Options.from_json(row["options"]),
        watch=row["watch"],
        invite=row["invite"],
        deal=row["deal"] or "",
        promises=load_promises(connection, row["deal"] or game),
        seats={
            each["person"]: LobbySeat(
                each["person"], each["hash"], each["owner"], each["name"], each["promise"] or "", each["contribution"]
            )
            for each in seat_rows
        },
    )


def _insert_seat(connection: Connection, game: str, person: str, request: JoinRequest, at: str) -> None:
    connection.execute(
        insert(seats),
        {
            "game": game,
            "person": person,
            "hash": hash_secret(request.secret),
            "owner": hash_secret(request.player_key) if request.player_key else None,
            "name": request.name.strip(),
            "kind": HUMAN,
            "promise": request.commitment,
            "joined": at,
        },
    )
    if load_promises(connection, game):  # a lobby from before the server's first key has none
        sign_promise(connection, game, person, request.commitment, at)


def _refuse_unwanted_opponent(connection: Connection, lobby: Lobby, request: JoinRequest) -> None:
    """Refuse a player who would play against oneself, or where one of the two has blocked the other."""
    if request.player_key is None:
        return
    own = hash_secret(request.player_key)
    for seat in lobby.seats.values():
        if seat.owner is None:
            continue
        if seat.owner == own:
            raise RequestRefused(409, "server.error.own_table")
        if is_blocked(connection, own, seat.owner):
            raise RequestRefused(403, "server.error.blocked")
