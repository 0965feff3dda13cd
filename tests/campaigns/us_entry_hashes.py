"""The hashes of hidden draws, taken once more from the words of the specification.

Nothing is used but SHA-256, and for the vault's chance in these campaigns SHAKE-256.
"""

import hashlib

LINKS = 1024
"""Seeds in a campaign's chain."""


def thrown(word: str, number: int, count: int) -> bytes:
    """What the vault's source of chance gives when it is asked for the `number`-th time.

    Asked first are the key (1), the campaign's id (2), the chain's secret (3), an IV (4).
    """
    return hashlib.shake_256(f"{word} {number}".encode()).digest(count)


def keyed(key: bytes, text: str | bytes) -> bytes:
    """HMAC over SHA-256."""
    told = text.encode() if isinstance(text, str) else text
    wide = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in wide) + told).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in wide) + inner).digest()


def pick(key: bytes, lines: list[str], names: list[str]) -> str:
    """One of the names, each with the same chance: numbers that would favour some are passed by."""
    names = sorted(names)
    found = keyed(key, "".join(f"{line}\n" for line in ["campaign-tracker draw 1", *lines]))
    while int.from_bytes(found[:8], "big") >= 2**64 - 2**64 % len(names):
        found = keyed(key, found)
    return names[int.from_bytes(found[:8], "big") % len(names)]


def seed_of(chain: bytes, turn: int) -> bytes:
    """The seed of a campaign's `turn`-th turn: the chain is walked backwards, a link a turn."""
    for _ in range(LINKS - turn):
        chain = hashlib.sha256(chain).digest()
    return chain


def committed(campaign: str, about: str, choice: str, nonce: str) -> str:
    """The commitment to a choice about something: kind, number and power, each on its line."""
    text = f"campaign-tracker seal 1\n{campaign}\n{about}\n{choice}\n{nonce}\n"
    return hashlib.sha256(text.encode()).hexdigest()


def chit_sealed(secret: bytes, campaign: str, number: int, value: int) -> str:
    """The commitment to a chit's value; its nonce follows from the secret of the common pool."""
    nonce = keyed(secret, f"campaign-tracker chit 1\n{campaign}\nc{number}\n").hex()
    return committed(campaign, f"chit\n{number}\nusa", str(value), nonce)
