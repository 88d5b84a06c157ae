"""Deals as the database has them: made, opened, joined, closed, and told when all their games are over."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Awaitable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, RowMapping, insert, select, update
from sqlalchemy import delete as without

from solafide.cards import CardSet
from solafide.game import Options, joint_seed, promise
from solafide.server.duplicate.deal import (
    CATHOLIC,
    PAIRS,
    PAIRS_BOARDS,
    PROTESTANT,
    BoardSeat,
    Deal,
    DealBoard,
    changed,
    closed,
    deal,
    free,
    seated,
)
from solafide.server.duplicate.deal import margin as lead
from solafide.server.errors import RequestRefused
from solafide.server.identity import HUMAN, PERSONS
from solafide.server.matches.access import hash_secret
from solafide.server.matches.after_commit import Commit
from solafide.server.matches.lobby import avoid
from solafide.server.matches.match import Match
from solafide.server.matches.online_state import MatchTerms
from solafide.server.matches.registry import MatchRegistry, new_id, store_card_set
from solafide.server.matches.seats import NO_DEAL, DealState
from solafide.server.storage.ledger import WriteConflict, announce_change
from solafide.server.storage.schema import deals, games, lobbies, seats

CONTRIBUTION_BYTES = 32
_NAME = b"solafide deal 1\n"
MAX_SEARCHED_DEALS = 500  # deals among which those are looked for that anybody may join
WITHDRAW_AFTER = timedelta(days=14)  # without a choice: then a game may be withdrawn


@dataclass(frozen=True)
class StoredDeal:
    """A deal with what it was made with, and who sits there by game and person."""

    id: str
    created: str
    deal: Deal
    terms: dict[str, Any]  # options, cards, pace, opponent, open, promise, creator and invite as hex
    part: bytes
    contribution: bytes | None
    seed: bytes | None
    sitting: dict[tuple[str, str], RowMapping]
    begun: dict[str, RowMapping]

    @property
    def options(self) -> Options:
        return Options.from_json(self.terms["options"])

    def players(self) -> dict[str, str]:
        """Of each of its games."""
        if self.deal.kind == PAIRS:
            return dict.fromkeys(PERSONS, HUMAN)
        return {person: HUMAN if person == self.deal.person else self.terms["opponent"] for person in PERSONS}

    def taken(self) -> list[BoardSeat]:
        places = {board.game: number for number, board in enumerate(self.deal.boards)}
        return [BoardSeat(places[game], person) for game, person in self.sitting]

    def full(self, board: DealBoard) -> bool:
        """Whether a board lacks nothing but the first card."""
        people = [person for person, kind in self.players().items() if kind == HUMAN]
        there = all((board.game, person) in self.sitting for person in people)
        return there and board.game not in self.begun and not board.withdrawn

    def role(self, secret: str | None) -> str:
        """What a secret stands for: who made the deal, the invitation, a seat, or nothing."""
        if secret is None:
            return ""
        shown = hash_secret(secret)
        known = {role: bytes.fromhex(self.terms[role]) for role in ("creator", "invite")}
        known |= {f"{game}/{person}": row["hash"] for (game, person), row in self.sitting.items() if row["hash"]}
        found = [role for role, key in known.items() if hmac.compare_digest(key, shown)]
        return found[0] if found else ""


class DuplicateDealService:
    """Nothing is kept in memory: the database knows best."""

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry = registry
        registry.load_deal_state = load_deal_state

    async def find(self, name: str) -> StoredDeal:
        """As it stands; a game that began or ended just before the server did begins, or is counted, now."""
        found = await self._registry.store.do(lambda connection: known(connection, name))
        full = [one.game for one in found.deal.boards if found.full(one)]
        late = [one.game for one in found.deal.boards if not one.done and _ended(found.begun.get(one.game))]
        for game in full:
            await self._begin(found, game)
        for game in late:
            await self.settle(await self._registry.match(game))
        return await self._registry.store.do(lambda connection: known(connection, name)) if full or late else found

    async def listed(self) -> list[StoredDeal]:
        """The deals that anybody may join, the newest first."""

        def job(connection: Connection) -> list[StoredDeal]:
            wanted = select(deals.c.id, deals.c.data).where(deals.c.seed.is_not(None))
            rows = connection.execute(wanted.order_by(deals.c.created.desc()).limit(MAX_SEARCHED_DEALS)).all()
            opened = [name for name, data in rows if data["terms"]["open"] and not data["deal"]["closed"]]
            return [known(connection, name, change=False) for name in opened]

        return await self._registry.store.do(job)

    async def create(self, found: Deal, terms: dict[str, Any], cards: CardSet, client: str) -> StoredDeal:
        """A deal that nobody plays yet: the server's part is drawn and promised; the same request twice makes one."""
        name = hashlib.sha256(_NAME + client.encode()).hexdigest()[:32]
        part = secrets.token_bytes(CONTRIBUTION_BYTES)
        if found.kind == PAIRS:
            found = replace(found, boards=tuple(DealBoard(new_id()) for _ in range(PAIRS_BOARDS)))
        data = {"deal": found.json(), "terms": terms}
        at = self._registry.clock.timestamp()

        def job(connection: Connection) -> StoredDeal:
            if connection.execute(select(deals.c.id).where(deals.c.id == name)).first() is None:
                store_card_set(connection, cards)
                connection.execute(insert(deals).values(id=name, created=at, data=data, part=part))
            return known(connection, name)

        made = await self._registry.store.do(job)
        if made.terms["creator"] != terms["creator"]:
            raise RequestRefused(409, "server.error.client")
        return made

    async def open(self, name: str, secret: str | None, contribution: bytes) -> StoredDeal:
        """Open the creator's part of the seed: it is fixed before anybody sits down."""

        def job(connection: Connection) -> StoredDeal:
            found = known(connection, name)
            if found.role(secret) != "creator":
                raise RequestRefused(403, "server.error.secret")
            if not hmac.compare_digest(promise(contribution), found.terms["promise"]):
                raise RequestRefused(422, "server.error.promise")
            seed = joint_seed(found.part, contribution, b"")
            connection.execute(update(deals).where(deals.c.id == name).values(contribution=contribution, seed=seed))
            return known(connection, name)

        return await self._registry.store.do(job)

    # ------------------------------------------------------------ coming and going

    async def join(self, name: str, shown: str | None, wish: DealSeatRequest) -> StoredDeal:
        """Somebody sits down for good; as soon as a board has all its people, its game begins."""
        at = self._registry.clock.timestamp()

        def job(connection: Connection) -> None:
            found = known(connection, name)
            if "/" in found.role(wish.secret):
                return
            if found.seed is None:
                raise RequestRefused(409, "deals.error.unopened")
            if not found.terms["open"] and found.role(shown) != "invite":
                raise RequestRefused(403, "server.error.uninvited")
            player = hash_secret(wish.player)
            end = _end(connection, found, player, wish.team)
            after = seated(found.deal, player.hex())
            if end.board == len(after.boards):
                after = replace(after, boards=(*after.boards, DealBoard(new_id())))
            game = after.boards[end.board].game
            _lay(connection, found, game, at)
            connection.execute(insert(seats).values(_row(game, end.person, wish, player, at)))
            keep(connection, found, after)

        try:
            await self._registry.store.do(job)
        except WriteConflict:  # a secret that is used elsewhere, or two at once
            raise RequestRefused(409, "server.error.taken") from None
        return await self.find(name)

    async def _begin(self, found: StoredDeal, game: str) -> None:
        """The first card at a board where nobody is lacking."""
        assert found.seed is not None
        assert found.contribution is not None
        promises = {"part": promise(found.part), CATHOLIC: found.terms["promise"], PROTESTANT: ""}
        parts = {"part": found.part.hex(), CATHOLIC: found.contribution.hex(), PROTESTANT: ""}
        terms = MatchTerms(found.terms["pace"], False, found.id, promises, parts)
        cards = await self._registry.cards(found.terms["cards"])
        await self._registry.start_online_match(game, found.options, cards, found.players(), found.seed, terms)
        self._registry.publish_change(game)

    async def leave(self, name: str, secret: str | None) -> StoredDeal:
        """Get up again before the first card: somebody else may sit there."""

        def job(connection: Connection) -> StoredDeal:
            found = known(connection, name)
            game, _, person = found.role(secret).partition("/")
            if not person:
                raise RequestRefused(403, "server.error.secret")
            if game in found.begun or any(found.full(board) for board in found.deal.boards if board.game == game):
                raise RequestRefused(409, "server.error.begun")
            owner = found.sitting[game, person]["owner"]
            connection.execute(without(seats).where(seats.c.game == game, seats.c.person == person))
            keep(connection, found, replace(found.deal, sat=found.deal.sat - {owner.hex()}))
            return known(connection, name)

        return await self._registry.store.do(job)

    async def close(self, name: str, secret: str | None) -> StoredDeal:
        """Nobody else may join; what has not begun, or in which nobody has chosen for long, is withdrawn.

        The creator of the deal may close it, and after a while every player in it.
        """
        oldest = self._registry.clock.timestamp_after(-WITHDRAW_AFTER)

        def job(connection: Connection) -> StoredDeal:
            found = known(connection, name)
            role = found.role(secret)
            if role != "creator" and "/" not in role:
                raise RequestRefused(403, "server.error.secret")
            if role != "creator" and found.created > oldest:
                raise RequestRefused(409, "deals.error.young", n=WITHDRAW_AFTER.days)
            idle = [
                board.game
                for board in found.deal.boards
                if board.game not in found.begun or found.begun[board.game]["changed"] < oldest
            ]
            keep(connection, found, closed(found.deal, idle))
            return known(connection, name)

        found = await self._registry.store.do(job)
        self._told(found)
        return found

    def _told(self, found: StoredDeal) -> None:
        """Reload the matches of a deal: they may show more now."""
        for board in found.deal.boards:
            self._registry.evict(board.game)
            self._registry.publish_change(board.game)

    # ------------------------------------------------------------ the end

    def after_commit(self, match: Match, _: Commit) -> Awaitable[None] | None:
        """Settle a game that this commit has ended."""
        return self.settle(match) if match.game.over else None

    async def settle(self, match: Match) -> None:
        """A game of a deal is over: its margin is kept, and with the last one everything is told."""
        outcome = match.game.outcome
        name = match.online.terms.deal if match.online else ""
        if outcome is None or not name:
            return
        left = [circle["circle"] for circle in match.game.view()["circles"] if circle["owner"] is None]
        unclaimed = sum(match.game.cards.circles[number - 1].points for number in left)
        counted = lead(outcome.json(), unclaimed)

        def job(connection: Connection) -> StoredDeal:
            found = known(connection, name)
            keep(connection, found, changed(found.deal, match.id, margin=counted))
            return known(connection, name)

        found = await self._registry.store.do(job)
        if found.deal.over:
            if match.online is not None:
                match.online.withheld = False
            self._told(found)


