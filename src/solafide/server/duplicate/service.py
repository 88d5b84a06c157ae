"""Duplicate deals in the database: create, reveal, join, leave and close them, and settle their games."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, RowMapping, Text, delete, insert, select, type_coerce, update

from solafide.cards import CardSet
from solafide.game import Options, joint_seed
from solafide.game.joint_seed import HOST
from solafide.game.nature import commitment, contribution_commitment
from solafide.game.record.receipt import SEED, SERVER, SignedPromise
from solafide.server.duplicate.daily import parse_daily_name
from solafide.server.duplicate.deal import (
    CATHOLIC,
    PAIRS,
    PAIRS_BOARDS,
    PROTESTANT,
    BoardSeat,
    Deal,
    DealBoard,
    add_player,
    change_board,
    close_deal,
    deal_from_json,
    free_seat,
    margin,
)
from solafide.server.engine.level_game import unclaimed_circle_points
from solafide.server.limits.token_bucket import DAY_S, AddressBuckets
from solafide.server.matches.access import find_secret_role, hash_secret
from solafide.server.matches.after_commit import Commit
from solafide.server.matches.blocks import is_blocked
from solafide.server.matches.card_sets import store_card_set
from solafide.server.matches.lobby import CONTRIBUTION_BYTES, cancel_lobbies
from solafide.server.matches.match import Match
from solafide.server.matches.online_state import MatchTerms
from solafide.server.matches.quotas import OPEN_DEAL_PATTERN
from solafide.server.matches.registry import MatchRegistry, new_id
from solafide.server.matches.seats import NO_DEAL, DealState
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import HUMAN, PERSONS
from solafide.server.storage.ledger import WriteConflict, announce_change
from solafide.server.storage.schema import LOBBY_STATES, deals, games, lobbies, seats
from solafide.server.storage.server_keys import load_promises, sign_promise

_NAME = b"solafide deal 1\n"
MAX_SEARCHED_DEALS = 500  # the newest deals, among which open ones are searched
WITHDRAW_AFTER = timedelta(days=14)  # without a choice: then a game may be withdrawn


@dataclass(frozen=True)
class StoredDeal:
    """A deal with its terms, its seats by game and person, and its started games."""

    id: str
    created: str
    deal: Deal
    terms: dict[str, Any]  # options, cards, pace, opponent, open, promise, creator and invite as hex
    server_contribution: bytes
    contribution: bytes | None
    seed: bytes | None
    seats: dict[tuple[str, str], RowMapping]
    started: dict[str, RowMapping]
    promises: tuple[SignedPromise, ...]

    @property
    def options(self) -> Options:
        return Options.from_json(self.terms["options"])

    def players(self) -> dict[str, str]:
        """Return who plays in each of its games, by person."""
        if self.deal.kind == PAIRS:
            return dict.fromkeys(PERSONS, HUMAN)
        return {person: HUMAN if person == self.deal.person else self.terms["opponent"] for person in PERSONS}

    def taken_seats(self) -> list[BoardSeat]:
        places = {board.game: number for number, board in enumerate(self.deal.boards)}
        return [BoardSeat(places[game], person) for game, person in self.seats]

    def is_ready(self, board: DealBoard) -> bool:
        """Whether all seats of a board are taken, and its game has not started."""
        people = [person for person, kind in self.players().items() if kind == HUMAN]
        complete = all((board.game, person) in self.seats for person in people)
        return complete and board.game not in self.started and not board.withdrawn

    def role(self, secret: str | None) -> str:
        """Return the role of a secret: `creator`, `invite`, a seat as `game/person`, or empty."""
        if secret is None:
            return ""
        keys = {role: bytes.fromhex(self.terms[role]) for role in ("creator", "invite")}
        keys |= {f"{game}/{person}": row["hash"] for (game, person), row in self.seats.items() if row["hash"]}
        return find_secret_role(hash_secret(secret), keys) or ""


class DuplicateDealService:
    """Creates, joins and settles duplicate deals; all state is in the database."""

    def __init__(self, registry: MatchRegistry, max_seats_a_day: int = 0) -> None:
        """max_seats_a_day: in one deal for one address; a browser makes its own player key, and may make two."""
        self._registry = registry
        self._taken = AddressBuckets(
            max_seats_a_day / DAY_S, max_seats_a_day, lambda: registry.clock.milliseconds() / 1000
        )
        registry.load_deal_state = load_deal_state

    async def find(self, name: str) -> StoredDeal:
        """Load a deal; start and settle games where a process died before doing so."""
        stored = await self._registry.store.do(lambda connection: load_deal(connection, name))
        boards = stored.deal.boards
        ready = [board.game for board in boards if stored.is_ready(board)]
        unsettled = [board.game for board in boards if not board.done and _has_ended(stored.started.get(board.game))]
        for game in ready:
            await self._start_match(stored, game)
        for game in unsettled:
            await self.settle(await self._registry.match(game))
        if ready or unsettled:
            return await self._registry.store.do(lambda connection: load_deal(connection, name))
        return stored

    async def list_open(self) -> list[StoredDeal]:
        """Return the deals that anybody may join, the newest first."""

        def job(connection: Connection) -> list[StoredDeal]:
            revealed = select(deals.c.id, deals.c.data).where(deals.c.seed.is_not(None))
            rows = connection.execute(revealed.order_by(deals.c.created.desc()).limit(MAX_SEARCHED_DEALS)).all()
            open_deals = [name for name, data in rows if data["terms"]["open"] and not data["deal"]["closed"]]
            return [load_deal(connection, name, lock=False) for name in open_deals]

        return await self._registry.store.do(job)

    async def create(
        self, deal: Deal, terms: dict[str, Any], cards: CardSet, idempotency_key: str, address: str
    ) -> StoredDeal:
        """Create a deal, with the server's contribution to the joint seed; a repeated request creates one.

        address: of the guest, whose quota it counts for.
        """
        name = hashlib.sha256(_NAME + idempotency_key.encode()).hexdigest()[:32]
        server_contribution = secrets.token_bytes(CONTRIBUTION_BYTES)
        if deal.kind == PAIRS:
            deal = replace(deal, boards=tuple(DealBoard(new_id()) for _ in range(PAIRS_BOARDS)))
        data = {"deal": deal.json(), "terms": terms}
        at = self._registry.clock.timestamp()

        def job(connection: Connection) -> StoredDeal:
            if connection.execute(select(deals.c.id).where(deals.c.id == name)).first() is None:
                if self._registry.quotas is not None:
                    self._registry.quotas.claim(connection, address, name, cards)
                store_card_set(connection, cards)
                connection.execute(insert(deals).values(id=name, created=at, data=data, part=server_contribution))
                sign_promise(connection, name, SERVER, contribution_commitment(server_contribution), at)
                sign_promise(connection, name, CATHOLIC, terms["promise"], at)
            return load_deal(connection, name)

        stored = await self._registry.store.do(job)
        if stored.terms["creator"] != terms["creator"]:
            raise RequestRefused(409, "server.error.idempotency_key")
        return stored

    async def reveal(self, name: str, secret: str | None, contribution: bytes) -> StoredDeal:
        """Reveal the creator's contribution to the joint seed: the seed is fixed before anybody takes a seat."""
        at = self._registry.clock.timestamp()

        def job(connection: Connection) -> StoredDeal:
            stored = load_deal(connection, name)
            if stored.role(secret) != "creator":
                raise RequestRefused(403, "server.error.secret")
            if not hmac.compare_digest(contribution_commitment(contribution), stored.terms["promise"]):
                raise RequestRefused(422, "server.error.commitment")
            seed = joint_seed(stored.server_contribution, contribution, b"")
            connection.execute(update(deals).where(deals.c.id == name).values(contribution=contribution, seed=seed))
            if stored.seed is None:
                sign_promise(connection, name, SEED, commitment(seed).removeprefix("sha256:"), at)
            return load_deal(connection, name)

        return await self._registry.store.do(job)

    # ------------------------------------------------------------ seats

    async def join(self, name: str, secret: str | None, request: DealSeatRequest, address: str) -> StoredDeal:
        """Take a seat; as soon as all seats of a board are taken, its game starts.

        address: of the guest, whose quota a new board counts for, and who may take few seats in one deal.
        """
        at = self._registry.clock.timestamp()

        def job(connection: Connection) -> None:
            stored = load_deal(connection, name)
            if "/" in stored.role(request.secret):
                return
            if stored.seed is None:
                raise RequestRefused(409, "deals.error.unopened")
            if not stored.terms["open"] and stored.role(secret) != "invite":
                raise RequestRefused(403, "server.error.no_invitation")
            player = hash_secret(request.player)
            seat = _find_seat(connection, stored, player, request.team)
            after = add_player(stored.deal, player.hex())
            if self._taken.take(f"{name} {address}"):
                raise RequestRefused(429, "deals.error.many_from_address")
            if seat.board == len(after.boards):
                after = replace(after, boards=(*after.boards, DealBoard(new_id())))
            game = after.boards[seat.board].game
            if _insert_board_lobby(connection, stored, game, at) and self._registry.quotas is not None:
                self._registry.quotas.claim(connection, address, game)
            connection.execute(insert(seats).values(seat_row(game, seat.person, request, player, at)))
            save_deal(connection, stored, after)

        try:
            await self._registry.store.do(job)
        except WriteConflict:  # a secret that is used elsewhere, or two at once
            raise RequestRefused(409, "server.error.taken") from None
        return await self.find(name)

    async def _start_match(self, stored: StoredDeal, game: str) -> None:
        """Start the game of a board."""
        assert stored.seed is not None
        assert stored.contribution is not None
        server_commitment = contribution_commitment(stored.server_contribution)
        commitments = {HOST: server_commitment, CATHOLIC: stored.terms["promise"], PROTESTANT: ""}
        contributions = {HOST: stored.server_contribution.hex(), CATHOLIC: stored.contribution.hex(), PROTESTANT: ""}
        terms = MatchTerms(stored.terms["pace"], False, stored.id, commitments, contributions)
        cards = await self._registry.card_sets.load(stored.terms["cards"])
        await self._registry.start_online_match(game, stored.options, cards, stored.players(), stored.seed, terms)
        self._registry.publish_change(game)

    async def leave(self, name: str, secret: str | None) -> StoredDeal:
        """Leave a seat before the first card: somebody else may take it."""

        def job(connection: Connection) -> StoredDeal:
            stored = load_deal(connection, name)
            game, _, person = stored.role(secret).partition("/")
            if not person:
                raise RequestRefused(403, "server.error.secret")
            is_ready = any(stored.is_ready(board) for board in stored.deal.boards if board.game == game)
            if game in stored.started or is_ready:
                raise RequestRefused(409, "server.error.begun")
            owner = stored.seats[game, person]["owner"]
            connection.execute(delete(seats).where(seats.c.game == game, seats.c.person == person))
            save_deal(connection, stored, replace(stored.deal, sat=stored.deal.sat - {owner.hex()}))
            return load_deal(connection, name)

        return await self._registry.store.do(job)

    async def close(self, name: str, secret: str | None) -> StoredDeal:
        """Close a deal to new players; games that have not started or were idle for long are withdrawn.

        The creator of the deal may close it, and after a while every player in it.
        """
        oldest = self._registry.clock.timestamp_after(-WITHDRAW_AFTER)

        def job(connection: Connection) -> StoredDeal:
            stored = load_deal(connection, name)
            role = stored.role(secret)
            if role != "creator" and "/" not in role:
                raise RequestRefused(403, "server.error.secret")
            if role != "creator" and stored.created > oldest:
                raise RequestRefused(409, "deals.error.young", n=WITHDRAW_AFTER.days)
            idle = [
                board.game
                for board in stored.deal.boards
                if board.game not in stored.started or stored.started[board.game]["changed"] < oldest
            ]
            save_deal(connection, stored, close_deal(stored.deal, idle))
            return load_deal(connection, name)

        stored = await self._registry.store.do(job)
        self._reload_matches(stored)
        return stored

    async def close_untouched(self, oldest: str) -> int:
        """Close open deals in which nobody has done anything since a time; return how many were closed."""

        def job(connection: Connection) -> list[StoredDeal]:
            is_open = type_coerce(deals.c.data, Text).like(OPEN_DEAL_PATTERN)
            names = connection.execute(select(deals.c.id).where(deals.c.created < oldest, is_open)).scalars().all()
            untouched = [stored for name in names if _touched(stored := load_deal(connection, name)) < oldest]
            for stored in untouched:
                unstarted = [board.game for board in stored.deal.boards if board.game not in stored.started]
                save_deal(connection, stored, close_deal(stored.deal, unstarted))
                _cancel_boards(connection, unstarted, self._registry.clock.timestamp())
            return untouched

        closed = await self._registry.store.do(job)
        for stored in closed:
            self._reload_matches(stored)
        return len(closed)

    async def withdraw(self, name: str, game: str) -> None:
        """Withdraw one game of a deal: the operator closes or deletes it. In a daily deal that needs no entry."""
        if parse_daily_name(name) is not None:
            return

        def job(connection: Connection) -> StoredDeal:
            stored = load_deal(connection, name)
            board = next((board for board in stored.deal.boards if board.game == game), None)
            if board is not None and not board.done:
                save_deal(connection, stored, change_board(stored.deal, game, withdrawn=True))
            _cancel_boards(connection, [game], self._registry.clock.timestamp())
            return load_deal(connection, name)

        self._reload_matches(await self._registry.store.do(job))

    def _reload_matches(self, stored: StoredDeal) -> None:
        """Reload the state of the matches of a deal: they may show more now."""
        for board in stored.deal.boards:
            self._registry.schedule_refresh(board.game)

    # ------------------------------------------------------------ settling

    def after_commit(self, match: Match, _: Commit) -> Awaitable[None] | None:
        """Settle a game that this commit has ended."""
        return self.settle(match) if match.game.over else None

    async def settle(self, match: Match) -> None:
        """Store the margin of a game that is over; with the last game of a deal everything is revealed.

        A game that was closed without a result does not count in its deal.
        """
        outcome = match.game.outcome
        name = match.online.terms.deal if match.online else ""
        if outcome is None or not name or parse_daily_name(name) is not None:
            return
        unclaimed = unclaimed_circle_points(match.game)
        has_result = outcome.reason != "closed"  # else it is withdrawn
        change = {"margin": margin(outcome.json(), unclaimed)} if has_result else {"withdrawn": True}

        def job(connection: Connection) -> StoredDeal:
            stored = load_deal(connection, name)
            save_deal(connection, stored, change_board(stored.deal, match.id, **change))
            return load_deal(connection, name)

        stored = await self._registry.store.do(job)
        if stored.deal.over:
            if match.online is not None:
                match.online.withheld = False
            self._reload_matches(stored)


