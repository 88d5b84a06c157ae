"""The daily deal in the database: draw it, let each player play it once, settle its games, reveal it the next day."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable
from contextlib import suppress
from datetime import date
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, RowMapping, Text, exists, func, insert, select, type_coerce, update

from solafide.cards import builtin
from solafide.game import SolaFideError, commitment
from solafide.game.joint_seed import HOST
from solafide.game.nature import contribution_commitment
from solafide.game.record.receipt import SEED
from solafide.server.duplicate.daily import (
    DailyEntry,
    DailyTerms,
    daily_margin,
    daily_name,
    daily_options,
    daily_seed,
    local_contribution,
    parse_daily_name,
    terms_of,
    utc_day,
)
from solafide.server.duplicate.deal import CATHOLIC, PROTESTANT, margin
from solafide.server.duplicate.service import DealSeatRequest, insert_lobby, load_deal_state, seat_row
from solafide.server.engine.compute_pool import ComputePool
from solafide.server.engine.level_game import play_level_game, unclaimed_circle_points
from solafide.server.limits.token_bucket import DAY_S, AddressBuckets
from solafide.server.matches.access import hash_secret
from solafide.server.matches.after_commit import Commit
from solafide.server.matches.capacity import UNFINISHED_PATTERN
from solafide.server.matches.lobby import CONTRIBUTION_BYTES
from solafide.server.matches.match import Match, opponent_seed
from solafide.server.matches.online_state import MatchTerms
from solafide.server.matches.registry import MatchRegistry, new_id
from solafide.server.matches.seats import DealState
from solafide.server.runtime.background_loop import repeat_forever
from solafide.server.schemas.errors import RequestRefused
from solafide.server.schemas.identity import HUMAN, PERSONS
from solafide.server.storage.ledger import WriteConflict
from solafide.server.storage.schema import daily_deals, daily_games, games, seats
from solafide.server.storage.server_keys import sign_promise

SWEEP_INTERVAL_S = 60.0
LEVEL_GAME_BUDGET_S = 300.0  # a second or two where the kernel is compiled
MAX_TABLE_ENTRIES = 500  # the best of a day
MAX_SETTLED_GAMES = 50  # that one request settles, where a process died before doing so
LISTED_DAYS = 14
log = logging.getLogger(__name__)


class StoredDaily(NamedTuple):
    """The deal of one day; margin: the Catholics' lead in the level's own game, None until it was played."""

    day: date
    terms: DailyTerms
    contribution: bytes
    seed: bytes
    margin: int | None

    @property
    def name(self) -> str:
        return daily_name(self.day)

    def players(self) -> dict[str, str]:
        """Return who plays in each of its games, by person."""
        return {person: HUMAN if person == self.terms.person else self.terms.level for person in PERSONS}


class OwnDaily(NamedTuple):
    """The game of one player in a daily deal; margin: None until it is over, and if it ended after that day."""

    game: str
    margin: int | None
    over: bool


class DailyDealService:
    """Plays and settles daily deals; a player is the hash of a player key, None on a local server.

    Online the seed is drawn by the server and stays its secret until the day is over; a local server makes it from the
    date, so that it is the same on all machines.
    """

    def __init__(self, registry: MatchRegistry, online: bool, max_seats_a_day: int = 0) -> None:
        """max_seats_a_day: of one address; a browser makes its own player key, and may make two."""
        self._registry, self._online = registry, online
        self._taken = AddressBuckets(
            max_seats_a_day / DAY_S, max_seats_a_day, lambda: registry.clock.milliseconds() / 1000
        )
        self._level_games: dict[date, asyncio.Task[None]] = {}
        registry.load_deal_state = self.load_state

    def today(self) -> date:
        """Return the present day in UTC."""
        return utc_day(self._registry.clock.milliseconds())

    def is_revealed(self, day: date) -> bool:
        """Whether everything about the deal of a day may be shown to everybody."""
        return day < self.today()

    def load_state(self, connection: Connection, name: str, game: str) -> DealState:
        """Load what a match must know of its deal: in a daily one nothing is shown before the day is over."""
        day = parse_daily_name(name)
        if day is None:
            return load_deal_state(connection, name, game)
        return DealState(withheld=not self.is_revealed(day), withdrawn=False)

    # ------------------------------------------------------------ finding

    async def present(self) -> StoredDaily:
        """Return the deal of today; the first request of the day draws it."""
        day, at = self.today(), self._registry.clock.timestamp()
        try:
            return await self._registry.store.do(partial(_load_or_draw, day=day, at=at, online=self._online))
        except WriteConflict:  # another process has drawn it
            return await self.find(day)

    async def find(self, day: date) -> StoredDaily:
        """Return the deal of a day; refused if there was none."""
        stored = await self._registry.store.do(partial(_load, day=day))
        if stored is None:
            raise RequestRefused(404, "deals.error.none")
        return stored

    async def own(self, day: date, player: bytes | None) -> OwnDaily | None:
        """Return the player's game of a day, if there is one."""
        return await self._registry.store.do(partial(_load_own, day=day, player=player, online=self._online))

    async def count_players(self, day: date) -> int:
        """Return how many have begun the deal of a day."""
        query = select(func.count()).select_from(daily_games).where(daily_games.c.day == day.isoformat())
        count: int = await self._registry.store.do(lambda connection: connection.execute(query).scalar_one())
        return count

    async def revealed_days(self) -> list[date]:
        """Return the last days whose deals somebody has played and that are over, the newest first."""
        played = exists().where(daily_games.c.day == daily_deals.c.day)
        query = select(daily_deals.c.day).where(daily_deals.c.day < self.today().isoformat(), played)
        newest = query.order_by(daily_deals.c.day.desc()).limit(LISTED_DAYS)
        days = await self._registry.store.do(lambda connection: list(connection.execute(newest).scalars()))
        return [date.fromisoformat(day) for day in days]

    async def entries(self, day: date, player: bytes | None) -> list[DailyEntry]:
        """Return the players of a deal that is over, the best ones of very many."""
        if not self.is_revealed(day):
            raise RequestRefused(403, "daily.error.hidden")
        await self._settle_forgotten(day)
        person = terms_of(day).person
        return await self._registry.store.do(partial(_load_entries, day=day, person=person, player=player))

    # ------------------------------------------------------------ playing

    async def play(self, request: DealSeatRequest | None, address: str) -> str:
        """Return the player's game of today, which begins with the first request; request: None on a local server."""
        stored = await self.present()
        return await (self._play_local(stored) if request is None else self._play_online(stored, request, address))

    async def _play_local(self, stored: StoredDaily) -> str:
        if (own := await self.own(stored.day, None)) is not None:
            return own.game
        match = await self._registry.create_match(
            daily_options(), builtin(), stored.players(), stored.name, seed=stored.seed
        )
        row = {"game": match.id, "day": stored.day.isoformat()}
        with suppress(WriteConflict):  # the same request twice at once
            await self._registry.store.do(lambda connection: connection.execute(insert(daily_games), row).rowcount)
        return match.id

    async def _play_online(self, stored: StoredDaily, request: DealSeatRequest, address: str) -> str:
        player, at = hash_secret(request.player), self._registry.clock.timestamp()

        def job(connection: Connection) -> str:
            if (game := _seat_of(connection, stored.day, player, hash_secret(request.secret))) is not None:
                return game
            if self._taken.take(f"{stored.name} {address}"):
                raise RequestRefused(429, "daily.error.many_from_address")
            game = new_id()
            insert_lobby(
                connection,
                game,
                at,
                deal=stored.name,
                options=daily_options().json(),
                cards=builtin().storage_key,
                players=stored.players(),
                part=stored.contribution,
            )
            if self._registry.quotas is not None:
                self._registry.quotas.claim(connection, address, game)
            connection.execute(insert(seats).values(seat_row(game, stored.terms.person, request, player, at)))
            connection.execute(insert(daily_games).values(game=game, day=stored.day.isoformat(), owner=player))
            return game

        try:
            game = await self._registry.store.do(job)
        except WriteConflict:  # a secret that is used elsewhere, or two requests at once
            raise RequestRefused(409, "server.error.taken") from None
        await self._start_match(stored, game)
        return game

    async def _start_match(self, stored: StoredDaily, game: str) -> None:
        """Start a game, unless it has started."""
        started = select(games.c.id).where(games.c.id == game)
        if await self._registry.store.do(lambda connection: connection.execute(started).first()) is not None:
            return
        nobody = dict.fromkeys((CATHOLIC, PROTESTANT), "")
        commitments = {HOST: contribution_commitment(stored.contribution), **nobody}
        terms = MatchTerms(None, False, stored.name, commitments, {HOST: stored.contribution.hex(), **nobody})
        await self._registry.start_online_match(game, daily_options(), builtin(), stored.players(), stored.seed, terms)

    # ------------------------------------------------------------ settling

    def after_commit(self, match: Match, _: Commit) -> Awaitable[None] | None:
        """Settle a game that this commit has ended."""
        may_be_daily = match.online is None or parse_daily_name(match.online.terms.deal) is not None
        return self.settle(match) if match.game.over and may_be_daily else None

    async def settle(self, match: Match) -> None:
        """Store the margin of a game that ended on the day of its deal, with a result."""
        outcome, people = match.game.outcome, [one for one in PERSONS if match.setup.players[one] == HUMAN]
        if outcome is None or outcome.reason == "closed" or len(people) != 1:
            return
        final = daily_margin(people[0], outcome.json(), unclaimed_circle_points(match.game))
        in_time = (daily_games.c.game == match.id) & (daily_games.c.day >= match.changed_at[:10])
        change = update(daily_games).where(in_time, daily_games.c.margin.is_(None)).values(margin=final)
        await self._registry.store.do(lambda connection: connection.execute(change).rowcount)

    async def _settle_forgotten(self, day: date) -> None:
        """Settle the games of a day that ended in time, where a process died before it had stored their margin."""
        for game in await self._registry.store.do(partial(_unsettled_games, day=day)):
            try:
                async with self._registry.locked(game) as match:
                    await self.settle(match)
            except SolaFideError:  # it cannot be replayed
                log.warning("%s of the deal of %s was not settled", game, day)

    def start_level_game(self, stored: StoredDaily) -> None:
        """Let the level play the deal in the players' place, once, in a process of its own."""
        if stored.margin is None and stored.day not in self._level_games:
            self._level_games[stored.day] = asyncio.create_task(self._play_level_game(stored))

    async def _play_level_game(self, stored: StoredDaily) -> None:
        own, other = stored.terms.faith, "P" if stored.terms.faith == "C" else "C"
        search_seed = opponent_seed(stored.seed)
        players = {own: (stored.terms.level, search_seed + 1), other: (stored.terms.level, search_seed)}
        pool = ComputePool(LEVEL_GAME_BUDGET_S)
        try:
            ended = await pool.run("", play_level_game, daily_options().json(), stored.seed, players)
        except Exception:  # too slow, or no process could be started: the table has no scores then
            log.exception("the level's own game of the deal of %s was given up", stored.day)
            return
        finally:
            await pool.close()
        this_day = (daily_deals.c.day == stored.day.isoformat()) & daily_deals.c.margin.is_(None)
        change = update(daily_deals).where(this_day).values(margin=margin(ended.outcome, ended.unclaimed))
        await self._registry.store.do(lambda connection: connection.execute(change).rowcount)

    # ------------------------------------------------------------ the next day

    async def sweep_forever(self) -> None:
        """Sweep now and every minute, until the task is cancelled."""
        await repeat_forever("revealing the daily deal", SWEEP_INTERVAL_S, self.sweep)

    async def sweep(self) -> None:
        """Reveal deals whose day is over: show their games, forget who has played, let the level play."""
        for game in self._registry.loaded_games():
            match = self._registry.loaded(game)
            online = match.online if match is not None else None
            day = parse_daily_name(online.terms.deal) if online is not None else None
            if online is not None and day is not None and online.withheld and self.is_revealed(day):
                self._registry.schedule_refresh(game)
        over = daily_games.c.owner.is_not(None) & (daily_games.c.day < self.today().isoformat())
        forget = update(daily_games).where(over).values(owner=None)
        await self._registry.store.do(lambda connection: connection.execute(forget).rowcount)
        for day in (await self.revealed_days())[:1]:
            self.start_level_game(await self.find(day))

    async def close(self) -> None:
        """Stop the levels' own games: they are played when somebody asks again."""
        tasks = list(self._level_games.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _load(connection: Connection, day: date) -> StoredDaily | None:
    row = connection.execute(select(daily_deals).where(daily_deals.c.day == day.isoformat())).mappings().first()
    return None if row is None else _stored(row)


def _stored(row: RowMapping) -> StoredDaily:
    terms = DailyTerms(row["terms"]["person"], row["terms"]["level"])
    return StoredDaily(date.fromisoformat(row["day"]), terms, row["part"], row["seed"], row["margin"])


def _load_or_draw(connection: Connection, day: date, at: str, online: bool) -> StoredDaily:
    if (stored := _load(connection, day)) is not None:
        return stored
    contribution = secrets.token_bytes(CONTRIBUTION_BYTES) if online else local_contribution(day)
    drawn = StoredDaily(day, terms_of(day), contribution, daily_seed(contribution), None)
    row = {"day": day.isoformat(), "created": at, "part": contribution, "seed": drawn.seed}
    connection.execute(insert(daily_deals).values(row | {"terms": drawn.terms._asdict()}))
    if online:
        sign_promise(connection, drawn.name, SEED, commitment(drawn.seed).removeprefix("sha256:"), at)
    return drawn


def _load_own(connection: Connection, day: date, player: bytes | None, online: bool) -> OwnDaily | None:
    """Return a player's game of a day; by the seat, because the day's own note of the player is deleted afterwards."""
    if online and player is None:
        return None
    own = select(daily_games.c.game, daily_games.c.margin, games.c.summary).where(daily_games.c.day == day.isoformat())
    joined = own.select_from(daily_games.join(games, games.c.id == daily_games.c.game))
    if player is not None:
        joined = own.select_from(
            daily_games.join(games, games.c.id == daily_games.c.game).join(seats, seats.c.game == daily_games.c.game)
        ).where(seats.c.owner == player)
    row = connection.execute(joined).first()
    return None if row is None else OwnDaily(row.game, row.margin, row.summary["outcome"] is not None)


def _seat_of(connection: Connection, day: date, player: bytes, secret: bytes) -> str | None:
    """Return the game that this secret has in the deal of a day; refused if the player has played with another one."""
    own = (daily_games.c.day == day.isoformat()) & (daily_games.c.owner == player)
    game: str | None = connection.execute(select(daily_games.c.game).where(own)).scalar()
    if game is None:
        return None
    seat = select(seats.c.game).where(seats.c.game == game, seats.c.hash == secret)
    if connection.execute(seat).first() is None:
        raise RequestRefused(409, "deals.error.twice")
    return game


def _load_entries(connection: Connection, day: date, person: str, player: bytes | None) -> list[DailyEntry]:
    best = daily_games.c.margin.desc() if person == CATHOLIC else daily_games.c.margin.asc()
    played = daily_games.outerjoin(seats, (seats.c.game == daily_games.c.game) & (seats.c.person == person))
    query = select(daily_games.c.margin, seats.c.name, seats.c.owner).select_from(played)
    finished = query.where(daily_games.c.day == day.isoformat(), daily_games.c.margin.is_not(None))
    rows = connection.execute(finished.order_by(best, daily_games.c.game).limit(MAX_TABLE_ENTRIES)).all()
    return [DailyEntry(row.name or "", row.margin, player is not None and row.owner == player) for row in rows]


def _unsettled_games(connection: Connection, day: date) -> list[str]:
    is_over = ~type_coerce(games.c.summary, Text).like(UNFINISHED_PATTERN)
    open_games = select(daily_games.c.game).join(games, games.c.id == daily_games.c.game)
    late = open_games.where(
        daily_games.c.day == day.isoformat(),
        daily_games.c.margin.is_(None),
        is_over,
        func.substr(games.c.changed, 1, len("2026-11-19")) <= day.isoformat(),
        ~type_coerce(games.c.summary, Text).contains('"reason":"closed"'),
    )
    return list(connection.execute(late.limit(MAX_SETTLED_GAMES)).scalars())
