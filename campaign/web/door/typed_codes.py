"""Codes by mail as they are typed, and what pages say of one that does not count."""

from campaign.people.codes import TypedCode
from campaign.web.visits import Visit

SECRET_BYTES = 32
DIGITS = 6
NOT_ACCEPTED = "This passkey was not accepted. Use another, or ask for a code or an invitation."
NOT_SIX = "A code has six digits."
WRONG = "That is not the code that was sent."
OVER = "No code counts in this browser any more. Ask for a new one."


def six(typed: str) -> str:
    """The six digits of a code, however they were spaced; empty if it has others."""
    digits = "".join(typed.split()).replace("-", "")
    return digits if digits.isascii() and digits.isdecimal() and len(digits) == DIGITS else ""


def note_wrong(visit: Visit, found: TypedCode) -> None:
    """A wrong code is in the list of whoever was sent one."""
    for person in found.meant:
        visit.house.entrance.signins.note(person, "code", "wrong code", visit.network)


def in_part(address: str) -> str:
    """An address, so that its owner knows it and nobody else learns it: `a…@example.org`."""
    name, at, domain = address.rpartition("@")
    return f"{name[:1]}…{at}{domain}" if at else ""
