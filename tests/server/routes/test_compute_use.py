"""What a guest's card set or a long game makes expensive is computed beside the event loop, in the compute pool."""

from collections.abc import Callable
from typing import Any

import pytest

from server.remote_client import RemoteClient, UnlimitedServerThread, begin_match
from solafide.server.matches.registry import MatchRegistry
from solafide.server.routes import reference

CARDS = '[set]\nname = "{name}"\n[[result]]\nroll = 6\neffects = [{{ effect = "draw", count = 1 }}]'


@pytest.fixture
def computed(server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the functions that the pool has executed."""
    registry: MatchRegistry = server.online.app.state.registry
    names: list[str] = []
    run = registry.compute.run

    async def note_and_run(guest: str, function: Callable[..., Any], *arguments: object) -> Any:
        names.append(function.__name__)
        return await run(guest, function, *arguments)

    monkeypatch.setattr(registry.compute, "run", note_and_run)
    return names


def begin_with_cards(server: UnlimitedServerThread, name: str) -> tuple[RemoteClient, str]:
    one, _ = begin_match(server.base, cards=CARDS.format(name=name), cards_file="mine.toml")
    return one, one.moment()["cards_hash"]


def test_faces_of_a_guests_set_are_computed_once_in_the_pool(
    server: UnlimitedServerThread, computed: list[str]
) -> None:
    guest, set_hash = begin_with_cards(server, "Mine")
    computed.clear()
    for _ in range(2):
        assert guest.ask("GET", "card-faces", None, None, set=set_hash).json()["name"] == "Mine"
    assert computed == ["faces"]
    assert guest.ask("GET", "card-faces", None, None, set=set_hash, lang="de").status_code == 200
    assert computed == ["faces", "faces"]
    assert guest.ask("GET", "card-faces", None, None).status_code == 200
    assert computed == ["faces", "faces"]


def test_few_faces_of_guests_stay_in_memory(
    server: UnlimitedServerThread, computed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reference, "MAX_CACHED_GUEST_FACES", 1)
    sets = [begin_with_cards(server, name) for name in ("One", "Two")]
    computed.clear()
    for guest, set_hash in [*sets, sets[0]]:
        assert guest.ask("GET", "card-faces", None, None, set=set_hash).status_code == 200
    assert computed == ["faces"] * 3
    assert len(server.online.app.state.guest_faces) == 1


def test_the_report_of_an_analysis_is_computed_in_the_pool(
    server: UnlimitedServerThread, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = begin_match(server.base)
    one.post("resign")
    registry: MatchRegistry = server.online.app.state.registry
    names = []

    async def stored_analysis(game: str) -> dict[str, Any]:
        return {"game": game}

    async def note(guest: str, function: Callable[..., Any], *arguments: object) -> None:
        names.append(function.__name__)

    monkeypatch.setattr(registry.analyses, "load", stored_analysis)
    monkeypatch.setattr(registry.compute, "run", note)
    assert one.ask("GET", f"games/{one.game}/analysis", None, one.secret).json()["state"] == "done"
    assert names == ["report_view"]
