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

# For all, not for each: once a minute how many games are unfinished, every two seconds the operator's bans.
FOR_ALL = ("SELECT count(*) AS count_1 \nFROM games", "SELECT bans.network")
# One row for each start of the server; read at a start and where the machine has stood still.
UPTIME = "SCAN uptime"


@contextmanager
def recorded_statements(server: UnlimitedServerThread) -> Iterator[set[str]]:
    """Every statement that the server puts to its database."""
    statements: set[str] = set()

    def listen(registry: MatchRegistry, to: object) -> None:
        registry.store._raw.set_trace_callback(to)  # type: ignore[attr-defined]

    server.call(lambda registry: listen(registry, statements.add))
    try:
        yield statements
    finally:
        server.call(lambda registry: listen(registry, None))


def scanning(folder: Path, statements: set[str]) -> dict[str, str]:
    """The statements that read a table from its first row on, and what SQLite says about it."""
    scans = {}
    connection = sqlite3.connect(next(folder.glob("*.sqlite3")))
    for statement in statements:
        if statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE")):
            plan = [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {statement}")]
            if whole := [
                step for step in plan if step.startswith("SCAN") and step not in ("SCAN CONSTANT ROW", UPTIME)
            ]:
                scans[statement] = "; ".join(whole)
    connection.close()
    return {statement: why for statement, why in scans.items() if not statement.startswith(FOR_ALL)}


def test_a_whole_game_makes_no_table_scan(tmp_path: Path) -> None:
    server = UnlimitedServerThread(tmp_path)
    with recorded_statements(server) as statements:
        players = host, friend = begin_match(server.base)
        with host.open_stream() as stream:
            play(players, 20)
            assert next(stream)
        body = {"text": "hello", "idempotency_key": uuid4().hex}
        friend.ask_json("POST", f"games/{friend.game}/chat", body, ChatMessage)
        play(players)
        server.call(lambda registry: registry.evict(host.game))
        assert host.moment()["view"]["outcome"]
    scans = scanning(tmp_path, statements)
    server.close()
    assert any("ledger" in statement and "rematch" in statement for statement in statements)
    assert scans == {}


def test_lobbies_and_game_lists_make_no_table_scan(tmp_path: Path) -> None:
    server = UnlimitedServerThread(tmp_path)
    with recorded_statements(server) as statements:
        player = RemoteClient(server.base)
        lobby = player.create(open=True)
        player.ask("GET", "lobbies", None)
        player.ask_json("POST", "my-games", {"seats": [{"game": lobby["game"], "secret": player.secret}]}, list[MyGame])
        player.ask_json("POST", f"lobbies/{lobby['game']}/leave", {"idempotency_key": uuid4().hex}, LobbyView)
    scans = scanning(tmp_path, statements)
    server.close()
    assert scans == {}
