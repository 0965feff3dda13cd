"""What is wrong with settings, and what counts as a host. Pure."""

import ipaddress


class SettingsError(Exception):
    """The settings can't be used. One line for the host."""


def is_host(host: str) -> bool:
    if _as_ip(host):
        return True
    return host.isprintable() and not any(sign in host for sign in " /@:\\")


def is_loopback(host: str) -> bool:
    """Whether a server is on this very machine."""
    address = _as_ip(host)
    return address.is_loopback if address else host.lower() == "localhost"


def _as_ip(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None
