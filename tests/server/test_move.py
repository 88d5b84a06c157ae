"""A server moves to another machine as docs/operate.md has it: seats, promises and receipts stay valid."""

import json
import secrets
from pathlib import Path

import pytest

from procedures import Machine, procedure
from server.online_server import OnlinePlayer, begin_match, play


def write_receipt(player: OnlinePlayer, person: str, folder: Path) -> Path:
    """Write the receipt of a player as a browser does."""
    lobby = player.ask("GET", f"lobbies/{player.game}").json()
    document = {"format": "solafide receipt 1", "game": player.game, "person": person}
    document |= {"contribution": player.contribution.hex(), "promises": lobby["signed_commitments"]}
    file = folder / f"receipt-{person}.json"
    file.write_text(json.dumps(document), "utf-8")
    return file


@pytest.mark.process
def test_a_server_moves_with_its_games_and_its_key(tmp_path: Path) -> None:
    with Machine() as old, Machine() as new:
        old.start()
        people = begin_match(old.base)
        host = OnlinePlayer(old.base)
        host.create()  # somebody waits in a lobby
        play(people, 6)
        moments = [player.moment() for player in people]
        receipts = [write_receipt(player, person, tmp_path) for person, player in zip("12", people, strict=True)]
        key = old.run("solafide server-key --json")
        guest_key = (old.data / "guests.key").read_bytes()

        old.follow(procedure("Move: on the old machine"), new)
        new.settings.unlink()
        new.follow(["install -m 600 /var/backups/solafide.toml /etc/solafide.toml"])
        new.follow(procedure("Move: on the new machine"))

        assert (new.data / "guests.key").read_bytes() == guest_key
        assert new.run("solafide server-key --json") == key
        for player in (*people, host):
            player.http.base_url = new.base
        assert [player.moment() for player in people] == moments
        guest = OnlinePlayer(new.base)
        guest.join(host)
        host.open()
        assert guest.open()["state"] == "begun"
        assert play(people, 3) == 3
        body = {"version": people[1].moment()["version"], "idempotency_key": secrets.token_hex(8)}
        people[1].post(f"games/{people[1].game}/resign", body)
        record = tmp_path / "game.solafide"
        record.write_text(people[0].ask("GET", f"games/{people[0].game}/record").text, "utf-8")
        keys = tmp_path / "keys.json"
        keys.write_text(key, "utf-8")
        for receipt in receipts:
            proof = json.loads(new.run(f"solafide verify {record} --receipt {receipt} --server-key {keys} --json"))
            assert (proof["proves_order"], proof["receipt"]["key_known"]) == (True, True)
        for player in (*people, host, guest):
            player.http.close()
