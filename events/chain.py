"""The chain: each event's bytes hold the previous event's digest, so the head proves them all.

A stored row is the event's JSON, a line feed, and the SHA-256 of the JSON in hex. The next event
carries that digest as `prev`; the digest of the last event is the head of the campaign.
"""

import hashlib
from collections.abc import Sequence

DIGEST_LENGTH = 64
TRAILER = DIGEST_LENGTH + 1


def digest(body: bytes) -> str:
    """SHA-256 of an event's JSON: 64 hex digits."""
    return hashlib.sha256(body).hexdigest()


def seal(body: bytes) -> bytes:
    """The bytes to store for an event's JSON."""
    return b"%b\n%b" % (body, digest(body).encode())


def body(stored: bytes) -> bytes:
    """The event's JSON of a stored row, unchecked."""
    return stored[:-TRAILER]


def head(stored: bytes) -> str:
    """The digest in a stored row, unchecked."""
    return stored[-DIGEST_LENGTH:].decode("ascii", "replace")


def ends_with(stored: bytes, digest: str) -> bool:
    """Whether a stored row has a body, and ends with this digest."""
    return len(stored) > TRAILER and stored.endswith(b"\n" + digest.encode())


def opened(rows: Sequence[bytes]) -> tuple[list[bytes], list[str], bool]:
    """The JSON of stored rows, its digest, and whether each row ends with its own."""
    bodies = [row[:-TRAILER] for row in rows]
    digests = [hashlib.sha256(body).hexdigest() for body in bodies]
    ends = [row[-TRAILER:] for row in rows]
    are_intact = all(bodies) and ends == [b"\n%b" % digest.encode() for digest in digests]
    return bodies, digests, are_intact


def intact(stored: bytes) -> bool:
    """Whether a stored row's digest is the digest of its JSON."""
    return ends_with(stored, digest(body(stored)))
