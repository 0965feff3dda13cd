"""What a member's enrolment may hold: addresses and roles. Pure."""

import re
from collections.abc import Sequence
from email.errors import MessageError
from email.headerregistry import Address

LONGEST = 254
"""How many characters an address may have."""
AN_ADDRESS = r"^(\S+@\S+)?$(?!\n)"
"""Nothing, or an address that mail can go to."""

_MAILABLE = re.compile(r"[^\s@]+@[^\s@.]+(\.[^\s@.]+)*")


def address_fault(address: str) -> str:
    """What is wrong with an address, in words; empty if mail can go there.

    It has to be bare: a name, angle brackets or a comment would make a mail program read another.
    """
    if len(address) > LONGEST:
        return f"an address has at most {LONGEST} characters"
    if not address.isascii():
        strange = next(letter for letter in address if not letter.isascii())
        return (
            f"this address has a letter that mail servers may not take ({strange!a}); "
            "give one in plain letters, such as anna@example.org"
        )
    is_one = _MAILABLE.fullmatch(address) and address.isprintable() and _reads_as_itself(address)
    return "" if is_one else "that is no e-mail address; write it as anna@example.org"


def _reads_as_itself(address: str) -> bool:
    """Whether a mail program finds the whole text and nothing else in an address."""
    try:
        return Address(addr_spec=address).addr_spec == address
    except (MessageError, ValueError, IndexError):
        return False


def doubled(roles: Sequence[str]) -> str:
    """The first role that is named twice; empty where each is named once."""
    return next((role for at, role in enumerate(roles) if role in roles[:at]), "")
