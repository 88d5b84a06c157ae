"""Webhooks reach the open network and nothing else, once and without detours."""

import asyncio
import json
import socket
import ssl
import threading
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

from server.http_client import TIMEOUT_S
from server.notification_servers import WebhookServer, status
from solafide.server.notifications import webhook
from solafide.server.notifications.delivery import DeliveryError
from solafide.server.notifications.webhook import WebhookClient
from solafide.server.notifications.webhook_target import WebhookTarget, is_forbidden_address, parse_target
from solafide.server.schemas.errors import RequestRefused
from solafide.text import LANGUAGES, catalogue

LOOPBACK = (ip_network("127.0.0.0/8"),)
BODY = b'{"kind":"turn"}'


class Names:
    """A resolver with given answers that counts its lookups."""

    def __init__(self, *answers: list[str]) -> None:
        self._answers, self.lookups = list(answers), 0

    async def __call__(self, host: str, port: int) -> list[str]:
        self.lookups += 1
        return self._answers[min(self.lookups, len(self._answers)) - 1]


def call(url: str, names: Names, reach: Any = LOOPBACK, context: ssl.SSLContext | None = None) -> None:
    asyncio.run(WebhookClient(reach, names, context).call(url, BODY))


def fails(url: str, names: Names, key: str, reach: Any = LOOPBACK, context: ssl.SSLContext | None = None) -> None:
    with pytest.raises(DeliveryError) as error:
        call(url, names, reach, context)
    assert error.value.key == key
    assert all(catalogue(lang).render(key) for lang in LANGUAGES)


# ---------------------------------------------------------------- addresses

FORBIDDEN = [
    "127.0.0.1",
    "127.8.8.8",
    "0.0.0.0",
    "10.0.0.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.8",
    "192.0.2.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "239.255.255.255",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:169.254.169.254",
    "64:ff9b::127.0.0.1",
    "64:ff9b::10.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b:1::1",
    "2002:7f00:1::",
    "2002:a00:1::1",
    "2001::1",
    "2001:db8::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fe80::1%eth0",
    "fec0::1",
    "ff02::1",
    "100::1",
    "nonsense",
    "",
]


@pytest.mark.parametrize("address", FORBIDDEN)
def test_private_addresses_are_refused(address: str) -> None:
    assert is_forbidden_address(address)


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "8.8.8.8", "2606:2800:220:1::1", "64:ff9b::808:808", "::ffff:8.8.8.8"]
)
def test_public_addresses_are_allowed(address: str) -> None:
    assert not is_forbidden_address(address)


def test_networks_allowed_by_the_operator() -> None:
    reach = (ip_network("10.1.0.0/16"), ip_network("fd00::/8"))
    assert [
        is_forbidden_address(each, reach)
        for each in ("10.1.2.3", "fd00::1", "10.2.0.1", "127.0.0.1", "::ffff:10.1.2.3")
    ] == [
        False,
        False,
        True,
        True,
        False,
    ]


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "ftp://example.org/",
        "file:///etc/passwd",
        "gopher://example.org/",
        "javascript:alert(1)",
        "//example.org/",
        "http://",
        "http:///path",
        "https://user@example.org/",
        "https://user:word@example.org/",
        "https://example.org:99999/",
        "https://example.org:x/",
        "https://example.org/a b",
        "https://example.org/\r\nX: y",
        "https://example.org/\x00",
        "https://example.org/ü",
        "http://[::1",
        "https://" + "x" * 600,
    ],
)
def test_invalid_addresses_are_refused(url: str) -> None:
    with pytest.raises(RequestRefused) as error:
        parse_target(url)
    assert error.value.key == "server.error.hook_address"


@pytest.mark.parametrize("port", [1, 22, 25, 53, 110, 465, 587, 993])
def test_ports_of_other_services(port: int) -> None:
    with pytest.raises(RequestRefused) as error:
        parse_target(f"http://example.org:{port}/")
    assert error.value.key == "server.error.hook_port"


def test_valid_addresses_are_parsed() -> None:
    assert parse_target("HTTPS://Example.ORG") == WebhookTarget("https", "example.org", 443, "/")
    assert parse_target("http://example.org:8080/a/b?c=d#e") == WebhookTarget("http", "example.org", 8080, "/a/b?c=d")
    assert parse_target("http://bücher.example/") == WebhookTarget("http", "xn--bcher-kva.example", 80, "/")
    assert parse_target("http://[2606:2800:220:1::1]/").host == "2606:2800:220:1::1"


# ---------------------------------------------------------------- calls


def test_a_call_has_the_original_host_name(hook: WebhookServer) -> None:
    call(f"http://hooks.example:{hook.port}/turn?game=1", Names(["127.0.0.1"]))
    ((path, headers, body),) = hook.calls
    assert (path, headers["Host"], body) == ("/turn?game=1", f"hooks.example:{hook.port}", BODY)
    assert headers["Content-Type"] == "application/json"
    assert "Authorization" not in headers


