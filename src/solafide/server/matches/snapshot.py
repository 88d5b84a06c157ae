"""Snapshots of long ledgers: the steps that still count, so that loading a match does not replay what was undone."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Any, NamedTuple

import orjson
from sqlalchemy import Connection, bindparam, insert, select

from solafide.game.history import BACK, TakenBack
from solafide.server.matches.online_state import NON_STEP_KINDS
from solafide.server.storage.ledger import EntryKind, LedgerEntry
from solafide.server.storage.schema import snapshots

SNAPSHOT_FORMAT = 1  # of the stored data; another one is ignored, and the ledger is replayed
ZLIB_LEVEL = 6
_NEWEST = (
    select(snapshots.c.version, snapshots.c.data)
    .where(snapshots.c.game == bindparam("id"), snapshots.c.version <= bindparam("at_most"))
    .order_by(snapshots.c.version.desc())
)


class SnapshotStep(NamedTuple):
    """A step of the game as its ledger entry has it."""

    kind: EntryKind
    who: str
    choice: str


class MatchSnapshot(NamedTuple):
    """What the first entries of a ledger have left.

    It holds choices and no state of the kernel, so it is replayed like the ledger and fits every version of the program
    that can replay the ledger. version: of the last entry that it stands for; steps: those that count; taken_back:
    lines that only the record still has; taken_back_picks: how often nature was asked in them, by purpose; online: what
    `OnlineState.snapshot` returned.
    """

    version: int
    steps: tuple[SnapshotStep, ...]
    taken_back: TakenBack
    taken_back_picks: dict[str, int]
    online: dict[str, Any]

    def dump(self) -> bytes:
        """Return the snapshot as it is stored."""
        data = {
            "format": SNAPSHOT_FORMAT,
            "steps": [tuple(step) for step in self.steps],
            "taken_back": tuple(self.taken_back),
            "taken_back_picks": self.taken_back_picks,
            "online": self.online,
        }
        return zlib.compress(orjson.dumps(data), ZLIB_LEVEL)


EMPTY_SNAPSHOT = MatchSnapshot(0, (), TakenBack(), {}, {})


def parse_snapshot(version: int, stored: bytes) -> MatchSnapshot | None:
    """Return a stored snapshot; None if it is damaged or of another format."""
    try:
        data = orjson.loads(zlib.decompress(stored))
        if data["format"] != SNAPSHOT_FORMAT:
            return None
        lines, kept_steps = data["taken_back"]
        return MatchSnapshot(
            version,
            tuple(SnapshotStep(EntryKind(kind), who, choice) for kind, who, choice in data["steps"]),
            TakenBack(tuple((who, choice) for who, choice in lines), kept_steps),
            data["taken_back_picks"],
            data["online"],
        )
    except (zlib.error, ValueError, KeyError, TypeError):
        return None


def load_snapshot(connection: Connection, game: str, at_most: int) -> MatchSnapshot:
    """Load the newest usable snapshot of a game up to a version; the empty one if there is none."""
    for version, stored in connection.execute(_NEWEST, {"id": game, "at_most": at_most}):
        if (snapshot := parse_snapshot(version, stored)) is not None:
            return snapshot
    return EMPTY_SNAPSHOT


def store_snapshot(connection: Connection, game: str, version: int, stored: bytes) -> None:
    """Store a snapshot; raises `WriteConflict` if there is one of this version."""
    connection.execute(insert(snapshots).values(game=game, version=version, data=stored))


def surviving_steps(entries: Sequence[LedgerEntry], before: Sequence[SnapshotStep] = ()) -> list[SnapshotStep]:
    """Return all steps but those that were undone: they leave no trace in a record. A takeback is a step here."""
    steps = list(before)
    step = len(steps)
    for entry in entries:
        if entry.kind == EntryKind.CREATED or entry.kind in NON_STEP_KINDS:
            continue
        if entry.kind == EntryKind.UNDO:
            del steps[len(steps) - (step - entry.step) :]
            step = entry.step
        else:
            steps.append(SnapshotStep(entry.kind, entry.who, entry.choice))
            step = entry.step if entry.kind == EntryKind.TAKEBACK else step + 1
    return steps


def steps_that_count(steps: Sequence[SnapshotStep]) -> tuple[SnapshotStep, ...]:
    """Return the steps without those that were taken back, and without the takebacks."""
    line: list[SnapshotStep] = []
    for step in steps:
        if step.kind == EntryKind.TAKEBACK:
            del line[int(step.choice.removeprefix(BACK)) :]
        else:
            line.append(step)
    return tuple(line)
