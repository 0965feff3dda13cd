"""The addresses that this machine has itself, as far as it knows them. IO.

What a router has in its place, no machine behind it can tell.
"""

import socket
from contextlib import suppress
from ipaddress import IPv6Address
from pathlib import Path

_TABLE = Path("/proc/net/if_inet6")
_ELSEWHERE = ((socket.AF_INET, "192.0.2.1"), (socket.AF_INET6, "2001:db8::1"))
"""Somewhere beyond; a datagram's socket only looks for the way there, and sends nothing."""


def own_addresses(table: Path = _TABLE) -> tuple[str, ...]:
    """The addresses that calls leave from, and all of IPv6 where the system lists them."""
    found: list[str] = []
    for family, beyond in _ELSEWHERE:
        with suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as line:
            line.connect((beyond, 9))
            found.append(str(line.getsockname()[0]))
    with suppress(OSError):
        for line_read in table.read_text().splitlines():
            found.append(str(IPv6Address(bytes.fromhex(line_read.split()[0]))))
    return tuple(dict.fromkeys(one for one in found if "%" not in one))
