"""The server for players on the same network: opened, closed and opened again from the local one."""

import re
import threading
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import segno

from server.http_client import TIMEOUT_S, http_client
from server.online_server import OnlinePlayer
from solafide.game import SolaFideError
from solafide.server.routes.network_server import QUIET_ZONE_MODULES, qr_code
from solafide.server.runtime.local_server import LocalServer
from solafide.server.runtime.network_server import NetworkServer, network_addresses

HERE = "127.0.0.1"  # stands for an address in a private network, which not every machine has
PATH_PART = re.compile(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z")


@pytest.fixture(autouse=True)
def any_port(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests that run at the same time cannot all have the usual port."""
    monkeypatch.setattr("solafide.server.runtime.network_server.NETWORK_PORT", 0)


@pytest.fixture
def network(tmp_path: Path) -> Iterator[NetworkServer]:
    server = NetworkServer(tmp_path / "online", lambda: [HERE])
    yield server
    server.close()


def test_a_friend_plays_by_the_link(network: NetworkServer) -> None:
    assert network.link() == ""
    network.open(HERE)
    base = network.link().removesuffix("/")
    assert re.fullmatch(rf"http://{HERE}:\d+", base)
    with OnlinePlayer(base) as host, OnlinePlayer(base) as friend:
        host.create()
        friend.join(host)
        assert friend.game == host.game


def test_games_go_on_after_the_server_was_closed(network: NetworkServer) -> None:
    network.open(HERE)
    base = network.link().removesuffix("/")
    with OnlinePlayer(base) as host:
        host.create()
        network.close()
        assert network.link() == ""
        with pytest.raises(httpx.TransportError):
            host.ask("GET", f"lobbies/{host.game}")
        network.open(HERE)
        again = network.link().removesuffix("/")
    with http_client(again, headers={"Authorization": f"Bearer {host.secret}"}) as http:
        assert http.get(f"/api/lobbies/{host.game}").status_code == 200


def test_a_server_that_is_open_stays_as_it_is(network: NetworkServer) -> None:
    network.open(HERE)
    link = network.link()
    network.open(HERE)
    assert network.link() == link


def test_only_an_address_of_this_machine_is_opened(network: NetworkServer) -> None:
    for address in ("0.0.0.0", "192.0.2.77", "example.org", ""):
        with pytest.raises(SolaFideError) as refused:
            network.open(address)
        assert refused.value.key == "server.error.network_address"
        assert network.link() == ""


def test_addresses_are_private_and_reachable_by_others() -> None:
    for address in network_addresses():
        assert re.fullmatch(r"(10|172|192|100|198|203)\.\d+\.\d+\.\d+", address)


def test_games_that_another_server_has_open_are_refused(network: NetworkServer, tmp_path: Path) -> None:
    network.open(HERE)
    second = NetworkServer(tmp_path / "online", lambda: [HERE])
    with pytest.raises(SolaFideError) as refused:
        second.open(HERE)
    assert refused.value.key == "server.error.locked"
    assert second.link() == ""
    second.close()


@pytest.fixture
def local(tmp_path: Path) -> Iterator[LocalServer]:
    is_ready = threading.Event()
    server = LocalServer(tmp_path, 0, lambda _: is_ready.set(), NetworkServer(tmp_path / "online", lambda: [HERE]))
    thread = threading.Thread(target=server.run)
    thread.start()
    assert is_ready.wait(TIMEOUT_S)
    yield server
    server.server.should_exit = True
    thread.join(TIMEOUT_S)
    assert not thread.is_alive()


def test_the_local_server_opens_and_closes_it(local: LocalServer) -> None:
    with http_client(f"http://{HERE}:{local.port}") as http:
        assert http.get("/api/network-server").status_code == 401, "only the browser that ./play has opened"
        http.get(f"/open?key={local.keys.new_key()}")
        closed = http.get("/api/network-server").json()
        assert closed == {"addresses": [HERE], "link": "", "qr": None}
        refused = http.post("/api/network-server", json={"address": "0.0.0.0"})
        assert refused.json()["error"]["key"] == "server.error.network_address"
        assert 400 <= refused.status_code < 500
        opened = http.post("/api/network-server", json={"address": HERE}).json()
        assert opened["link"].startswith(f"http://{HERE}:")
        assert opened["qr"]["size"] > 21
        with http_client(opened["link"].removesuffix("/")) as friend:
            assert friend.get("/healthz").json()["ok"] is True
            assert friend.get("/api/network-server").status_code == 404, "a friend can neither open nor close it"
        assert http.request("DELETE", "/api/network-server", json={}).json() == closed
        with pytest.raises(httpx.TransportError), http_client(opened["link"].removesuffix("/")) as friend:
            friend.get("/healthz")


def test_it_closes_with_the_local_server(tmp_path: Path) -> None:
    network = NetworkServer(tmp_path / "online", lambda: [HERE])
    server = LocalServer(tmp_path, 0, lambda _: None, network)
    network.open(HERE)
    server.server.should_exit = True
    server.run()
    assert network.link() == ""


def test_a_qr_code_has_the_dark_squares_of_its_text() -> None:
    text = "http://192.168.178.20:1518/"
    code = qr_code(text)
    matrix = segno.make(text, micro=False, error="m").matrix
    assert code.size == len(matrix) + 2 * QUIET_ZONE_MODULES
    dark = {
        (int(x) + i, int(y))
        for x, y, width, back in PATH_PART.findall(code.path)
        if width == back
        for i in range(int(width))
    }
    assert dark == {
        (x + QUIET_ZONE_MODULES, y + QUIET_ZONE_MODULES)
        for y, row in enumerate(matrix)
        for x, module in enumerate(row)
        if module
    }