@dataclass(frozen=True)
class DealSeatRequest:
    """Somebody who wants to sit down in a deal; team: of two pairs, None if it does not matter."""

    secret: str
    player: str
    name: str
    team: int | None = None


def known(connection: Connection, name: str, change: bool = True) -> StoredDeal:
    """A deal as it stands; to `change` it: nobody else does until the end of the transaction."""
    wanted = select(deals).where(deals.c.id == name)
    row = connection.execute(wanted.with_for_update() if change else wanted).mappings().first()
    if row is None:
        raise RequestRefused(404, "deals.error.none")
    found = deal(row["data"]["deal"])
    named = [board.game for board in found.boards]
    sitting = connection.execute(select(seats).where(seats.c.game.in_(named))).mappings().all()
    playing = select(games.c.id, games.c.changed, games.c.summary).where(games.c.id.in_(named))
    return StoredDeal(
        name,
        row["created"],
        found,
        row["data"]["terms"],
        row["part"],
        row["contribution"],
        row["seed"],
        {(one["game"], one["person"]): one for one in sitting},
        {one["id"]: one for one in connection.execute(playing).mappings().all()},
    )


def load_deal_state(connection: Connection, name: str, game: str) -> DealState:
    """Load what a match must know of its deal: whether others still play it, and whether the match was withdrawn."""
    data = connection.execute(select(deals.c.data).where(deals.c.id == name)).scalar()
    if data is None:
        return NO_DEAL
    found = deal(data["deal"])
    withdrawn = any(board.game == game and board.withdrawn for board in found.boards)
    return DealState(withheld=not found.over, withdrawn=withdrawn)


