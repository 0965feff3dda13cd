"""Facts about members beside play: keys and heads countersigned, deadlines, absences, seats taken
again, dispatches filed and removed. No personal data, and no words of a dispatch.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from typing import Literal

from events.base import Count, Day, Digest, Event, Id, IdOrEmpty, Moment

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


class DeadlineSet(Event, frozen=True, kw_only=True, tag="campaign.DeadlineSet"):
    """The host says by when something is awaited. When the time has passed, nothing happens."""

    what: str
    """`turn`, `dispute:ID`, or something that the game awaits."""
    until: Moment
    """RFC 3339 in UTC, later than the event's own stamp."""
    draw: Count = 0
    """Number of the draw that it is about; 0 where it is about none."""


class AbsenceTold(Event, frozen=True, kw_only=True, tag="campaign.AbsenceTold"):
    """A member says from when to when they are away, and what they wish meanwhile."""

    member: Id
    first: Day
    last: Day
    wish: str
    """`wait`, `count-as-absent` or `substitute:MEMBER`."""


class SeatOffered(Event, frozen=True, kw_only=True, tag="campaign.SeatOffered"):
    """The host invited a member who had come in with a device before."""

    member: Id


class SeatTaken(Event, frozen=True, kw_only=True, tag="campaign.SeatTaken"):
    """Somebody came in with such an invitation, and acts as the member from now on."""

    member: Id


# --- The war diary: the words are never here ------------------------------------------------------

Until = Literal["turn", "end"]
"""Up to when a dispatch is sealed: the end of the turn in which it was filed, or the campaign's."""
Reason = Literal["author", "host", "forgotten"]


class DispatchFiled(Event, frozen=True, kw_only=True, tag="campaign.DispatchFiled"):
    """A member wrote in the war diary."""

    dispatch: Id
    """Its id: `w1`, `w2` … in the order of filing."""
    turn: str
    """The turn that it is about."""
    subject: str = ""
    """What it is about, a word of the game and an id; empty for the turn, or where it is sealed."""
    seat: IdOrEmpty = ""
    """What its author played then."""
    mark: Digest
    """SHA-256 over a random salt, the words, and each picture's digest, alternative text and
    caption. The salt is with the words and goes with them, so that nobody can guess them later."""
    pictures: Count = 0
    until: Literal["", "turn", "end"] = ""
    """Up to when its author alone can read it."""
    replaces: IdOrEmpty = ""
    """The dispatch in whose place it is."""


class DispatchRemoved(Event, frozen=True, kw_only=True, tag="campaign.DispatchRemoved"):
    """A dispatch was taken away: nobody has its words or pictures any more."""

    dispatch: Id
    reason: Reason
    """Whose wish it was; `forgotten` where everything of its author goes."""
