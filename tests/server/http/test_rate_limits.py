"""How much is allowed, and who asks: without a server and with a clock of our own."""

import asyncio
from ipaddress import ip_network

import pytest

from server.online_server import settings_of
from solafide.server import token_bucket
from solafide.server.errors import RequestRefused
from solafide.server.http.rate_limits import OpenStreams, RateLimits, caller
from solafide.server.matches.capacity import FULL_CACHE_S, CapacityLimit
from solafide.server.runtime.settings import Network
from solafide.server.token_bucket import AddressBuckets


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_whether_the_server_is_full_is_cached() -> None:
    class Counted:
        games, looks = 2, 0

        async def do(self, job: object) -> int:
            self.looks += 1
            return self.games

    clock, store = Clock(), Counted()
    server = CapacityLimit(store, 2, clock)  # type: ignore[arg-type]
    for _ in range(3):
        with pytest.raises(RequestRefused, match=r"server\.error\.full"):
            asyncio.run(server.admit())
    assert store.looks == 1
    clock.now += FULL_CACHE_S
    store.games = 1
    asyncio.run(server.admit())
    assert store.looks == 2


def test_a_bucket_allows_a_burst_and_then_a_rate() -> None:
    clock = Clock()
    buckets = AddressBuckets(2, 3, clock)
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]
    assert buckets.take("b") == 0
    clock.now += 0.5
    assert [buckets.take("a") for _ in range(2)] == [0, 0.5]
    assert buckets.wait("a") == 0.5
    assert buckets.wait("stranger") == 0
    clock.now += 3600
    assert [buckets.take("a") for _ in range(4)] == [0, 0, 0, 0.5]


def test_a_cost_above_the_capacity_empties_the_bucket() -> None:
    buckets = AddressBuckets(1, 3, Clock())
    assert buckets.take("a", 30) == 0
    assert buckets.take("a", 30) == 3


def test_zero_means_no_limit() -> None:
    buckets = AddressBuckets(0, 1)
    assert not any(buckets.take("a") for _ in range(100))
    assert len(buckets) == 0


def test_the_table_is_bounded_and_evicts_rare_addresses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_bucket, "MAX_TRACKED_ADDRESSES", 100)
    buckets = AddressBuckets(0.001, 1, Clock())
    assert buckets.take("busy") == 0
    for number in range(1000):
        buckets.take(f"address {number}")
        assert buckets.take("busy") > 0
    assert len(buckets) == 100


def test_refused_requests_do_not_use_the_common_limit() -> None:
    limits = RateLimits(settings_of(limits_rate=1, limits_burst=2, limits_rate_all=1, limits_burst_all=3), Clock())
    assert [limits.wait("a") > 0 for _ in range(50)] == [False, False] + [True] * 48
    assert limits.wait("b") == 0
    assert limits.wait("c") > 0


def test_open_streams_are_counted_per_address_and_in_total() -> None:
    streams = OpenStreams(2, 3)
    assert [streams.enter(who) for who in "aaabb"] == [True, True, False, True, False]
    streams.leave("a")
    assert streams.enter("c")
    assert not streams.enter("a")
    for who in "abc":
        streams.leave(who)
    assert streams.count == 0
    assert OpenStreams(0, 0).enter("a")


PROXIES = (ip_network("10.0.0.0/8"), ip_network("2001:db8::/32"))


@pytest.mark.parametrize(
    ("peer", "forwarded", "proxies", "expected"),
    [
        ("198.51.100.1", "", (), "198.51.100.1"),
        ("198.51.100.1", "203.0.113.9", (), "198.51.100.1"),
        ("198.51.100.1", "203.0.113.9", PROXIES, "198.51.100.1"),
        ("10.0.0.1", "203.0.113.9", PROXIES, "203.0.113.9"),
        ("10.0.0.1", "1.2.3.4, 203.0.113.9", PROXIES, "203.0.113.9"),
        ("10.0.0.1", "1.2.3.4, 203.0.113.9, 10.9.9.9", PROXIES, "203.0.113.9"),
        ("10.0.0.1", "", PROXIES, "10.0.0.1"),
        ("10.0.0.1", "nonsense", PROXIES, "10.0.0.1"),
        ("10.0.0.1", "1.2.3.4, <script>", PROXIES, "10.0.0.1"),
        ("10.0.0.1", "203.0.113.9:4711", PROXIES, "203.0.113.9"),
        ("10.0.0.1", "[2a00:1:2:3:4:5:6:7]:80", PROXIES, "2a00:1:2:3::/64"),
        ("2001:db8::1", "203.0.113.9", PROXIES, "203.0.113.9"),
        ("::ffff:10.0.0.1", "203.0.113.9", PROXIES, "203.0.113.9"),
        ("10.0.0.1", "10.0.0.2, 10.0.0.3", PROXIES, "10.0.0.2"),
        ("2a00:1:2:3:4:5:6:7", "", (), "2a00:1:2:3::/64"),
        ("fe80::1%eth0", "", (), "fe80::/64"),
        ("", "203.0.113.9", PROXIES, "unknown"),
    ],
)
def test_caller_address_behind_proxies(peer: str, forwarded: str, proxies: tuple[Network, ...], expected: str) -> None:
    """Forwarded addresses are believed from configured proxies only, from the right, up to the first stranger."""
    assert caller(peer, forwarded, proxies) == expected
