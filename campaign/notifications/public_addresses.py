"""Which addresses are out on the internet, and nobody's own network. Pure.

An address that a member or a host names is called from the club's machine. It must not become a way
to whatever stands beside that machine, so everything that is not plainly public is refused, and so
is whatever holds another address inside.
"""

from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

_NOT_PUBLIC_4 = tuple(
    map(
        ip_network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by the customers of a provider
            "127.0.0.0/8",  # this machine
            "169.254.0.0/16",  # this line, where clouds keep their keys
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocols
            "192.0.2.0/24",  # examples
            "192.31.196.0/24",  # name servers of private zones
            "192.52.193.0/24",  # multicast by tunnel
            "192.88.99.0/24",  # relays to 6to4
            "192.168.0.0/16",  # private
            "192.175.48.0/24",  # name servers of private zones
            "198.18.0.0/15",  # benchmarks
            "198.51.100.0/24",  # examples
            "203.0.113.0/24",  # examples
            "224.0.0.0/4",  # multicast
            "240.0.0.0/4",  # reserved, and everybody on the line
        ),
    )
)
_PUBLIC_6 = ip_network("2000::/3")
"""All that was ever given out; local, multicast, mapped and translated addresses lie outside."""
_NOT_PUBLIC_6 = tuple(
    map(
        ip_network,
        (
            "2001::/23",  # protocols, among them tunnels that hold another address
            "2001:db8::/32",  # examples
            "2002::/16",  # 6to4, which holds another address
            "2620:4f:8000::/48",  # name servers of private zones
            "3fff::/20",  # examples
        ),
    )
)


def is_public(address: str) -> bool:
    """Whether an address, in digits, is one that anybody may call."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    if isinstance(parsed, IPv4Address):
        return not any(parsed in network for network in _NOT_PUBLIC_4)
    return _is_public_6(parsed)


NEIGHBOURS = 64
"""How many bits of a public address all machines of one network share."""


def is_beside(address: str, own: Iterable[str]) -> bool:
    """Whether an address is one of this machine's, or of a machine in the same network.

    Of IPv6 also machines at home have addresses that anybody may call.
    """
    parsed = ip_address(address)
    for one in map(ip_address, own):
        if parsed == one:
            return True
        are_of_six = isinstance(parsed, IPv6Address) and isinstance(one, IPv6Address)
        if are_of_six and parsed in ip_network(f"{one}/{NEIGHBOURS}", strict=False):
            return True
    return False


def _is_public_6(parsed: IPv6Address) -> bool:
    if parsed.scope_id or parsed not in _PUBLIC_6:
        return False
    return not any(parsed in network for network in _NOT_PUBLIC_6)
