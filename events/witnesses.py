"""Facts about members' keys, and the heads of the record that members countersigned with them.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from typing import Literal

from events.base import Count, Event, Id

Algorithm = Literal["ed25519", "webauthn"]


class KeyEnrolled(Event, frozen=True, kw_only=True, tag="campaign.KeyEnrolled"):
    """A member makes a public key known; what it signs, they signed."""

    member: Id
    key_id: str
    """Shown as `key`: the first 16 hex digits of the SHA-256 of the key's bytes."""
    public: str
    """The public key in base64url: its 32 bytes, or the common form (SPKI)."""
    algorithm: Algorithm
    party: str = ""
    """The site that a passkey is bound to."""
    only: bool = False
    """Whether the member's commands count only with a signature from here on."""


class KeyRetirementAsked(Event, frozen=True, kw_only=True, tag="campaign.KeyRetirementAsked"):
    """A host asks to retire a key that its member has lost; a second member must consent."""

    member: Id
    key_id: str


class KeyRetired(Event, frozen=True, kw_only=True, tag="campaign.KeyRetired"):
    """A key counts no more; what it signed before stays signed."""

    member: Id
    key_id: str


class HeadWitnessed(Event, frozen=True, kw_only=True, tag="campaign.HeadWitnessed"):
    """A member countersigns the record up to an event, on a machine of their own."""

    about: Count
    """Version of that event."""
    head: str
    """Its digest, which stands for the whole history up to it."""
    member: Id
    key_id: str
    signature: str
    """In base64url, over the five lines of the head."""