@dataclass(frozen=True)
class DealSeatRequest:
    """A request to take a seat in a deal; team: of two pairs, None for any."""

    secret: str
    player: str
    name: str
    team: int | None = None


def load_deal(connection: Connection, name: str, lock: bool = True) -> StoredDeal:
    """Load a deal; lock: its row, until the end of the transaction."""
    query = select(deals).where(deals.c.id == name)
    row = connection.execute(query.with_for_update() if lock else query).mappings().first()
    if row is None:
        raise RequestRefused(404, "deals.error.none")
    deal = deal_from_json(row["data"]["deal"])
    board_games = [board.game for board in deal.boards]
    seat_rows = connection.execute(select(seats).where(seats.c.game.in_(board_games))).mappings().all()
    started_games = select(games.c.id, games.c.changed, games.c.summary).where(games.c.id.in_(board_games))
    return StoredDeal(
        name,
        row["created"],
        deal,
        row["data"]["terms"],
        row["part"],
        row["contribution"],
        row["seed"],
        {(each["game"], each["person"]): each for each in seat_rows},
        {each["id"]: each for each in connection.execute(started_games).mappings().all()},
        load_promises(connection, name),
    )


def load_deal_state(connection: Connection, name: str, game: str) -> DealState:
    """Load what a match must know of its deal: whether others still play it, and whether the match was withdrawn."""
    data = connection.execute(select(deals.c.data).where(deals.c.id == name)).scalar()
    if data is None:
        return NO_DEAL
    deal = deal_from_json(data["deal"])
    withdrawn = any(board.game == game and board.withdrawn for board in deal.boards)
    return DealState(withheld=not deal.over, withdrawn=withdrawn)


