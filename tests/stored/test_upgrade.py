"""The upgrade of a server as docs/operate.md has it: games of an old database go on before and after it."""

from typing import Any

import pytest

from procedures import Machine, procedure
from server.database import postgres  # noqa: F401
from solafide.game import verify
from stored.fixtures import FOLDERS, ONLINE, POSTGRES, copy_file, read, restore_dump
from stored.seats import Connection, Json, Player, facts
from stored.test_online import CONTINUATIONS, DELETED, People, check_seat, play

IN_ONE_CHOICE = ("late", "talk", "orders")  # what else can be done in them is shown in test_online


@pytest.mark.process
@pytest.mark.parametrize("stored", [ONLINE, POSTGRES])
@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_every_game_goes_on_after_an_upgrade(request: pytest.FixtureRequest, folder: Any, stored: str) -> None:
    data, manifest = read(folder, stored)
    address = restore_dump(request.getfixturevalue("postgres"), data) if stored == POSTGRES else ""
    with Machine(address) as machine:
        machine.data.mkdir()
        if not address:
            copy_file(machine.data, data)
        machine.start()  # migrates
        assert machine.server is not None
        assert "is migrated to" in machine.server.errors.read_text("utf-8")
        before = seats_and_moments(machine, manifest)
        first = machine.server
        machine.follow(procedure("Upgrade"))
        assert machine.server is not first
        assert first.ended()[0] == 0
        assert machine.server is not None
        assert "is migrated to" not in machine.server.errors.read_text("utf-8")
        assert seats_and_moments(machine, manifest) == before
        with Connection(machine.base) as connection:
            for name, entry in manifest["games"].items():
                go_on(connection, name, entry)


def people_of(connection: Connection, entry: Json) -> People:
    """Return the players of a game with the secrets that their browsers stored."""
    return {
        person: Player(connection, seat["name"], entry["game"])
        for person, seat in entry["seats"].items()
        if person != DELETED
    }


def seats_and_moments(machine: Machine, manifest: Json) -> Json:
    """Stop the searches, check all that each seat may ask for, and return what each of them sees."""
    moments: Json = {}
    with Connection(machine.base) as connection:
        for name, entry in manifest["games"].items():
            people = people_of(connection, entry)
            if entry["state"] != "begun":
                continue
            if name == "computer-asked":
                people["1"].request("POST", "/stop-thinking", {})
                continue
            for person, player in people.items():
                check_seat(player, entry["seats"][person])
                moments[f"{name} {person}"] = facts(player.moment())
    return moments


def go_on(connection: Connection, name: str, entry: Json) -> None:
    """Make one more choice, or do what the phase of the game allows."""
    people = people_of(connection, entry)
    if entry["state"] in ("waiting", "opening", "void"):
        guest = Player(connection, f"{name} Béla", entry["game"])
        body = guest.join_body()
        if entry["state"] != "opening":
            joined = connection.request("POST", f"lobbies/{entry['game']}/join", body, entry["invite"])
            assert (joined.status_code == 409) == (entry["state"] == "void")
            if entry["state"] == "void":
                return
            people[joined.json()["person"]] = guest
        assert [player.open()["state"] for player in people.values()][-1] == "begun"
        assert play(people.values(), 1) == 1
    elif name == "computer-asked":
        people["1"].request("POST", "/stop-thinking", {})
        assert play(people.values(), 1) == 1
    elif entry["watching"]["outcome"]:
        assert verify(people["1"].request("GET", "/record").text).outcome is not None
    elif name in CONTINUATIONS and name not in IN_ONE_CHOICE:
        CONTINUATIONS[name](people)
    else:
        assert play(people.values(), 1) == 1
