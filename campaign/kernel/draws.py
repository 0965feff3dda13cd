"""Draws that nobody can choose and everybody can check. Pure.

Seeds form a hash chain: the campaign publishes its end, each turn uses the next link backwards and
reveals it when the turn is over. A draw takes HMAC-SHA-256 under the turn's seed over lines of text
(campaign id, draw number, every nonce and entropy mixed in since the draw before) and turns it into
an index over the candidates in id order, rejecting the values that would favour some of them.
"""

import hashlib
import hmac
from collections.abc import Sequence

HEADER = "campaign-tracker draw 1"
_WORD = 1 << 64


def link(seed: str, steps: int = 1) -> str:
    """The chain's value some steps onward: SHA-256 over the bytes each time. Hex in, hex out."""
    value = bytes.fromhex(seed)
    for _ in range(steps):
        value = hashlib.sha256(value).digest()
    return value.hex()


def seed_of(secret: str, links: int, number: int) -> str:
    """The seed of the campaign's `number`-th turn, from 1. One hashing of seed 1 gives the anchor.

    Raises `ValueError` past the end of the chain.
    """
    if not 1 <= number <= links:
        raise ValueError(f"the chain has {links} seeds, and number {number} is none of them")
    return link(secret, links - number)


def anchor_of(secret: str, links: int) -> str:
    """The end of the chain, published when the campaign starts."""
    return link(secret, links)


def pick(
    seed: str, campaign_id: str, draw: int, mixed: Sequence[str], candidates: Sequence[str]
) -> str:
    """The candidate that a draw picks; each is equally likely.

    Raises `ValueError` without a seed.
    """
    if not seed:
        raise ValueError("there is no seed to draw with")
    names = sorted(candidates)
    text = "\n".join((HEADER, campaign_id, str(draw), *mixed)) + "\n"
    key = bytes.fromhex(seed)
    fair = _WORD - _WORD % len(names)
    value = hmac.digest(key, text.encode(), "sha256")
    while (number := int.from_bytes(value[:8])) >= fair:
        value = hmac.digest(key, value, "sha256")
    return names[number % len(names)]
