"""A real PostgreSQL server for the tests, and an empty database in it for each of them."""

import sys
from collections.abc import Iterator
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import Any

import psycopg
import pytest

from needs import skip_without_postgres

TOOLS = Path(__file__).parents[2] / "tools"
_numbers = count(1)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(TOOLS))
        tool = import_module("postgres")
    del sys.modules["postgres"]
    if tool.programs() is None:
        skip_without_postgres()
    with tool.Server() as server:
        yield server


def fresh(postgres: Any) -> str:
    """The address of an empty database."""
    name = f"games{next(_numbers)}"
    with psycopg.connect(postgres.address(), autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    address: str = postgres.address(name)
    return address


@pytest.fixture
def database(postgres: Any) -> str:
    return fresh(postgres)