def _find_seat(connection: Connection, stored: StoredDeal, player: bytes, team: int | None) -> BoardSeat:
    """Return a seat for a player: not opposite a person, if one of the two has blocked the other."""
    taken_seats = stored.taken_seats()
    free_seat(stored.deal, taken_seats, team)
    places = {board.game: number for number, board in enumerate(stored.deal.boards)}
    avoided = [
        BoardSeat(places[game], PROTESTANT if person == CATHOLIC else CATHOLIC)
        for (game, person), row in stored.seats.items()
        if row["owner"] is not None and is_blocked(connection, player, row["owner"])
    ]
    try:
        return free_seat(stored.deal, [*taken_seats, *avoided], team)
    except RequestRefused:
        raise RequestRefused(403, "server.error.blocked") from None


def _touched(stored: StoredDeal) -> str:
    """Return when somebody last did something in a deal."""
    times: list[str] = [row["joined"] for row in stored.seats.values()]
    times += [row["changed"] for row in stored.started.values()]
    return max((stored.created, *times))


def _cancel_boards(connection: Connection, board_games: list[str], at: str) -> None:
    """Cancel the lobbies of boards that have not started."""
    cancel_lobbies(connection, lobbies.c.id.in_(board_games) & lobbies.c.state.in_(LOBBY_STATES), at)


