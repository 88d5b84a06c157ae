"""The network of an address: guests are limited by both, so that a whole network of addresses is no way around."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv4Network, ip_network

IPV4_NETWORK_BITS = 24
IPV6_NETWORK_BITS = 48


@lru_cache(maxsize=10_000)
def network_of(address: str) -> str:
    """Return the network of an address, which may itself be a smaller network; any other text is unchanged.

    >>> network_of("203.0.113.9"), network_of("2001:db8:1:2::/64"), network_of("unknown")
    ('203.0.113.0/24', '2001:db8:1::/48', 'unknown')
    """
    try:
        network = ip_network(address)
    except ValueError:
        return address
    bits = IPV4_NETWORK_BITS if isinstance(network, IPv4Network) else IPV6_NETWORK_BITS
    return str(network.supernet(new_prefix=bits)) if network.prefixlen > bits else str(network)
