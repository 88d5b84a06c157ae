"""Rate limits of the online server: requests and open streams, for each address and in all."""

from __future__ import annotations

import time
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from solafide.server.runtime.settings import Network, ServerSettings
from solafide.server.token_bucket import HOUR_S, MINUTE_S, AddressBuckets, MonotonicClock, TokenBucket

IPV6_PREFIX_BITS = 64  # a client usually has a whole IPv6 network of this prefix


class OpenStreams:
    """Counts open streams, for each address and in all; a limit of 0 is none."""

    def __init__(self, max_per_address: int, max_in_all: int) -> None:
        self._max_per_address, self._max_in_all = max_per_address, max_in_all
        self._open: dict[str, int] = {}
        self.count = 0

    def enter(self, address: str) -> bool:
        """Count one more stream; return False if that is too many."""
        open_streams = self._open.get(address, 0)
        if self._max_per_address and open_streams >= self._max_per_address:
            return False
        if self._max_in_all and self.count >= self._max_in_all:
            return False
        self._open[address] = open_streams + 1
        self.count += 1
        return True

    def leave(self, address: str) -> None:
        self.count -= 1
        self._open[address] -= 1
        if not self._open[address]:
            del self._open[address]


class RateLimits:
    """All limits of one server process."""

    def __init__(self, settings: ServerSettings, clock: MonotonicClock = time.monotonic) -> None:
        self._clock = clock
        self._all = TokenBucket(settings.limits.rate_all, settings.limits.burst_all, clock())
        self._each = AddressBuckets(settings.limits.rate, settings.limits.burst, clock)
        self.wrong = AddressBuckets(settings.limits.wrong / MINUTE_S, settings.limits.wrong, clock)
        self.tables = AddressBuckets(settings.limits.tables / HOUR_S, settings.limits.tables, clock)
        self.streams = OpenStreams(settings.limits.streams, settings.limits.streams_all)

    def wait(self, address: str, cost: float = 1.0) -> float:
        """Return the seconds that a request must wait; one over its own limit does not count for the common one."""
        return self._each.take(address, cost) or self._all.take(cost, self._clock())


def caller(peer: str, forwarded: str, proxies: tuple[Network, ...]) -> str:
    """Return the address of a client: the peer, or the last hop that is no configured proxy.

    >>> caller("203.0.113.9", "198.51.100.1", ())
    '203.0.113.9'
    """
    if not forwarded:
        return _group_peer(peer)
    address = _parse_address(peer)
    if address is None:
        return "unknown"
    hops = [hop.strip() for hop in forwarded.split(",")]
    while hops and any(address in network for network in proxies if network.version == address.version):
        hop = _parse_address(hops.pop())
        if hop is None:  # an unreadable hop is not trusted
            break
        address = hop
    return _group(address)


@lru_cache(maxsize=10_000)
def _group_peer(peer: str) -> str:
    address = _parse_address(peer)
    return "unknown" if address is None else _group(address)


def _parse_address(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address as proxies write it: with a port, in brackets, IPv4 inside IPv6."""
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    mapped = getattr(address, "ipv4_mapped", None)
    return mapped if isinstance(mapped, IPv4Address) else address


def _group(address: IPv4Address | IPv6Address) -> str:
    """Return the address by which a client is counted: of IPv6 its network."""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Address(int(address) >> IPV6_PREFIX_BITS << IPV6_PREFIX_BITS)) + f"/{IPV6_PREFIX_BITS}"
