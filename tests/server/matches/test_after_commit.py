"""What follows a commit can fail without changing the answer: it is logged, and done later."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from server.far import Far, House, two
from solafide.server.matches import after_commit
from solafide.server.matches.match import Match
from solafide.server.storage.base import StorageError
from solafide.server.storage.ledger import load_entries

HOOKS = ("publish", "store cancelled orders", "computer opponents", "duplicate deal", "notifications")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    with House(tmp_path_factory.mktemp("house")) as found:
        yield found


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(after_commit, "RETRY_DELAYS_S", (0.0,) * 3)


class Failing:
    """A hook that fails so many times before it does its work."""

    def __init__(self, house: House, name: str, times: int, error: Exception) -> None:
        self.hooks = house.online.app.state.registry.after_commit
        self.name, self.times, self.error = name, times, error
        self.calls, self.real = 0, self.hooks._hooks[name]

    def __call__(self, match: Match, commit: Any) -> Any:
        self.calls += 1
        if self.calls <= self.times:
            raise self.error
        return self.real(match, commit)

    def __enter__(self) -> "Failing":
        self.hooks._hooks[self.name] = self
        return self

    def __exit__(self, *_: object) -> None:
        self.hooks._hooks[self.name] = self.real


def retried(house: House) -> None:
    """Wait until no hook is left to retry."""

    async def wait(hooks: after_commit.AfterCommitHooks) -> None:
        while hooks._retries:
            await asyncio.gather(*hooks._retries)

    house.call(lambda registry: wait(registry.after_commit))


def in_ledger(house: House, game: str) -> list[str]:
    found = house.call(lambda registry: registry.store.do(lambda connection: load_entries(connection, game)))
    return [entry.choice for entry in found]


def test_every_hook_is_tested(house: House) -> None:
    assert set(house.online.app.state.registry.after_commit.names) == set(HOOKS)


@pytest.mark.parametrize("error", [StorageError("disk full"), ValueError("a bug")], ids=["storage", "bug"])
@pytest.mark.parametrize("name", HOOKS)
def test_a_hook_that_fails_changes_no_answer_and_is_run_again(
    name: str, error: Exception, house: House, caplog: pytest.LogCaptureFixture
) -> None:
    one, _ = two(house.base)
    with Failing(house, name, 2, error) as hook, caplog.at_level(logging.ERROR):
        ended = one.post("resign")
        retried(house)
    assert ended["view"]["outcome"]["reason"] == "resigned"
    assert in_ledger(house, one.game)[-1] == "resign"
    assert hook.calls == 3
    assert f"after commit of {one.game}: {name} failed, will be retried" in caplog.text
    assert one.moment()["view"]["outcome"] == ended["view"]["outcome"]


@pytest.mark.parametrize("name", HOOKS)
def test_a_repeated_request_does_nothing_twice_though_a_hook_failed(name: str, house: House) -> None:
    one, _ = two(house.base)
    body = {"version": one.moment()["version"], "client": uuid4().hex}
    with Failing(house, name, 1, StorageError("disk full")):
        first = one.told("POST", f"games/{one.game}/resign", body)
        again = one.told("POST", f"games/{one.game}/resign", body)
        retried(house)
    assert again == first
    assert in_ledger(house, one.game).count("resign") == 1


def test_a_hook_that_never_works_is_given_up(house: House, caplog: pytest.LogCaptureFixture) -> None:
    one, other = two(house.base)
    with Failing(house, "publish", 99, ValueError("a bug")) as hook, caplog.at_level(logging.ERROR):
        one.post("resign")
        retried(house)
    assert hook.calls == 4
    assert f"after commit of {one.game}: publish was given up" in caplog.text
    assert other.moment()["view"]["outcome"]["reason"] == "resigned"


def test_a_game_that_was_deleted_meanwhile_needs_no_hook(house: House, caplog: pytest.LogCaptureFixture) -> None:
    one = Far(house.base)
    hooks = house.online.app.state.registry.after_commit
    commit = after_commit.Commit((), 0, 0)
    with caplog.at_level(logging.WARNING):
        house.call(lambda registry: hooks._retry("publish", one.game or "gone", commit))
    assert not caplog.text