def test_a_name_is_resolved_once_and_the_checked_address_is_called(hook: WebhookServer) -> None:
    """A name server that would answer differently the second time is asked only once."""
    names = Names(["127.0.0.1"], ["169.254.169.254"])
    call(f"http://rebind.example:{hook.port}/", names)
    assert names.lookups == 1
    assert len(hook.calls) == 1


@pytest.mark.parametrize("addresses", [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["::1"], ["::ffff:127.0.0.1"]])
def test_a_name_that_resolves_to_a_private_address_is_not_called(hook: WebhookServer, addresses: list[str]) -> None:
    fails(f"http://inside.example:{hook.port}/", Names(addresses), "sign.error.forbidden", reach=())
    assert hook.calls == []


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "2130706433", "0x7f.1", "0177.0.0.1", "[::1]"])
def test_other_spellings_of_loopback_are_refused(hook: WebhookServer, host: str) -> None:
    """With the resolver of the system."""
    with pytest.raises(DeliveryError) as error:
        asyncio.run(WebhookClient().call(f"http://{host}:{hook.port}/", BODY))
    assert error.value.key in ("sign.error.forbidden", "sign.error.unknown_host")
    assert hook.calls == []


def test_a_redirect_is_not_followed(hook: WebhookServer) -> None:
    other = f"http://127.0.0.1:{hook.port}/elsewhere"
    for code in (301, 302, 303, 307, 308):
        hook.calls.clear()
        hook.answer = lambda request, code=code: status(request, code, Location=other)  # type: ignore[misc]
        fails(f"http://hooks.example:{hook.port}/", Names(["127.0.0.1"]), "sign.error.redirect")
        assert len(hook.calls) == 1


@pytest.mark.parametrize("code", [400, 404, 410, 500, 503])
def test_an_error_status_is_reported(hook: WebhookServer, code: int) -> None:
    hook.answer = lambda request: status(request, code)
    fails(f"http://hooks.example:{hook.port}/", Names(["127.0.0.1"]), "sign.error.refused")


def test_a_refused_connection_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    fails(f"http://hooks.example:{port}/", Names(["127.0.0.1"]), "sign.error.unreachable")
    fails("http://hooks.example/", Names([]), "sign.error.unknown_host")


def test_an_endless_response_is_not_read(hook: WebhookServer) -> None:
    def endless(request: Any) -> None:
        try:
            for _ in range(10_000):
                request.wfile.write(b"x" * 65536)
        except OSError:
            return

    hook.answer = endless
    fails(f"http://hooks.example:{hook.port}/", Names(["127.0.0.1"]), "sign.error.nonsense")


def test_a_missing_response_times_out(hook: WebhookServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "CALL_TIMEOUT_S", 0.2)
    wait = threading.Event()

    def silent(request: Any) -> None:
        wait.wait(TIMEOUT_S)

    hook.answer = silent
    fails(f"http://hooks.example:{hook.port}/", Names(["127.0.0.1"]), "sign.error.slow")
    wait.set()


def test_name_resolution_times_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhook, "CALL_TIMEOUT_S", 0.2)

    async def never(host: str, port: int) -> list[str]:
        await asyncio.sleep(3600)
        return []

    with pytest.raises(DeliveryError) as error:
        asyncio.run(WebhookClient(LOOPBACK, never).call("http://hooks.example/", BODY))
    assert error.value.key == "sign.error.slow"


# ---------------------------------------------------------------- TLS


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate for hooks.example, signed by itself."""
    key, host = ec.generate_private_key(ec.SECP256R1()), "hooks.example"
    name, now = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)]), datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = tmp_path_factory.mktemp("tls") / "pem"
    file.write_bytes(private + builder.sign(key, SHA256()).public_bytes(Encoding.PEM))
    return file


@pytest.fixture
def secure(hook: WebhookServer, certificate: Path) -> WebhookServer:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    hook.socket = context.wrap_socket(hook.socket, server_side=True)
    return hook


def test_the_certificate_must_match_the_host_name(secure: WebhookServer, certificate: Path) -> None:
    trusting = ssl.create_default_context(cafile=str(certificate))
    call(f"https://hooks.example:{secure.port}/", Names(["127.0.0.1"]), context=trusting)
    assert json.loads(secure.calls[0][2]) == {"kind": "turn"}
    fails(f"https://other.example:{secure.port}/", Names(["127.0.0.1"]), "sign.error.tls", context=trusting)
    fails(f"https://hooks.example:{secure.port}/", Names(["127.0.0.1"]), "sign.error.tls")
    assert len(secure.calls) == 1
