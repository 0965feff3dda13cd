"""Chance: bytes that nobody can foresee, and names made from them. Of a simulation, they are its
own.
"""

import os
from base64 import urlsafe_b64encode

from campaign.world import crossing


def random_bytes(count: int) -> bytes:
    """So many bytes."""
    return os.urandom(count) if crossing.current is None else crossing.current.random_bytes(count)


def token_hex(count: int) -> str:
    """So many bytes as hexadecimal digits."""
    return random_bytes(count).hex()


def token_urlsafe(count: int) -> str:
    """So many bytes as letters that an address may hold."""
    return urlsafe_b64encode(random_bytes(count)).rstrip(b"=").decode()


def below(count: int) -> int:
    """A whole number from 0 up to below another, each as likely as 8 bytes allow."""
    return int.from_bytes(random_bytes(8), "big") % count


def fraction() -> float:
    """A number from 0 up to 1."""
    return int.from_bytes(random_bytes(6), "big") / (1 << 48)
