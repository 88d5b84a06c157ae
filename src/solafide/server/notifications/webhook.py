"""A call to an address that a player named: never to a machine that only this server can reach."""

from __future__ import annotations

import asyncio
import socket
import ssl
from collections.abc import Awaitable, Callable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from solafide.server.matches.match import RequestRefused
from solafide.server.runtime.settings import Network

MAX_URL_CHARS = 500  # characters of an address
CALL_TIMEOUT_S = 10.0  # for a whole call
MAX_RESPONSE_BYTES = 8 * 1024  # bytes that are read of an answer
PORTS = {"http": 80, "https": 443}
FIRST_FREE_PORT = (
    1024  # below it only the usual ports: mail servers and the like take what looks like a call for a command
)

NAT64 = ip_network("64:ff9b::/96")
# Reserved, or tunnels whose outer address says nothing; which of them Python knows depends on its version.
RESERVED = tuple(
    ip_network(each)
    for each in ("192.0.0.0/24", "192.88.99.0/24", "64:ff9b:1::/48", "100::/64", "2001::/23", "3fff::/20", "5f00::/16")
)

Address = IPv4Address | IPv6Address
Resolve = Callable[[str, int], Awaitable[list[str]]]


class WebhookError(Exception):
    """A sign that did not arrive; `key` says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


class WebhookTarget(NamedTuple):
    """Where a call goes."""

    scheme: str
    host: str
    port: int
    path: str


def target(url: str) -> WebhookTarget:
    """An address that may be called, as far as can be seen by its text.

    >>> target("https://Example.org/turn?x=1")
    WebhookTarget(scheme='https', host='example.org', port=443, path='/turn?x=1')
    """
    try:
        parts = urlsplit(url)
        port = parts.port or PORTS[parts.scheme]
        host = (parts.hostname or "").encode("idna" if not url.isascii() else "ascii").decode()
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        good = host and path.isascii() and not (parts.username or parts.password)
    except (ValueError, KeyError, UnicodeError):
        good = False
    if not good or len(url) > MAX_URL_CHARS or any(ord(sign) <= 32 or ord(sign) == 127 for sign in url):
        raise RequestRefused(422, "server.error.hook_address")
    if port < FIRST_FREE_PORT and port not in PORTS.values():
        raise RequestRefused(422, "server.error.hook_port")
    return WebhookTarget(parts.scheme, host, port, path)


def forbidden(text: str, reach: tuple[Network, ...] = ()) -> bool:
    """Whether an address is not one of the open network.

    >>> [forbidden(each) for each in ("127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "93.184.215.14")]
    [True, True, True, False]
    """
    try:
        address: Address = ip_address(text.partition("%")[0])
    except ValueError:
        return True
    if any(address in network for network in reach if network.version == address.version):
        return False
    if isinstance(address, IPv6Address):
        inner = _inner(address)
        if inner is not None:
            return forbidden(str(inner), reach)
        if address.is_site_local:
            return True
    reserved = any(address in network for network in RESERVED if network.version == address.version)
    return reserved or not address.is_global or _special(address)


def _inner(address: IPv6Address) -> IPv4Address | None:
    """The address of IPv4 to which one of IPv6 leads."""
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def _special(address: Address) -> bool:
    return (
        address.is_private
        or address.is_loopback
        or address.is_link_local
        or address.is_multicast
        or address.is_reserved
        or address.is_unspecified
    )


async def resolve(host: str, port: int) -> list[str]:
    """All addresses of a name, asked for once."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


class WebhookClient:
    """Calls targets; `reach`: private networks that the operator allows."""

    def __init__(
        self, reach: tuple[Network, ...] = (), resolve: Resolve = resolve, context: ssl.SSLContext | None = None
    ) -> None:
        self._reach, self._resolve = reach, resolve
        self._context = context or ssl.create_default_context()

    async def call(self, url: str, body: bytes) -> None:
        """One call; Undelivered if it was not answered with a success."""
        aim = target(url)
        try:
            async with asyncio.timeout(CALL_TIMEOUT_S):
                status = await self._post(aim, await self._checked(aim), body)
        except TimeoutError:
            raise WebhookError("sign.error.slow") from None
        except ssl.SSLError:
            raise WebhookError("sign.error.tls") from None
        except OSError:
            raise WebhookError("sign.error.unreachable") from None
        if 300 <= status < 400:
            raise WebhookError("sign.error.redirect")
        if not 200 <= status < 300:
            raise WebhookError("sign.error.refused")

    async def _checked(self, aim: WebhookTarget) -> str:
        """The address to connect to; a name that also leads to a forbidden one is not called at all."""
        try:
            found = await self._resolve(aim.host, aim.port)
        except (OSError, UnicodeError):
            found = []
        if not found:
            raise WebhookError("sign.error.unknown_host")
        if any(forbidden(address, self._reach) for address in found):
            raise WebhookError("sign.error.forbidden")
        return found[0]

    async def _post(self, aim: WebhookTarget, address: str, body: bytes) -> int:
        """The status of the answer; the rest of it is not read, and nobody is followed elsewhere."""
        secure = self._context if aim.scheme == "https" else None
        reader, writer = await asyncio.open_connection(
            address, aim.port, limit=MAX_RESPONSE_BYTES, ssl=secure, server_hostname=aim.host if secure else None
        )
        try:
            name = f"[{aim.host}]" if ":" in aim.host else aim.host
            host = name if aim.port == PORTS[aim.scheme] else f"{name}:{aim.port}"
            head = (
                f"POST {aim.path} HTTP/1.1\r\nHost: {host}\r\nUser-Agent: solafide\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n\r\n"
            )
            writer.write(head.encode("ascii") + body)
            await writer.drain()
            line = await reader.readuntil(b"\r\n")
            return _status(line)
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise WebhookError("sign.error.nonsense") from None
        finally:
            writer.transport.abort()


def _status(line: bytes) -> int:
    version, _, rest = line.partition(b" ")
    code = rest[:3]
    if not version.startswith(b"HTTP/1.") or not code.isdigit():
        raise WebhookError("sign.error.nonsense")
    return int(code)
