"""Bring a database of an earlier version up to this version. A change of the schema is a new file in `versions`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

from solafide.server.storage.schema import SCHEMA_HEAD, metadata

FIRST = "0001"
VERSION_TABLE = "alembic_version"
REVISION = re.compile(r"\d{4}")  # ours; those of other programs that use Alembic are hexadecimal
OWN_TABLES = frozenset(("games", "ledger"))  # in every version
MIGRATING = "the database has schema %s and is migrated to %s"  # for the log


def current_revision(connection: Connection) -> str | None:
    """The last migration that was applied to a database; None if it is empty."""
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    revision: str | None = connection.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()
    return revision


def is_foreign(connection: Connection, revision: str | None) -> bool:
    """Whether a database holds the tables of another program; revision: as `current_revision` returns it."""
    tables = set(inspect(connection).get_table_names())
    if revision is None:
        return bool(tables)
    return REVISION.fullmatch(revision) is None or not tables >= OWN_TABLES


def create_tables(connection: Connection) -> None:
    """Create all tables in an empty database: the same as all migrations one after the other, and faster."""
    metadata.create_all(connection)
    stamp_revision(connection, SCHEMA_HEAD)


def stamp_revision(connection: Connection, revision: str) -> None:
    """Note which migration was applied to a database."""
    name = f"CONSTRAINT {VERSION_TABLE}_pkc PRIMARY KEY (version_num)"
    connection.execute(text(f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL, {name})"))
    connection.execute(text(f"INSERT INTO {VERSION_TABLE} VALUES (:revision)"), {"revision": revision})


def migrate(connection: Connection, goal: str = SCHEMA_HEAD) -> None:
    """Apply every migration up to a goal, within the caller's transaction."""
    # Alembic takes longer to load than most databases to open, and few need it.
    from alembic.config import Config
    from alembic.runtime.environment import EnvironmentContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    scripts = ScriptDirectory.from_config(config)

    def steps(revision: Any, _: Any) -> Iterable[Any]:
        return scripts._upgrade_revs(goal, revision)

    with EnvironmentContext(config, scripts, fn=steps) as environment:
        environment.configure(connection=connection, target_metadata=metadata)
        environment.run_migrations()
