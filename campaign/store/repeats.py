"""Idempotency keys: a key belongs to its member and to the command that it came with.

The same member's same command is answered as the first time; whatever else comes under the key is
refused, and learns nothing of the first. A command is its type and its fields. What only its sender
may know, such as a ballot's choice, is left out: an answer that differed by the choice would tell
it to whoever tries both.
"""

import hashlib
import hmac

import msgspec

from campaign.kernel.decisions import Command, bad_field
from campaign.proof.receipts import UNREADABLE, Receipt
from campaign.proof.receipts import read as read_receipt
from campaign.store.reader import Reader

HEADER = "campaign-tracker repeat 1"
TAKEN = bad_field(
    "id", "this key came with another member's command or with another command; use a new one"
)


def mark(command: Command, sent: str) -> str:
    """A digest of a command without what is hidden in it, salted with what its receipt holds."""
    fields = msgspec.to_builtins(command)
    public = {name: one for name, one in fields.items() if name not in {"id", *command.secret}}
    text = msgspec.json.encode(public, order="deterministic")
    return hashlib.sha256(f"{HEADER}\n{sent}\n".encode() + text).hexdigest()


def repeated(reader: Reader, name: str, command: Command, first: int, last: int) -> bool:
    """Whether a command is the one that recorded these events under its key.

    Where no receipt tells (a log of before there were any, an export without them), the events are
    read back into their command.
    """
    by = next(reader.history(name, first - 1, first)).event.by
    if by != command.by:
        return False
    for stored in reader.store.receipts_of(name, first, last):
        receipt = _read(stored)
        if receipt is None or receipt.versions != (first, last):
            continue
        if receipt.command != type(command).__name__:
            return False
        return not receipt.asked or hmac.compare_digest(receipt.asked, mark(command, receipt.sent))
    return _read_back(reader, name, first, last) in ("", type(command).__name__)


def _read(stored: bytes) -> Receipt | None:
    try:
        return read_receipt(stored)
    except UNREADABLE:
        return None


def _read_back(reader: Reader, name: str, first: int, last: int) -> str:
    """The name of the command that recorded these events; empty where nobody can say."""
    if first == 1:
        return ""
    before = reader.live(name, first - 1)
    events = [one.event for one in reader.history(name, first - 1, last)]
    asked = before.system.audit.command_of(before.state, events)
    return type(asked.command).__name__ if asked else ""
