"""Receipts: what every submission leaves behind, chained, telling nothing of a sealed choice. Pure.

A receipt holds a salted digest of what was sent; the salt is the sender's alone. Whoever shows what
he sent and its salt proves when it was in, and what was answered.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from campaign.decider import Finding
from events import chain

SALT_BYTES = 16
HEADER = "campaign-tracker receipt 1"
TEXT_BYTES = 1024
"""How long every sealed answer is."""


class Receipt(msgspec.Struct, frozen=True, omit_defaults=True):
    """One submission and its answer.

    Of one that was refused everybody sees when it came, and no more: that somebody could not pay
    for a veto would tell what he wanted.
    """

    at: str
    sent: str
    """SHA-256 over salt and text."""
    head: str
    """The campaign's digest when it came in."""
    by: str = ""
    command: str = ""
    versions: tuple[int, int] | None = None
    """First and last event that it yielded; None where it was refused."""
    sealed: str = ""
    """Where it was refused: by whom, what and why, encrypted for the vault."""
    prev: str = ""
    """Digest of the receipt before it."""


class Told(msgspec.Struct, frozen=True):
    """What a refused submission was told; its sender may have it opened."""

    by: str
    command: str
    """Empty where it could not be read."""
    rule: str | None
    reason: str


def text_of(asked: Mapping[str, Any] | bytes | str) -> bytes:
    """What was sent, as bytes; values that came without a text get one."""
    if isinstance(asked, bytes):
        return asked
    if isinstance(asked, str):
        return asked.encode("utf-8", "surrogatepass")
    try:
        return msgspec.json.encode(dict(asked))
    except (TypeError, ValueError):
        return repr(asked).encode()


def digest_of(asked: Mapping[str, Any] | bytes | str, salt: str) -> str:
    """The salted digest of what was sent: SHA-256 over header, salt and text."""
    return hashlib.sha256(f"{HEADER}\n{salt}\n".encode() + text_of(asked).strip()).hexdigest()


def proves(receipt: Receipt, asked: Mapping[str, Any] | bytes | str, salt: str) -> bool:
    """Whether this is what the receipt was given for."""
    return hmac.compare_digest(digest_of(asked, salt), receipt.sent)


def sender(asked: Mapping[str, Any] | bytes | str) -> str:
    """The member that an unreadable submission names, as far as it can be made out."""
    try:
        raw = msgspec.json.decode(text_of(asked))
        by = raw.get("by", "host")
    except (msgspec.MsgspecError, UnicodeError, RecursionError, AttributeError):
        return ""
    return by[:63] if isinstance(by, str) and by.isprintable() else ""


def label(campaign_id: str, receipt: Receipt) -> str:
    """What a sealed answer is bound to."""
    return f"{HEADER}\n{campaign_id}\n{receipt.at}\n{receipt.sent}\n"


def in_words(told: Told) -> str:
    """A refused submission's answer as text to be sealed; too long a reason is cut."""
    while len(text := msgspec.json.encode(told)) > TEXT_BYTES:
        over = len(text) - TEXT_BYTES
        told = msgspec.structs.replace(told, reason=told.reason[: -over - 1] + "…")
    return text.decode()


def told(text: str) -> Told:
    """A sealed answer once it is opened."""
    return msgspec.json.decode(text, type=Told)


def sealed_row(receipt: Receipt, before: bytes) -> bytes:
    """The bytes to keep for a receipt that follows another's bytes; empty before the first."""
    prev = chain.head(before) if before else ""
    return chain.seal(msgspec.json.encode(msgspec.structs.replace(receipt, prev=prev)))


def read(stored: bytes) -> Receipt:
    """A kept receipt. Raises `msgspec.MsgspecError` where the bytes are none."""
    return msgspec.json.decode(chain.body(stored), type=Receipt)


def with_receipt(answer: dict[str, Any], kept: tuple[str, bytes], salt: str) -> dict[str, Any]:
    """An answer with the receipt's id and the sender's salt."""
    name, stored = kept
    return {
        **answer,
        "receipt": {"id": name, "at": read(stored).at, "salt": salt, "digest": chain.head(stored)},
    }


def findings(rows: Iterable[tuple[int, bytes]]) -> Iterator[Finding]:
    """What is wrong with a campaign's receipts: numbers, chain, bytes."""
    number, head = 0, ""
    for told, stored in rows:
        if told != number + 1:
            yield Finding(0, "receipt", f"number {told} comes after {number}")
        if not chain.intact(stored):
            yield Finding(0, "receipt", f"{told}: its bytes do not match its digest")
        try:
            if read(stored).prev != head:
                yield Finding(0, "receipt", f"{told}: does not follow the one before")
        except (msgspec.MsgspecError, UnicodeDecodeError) as error:
            yield Finding(0, "receipt", f"{told}: cannot be read: {error}")
        number, head = told, chain.digest(chain.body(stored))
