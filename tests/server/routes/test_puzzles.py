"""Puzzles over HTTP: proofs are made one at a time, and what no puzzle offers is refused."""

from collections.abc import Callable
from typing import Any

import pytest

from server.remote_client import RemoteClient, UnlimitedServerThread
from solafide.puzzles import shipped_puzzles


def test_a_puzzle_is_proved_in_turns_of_the_guests(
    server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A proof takes seconds at worst: a guest who asks for many must not hold up the others, nor their files."""
    hints = server.online.app.state.registry.hints
    guests, run = list[str](), hints.run

    async def note_and_run(guest: str, work: Callable[[], Any]) -> Any:
        guests.append(guest)
        return await run(guest, work)

    monkeypatch.setattr(hints, "run", note_and_run)
    puzzle = next(iter(shipped_puzzles()))
    answer = RemoteClient(server.base).ask("GET", f"puzzles/{puzzle}", None, None)
    assert (answer.status_code, answer.json()["status"]) == (200, "open")
    assert guests == ["127.0.0.1"]


@pytest.mark.parametrize(
    ("puzzle", "choices", "status"),
    [("nowher", "", 404), ("", "play:C99", 422), ("", "resign", 422), ("", "é", 422)],
)
def test_what_no_puzzle_offers_is_refused(
    server: UnlimitedServerThread, puzzle: str, choices: str, status: int
) -> None:
    puzzle = puzzle or next(iter(shipped_puzzles()))
    answer = RemoteClient(server.base).ask("GET", f"puzzles/{puzzle}", None, None, choices=choices)
    assert answer.status_code == status, answer.text
