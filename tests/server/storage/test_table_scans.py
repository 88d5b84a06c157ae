"""Nothing that people do takes longer because others have played: no statement reads a whole table."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from server.remote_client import RemoteClient, UnlimitedServerThread, begin_match, play
from solafide.server.matches.registry import MatchRegistry
from solafide.server.schemas.lobby import LobbyView
from solafide.server.schemas.match_actions import ChatMessage
from solafide.server.schemas.my_games import MyGame

# Once a minute for all, not for each: how many games are unfinished.
COUNTED = "SELECT count(*) AS count_1 \nFROM games"


@contextmanager
def overheard(server: UnlimitedServerThread) -> Iterator[set[str]]:
    """Every statement that the server puts to its database."""
    said: set[str] = set()

    def listen(hall: MatchRegistry, to: object) -> None:
        hall.store._raw.set_trace_callback(to)  # type: ignore[attr-defined]

    server.call(lambda hall: listen(hall, said.add))
    try:
        yield said
    finally:
        server.call(lambda hall: listen(hall, None))


def scanning(folder: Path, said: set[str]) -> dict[str, str]:
    """The statements that read a table from its first row on, and what SQLite says about it."""
    found = {}
    connection = sqlite3.connect(next(folder.glob("*.sqlite3")))
    for statement in said:
        if statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE")):
            plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}")]
            if whole := [step for step in plan if step.startswith("SCAN") and step != "SCAN CONSTANT ROW"]:
                found[statement] = "; ".join(whole)
    connection.close()
    return {statement: why for statement, why in found.items() if not statement.startswith(COUNTED)}


def test_a_whole_game_reads_no_whole_table(tmp_path: Path) -> None:
    server = UnlimitedServerThread(tmp_path)
    with overheard(server) as said:
        players = host, friend = begin_match(server.base)
        with host.open_stream() as news:
            play(players, 20)
            assert next(news)
        wish = {"text": "hello", "idempotency_key": uuid4().hex}
        friend.told("POST", f"games/{friend.game}/chat", wish, ChatMessage)
        play(players)
        server.call(lambda hall: hall.evict(host.game))
        assert host.moment()["view"]["outcome"]
    found = scanning(tmp_path, said)
    server.close()
    assert any("ledger" in statement and "rematch" in statement for statement in said)
    assert found == {}


def test_a_table_that_is_left_and_a_list_of_games_read_no_whole_table(tmp_path: Path) -> None:
    server = UnlimitedServerThread(tmp_path)
    with overheard(server) as said:
        far = RemoteClient(server.base)
        made = far.create(open=True)
        far.ask("GET", "lobbies", None)
        far.told("POST", "my-games", {"seats": [{"game": made["game"], "secret": far.secret}]}, list[MyGame])
        far.told("POST", f"lobbies/{made['game']}/leave", {"idempotency_key": uuid4().hex}, LobbyView)
    found = scanning(tmp_path, said)
    server.close()
    assert found == {}