def _has_ended(row: RowMapping | None) -> bool:
    return row is not None and row["summary"]["outcome"] is not None


def save_deal(connection: Connection, stored: StoredDeal, after: Deal) -> None:
    """Save a deal; when it is over, the player keys of those who took a seat are deleted."""
    after = replace(after, sat=frozenset()) if after.over else after
    data = {"deal": after.json(), "terms": stored.terms}
    connection.execute(update(deals).where(deals.c.id == stored.id).values(data=data))
    for board in after.boards:
        announce_change(connection, board.game)


def _insert_board_lobby(connection: Connection, stored: StoredDeal, game: str, at: str) -> bool:
    """Insert the lobby of a board with its first player, unless there is one."""
    if connection.execute(select(lobbies.c.id).where(lobbies.c.id == game)).first() is not None:
        return False
    terms = {name: stored.terms[name] for name in ("options", "cards", "pace")}
    players, contribution = stored.players(), stored.server_contribution
    insert_lobby(connection, game, at, deal=stored.id, players=players, part=contribution, **terms)
    return True


def insert_lobby(connection: Connection, game: str, at: str, **terms: Any) -> None:
    """Insert the lobby of a game in a deal; it has no spectators and no invitation."""
    row = {"id": game, "created": at, "changed": at, "study": False, "open": False, "state": "waiting"}
    connection.execute(insert(lobbies).values(row | terms))


def seat_row(game: str, person: str, request: DealSeatRequest, player: bytes, at: str) -> dict[str, Any]:
    """Return the row of a seat in a deal; player: the hash of the player key."""
    return {
        "game": game,
        "person": person,
        "hash": hash_secret(request.secret),
        "owner": player,
        "name": request.name.strip(),
        "kind": HUMAN,
        "joined": at,
    }
