"""Who sends a command, as the door that they came in by knows them. Pure."""

import msgspec

from campaign.kernel import wire
from campaign.kernel.decisions import Refused


class Actor(msgspec.Struct, frozen=True):
    """Somebody who sends commands."""

    member: str
    """The member in whose name they act."""
    is_local: bool = False
    """Whether they sit at the store's own machine, where they may act as any member."""


class Envelope(msgspec.Struct, frozen=True):
    """What the desk reads of a command's text; the rest is for the ledger to read."""

    by: str | None = None


def named_by(sent: bytes) -> str | None:
    """The member whom a text names as its sender; None if it names none or cannot be read."""
    try:
        return msgspec.json.decode(sent, type=Envelope).by
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def sender(actor: Actor, sent: bytes) -> str | Refused:
    """The member to record as the sender; refuses a text that names another than its actor."""
    named = named_by(sent)
    if named is None or named == actor.member:
        return actor.member
    return named if actor.is_local else wire.another_sender(named, actor.member)
