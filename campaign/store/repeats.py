"""Idempotency keys: a key belongs to its member and to the command that it came with.

The same command from the same member gets the first answer again; anything else under the key is
refused, and learns nothing about the first. A command is its type and its fields. What only its
sender may know, such as a sealed choice, is left out: if the answer depended on the choice, anyone
could find it out by trying both.
"""

import hmac

from campaign.kernel.decisions import bad_field
from campaign.proof.receipts import UNREADABLE, Receipt
from campaign.proof.receipts import read as read_receipt
from campaign.store.reader import Reader
from campaign.store.submission import Submission

TAKEN = bad_field(
    "id", "this key came with another member's command or with another command; use a new one"
)


def repeated(reader: Reader, name: str, submission: Submission, first: int, last: int) -> bool:
    """Whether a submission is the one that recorded these events under its key.

    Without receipts, as in an export without them, the events tell their command.
    """
    by = next(reader.history(name, first - 1, first)).event.by
    if by != submission.by:
        return False
    for _, stored in reader.store.receipts_of(name, first, last):
        receipt = _read(stored)
        if receipt is None or receipt.versions != (first, last):
            continue
        if receipt.command != submission.command_name:
            return False
        return hmac.compare_digest(receipt.mark, submission.mark(receipt.sent))
    return _said(reader, name, first) == submission.command_name


def _read(stored: bytes) -> Receipt | None:
    try:
        return read_receipt(stored)
    except UNREADABLE:
        return None


def _said(reader: Reader, name: str, version: int) -> str:
    """The name of the command that an event keeps; empty if it keeps none."""
    act = next(reader.history(name, version - 1, version)).event.act
    return str(act.get("command", "")) if isinstance(act, dict) else ""