def _end(connection: Connection, found: StoredDeal, player: bytes, team: int | None) -> BoardSeat:
    """Where somebody may sit down: not opposite a person, if one of the two avoids the other."""
    taken = found.taken()
    free(found.deal, taken, team)
    places = {board.game: number for number, board in enumerate(found.deal.boards)}
    avoided = [
        BoardSeat(places[game], PROTESTANT if person == CATHOLIC else CATHOLIC)
        for (game, person), row in found.sitting.items()
        if row["owner"] is not None and avoid(connection, player, row["owner"])
    ]
    try:
        return free(found.deal, [*taken, *avoided], team)
    except RequestRefused:
        raise RequestRefused(403, "server.error.blocked") from None


def _ended(row: RowMapping | None) -> bool:
    return row is not None and row["summary"]["outcome"] is not None


def keep(connection: Connection, found: StoredDeal, after: Deal) -> None:
    """How a deal stands now; when it is over nobody needs to know who sat there."""
    after = replace(after, sat=frozenset()) if after.over else after
    data = {"deal": after.json(), "terms": found.terms}
    connection.execute(update(deals).where(deals.c.id == found.id).values(data=data))
    for board in after.boards:
        announce_change(connection, board.game)


def _lay(connection: Connection, found: StoredDeal, game: str, at: str) -> None:
    """The table of a board, when the first one sits down there; nobody may watch, nobody else is invited."""
    if connection.execute(select(lobbies.c.id).where(lobbies.c.id == game)).first() is not None:
        return
    row = {
        "id": game,
        "created": at,
        "changed": at,
        "options": found.terms["options"],
        "cards": found.terms["cards"],
        "players": found.players(),
        "pace": found.terms["pace"],
        "study": False,
        "open": False,
        "part": found.part,
        "state": "waiting",
        "deal": found.id,
    }
    connection.execute(insert(lobbies).values(row))


def _row(game: str, person: str, wish: DealSeatRequest, player: bytes, at: str) -> dict[str, Any]:
    return {
        "game": game,
        "person": person,
        "hash": hash_secret(wish.secret),
        "owner": player,
        "name": wish.name.strip(),
        "kind": HUMAN,
        "joined": at,
    }
