"""What a member's enrolment may hold: addresses and roles. Pure."""

from collections.abc import Sequence

AN_ADDRESS = r"^(\S+@\S+)?$(?!\n)"
"""Nothing, or an address that mail can go to."""


def doubled(roles: Sequence[str]) -> str:
    """The first role that is named twice; empty where each is named once."""
    return next((role for at, role in enumerate(roles) if role in roles[:at]), "")
