"""Check a backup before it replaces anything: its tables, its rows, and every game by replaying it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, Executable, Row, exists, func, inspect, select, text
from sqlalchemy.exc import DBAPIError

from solafide.cards import CardSet, CardSetError, find_builtin, from_canonical
from solafide.game import RULES_VERSION, Game, Options, SolaFideError, joint_seed
from solafide.game.joint_seed import JointSeed
from solafide.game.nature import contribution_commitment
from solafide.game.record.receipt import promise_statement
from solafide.game.record.verify import replay_from_seed
from solafide.server.matches.match import MatchSetup, restore_match
from solafide.server.matches.nature import nature
from solafide.server.matches.online_state import MatchTerms
from solafide.server.matches.seats import load_online_state, withhold
from solafide.server.schemas.identity import HUMAN
from solafide.server.storage.ledger import EntryKind, LedgerEntry, load_entries
from solafide.server.storage.schema import (
    LOBBY_STATES,
    card_sets,
    deals,
    games,
    ledger,
    lobbies,
    metadata,
    seats,
    server_keys,
)
from solafide.server.storage.server_keys import load_promises
from solafide.server.storage.signatures import is_signed, public_key_of

MAX_LISTED_PROBLEMS = 20
ID_PREFIX_LETTERS = 6  # enough to find a game; the whole id of a game is in links
PAGE_ROWS = 500
MAX_CACHED_CARD_SETS = 32


class BackupProblem(NamedTuple):
    """What is wrong in a backup: the key of a sentence, and what fills it in."""

    key: str
    facts: dict[str, Any]


class DamagedBackup(SolaFideError):
    """A backup that must not be restored; problems: the first of them."""

    def __init__(self, problems: list[BackupProblem], total: int) -> None:
        super().__init__("backup.error.problems", n=total)
        self.problems, self.total = problems, total


class DamagedRow(Exception):
    """Something is wrong with one game, lobby or deal; name: of the sentence, without `backup.problem.`"""

    def __init__(self, name: str, **facts: Any) -> None:
        super().__init__(name)
        self.name, self.facts = name, facts


OnProgress = Callable[[int, int], None]  # games done, and games in all


def check_backup(connection: Connection, on_progress: OnProgress | None = None) -> int:
    """Check a backup of this version and return how many games were replayed; raise `DamagedBackup` on any problem.

    One game is in memory at a time.
    """
    if file_problems := list(_file_problems(connection)):  # the rows cannot be read then
        raise DamagedBackup(file_problems[:MAX_LISTED_PROBLEMS], len(file_problems))
    problems: list[BackupProblem] = []
    total = 0
    game_total: int = connection.execute(select(func.count()).select_from(games)).scalar_one()
    check = RowCheck(connection)
    game_count = 0
    for problem in check.check_all():
        if problem is None:
            game_count += 1
            if on_progress is not None:
                on_progress(game_count, game_total)
            continue
        total += 1
        if len(problems) < MAX_LISTED_PROBLEMS:
            problems.append(problem)
    if total:
        raise DamagedBackup(problems, total)
    return game_count


def _file_problems(connection: Connection) -> Iterator[BackupProblem]:
    """Check the file as a whole: its pages, its tables and their columns."""
    if connection.execute(text("PRAGMA integrity_check(1)")).scalar() != "ok":
        yield BackupProblem("backup.problem.pages", {})
    inspector = inspect(connection)
    tables = set(inspector.get_table_names())
    for table in metadata.sorted_tables:
        if table.name not in tables:
            yield BackupProblem("backup.problem.table", {"table": table.name})
            continue
        columns = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.c:
            if column.name not in columns:
                yield BackupProblem("backup.problem.column", {"table": table.name, "column": column.name})
                break
        else:  # the texts as they are: what is no JSON is found with the game that it belongs to
            if not _is_readable(connection, text(f"SELECT * FROM {table.name}")):
                yield BackupProblem("backup.problem.unreadable_table", {"table": table.name})


def _is_readable(connection: Connection, rows: Executable) -> bool:
    """Whether every row can be read: a restore reads all of them."""
    try:
        for _ in connection.execute(rows, execution_options={"yield_per": PAGE_ROWS}):
            pass
    except (DBAPIError, ValueError):
        return False
    return True


class RowCheck:
    """Checks the rows of a backup; card sets that many games share are read once."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._own_sets: dict[str, CardSet] = {}

    def check_all(self) -> Iterator[BackupProblem | None]:
        """Check every key, game, lobby and deal; None after each game."""
        for row in self._connection.execute(select(server_keys)):
            if not _is_sound_key(row):
                yield BackupProblem("backup.problem.server_key", {"public_key": row.public[:ID_PREFIX_LETTERS]})
        for game in _ids(self._connection, games.c.id):
            yield from self._problem_of("game", game, self._check_game)
            yield None
        for game in _ids(self._connection, lobbies.c.id):
            yield from self._problem_of("game", game, self._check_lobby)
        for deal in _ids(self._connection, deals.c.id):
            yield from self._problem_of("deal", deal, self._check_deal)
        without_game = ~exists().where(games.c.id == ledger.c.game)
        ownerless = select(ledger.c.game).where(without_game, ledger.c.kind != EntryKind.DELETED).distinct()
        for game in self._connection.execute(ownerless.limit(MAX_LISTED_PROBLEMS)).scalars():
            yield BackupProblem("backup.problem.no_game", {"game": game[:ID_PREFIX_LETTERS]})
        for table in metadata.sorted_tables:
            if not _is_readable(self._connection, select(table)):
                yield BackupProblem("backup.problem.unreadable_table", {"table": table.name})

    def _problem_of(self, kind: str, name: str, check: Callable[[str], None]) -> Iterator[BackupProblem]:
        """Return the first problem of a row."""
        try:
            check(name)
        except DamagedRow as problem:
            yield BackupProblem(f"backup.problem.{problem.name}", {kind: name[:ID_PREFIX_LETTERS], **problem.facts})
        except Exception:  # unchecked data fails in any way: JSON, types, unknown names
            yield BackupProblem(f"backup.problem.unreadable_{kind}", {kind: name[:ID_PREFIX_LETTERS]})

    # ------------------------------------------------------------ games

    def _check_game(self, game: str) -> None:
        row = self._connection.execute(select(games).where(games.c.id == game)).one()
        entries = load_entries(self._connection, game)
        _check_ledger(row, entries)
        if row.rules != RULES_VERSION:
            raise DamagedRow("rules", version=row.rules)
        options, cards = Options.from_json(row.options), self._card_set(row.cards)
        terms = MatchTerms.from_json(row.online) if row.online else None
        setup = MatchSetup(game, row.created, options, cards, row.players, row.seed, row.start, row.recorded, terms)
        if terms is not None:
            self._check_online(row, terms)
        elif row.seed is None and row.start is None:
            _check_imported(setup, entries)
        online = load_online_state(self._connection, game, row.online, withhold) if row.online else None
        try:
            match = restore_match(setup, entries, online)
            if row.seed is not None and match.game.has_record:
                replay_from_seed(match.record(), row.seed)
        except SolaFideError:
            raise DamagedRow("replay") from None
        if match.length != row.length or match.public_summary()["outcome"] != row.summary["outcome"]:
            raise DamagedRow("summary")

    def _check_online(self, row: Row[Any], terms: MatchTerms) -> None:
        """Check that an online game has its lobby, its seats, and a seed made of its contributions."""
        if row.seed is None:
            raise DamagedRow("seed")
        if terms.contributions:
            try:
                JointSeed(terms.commitments, terms.contributions).check(row.seed)
            except SolaFideError:
                raise DamagedRow("joint_seed") from None
        if self._connection.execute(select(lobbies.c.id).where(lobbies.c.id == row.id)).first() is None:
            raise DamagedRow("lobby")
        seated = set(self._connection.execute(select(seats.c.person).where(seats.c.game == row.id)).scalars())
        for person, kind in sorted(row.players.items()):
            if kind == HUMAN and person not in seated:
                raise DamagedRow("seat", person=person)

    def _card_set(self, key: str) -> CardSet:
        """Return the card set of a game: built in, or one of the backup's own."""
        if (cards := find_builtin(key) or self._own_sets.get(key)) is not None:
            return cards
        stored = select(card_sets.c.canonical).where(card_sets.c.hash == key)
        canonical: str | None = self._connection.execute(stored).scalar()
        try:
            cards = from_canonical(canonical or "")
        except (CardSetError, ValueError):
            raise DamagedRow("cards") from None
        if cards.hash != key:
            raise DamagedRow("cards")
        if len(self._own_sets) >= MAX_CACHED_CARD_SETS:
            self._own_sets.clear()
        self._own_sets[key] = cards
        return cards

    # ------------------------------------------------------------ lobbies and deals

    def _check_lobby(self, game: str) -> None:
        row = self._connection.execute(select(lobbies).where(lobbies.c.id == game)).one()
        begun = self._connection.execute(select(games.c.id).where(games.c.id == game)).first() is not None
        if (row.state == "begun") != begun:
            raise DamagedRow("state")
        if row.state in LOBBY_STATES:
            Options.from_json(row.options)
            self._card_set(row.cards)
        if not self._are_promises_signed(game):
            raise DamagedRow("promise")

    def _are_promises_signed(self, name: str) -> bool:
        """Whether the signatures of a lobby's or a deal's promises are those of keys in the backup."""
        public_keys = set(self._connection.execute(select(server_keys.c.public)).scalars())
        return all(
            promise.key in public_keys
            and is_signed(
                bytes.fromhex(promise.key),
                promise_statement(name, promise.by, promise.commitment, promise.at),
                bytes.fromhex(promise.signature),
            )
            for promise in load_promises(self._connection, name)
        )

    def _check_deal(self, deal: str) -> None:
        row = self._connection.execute(select(deals).where(deals.c.id == deal)).one()
        if (row.seed is None) != (row.contribution is None) or row.part is None:
            raise DamagedRow("deal_seed")
        if row.seed is not None:
            promised = contribution_commitment(row.contribution) == row.data["terms"]["promise"]
            if not promised or joint_seed(row.part, row.contribution, b"") != row.seed:
                raise DamagedRow("deal_seed")
        if not self._are_promises_signed(deal):
            raise DamagedRow("deal_promise")
        try:
            self._card_set(row.data["terms"]["cards"])
        except DamagedRow:
            raise DamagedRow("deal_cards") from None


