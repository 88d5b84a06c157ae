"""The form of a card set over HTTP: live checks in the compute pool, files in parts, games that cannot begin."""

from collections.abc import Callable
from typing import Any

import pytest

from cards.test_entry_form import HAND_WRITTEN, unplayable_set
from server.conftest import LocalServerThread
from server.local_client import exact
from server.remote_client import RemoteClient, UnlimitedServerThread
from solafide.server.schemas.card_set_form import CardSetCheck, CardSetFile, CardSetVocabulary, CheckedEntries

ENTRIES = {"language": "de", "entries": [{"entry": "C01", "fields": {"effects": [{"effect": "shift"}]}}]}


def test_the_local_server_checks_entries(local_server: LocalServerThread) -> None:
    with local_server.client() as client:
        exact(CardSetVocabulary, client.get("card-set-form", lang="hu"))
        answer = client.ask("POST", "/api/card-set-form/entries", params={"lang": "en"}, json=ENTRIES).json()
        exact(CheckedEntries, answer)
        assert answer["entries"][0]["problems"][0]["path"] == ["effects", 0, "toward"]
        file = client.ask("POST", "/api/card-set-form/file", json={"text": HAND_WRITTEN}).json()
        exact(CardSetFile, file)
        assert "".join(part["text"] for part in file["parts"]) == HAND_WRITTEN
        check = client.ask("POST", "/api/card-set-form/check", json={"text": HAND_WRITTEN}).json()
        exact(CardSetCheck, check)
        broken = client.ask("POST", "/api/card-set-form/file", json={"text": "[[card]", "file": "mine.toml"})
        assert (broken.status_code, broken.json()["error"]["key"]) == (422, "cards_error")
        unknown = {"entries": [{"entry": "C46", "fields": {}}]}
        assert client.ask("POST", "/api/card-set-form/entries", json=unknown).status_code == 422
        many = {"entries": ENTRIES["entries"] * 21}
        assert client.ask("POST", "/api/card-set-form/entries", json=many).status_code == 422


@pytest.fixture
def computed(server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the functions that the pool has executed."""
    compute = server.online.app.state.registry.compute
    names: list[str] = []
    run = compute.run

    async def note_and_run(guest: str, function: Callable[..., Any], *arguments: object) -> Any:
        names.append(function.__name__)
        return await run(guest, function, *arguments)

    monkeypatch.setattr(compute, "run", note_and_run)
    return names


def test_the_online_server_checks_within_the_budget_of_guests(
    server: UnlimitedServerThread, computed: list[str]
) -> None:
    guest = RemoteClient(server.base)
    assert guest.ask("POST", "card-set-form/entries", ENTRIES, None).status_code == 200
    assert guest.ask("POST", "card-set-form/file", {"text": HAND_WRITTEN}, None).status_code == 200
    assert guest.ask("POST", "card-set-form/check", {"text": HAND_WRITTEN}, None).status_code == 200
    assert computed == ["checked_entries", "card_set_file", "card_set_check"]


def test_a_game_that_could_deal_a_card_without_effects_does_not_begin(local_server: LocalServerThread) -> None:
    body = {"players": {"1": "person", "2": "person"}, "faith": "C", "cards": unplayable_set("C02")}
    with local_server.client() as client:
        draft = client.ask(
            "POST", "/api/games", json=body | {"mode": "draft", "idempotency_key": client.new_request_id()}
        )
        assert (draft.status_code, draft.json()["error"]["key"]) == (422, "error.unplayable.draft")
        assert "C02" in draft.json()["error"]["text"]
        first = client.ask(
            "POST", "/api/games", json=body | {"mode": "first", "idempotency_key": client.new_request_id()}
        )
        assert first.status_code == 201
        faces = client.get("card-faces", set=first.json()["cards_hash"])
        assert faces["changed"] == faces["changed_rules"] == ["C02"]


def test_a_guest_sees_before_joining_what_an_own_set_changes(server: UnlimitedServerThread) -> None:
    host, guest = RemoteClient(server.base, "Anna"), RemoteClient(server.base, "Béla")
    host.create(cards=unplayable_set("C02"), cards_file="mine.toml")
    lobby = guest.ask("GET", f"lobbies/{host.game}", None, host.invite).json()
    assert lobby["state"] == "waiting"
    faces = guest.ask("GET", "card-faces", None, None, set=lobby["cards"]).json()
    assert (faces["name"], faces["changed"]) == ("mine", ["C02"])
    assert faces["cards"]["C02"]["text"][0].startswith("Not playable yet")


def test_no_lobby_is_created_for_a_game_that_cannot_begin(server: UnlimitedServerThread) -> None:
    host = RemoteClient(server.base, "Anna")
    body = host.seat_request() | {"invite": host.invite, "watch": host.watch, "faith": "C", "mode": "draft"}
    answer = host.ask("POST", "lobbies", body | {"cards": unplayable_set("C02")}, None)
    assert (answer.status_code, answer.json()["error"]["key"]) == (422, "error.unplayable.draft")
