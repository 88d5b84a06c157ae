"""The server signs each promise of a joint seed when it is made, and its receipts hold after a rotation of the key."""

import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select

from server.local_client import exact
from server.remote_client import RemoteClient, UnlimitedServerThread, begin_match
from solafide.cli import main
from solafide.game.record.receipt import promise_statement
from solafide.server.schemas.lobby import LobbyView
from solafide.server.schemas.reference import ServerKeysView
from solafide.server.storage.schema import server_keys, signed_promises
from solafide.server.storage.signatures import is_signed

Json = dict[str, Any]


def keys_of(server: UnlimitedServerThread) -> Json:
    answer: Json = server.line.get("/api/server-keys").json()
    exact(ServerKeysView, answer)
    return answer


def is_signed_by_server(lobby: Json, promise: Json) -> bool:
    statement = promise_statement(lobby["game"], promise["by"], promise["commitment"], promise["at"])
    return is_signed(bytes.fromhex(promise["key"]), statement, bytes.fromhex(promise["signature"]))


def finished_game(server: UnlimitedServerThread, folder: Path) -> tuple[Path, dict[str, Path]]:
    """Play a game and write its record, and the receipts of both players as their browsers would."""
    host, friend = RemoteClient(server.base, "Anna"), RemoteClient(server.base, "Béla")
    host.create()
    lobby = friend.join(host.game, host.invite)  # what both see before they reveal their contributions
    friend.open()
    host.open()
    host.post("resign")
    record = folder / f"{host.game}.solafide"
    record.write_text(host.ask("GET", f"games/{host.game}/record", None, host.secret).text)
    receipts = {}
    for person, player in (("1", host), ("2", friend)):
        receipts[person] = folder / f"{host.game}.receipt-{person}.json"
        receipt = {"format": "solafide receipt 1", "game": host.game, "person": person}
        receipt |= {"contribution": player.contribution.hex(), "promises": lobby["signed_commitments"]}
        receipts[person].write_text(json.dumps(receipt))
    return record, receipts


def test_each_promise_is_signed_when_it_is_made(server: UnlimitedServerThread) -> None:
    host, friend = RemoteClient(server.base), RemoteClient(server.base)
    created = host.create()
    assert [promise["by"] for promise in created["signed_commitments"]] == ["server", "1"]
    joined = friend.join(host.game, host.invite)
    assert joined["signed_commitments"][:2] == created["signed_commitments"]
    (current,) = (key["key"] for key in keys_of(server)["keys"] if key["retired"] is None)
    for promise in joined["signed_commitments"]:
        assert promise["commitment"] == joined["commitments"][promise["by"]]
        assert promise["key"] == current
        assert is_signed_by_server(joined, promise)
    assert created["signed_commitments"][0]["at"] <= joined["signed_commitments"][2]["at"]
    assert friend.open()["signed_commitments"] == joined["signed_commitments"]
    assert host.open()["signed_commitments"] == joined["signed_commitments"]


def test_a_rematch_and_a_game_against_the_computer_are_signed(server: UnlimitedServerThread) -> None:
    alone = RemoteClient(server.base)
    lobby = alone.create(opponent="scholar")
    assert [promise["by"] for promise in lobby["signed_commitments"]] == ["server", "1"]
    host, _ = begin_match(server.base)
    host.post("resign")
    again = RemoteClient(server.base)
    body = {"secret": again.secret, "commitment": again.promise, "idempotency_key": "rematch-1"}
    rematch = host.ask_json("POST", f"games/{host.game}/rematch", body, LobbyView)
    assert {promise["by"] for promise in rematch["signed_commitments"]} == {"server", rematch["person"]}
    assert all(is_signed_by_server(rematch, promise) for promise in rematch["signed_commitments"])


def test_a_receipt_proves_the_order_and_outlives_a_rotation(
    server: UnlimitedServerThread, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The key is rotated while the server runs: the next promise is signed with the new one."""
    record, receipts = finished_game(server, tmp_path)
    folder = ["--data", str(server.folder), "--lang", "en"]
    before = keys_of(server)
    assert main(["server-key", "--rotate", "--json", *folder]) == 0
    assert json.loads(capsys.readouterr().out) == keys_of(server)
    after = keys_of(server)
    assert [key["key"] for key in after["keys"]][1:] == [key["key"] for key in before["keys"]]
    assert after["keys"][0]["retired"] is None
    assert all(key["retired"] for key in after["keys"][1:])
    key_file = tmp_path / "keys.json"
    key_file.write_text(json.dumps(after))
    for receipt in receipts.values():
        words = ["verify", str(record), "--receipt", str(receipt), "--server-key", str(key_file), "--json"]
        assert main(words) == 0
        document = json.loads(capsys.readouterr().out)
        assert (document["proves_order"], document["receipt"]["key_known"]) == (True, True)
    later_record, later_receipts = finished_game(server, tmp_path)
    signed = json.loads(later_receipts["1"].read_text())["promises"]
    assert {promise["key"] for promise in signed} == {after["keys"][0]["key"]}
    assert main(["verify", str(later_record), "--receipt", str(receipts["1"]), "--lang", "en"]) == 1
    assert "promise differs from the one in the record" in capsys.readouterr().out
    old_key = before["keys"][0]["key"]
    words = ["verify", str(later_record), "--receipt", str(later_receipts["1"]), "--server-key", old_key]
    assert main([*words, "--lang", "en"]) == 1
    assert main(["server-key", *folder]) == 0
    assert f"In use since {after['keys'][0]['created']}: {after['keys'][0]['key']}" in capsys.readouterr().out


def test_the_private_key_is_never_sent_and_goes_with_a_rotation(server: UnlimitedServerThread) -> None:
    columns = select(server_keys.c.private, server_keys.c.current, server_keys.c.retired)
    rows = server.call(lambda registry: registry.store.do(lambda connection: connection.execute(columns).all()))
    (private,) = (row.private for row in rows if row.current)
    assert len(private) == 32
    assert all(row.private is None and row.retired for row in rows if not row.current)
    host = RemoteClient(server.base)
    for answer in (json.dumps(host.create()), json.dumps(keys_of(server))):
        assert private.hex() not in answer
    exported = host.ask("POST", "me/export", {}, host.player).text
    assert private.hex() not in exported


def test_a_lobby_from_before_the_keys_goes_on_without_signatures(server: UnlimitedServerThread) -> None:
    host, friend = RemoteClient(server.base), RemoteClient(server.base)
    host.create()
    forget = delete(signed_promises).where(signed_promises.c.game == host.game)
    server.call(lambda registry: registry.store.do(lambda connection: connection.execute(forget).rowcount))
    lobby = friend.join(host.game, host.invite)
    assert lobby["signed_commitments"] == []  # all or none: a browser refuses a part of them
    friend.open()
    assert host.open()["state"] == "begun"
