"""All tables of this house: laid out, found again, played on, cleared away."""

from __future__ import annotations

import asyncio
import json
import logging
import secrets
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from typing import Any

from solafide.cards import CardSet, builtin, from_canonical
from solafide.game import RULES_VERSION, Game, LiveNature, Options, Record, SolaFideError
from solafide.players import Player, player
from solafide.server.analyst import Analyst
from solafide.server.opponents import Opponents, Progress, Thought
from solafide.server.store import Batch, Entry, Store, append, batches, entries
from solafide.server.stream import Message, News
from solafide.server.table import (
    PERSON,
    Founding,
    Players,
    Refusal,
    Table,
    brought,
    laid_out,
    machine_decisions,
    restored,
)
from solafide.server.teacher import Teacher

log = logging.getLogger(__name__)
MISSED = 5000  # entries; who missed more looks at the games anew anyway
TOLD = {"created": "created", "undo": "undo", "back": "takeback", "deleted": "deleted"}
IDLE = 64  # tables that are kept in memory though nobody thinks at them
ID_BYTES = 16
BETWEEN_TURNS, BETWEEN_CHOICES, BLINK = 0.6, 0.25, 0.05  # seconds, where two of ours are watched


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


class Hall:
    """Finds a table by the id of its game, commits what happens there, then tells it."""

    def __init__(self, store: Store, news: News) -> None:
        self.store, self.news = store, news
        self.opponents, self.teacher, self.analyst = Opponents(), Teacher(), Analyst(store)
        self._tables: dict[str, Table] = {}
        self._sets: dict[str, CardSet] = {builtin().hash: builtin()}
        self._loading: dict[str, asyncio.Lock] = {}
        self._thoughts: dict[tuple[str, str], Thought] = {}
        self._machines: dict[tuple[str, str], Player] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self.closed = False

    # ------------------------------------------------------------ finding

    async def table(self, game: str) -> Table:
        """The table of a game, from memory or from the ledger."""
        if (found := self._tables.get(game)) is None:
            async with self._loading.setdefault(game, asyncio.Lock()):
                found = self._tables.get(game) or await self._load(game)
            self._loading.pop(game, None)
        self._tables.pop(game, None)
        self._tables[game] = found  # the last one used stands last
        self._make_room()
        return found

    @asynccontextmanager
    async def at(self, game: str) -> AsyncIterator[Table]:
        """The table of a game with nobody else at it, as the ledger has it."""
        while True:
            table = await self.table(game)
            async with table.lock:
                if self._tables.get(game) is table:  # else it was cleared away while one waited
                    yield table
                    return

    async def _load(self, game: str) -> Table:
        def job(connection: sqlite3.Connection) -> tuple[Any, list[Entry]]:
            row = connection.execute(
                "SELECT created, changed, options, cards, players, recorded, seed, start, rules FROM games"
                " WHERE id = ?",
                (game,),
            ).fetchone()
            return row, entries(connection, game)

        row, ledger = await self.store.do(job)
        if row is None:
            raise Refusal(404, "server.error.no_game")
        created, changed, options, cards, players, recorded, seed, start, rules = row
        if rules != RULES_VERSION:
            raise Refusal(409, "error.record.rules", version=rules, known=RULES_VERSION)
        founding = Founding(
            game,
            created,
            Options.from_json(json.loads(options)),
            await self.cards(cards),
            json.loads(players),
            seed,
            json.loads(start) if start else None,
            json.loads(recorded) if recorded else None,
        )
        try:
            table = restored(founding, ledger)
        except (SolaFideError, IndexError, KeyError, ValueError):
            raise Refusal(409, "server.error.game_damaged") from None
        table.changed = changed
        self._tables[game] = table
        self.let_think(table)
        return table

    def _make_room(self) -> None:
        idle = [table for table in self._tables.values() if not table.thinking and not table.lock.locked()]
        for table in idle[: max(0, len(self._tables) - IDLE)]:
            self.forget(table.id)

    def forget(self, game: str) -> None:
        """What was in memory may be ahead of the ledger: it is read again when asked for."""
        self._tables.pop(game, None)
        for key in [key for key in self._machines if key[0] == game]:
            del self._machines[key]

    async def cards(self, fingerprint: str) -> CardSet:
        if fingerprint not in self._sets:

            def job(connection: sqlite3.Connection) -> Any:
                return connection.execute("SELECT canonical FROM sets WHERE hash = ?", (fingerprint,)).fetchone()

            row = await self.store.do(job)
            if row is None:
                raise Refusal(404, "server.error.no_set")
            self._sets[fingerprint] = from_canonical(row[0])
        return self._sets[fingerprint]

    async def lines(self) -> list[dict[str, Any]]:
        """All games, the last changed first."""

        def job(connection: sqlite3.Connection) -> list[Any]:
            return connection.execute(
                "SELECT id, created, changed, options, players, start, summary FROM games ORDER BY changed DESC, id"
            ).fetchall()

        names = ("game", "created", "changed", "options", "players", "start", "summary")
        found = [dict(zip(names, row, strict=True)) for row in await self.store.do(job)]
        for line in found:
            for name in ("options", "players", "summary"):
                line[name] = json.loads(line[name])
        return found

    async def made_by(self, client: str) -> Table | None:
        """The game that this request has made before."""

        def job(connection: sqlite3.Connection) -> Any:
            return connection.execute("SELECT id FROM games WHERE client = ?", (client,)).fetchone()

        row = await self.store.do(job)
        return await self.table(row[0]) if row else None

    # ------------------------------------------------------------ laying out

    async def lay_out(
        self,
        options: Options,
        cards: CardSet,
        players: Players,
        client: str | None,
        start: dict[str, Any] | None = None,
    ) -> Table:
        """A new game, dealt from a new seed; `start`: it goes on from a moment of another one."""
        seed = LiveNature().seed
        table = laid_out(Founding(_id(), now(), options, cards, players, seed, start))
        return await self._put_in(table, table.opened(), client)

    async def bring(self, record: Record, game: Game, players: Players, client: str | None) -> Table:
        """A game that was played elsewhere; finished, its record stays as it came."""
        recorded = record.players if game.over else None
        founding = Founding(_id(), now(), record.options, record.cards, players, record.seed, None, recorded)
        return await self._put_in(*brought(founding, game), client)

    async def _put_in(self, table: Table, opened: list[Entry], client: str | None) -> Table:
        """A game that nobody has seen yet comes into the ledger."""
        founding = table.founding
        at = table.changed = founding.created
        row = (
            founding.id,
            at,
            at,
            client,
            RULES_VERSION,
            _json(founding.options.json()),
            founding.cards.hash,
            _json(founding.players),
            _json(founding.recorded) if founding.recorded is not None else None,
            founding.seed,
            _json(founding.start) if founding.start else None,
            _json(table.summary()),
        )

        def job(connection: sqlite3.Connection) -> list[int]:
            if not founding.cards.builtin:
                written = (founding.cards.hash, founding.cards.canonical())
                connection.execute("INSERT OR IGNORE INTO sets VALUES (?, ?)", written)
            connection.execute(f"INSERT INTO games VALUES ({', '.join('?' * len(row))})", row)
            return append(connection, founding.id, opened, at)

        try:
            numbers = await self.store.do(job)
        except sqlite3.IntegrityError:  # the same request, twice at once
            found = await self.made_by(client) if client is not None else None
            if found is None:
                raise
            return found
        self._tables[founding.id] = table
        self.tell(table, "created", numbers[-1], 0)
        self.let_think(table)
        return table

    # ------------------------------------------------------------ changing

    async def commit(self, table: Table, entries: list[Entry], since: int) -> None:
        """First the disk, then the others. If it fails, memory forgets what did not happen."""
        at = now()
        summary = _json(table.summary())

        def job(connection: sqlite3.Connection) -> list[int]:
            numbers = append(connection, table.id, entries, at)
            connection.execute("UPDATE games SET changed = ?, summary = ? WHERE id = ?", (at, summary, table.id))
            return numbers

        try:
            numbers = await asyncio.shield(self.store.do(job))
        except sqlite3.Error:
            self.forget(table.id)
            raise Refusal(503, "server.error.unwritten") from None
        table.changed = at
        self.tell(table, TOLD.get(entries[0].kind, "step"), numbers[-1], since)
        self.let_think(table)

    def tell(self, table: Table, kind: str, number: int, since: int) -> None:
        events = table.game.events(None, since) if kind == "step" else []
        step = table.game.version_for(None)
        self.news.tell(Message(number, {"game": table.id, "kind": kind, "step": step, "events": events}))

    async def delete(self, game: str) -> None:
        """The game and all that was known of it; only that it was deleted is kept."""
        async with self.at(game) as table:
            self.give_up(table)

            def job(connection: sqlite3.Connection) -> int:
                for name, column in (("ledger", "game"), ("games", "id"), ("analyses", "game")):
                    connection.execute(f"DELETE FROM {name} WHERE {column} = ?", (game,))
                return append(connection, game, [Entry(0, "deleted", "", "", None, 0, 0)], now())[-1]

            number = await self.store.do(job)
            self.forget(game)
        self.news.tell(Message(number, {"game": game, "kind": "deleted", "step": 0, "events": []}))

    # ------------------------------------------------------------ what was missed

    async def missed(self, last: int | None) -> tuple[int, list[Message]]:
        """The number after which somebody goes on to listen, and what was told since."""

        def job(connection: sqlite3.Connection) -> tuple[int, list[Batch]]:
            newest = connection.execute("SELECT coalesce(max(seq), 0) FROM ledger").fetchone()[0]
            if last is None or last > newest:
                return newest, []
            return last, batches(connection, last, MISSED)

        begin, found = await self.store.do(job)
        told = [await self._told(batch) for batch in found]
        return begin, told

    async def _told(self, batch: Batch) -> Message:
        """What was taken back meanwhile is not told again."""
        events: list[Any] = []
        kind = TOLD.get(batch.kind, "step")
        if kind == "step" and batch.upto > batch.since:
            async with self.at(batch.game) as table:
                known = table.game.events(None, batch.since)
            events = [event for event in known if event["version"] <= batch.upto]
        return Message(batch.number, {"game": batch.game, "kind": kind, "step": batch.step, "events": events})

    # ------------------------------------------------------------ opponents

    def let_think(self, table: Table) -> None:
        """Whoever of ours is asked begins to think."""
        for name, asked in machine_decisions(table):
            if (table.id, asked.who) in self._thoughts or self.closed:
                continue
            thought = self._thoughts[table.id, asked.who] = Thought()
            table.thinking[asked.who] = name
            task = asyncio.create_task(self._opponent(table, asked.who, thought))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _opponent(self, table: Table, seat: str, thought: Thought) -> None:
        """One opponent answers until somebody else is asked."""
        try:
            while await self._answer(table, seat, thought):
                # Whoever waits wants the turn; who watches, or drafts, only the next choice.
                if table.game.drafting or PERSON not in table.players.values():
                    thought.answer_now.clear()
        except SolaFideError as error:  # it did not count; whoever opens the table again lets it think again
            log.error("%s: %s", table.id, error.key)
        finally:
            if self._thoughts.get((table.id, seat)) is thought:
                del self._thoughts[table.id, seat]
                table.thinking.pop(seat, None)
        if self._stands(table, thought):
            self.let_think(table)
            if not table.thinking:
                self.news.tell(_thinking(table, None))

    async def _answer(self, table: Table, seat: str, thought: Thought) -> bool:
        """One decision: the answer counts if the question is still the same."""
        game = table.game
        async with table.lock:
            asked = game.decision(seat)
            if asked is None or not self._stands(table, thought):
                return False
            version, question = table.version(seat), (game.view(seat), asked, game.cards)
        name = table.who_is(seat)
        told = {"who": name, "iterations": 0, "chance": None}
        self.news.tell(_thinking(table, told))

        def watch(progress: Progress) -> None:
            # What it thinks of its chances comes from its cards: only those who play themselves may not know.
            chance = None if PERSON in table.players.values() else progress.chance
            self.news.tell(_thinking(table, told | {"iterations": progress.iterations, "chance": chance}))

        choice = await self.opponents.ask(self._machine(table, seat), question, thought, watch)
        if PERSON not in table.players.values():
            await self._pause(BETWEEN_TURNS if asked.question == "action" else BETWEEN_CHOICES, thought)
        async with table.lock:
            if choice is None or not self._stands(table, thought) or table.version(seat) != version:
                return False
            since = game.version_for(None)
            await self.commit(table, table.choose(seat, choice), since)
        return True

    async def _pause(self, seconds: float, thought: Thought) -> None:
        """Whoever watches two of ours should be able to follow; where nobody does, there is no need to wait."""
        end = asyncio.get_running_loop().time() + seconds
        while self.news.heard and not thought.answer_now.is_set() and asyncio.get_running_loop().time() < end:
            await asyncio.sleep(BLINK)

    def _stands(self, table: Table, thought: Thought) -> bool:
        """Whether the answer is still waited for, at this table."""
        return not (thought.given_up or self.closed) and self._tables.get(table.id) is table

    def _machine(self, table: Table, seat: str) -> Player:
        """The same opponent through a game: it goes on thinking where it was."""
        if (table.id, seat) not in self._machines:
            seed = int(table.commitment()[-8:] or "0", 16)
            self._machines[table.id, seat] = player(table.who_is(seat), seed)
        return self._machines[table.id, seat]

    def answer_now(self, game: str) -> None:
        for (there, _), thought in self._thoughts.items():
            if there == game:
                thought.answer_now.set()

    def give_up(self, table: Table) -> None:
        for (game, seat), thought in list(self._thoughts.items()):
            if game == table.id:
                thought.give_up()
                del self._thoughts[game, seat]
        table.thinking.clear()

    async def wake(self) -> None:
        """After a start: opponents who were asked something go on thinking."""
        for line in await self.lines():
            summary, players = line["summary"], line["players"]
            persons = summary["persons"] or {}
            seats = {persons.get(person, person): kind for person, kind in players.items()}
            if any(seats.get(who, PERSON) != PERSON for who in summary["waiting_for"]):
                try:
                    await self.table(line["game"])
                except SolaFideError:
                    continue  # said when somebody opens it

    def hurry(self) -> None:
        """The end is near: whoever thinks stops."""
        self.closed = True
        for thought in self._thoughts.values():
            thought.give_up()
        self.teacher.ended.set()
        self.analyst.ended.set()

    async def close(self) -> None:
        self.hurry()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for helper in (self.opponents, self.teacher, self.analyst):
            await helper.close()


def _id() -> str:
    return secrets.token_urlsafe(ID_BYTES)


def _thinking(table: Table, told: dict[str, Any] | None) -> Message:
    step = table.game.version_for(None)
    return Message(None, {"game": table.id, "kind": "thinking", "step": step, "events": [], "thinking": told})


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
