"""The statistics of players in the database: facts are stored when a game ends, and missing ones filled in later."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection, Select, Text, delete, insert, literal, select, type_coerce, update

from solafide.cards import find_builtin
from solafide.game import SolaFideError
from solafide.server.matches.after_commit import Commit
from solafide.server.matches.capacity import UNFINISHED_PATTERN
from solafide.server.matches.match import Match
from solafide.server.matches.registry import MatchRegistry
from solafide.server.schemas.identity import HUMAN, PERSONS
from solafide.server.statistics.game_facts import game_facts, is_counted, mistakes_of
from solafide.server.statistics.summary import FinishedGame, Result, summarize_games
from solafide.server.storage.schema import analyses, games, ledger, seats
from solafide.server.storage.schema import game_facts as facts_table

GAMES_PER_READ = 100  # meanwhile nobody else has a turn
MAX_FILLED_GAMES = 10  # missing facts that one request fills in: each game is replayed
MAX_COUNTED_GAMES = 5_000  # the newest of a player
UNCOUNTED = dict[str, Any]()  # the facts of a game that adds nothing, or cannot be replayed

_is_finished = ~type_coerce(games.c.summary, Text).like(UNFINISHED_PATTERN)
_is_own_kind = games.c.start.is_(None) & games.c.recorded.is_(None)


class StatisticsService:
    """Computes and sums the facts of finished games.

    A player is the hash of a player key; None: the people who play on this local server.
    """

    def __init__(self, registry: MatchRegistry) -> None:
        self._registry, self._store = registry, registry.store

    # ------------------------------------------------------------ facts of a game

    def after_commit(self, match: Match, _: Commit) -> Awaitable[None] | None:
        """Store the facts of a game that this commit has ended."""
        return self.store_facts(match) if match.game.over and is_counted(match) else None

    async def store_facts(self, match: Match) -> None:
        """Store the facts of a finished game; those that are stored are replaced."""
        query = select(ledger.c.kind, ledger.c.who, ledger.c.at).where(ledger.c.game == match.id)
        rows = await self._store.do(
            lambda connection: connection.execute(query.order_by(ledger.c.version)).all(),
        )
        facts = game_facts(match, [(kind, who, at) for kind, who, at in rows])
        await self._store.do(partial(_store, game=match.id, facts=facts))

    async def fill_gaps(self, player: bytes | None) -> int:
        """Compute facts that are missing, of few games; return how many games still lack them.

        Games of before this version, and those of which a process died before it had stored them.
        """
        missing = await self._store.do(lambda connection: _missing_facts(connection, player))
        for game in missing[:MAX_FILLED_GAMES]:
            await self._fill_gap(game)
            await asyncio.sleep(0)
        unread = await self._store.do(lambda connection: _missing_mistakes(connection, player))
        for game in unread[:MAX_FILLED_GAMES]:
            await self._store.do(partial(_store_mistakes, game=game))
        return max(0, len(missing) - MAX_FILLED_GAMES) + max(0, len(unread) - MAX_FILLED_GAMES)

    async def _fill_gap(self, game: str) -> None:
        try:
            async with self._registry.locked(game) as match:
                if is_counted(match):
                    await self.store_facts(match)
                    return
        except SolaFideError:  # it was played by other rules, or its ledger is damaged
            pass
        await self._store.do(partial(_store, game=game, facts=UNCOUNTED))

    # ------------------------------------------------------------ sums

    async def read(self, player: bytes | None, utc_offset_minutes: int) -> dict[str, Any]:
        """Return the statistics of a player; `uncounted`: of how many games the facts are still missing."""
        uncounted = await self.fill_gaps(player)
        finished: list[FinishedGame] = []
        after = ""
        while len(finished) < MAX_COUNTED_GAMES:
            rows = await self._store.do(partial(_read_games, player=player, after=after))
            finished += [each for row in rows if (each := _finished_game(row)) is not None]
            if len(rows) < GAMES_PER_READ:
                break
            after = rows[-1].id
            await asyncio.sleep(0)
        now = datetime.fromtimestamp(self._registry.clock.milliseconds() / 1000, UTC)
        sums = await asyncio.to_thread(summarize_games, finished, now, utc_offset_minutes)  # others have their turn
        return {**sums, "uncounted": uncounted}

    async def games_with_card(self, player: bytes | None, card: str) -> list[str]:
        """Return the player's finished games in which either player has played a card."""

        def job(connection: Connection) -> list[str]:
            played = type_coerce(facts_table.c.data, Text).contains(f'"{card}":[', autoescape=True)
            query = _own(select(games.c.id), player).join(facts_table, facts_table.c.game == games.c.id)
            return list(connection.execute(query.where(played).distinct().limit(MAX_COUNTED_GAMES)).scalars())

        return await self._store.do(job)


