"""What follows a commit can fail without changing the answer: it is logged, and done later."""

import asyncio
import logging
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest

from server.remote_client import RemoteClient, UnlimitedServerThread, begin_match
from solafide.server.matches import after_commit
from solafide.server.matches.match import Match
from solafide.server.storage.base import StorageError
from solafide.server.storage.ledger import load_entries

HOOKS = (
    *("publish", "snapshot", "store cancelled orders", "computer opponents"),
    *("duplicate deal", "daily deal", "statistics", "notifications"),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[UnlimitedServerThread]:
    with UnlimitedServerThread(tmp_path_factory.mktemp("server")) as server_thread:
        yield server_thread


@pytest.fixture(autouse=True)
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(after_commit, "RETRY_DELAYS_S", (0.0,) * 3)


class Failing:
    """A hook that fails so many times before it does its work."""

    def __init__(self, server: UnlimitedServerThread, name: str, times: int, error: Exception) -> None:
        self.hooks = server.online.app.state.registry.after_commit
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


def retried(server: UnlimitedServerThread) -> None:
    """Wait until no hook is left to retry."""

    async def wait(hooks: after_commit.AfterCommitHooks) -> None:
        while hooks._retries:
            await asyncio.gather(*hooks._retries)

    server.call(lambda registry: wait(registry.after_commit))


def in_ledger(server: UnlimitedServerThread, game: str) -> list[str]:
    response = server.call(lambda registry: registry.store.do(lambda connection: load_entries(connection, game)))
    return [entry.choice for entry in response]


def test_every_hook_is_tested(server: UnlimitedServerThread) -> None:
    assert set(server.online.app.state.registry.after_commit.names) == set(HOOKS)


@pytest.mark.parametrize("error", [StorageError("disk full"), ValueError("a bug")], ids=["storage", "bug"])
@pytest.mark.parametrize("name", HOOKS)
def test_a_failed_hook_changes_no_response_and_is_retried(
    name: str, error: Exception, server: UnlimitedServerThread, caplog: pytest.LogCaptureFixture
) -> None:
    one, _ = begin_match(server.base)
    with Failing(server, name, 2, error) as hook, caplog.at_level(logging.ERROR):
        ended = one.post("resign")
        retried(server)
    assert ended["view"]["outcome"]["reason"] == "resigned"
    assert in_ledger(server, one.game)[-1] == "resign"
    assert hook.calls == 3
    assert f"after commit of {one.game}: {name} failed, will be retried" in caplog.text
    assert one.moment()["view"]["outcome"] == ended["view"]["outcome"]


@pytest.mark.parametrize("name", HOOKS)
def test_a_repeated_request_after_a_failed_hook_counts_once(name: str, server: UnlimitedServerThread) -> None:
    one, _ = begin_match(server.base)
    body = {"version": one.moment()["version"], "idempotency_key": uuid4().hex}
    with Failing(server, name, 1, StorageError("disk full")):
        first = one.ask_json("POST", f"games/{one.game}/resign", body)
        again = one.ask_json("POST", f"games/{one.game}/resign", body)
        retried(server)
    assert again == first
    assert in_ledger(server, one.game).count("resign") == 1


def test_a_hook_that_always_fails_is_abandoned(server: UnlimitedServerThread, caplog: pytest.LogCaptureFixture) -> None:
    one, other = begin_match(server.base)
    with Failing(server, "publish", 99, ValueError("a bug")) as hook, caplog.at_level(logging.ERROR):
        one.post("resign")
        retried(server)
    assert hook.calls == 4
    assert f"after commit of {one.game}: publish was given up" in caplog.text
    assert other.moment()["view"]["outcome"]["reason"] == "resigned"


def test_hooks_of_a_deleted_game_are_dropped(server: UnlimitedServerThread, caplog: pytest.LogCaptureFixture) -> None:
    one = RemoteClient(server.base)
    hooks = server.online.app.state.registry.after_commit
    commit = after_commit.Commit((), 0, 0)
    with caplog.at_level(logging.WARNING):
        server.call(lambda registry: hooks._retry("publish", one.game or "gone", commit))
    assert not caplog.text
