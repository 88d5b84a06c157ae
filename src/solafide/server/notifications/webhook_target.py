"""Which addresses webhooks may call: no machine that only this server can reach."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple
from urllib.parse import urlsplit

from solafide.server.runtime.settings import Network
from solafide.server.schemas.errors import RequestRefused

MAX_URL_CHARACTERS = 500
DEFAULT_PORTS = {"http": 80, "https": 443}
FIRST_UNPRIVILEGED_PORT = 1024  # below it only the usual ports: mail servers take what looks like a call for a command

NAT64 = ip_network("64:ff9b::/96")
# Reserved, or tunnels whose outer address says nothing; which of them Python knows depends on its version.
RESERVED = tuple(
    ip_network(each)
    for each in ("192.0.0.0/24", "192.88.99.0/24", "64:ff9b:1::/48", "100::/64", "2001::/23", "3fff::/20", "5f00::/16")
)

Address = IPv4Address | IPv6Address


class WebhookTarget(NamedTuple):
    """The parts of a webhook's URL."""

    scheme: str
    host: str
    port: int
    path: str


def parse_target(url: str) -> WebhookTarget:
    """Read a URL that may be called, as far as can be seen by its text; refuse any other.

    >>> parse_target("https://Example.org/turn?x=1")
    WebhookTarget(scheme='https', host='example.org', port=443, path='/turn?x=1')
    """
    try:
        parts = urlsplit(url)
        port = parts.port or DEFAULT_PORTS[parts.scheme]
        host = (parts.hostname or "").encode("idna" if not url.isascii() else "ascii").decode()
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        valid = host and path.isascii() and not (parts.username or parts.password)
    except (ValueError, KeyError, UnicodeError):
        valid = False
    if not valid or len(url) > MAX_URL_CHARACTERS or any(ord(each) <= 32 or ord(each) == 127 for each in url):
        raise RequestRefused(422, "server.error.hook_address")
    if port < FIRST_UNPRIVILEGED_PORT and port not in DEFAULT_PORTS.values():
        raise RequestRefused(422, "server.error.hook_port")
    return WebhookTarget(parts.scheme, host, port, path)


def is_forbidden_address(text: str, allowed: tuple[Network, ...] = ()) -> bool:
    """Whether an address is outside the public internet; `allowed`: private networks that the operator permits.

    >>> [is_forbidden_address(each) for each in ("127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::7f00:1", "93.184.215.14")]
    [True, True, True, False]
    """
    try:
        address: Address = ip_address(text.partition("%")[0])
    except ValueError:
        return True
    if any(address in network for network in allowed if network.version == address.version):
        return False
    if isinstance(address, IPv6Address):
        inner = _embedded_ipv4(address)
        if inner is not None:
            return is_forbidden_address(str(inner), allowed)
        if address.is_site_local:
            return True
    reserved = any(address in network for network in RESERVED if network.version == address.version)
    return reserved or not address.is_global or _is_special(address)


def _embedded_ipv4(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address to which an IPv6 address leads."""
    if address in NAT64:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour


def _is_special(address: Address) -> bool:
    return (
        address.is_private
        or address.is_loopback
        or address.is_link_local
        or address.is_multicast
        or address.is_reserved
        or address.is_unspecified
    )
