"""Fixtures of the tests of matches: an empty database of each kind."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.database import fresh, postgres  # noqa: F401
from solafide.server.storage.base import Storage
from solafide.server.storage.postgres import PostgresStorage
from solafide.server.storage.sqlite import SqliteStorage


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Storage]:
    storage: Storage
    if request.param == "sqlite":
        storage = SqliteStorage(tmp_path)
    else:
        storage = PostgresStorage(fresh(request.getfixturevalue("postgres")))
    yield storage
    storage.close()
