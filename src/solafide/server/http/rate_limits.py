"""How much is allowed: token buckets and counts for each address and in all, in bounded memory."""

from __future__ import annotations

import time
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from solafide.server.runtime.settings import Network, ServerSettings
from solafide.server.token_bucket import HOUR_S, MINUTE_S, AddressBuckets, MonotonicClock, TokenBucket

IPV6_PREFIX_BITS = 64  # who has one IPv6 address has the whole network of this prefix


class OpenStreams:
    """How many are open, for each address and in all."""

    def __init__(self, each: int, most: int) -> None:
        self._each, self._most = each, most
        self._open: dict[str, int] = {}
        self.count = 0

    def enter(self, address: str) -> bool:
        there = self._open.get(address, 0)
        if (self._each and there >= self._each) or (self._most and self.count >= self._most):
            return False
        self._open[address] = there + 1
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
        """Seconds that a request must wait; who is over the own limit takes nothing from the others."""
        return self._each.take(address, cost) or self._all.take(cost, self._clock())


def caller(peer: str, forwarded: str, proxies: tuple[Network, ...]) -> str:
    """Who asks: the peer, or as seen by configured proxies the last hop that is none of them.

    >>> caller("203.0.113.9", "198.51.100.1", ())
    '203.0.113.9'
    """
    if not forwarded:
        return _alone(peer)
    address = _parsed(peer)
    if address is None:
        return "unknown"
    hops = [hop.strip() for hop in forwarded.split(",")]
    while hops and any(address in network for network in proxies if network.version == address.version):
        hop = _parsed(hops.pop())
        if hop is None:  # what cannot be read is not believed
            break
        address = hop
    return _grouped(address)


@lru_cache(maxsize=10_000)
def _alone(peer: str) -> str:
    """Nobody between us and the peer."""
    address = _parsed(peer)
    return "unknown" if address is None else _grouped(address)


def _parsed(text: str) -> IPv4Address | IPv6Address | None:
    """An address as proxies write it: with a port, in brackets, IPv4 inside IPv6."""
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


def _grouped(address: IPv4Address | IPv6Address) -> str:
    if isinstance(address, IPv4Address):
        return str(address)
    return str(IPv6Address(int(address) >> IPV6_PREFIX_BITS << IPV6_PREFIX_BITS)) + f"/{IPV6_PREFIX_BITS}"
