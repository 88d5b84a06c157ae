"""How much is allowed, and who asks: without a server and with a clock of our own."""

import asyncio
from ipaddress import ip_network

import pytest

from server.online_server import settings_of
from solafide.server.http.rate_limits import OpenStreams, RateLimits, caller
from solafide.server.limits import token_bucket
from solafide.server.limits.token_bucket import AddressBuckets
from solafide.server.matches.capacity import FULL_CACHE_S, CapacityLimit
from solafide.server.runtime.settings import Network
from solafide.server.schemas.errors import RequestRefused


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


def test_those_who_come_while_games_are_counted_wait_for_the_count() -> None:
    class Slow:
        async def do(self, job: object) -> int:
            await asyncio.sleep(0)
            return 8

    async def run() -> list[RequestRefused | None]:
        limit = CapacityLimit(Slow(), 10, Clock())  # type: ignore[arg-type]
        return await asyncio.gather(*(limit.admit() for _ in range(3)), return_exceptions=True)  # type: ignore[return-value]

    first, second, third = asyncio.run(run())
    assert first is second is None
    assert isinstance(third, RequestRefused)


def test_several_processes_share_the_room_for_games() -> None:
    class Counted:
        games = 0

        async def do(self, job: object) -> int:
            return self.games

    clock, store = Clock(), Counted()
    processes = [CapacityLimit(store, 10, clock) for _ in range(2)]  # type: ignore[arg-type]
    for process in processes:
        process.processes = 2

    async def create(process: CapacityLimit) -> bool:
        try:
            await process.admit()
        except RequestRefused:
            return False
        store.games += 1
        return True

    assert [asyncio.run(create(processes[number % 2])) for number in range(12)] == [True] * 10 + [False] * 2
    store.games = 4  # the first process finds all the room, though the other one uses none of it
    clock.now += FULL_CACHE_S
    assert [asyncio.run(create(processes[0])) for _ in range(7)] == [True] * 6 + [False]


def test_addresses_of_one_network_share_a_larger_limit() -> None:
    limits = RateLimits(settings_of(limits_rate=1, limits_burst=2, limits_network=3, limits_streams=1), Clock())
    for network in ("203.0.113.{}", "2001:db8:1:{}::/64"):
        addresses = [network.format(number) for number in range(1, 9)]
        assert [limits.wait(address) == 0 for address in addresses for _ in range(2)] == [True] * 6 + [False] * 10
        assert [limits.streams.enter(address) for address in addresses] == [True] * 3 + [False] * 5
        limits.streams.leave(addresses[0])
        assert limits.streams.enter(addresses[7])
    assert limits.wait("203.0.114.1") == 0
    assert limits.wait("2001:db8:2:1::/64") == 0
    unlimited = RateLimits(settings_of(limits_rate=1, limits_burst=2, limits_network=0), Clock())
    assert all(unlimited.wait(f"203.0.113.{number}") == 0 for number in range(250))


def test_processes_that_share_the_limits_admit_as_much_as_one() -> None:
    settings = settings_of(limits_rate=2, limits_burst=20, limits_rate_all=4, limits_burst_all=32, limits_streams=6)
    clock = Clock()
    processes = [RateLimits(settings, clock) for _ in range(2)]
    for limits in processes:
        limits.share(2)

    def admitted(addresses: list[str]) -> int:
        return sum(processes[number % 2].wait(address) == 0 for number, address in enumerate(addresses))

    assert admitted(["203.0.113.1"] * 50) == 20
    clock.now += 5
    assert admitted(["203.0.113.1"] * 50) == 10
    clock.now += 3600
    assert admitted([f"198.51.{number}.1" for number in range(0, 200, 2) for _ in range(2)]) == 32
    assert sum(limits.streams.enter("203.0.113.1") for limits in processes * 5) == 6
    processes[0].share(1)  # the other one has ended
    assert processes[0].wait("192.0.2.1") > 0  # nothing is given back at once
    clock.now += 3600
    assert sum(processes[0].wait("203.0.113.1") == 0 for _ in range(50)) == 20


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


def test_addresses_are_forgotten_when_their_bucket_is_full_again() -> None:
    clock = Clock()
    hourly, quick = AddressBuckets(1 / 3600, 2, clock), AddressBuckets(20, 60, clock)
    for number in range(5000):  # one address after the other, one a second
        clock.now += 1
        assert hourly.take(f"address {number}") == quick.take(f"address {number}") == 0
    assert len(quick) == 601
    assert len(hourly) == 5000
    assert quick.counts()["address 4500"] == 1
    clock.now += 3 * 3600
    for number in range(5000, 10_000):
        hourly.take(f"address {number}")
    assert len(hourly) == 5000


def test_what_an_address_has_used_up_is_not_forgotten() -> None:
    clock = Clock()
    buckets = AddressBuckets(1 / 3600, 2, clock)
    assert [buckets.take("busy") == 0 for _ in range(3)] == [True, True, False]
    clock.now += 3601
    for number in range(100):
        buckets.take(f"address {number}")
    assert buckets.take("busy") == 0
    assert buckets.take("busy") > 0


def test_refused_requests_do_not_use_the_common_limit() -> None:
    limits = RateLimits(settings_of(limits_rate=1, limits_burst=2, limits_rate_all=1, limits_burst_all=3), Clock())
    assert [limits.wait("a") > 0 for _ in range(50)] == [False, False] + [True] * 48
    assert limits.wait("b") == 0
    assert limits.wait("c") > 0


def test_open_streams_are_counted_per_address_and_in_total() -> None:
    streams = OpenStreams(2, 0, 3)
    assert [streams.enter(who) for who in "aaabb"] == [True, True, False, True, False]
    streams.leave("a")
    assert streams.enter("c")
    assert not streams.enter("a")
    for who in "abc":
        streams.leave(who)
    assert streams.count == 0
    assert OpenStreams(0, 0, 0).enter("a")


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
