"""Fixtures and hooks of all tests."""

import gc
import signal
from collections.abc import Callable

import pytest
from hypothesis import settings

from depth import WALKS_PERCENT

# Started in the background a shell's children do not hear of Ctrl+C, and neither would the processes of the tests.
signal.signal(signal.SIGINT, signal.default_int_handler)
settings.register_profile("solafide", deadline=None, print_blob=True)
settings.load_profile("solafide")
SLOWEST_FILES = ("test_packaging.py", "test_recipes.py", "test_bench.py", "test_durability.py")


@pytest.fixture(scope="session")
def walks() -> Callable[[int], int]:
    """Scale a number of random games by SOLAFIDE_WALKS, in percent: `for seed in range(walks(5000))`."""
    return lambda games: max(1, round(games * WALKS_PERCENT / 100))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slowest files first: at the end of a run one process would work on them while the others wait."""
    items.sort(key=lambda item: item.path.name not in SLOWEST_FILES)


def pytest_collection_finish() -> None:
    """Exempt the thousands of collected tests from garbage collection: each full one would examine them all."""
    gc.collect()
    gc.freeze()