def _own(query: Select[Any], player: bytes | None) -> Select[Any]:
    """Restrict a query of games to the finished ones of a player."""
    own = query.select_from(games).where(_is_finished, _is_own_kind)
    return own if player is None else own.join(seats, seats.c.game == games.c.id).where(seats.c.owner == player)


def _missing_facts(connection: Connection, player: bytes | None) -> list[str]:
    query = _own(select(games.c.id), player).outerjoin(facts_table, facts_table.c.game == games.c.id)
    newest_first = query.where(facts_table.c.game.is_(None)).order_by(games.c.changed.desc()).distinct()
    return list(connection.execute(newest_first.limit(MAX_COUNTED_GAMES).add_columns(games.c.changed)).scalars())


def _missing_mistakes(connection: Connection, player: bytes | None) -> list[str]:
    """Return the games that were analysed after their facts were stored."""
    query = _own(select(games.c.id), player).join(facts_table, facts_table.c.game == games.c.id)
    analysed = query.join(analyses, analyses.c.game == games.c.id).where(facts_table.c.mistakes.is_(None))
    return list(connection.execute(analysed.distinct().limit(MAX_COUNTED_GAMES)).scalars())


def _store(connection: Connection, game: str, facts: dict[str, Any]) -> None:
    if connection.execute(select(games.c.id).where(games.c.id == game)).first() is None:  # deleted meanwhile
        return
    connection.execute(delete(facts_table).where(facts_table.c.game == game))
    connection.execute(insert(facts_table).values(game=game, data=facts))


def _store_mistakes(connection: Connection, game: str) -> None:
    analysis = connection.execute(select(analyses.c.found).where(analyses.c.game == game)).scalar()
    if analysis is not None:
        own = update(facts_table).where(facts_table.c.game == game)
        connection.execute(own.values(mistakes=mistakes_of(analysis)))


def _read_games(connection: Connection, player: bytes | None, after: str) -> Sequence[Any]:
    person = seats.c.person if player is not None else literal("").label("person")
    columns = select(
        games.c.id,
        games.c.changed,
        games.c.options,
        games.c.cards,
        games.c.summary,
        facts_table.c.data,
        facts_table.c.mistakes,
        person,
    )
    query = _own(columns, player).join(facts_table, facts_table.c.game == games.c.id)
    return connection.execute(query.where(games.c.id > after).order_by(games.c.id).limit(GAMES_PER_READ)).all()


def _finished_game(row: Any) -> FinishedGame | None:
    """Return a game as it counts for its player; None if it does not count."""
    outcome, persons, facts = row.summary["outcome"], row.summary["persons"], row.data
    if not facts or persons is None or outcome["reason"] == "closed":
        return None
    people = [person for person in PERSONS if facts["players"][person] == HUMAN]
    person = row.person or (people[0] if len(people) == 1 else None)
    if row.person and row.person not in people:  # the computer has replaced this player
        return None
    faith = persons[person] if person else None
    other = next(one for one in PERSONS if one != (person or "1"))
    winner = outcome["winner"]
    result: Result = "drawn" if winner is None else "won" if winner == faith else "lost"
    seconds = facts["seconds"]
    return FinishedGame(
        row.id,
        row.changed,
        row.options["mode"],
        faith,
        facts["players"][other],
        result,
        seconds[faith] if faith else sum(seconds.values()),
        facts["taken_back"],
        facts["cards"][faith] if faith and find_builtin(row.cards) is not None else {},
        row.mistakes[faith] if faith and row.mistakes is not None else None,
    )
