"""Rate limits of the online server: requests and open streams, for each address, for each network and in all."""

from __future__ import annotations

import time
from collections import Counter
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address

from solafide.server.limits.networks import network_of
from solafide.server.limits.token_bucket import HOUR_S, MINUTE_S, AddressBuckets, MonotonicClock, TokenBucket
from solafide.server.runtime.settings import Network, ServerSettings

NETWORK_PREFIX = "network "  # before a network, where addresses are counted too
IPV6_PREFIX_BITS = 64  # a client usually has a whole IPv6 network of this prefix


class OpenStreams:
    """Counts open streams, for each address, for each network and in all; a limit of 0 is none."""

    def __init__(self, max_per_address: int, max_per_network: int, max_in_all: int) -> None:
        self._limits = max_per_address, max_per_network, max_in_all
        self._open: Counter[str] = Counter()
        self.count = 0
        self.share(1)

    def share(self, processes: int) -> None:
        """Allow one of several processes its part of the limits."""
        self._max_per_address, self._max_per_network, self._max_in_all = (_part(n, processes) for n in self._limits)

    def enter(self, address: str) -> bool:
        """Count one more stream; return False if that is too many."""
        network = network_of(address)
        if self._max_per_address and self._open[address] >= self._max_per_address:
            return False
        if self._max_per_network and self._open[f"{NETWORK_PREFIX}{network}"] >= self._max_per_network:
            return False
        if self._max_in_all and self.count >= self._max_in_all:
            return False
        self._count(address, 1)
        return True

    def leave(self, address: str) -> None:
        self._count(address, -1)

    def _count(self, address: str, change: int) -> None:
        self.count += change
        for counted in (address, f"{NETWORK_PREFIX}{network_of(address)}"):
            self._open[counted] += change
            if not self._open[counted]:
                del self._open[counted]


class GuestBuckets:
    """A token bucket for each address and one for each network, which may take a multiple; a rate of 0 is no limit."""

    def __init__(self, rate: float, capacity: float, network_factor: int, clock: MonotonicClock) -> None:
        self._rate, self._capacity, self._network_factor = rate, capacity, network_factor
        self._addresses = AddressBuckets(rate, capacity, clock)
        self._networks = AddressBuckets(network_factor * rate, max(1, network_factor) * capacity, clock)

    def share(self, processes: int) -> None:
        """Allow one of several processes its part of the limits."""
        rate, capacity, factor = self._rate / processes, max(1.0, self._capacity / processes), self._network_factor
        self._addresses.resize(rate, capacity)
        self._networks.resize(factor * rate, max(1, factor) * capacity)

    def take(self, address: str, cost: float = 1.0) -> float:
        """Take `cost` for an address and its network; return the seconds to wait if it is not there."""
        return self._addresses.take(address, cost) or self._networks.take(network_of(address), cost)

    def counts(self) -> dict[str, int]:
        """Return how often each address has asked for something, as long as it is remembered."""
        return self._addresses.counts()

    def wait(self, address: str) -> float:
        """Return the seconds after which an address is allowed one more; 0 if it is now."""
        return self._addresses.wait(address) or self._networks.wait(network_of(address))


class RateLimits:
    """All limits of one server process: its part of them, if several processes share the database."""

    def __init__(self, settings: ServerSettings, clock: MonotonicClock = time.monotonic) -> None:
        self._clock, limits = clock, settings.limits
        self._rate_all, self._burst_all, factor = limits.rate_all, limits.burst_all, limits.network
        self._all = TokenBucket(limits.rate_all, limits.burst_all, clock())
        self.requests = GuestBuckets(limits.rate, limits.burst, factor, clock)
        self.wrong = GuestBuckets(limits.wrong / MINUTE_S, limits.wrong, factor, clock)
        self.tables = GuestBuckets(limits.tables / HOUR_S, limits.tables, factor, clock)
        self.streams = OpenStreams(limits.streams, factor * limits.streams, limits.streams_all)
        self.processes = 1

    def wait(self, address: str, cost: float = 1.0) -> float:
        """Return the seconds that a request must wait; one over its own limit does not count for the common one."""
        return self.requests.take(address, cost) or self._all.take(cost, self._clock())

    def share(self, processes: int) -> None:
        """Take one part of every limit, since as many processes are up, so that all together admit the whole of it."""
        if processes == self.processes:
            return
        self.processes = processes
        self._all.resize(self._rate_all / processes, max(1.0, self._burst_all / processes))
        for each in (self.requests, self.wrong, self.tables, self.streams):
            each.share(processes)


def _part(limit: int, processes: int) -> int:
    """Return the part of a limit that one of several processes enforces; 0 stays no limit.

    >>> _part(64, 2), _part(1, 2), _part(0, 2)
    (32, 1, 0)
    """
    return max(1, limit // processes) if limit else 0


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
