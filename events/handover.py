"""Facts about members' devices: a seat that had one was offered again, and taken. No personal data.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from events.base import Event, Id


class SeatOffered(Event, frozen=True, kw_only=True, tag="campaign.SeatOffered"):
    """The host invited a member who had come in with a device before."""

    member: Id


class SeatTaken(Event, frozen=True, kw_only=True, tag="campaign.SeatTaken"):
    """Somebody came in with such an invitation, and acts as the member from now on."""

    member: Id
