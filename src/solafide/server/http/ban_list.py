"""The bans of the operator as every request meets them: in memory, read again from the database every two seconds."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from ipaddress import IPv6Network, ip_network

from solafide.game import SolaFideError
from solafide.server.http.rate_limits import IPV6_PREFIX_BITS
from solafide.server.runtime.background_loop import repeat_forever
from solafide.server.runtime.settings import Network
from solafide.server.runtime.wall_clock import WallClock
from solafide.server.storage.bans import Ban, delete_ban, load_bans, store_ban
from solafide.server.storage.base import Storage

REFRESH_INTERVAL_S = 2.0  # after which a ban by another process holds here too
MAX_CACHED_ADDRESSES = 10_000
SMALLEST_PREFIX_BITS = {4: 8, 6: 16}  # a larger network is more likely a mistake than a wish


class BanList:
    """The banned networks; `end_streams` is given what is banned, to end the streams that are still open."""

    def __init__(self, store: Storage, clock: WallClock) -> None:
        self._store, self._clock = store, clock
        self._bans: list[tuple[Network, Ban]] = []
        self._by_address: dict[str, Ban | None] = {}  # of addresses that were looked up
        self.end_streams: Callable[[Callable[[str], bool]], None] = lambda is_banned: None

    def is_banned(self, address: str) -> bool:
        """Whether a client is banned; address: as `rate_limits.caller` returns it."""
        if not self._bans:
            return False
        if address not in self._by_address:
            if len(self._by_address) >= MAX_CACHED_ADDRESSES:
                self._by_address.clear()
            self._by_address[address] = self._find(address)
        ban = self._by_address[address]
        return ban is not None and (ban.until is None or ban.until > self._clock.timestamp())

    def _find(self, address: str) -> Ban | None:
        try:
            network = ip_network(address)
        except ValueError:  # the client's address is unknown
            return None
        matching = [ban for banned, ban in self._bans if _contains(banned, network)]
        return max(matching, key=lambda ban: ban.until or "~", default=None)

    def all(self) -> list[Ban]:
        """Return the bans that hold now, the newest first."""
        now = self._clock.timestamp()
        return [ban for _, ban in self._bans if ban.until is None or ban.until > now]

    async def ban(self, network: Network, duration: timedelta | None, reason: str) -> Ban:
        """Ban a network from now on."""
        until = None if duration is None else self._clock.timestamp_after(duration)
        ban = Ban(str(network), self._clock.timestamp(), until, reason)
        await self._store.do(lambda connection: store_ban(connection, ban))
        await self.refresh()
        return ban

    async def unban(self, network: Network) -> bool:
        """End the ban of a network; return whether there was one."""
        was_banned = await self._store.do(lambda connection: delete_ban(connection, str(network)))
        await self.refresh()
        return was_banned

    async def refresh(self) -> None:
        """Read the bans from the database: other processes may have changed them."""
        now = self._clock.timestamp()
        bans = await self._store.read(lambda connection: load_bans(connection, now))
        if bans != [ban for _, ban in self._bans]:
            self._bans = [(ip_network(ban.network), ban) for ban in bans]
            self._by_address.clear()
        if bans:  # every time: a stream may have passed the gate just before its address was banned
            self.end_streams(self.is_banned)

    async def refresh_forever(self) -> None:
        """Refresh until the task is cancelled."""
        await repeat_forever("refresh of bans", REFRESH_INTERVAL_S, self.refresh)


def parse_network(text: str) -> Network:
    """Read an address or network that is to be banned; of IPv6 the smallest is the network of one client.

    >>> parse_network("203.0.113.9"), parse_network("2001:db8::1")
    (IPv4Network('203.0.113.9/32'), IPv6Network('2001:db8::/64'))
    """
    try:
        network = ip_network(text.strip(), strict=False)
    except ValueError:
        raise SolaFideError("admin.error.network", value=text) from None
    if network.prefixlen < SMALLEST_PREFIX_BITS[network.version]:
        raise SolaFideError("admin.error.large_network", value=text, bits=SMALLEST_PREFIX_BITS[network.version])
    if isinstance(network, IPv6Network) and network.prefixlen > IPV6_PREFIX_BITS:
        return network.supernet(new_prefix=IPV6_PREFIX_BITS)
    return network


def _contains(banned: Network, network: Network) -> bool:
    shift = banned.max_prefixlen - banned.prefixlen
    return banned.version == network.version and (
        int(network.network_address) >> shift == int(banned.network_address) >> shift
    )
