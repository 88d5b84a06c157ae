"""The ledger of a game in parts: the entries after a version, and which steps of a request were taken back later."""

from sqlalchemy import create_engine

from solafide.server.storage.ledger import (
    EntryKind,
    LedgerBatch,
    LedgerEntry,
    _without_steps_taken_back,
    append,
    load_entries,
)
from solafide.server.storage.schema import ledger


def entry(version: int) -> LedgerEntry:
    return LedgerEntry(version, EntryKind.CHOICE, "C", "draw", None, version, version)


def test_only_the_entries_after_a_version_are_loaded() -> None:
    engine = create_engine("sqlite://")
    with engine.begin() as connection:
        connection.exec_driver_sql("CREATE TABLE games (id TEXT PRIMARY KEY)")
        ledger.create(connection)
        append(connection, "one", [entry(1), entry(2), entry(3)], "2026-01-01")
        append(connection, "two", [entry(1), entry(2)], "2026-01-01")
        assert load_entries(connection, "one", after=1) == [entry(2), entry(3)]
        assert load_entries(connection, "one", after=3) == []
        assert load_entries(connection, "two") == [entry(1), entry(2)]
    engine.dispose()


def test_the_undo_that_goes_further_back_counts() -> None:
    def batch(number: int, game: str, kind: EntryKind, step: int) -> LedgerBatch:
        return LedgerBatch(number, game, kind, step, 0, step)

    batches = [
        batch(1, "one", EntryKind.CHOICE, 5),
        batch(2, "two", EntryKind.CHOICE, 5),
        batch(3, "one", EntryKind.UNDO, 4),
        batch(4, "one", EntryKind.TAKEBACK, 1),
        batch(5, "one", EntryKind.CHOICE, 3),
    ]
    assert [each.last_step for each in _without_steps_taken_back(batches)] == [1, 5, 1, 1, 3]
