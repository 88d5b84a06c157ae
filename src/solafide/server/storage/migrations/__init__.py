"""How a database of an earlier version becomes one of this version."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, inspect, text

from solafide.server.storage.schema import SCHEMA_HEAD, metadata

FIRST = "0001"
TABLE = "alembic_version"


def present(connection: Connection) -> str | None:
    """The last migration that a database has had; None if it is empty."""
    if not inspect(connection).has_table(TABLE):
        return None
    found: str | None = connection.execute(text(f"SELECT version_num FROM {TABLE}")).scalar()
    return found


def lay_out(connection: Connection) -> None:
    """All tables in an empty database: the same as all migrations one after the other, and quicker."""
    metadata.create_all(connection)
    stamp(connection, SCHEMA_HEAD)


def stamp(connection: Connection, revision: str) -> None:
    """Note which migration a database has had."""
    name = f"CONSTRAINT {TABLE}_pkc PRIMARY KEY (version_num)"
    connection.execute(text(f"CREATE TABLE {TABLE} (version_num VARCHAR(32) NOT NULL, {name})"))
    connection.execute(text(f"INSERT INTO {TABLE} VALUES (:revision)"), {"revision": revision})


def migrate(connection: Connection, goal: str = SCHEMA_HEAD) -> None:
    """Every migration up to a goal, within the caller's transaction."""
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