def _is_sound_key(row: Row[Any]) -> bool:
    """Whether a key of the server is in use with both halves that belong together, or retired."""
    if row.current is None:
        return row.retired is not None
    return row.private is not None and len(row.private) == 32 and public_key_of(row.private).hex() == row.public


def _ids(connection: Connection, column: Any) -> Iterator[str]:
    """Return all ids of a table, a page at a time: the rows themselves may be large or damaged."""
    last = ""
    while page := list(
        connection.execute(select(column).where(column > last).order_by(column).limit(PAGE_ROWS)).scalars()
    ):
        yield from page
        last = page[-1]


def _check_ledger(row: Row[Any], entries: list[LedgerEntry]) -> None:
    """Check that a ledger begins with the game's creation, has no gap, and is as long as the game says."""
    if not entries:
        raise DamagedRow("no_ledger")
    if entries[0].kind != EntryKind.CREATED or any(entry.version != at for at, entry in enumerate(entries)):
        raise DamagedRow("gap")
    if row.length != entries[-1].version:
        raise DamagedRow("length", length=row.length, last=entries[-1].version)


def _check_imported(setup: MatchSetup, entries: list[LedgerEntry]) -> None:
    """Check that a local game without a seed came from a record: a game that began here has one.

    Decisions that a record brought are steps that nobody was asked for here, before the first choice.
    """
    game = Game.again(setup.options, setup.cards, nature(None))
    for entry in entries[1:]:
        if entry.kind not in (EntryKind.FOLLOW, EntryKind.NATURE):
            break
        step = game.follow(entry.who, entry.choice)
        if entry.who != "N" and not step.auto:
            return
    raise DamagedRow("seed")
