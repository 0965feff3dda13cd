"""Members' keys and what they countersigned, folded from the record. Pure."""

import msgspec
from msgspec.structs import replace

from events.base import Event
from events.witnesses import HeadWitnessed, KeyEnrolled, KeyRetired, KeyRetirementAsked


class Key(msgspec.Struct, frozen=True, gc=False):
    """A member's public key."""

    member: str
    public: str
    algorithm: str
    party: str = ""
    retired: bool = False
    asked_by: str = ""
    """The host who asked to retire it, until a second member consents."""
    only: bool = False
    """Whether its member wants nothing of theirs to count without a signature."""


class Witness(msgspec.Struct, frozen=True, gc=False):
    """A member's word that the record up to an event is what they saw."""

    about: int
    """Version of that event."""
    head: str
    member: str
    key: str
    turn: str
    """The turn in which they said so."""


class Keys(msgspec.Struct, frozen=True, gc=False):
    """Every key by its id, in order of enrolment, and every countersigned head."""

    enrolled: dict[str, Key] = {}
    witnessed: tuple[Witness, ...] = ()

    def of(self, member: str) -> dict[str, Key]:
        """A member's keys that count."""
        return {
            key: enrolled
            for key, enrolled in self.enrolled.items()
            if enrolled.member == member and not enrolled.retired
        }

    def only(self, member: str) -> bool:
        """Whether a member's commands count only with a signature, while such a key counts."""
        return any(key.only for key in self.of(member).values())

    def last(self, member: str) -> Witness | None:
        """What a member countersigned last."""
        return next(
            (witness for witness in reversed(self.witnessed) if witness.member == member), None
        )


FACTS: tuple[type[Event], ...] = (KeyEnrolled, KeyRetirementAsked, KeyRetired, HeadWitnessed)
"""Facts about keys, which no correction touches."""


def evolve(keys: Keys, event: Event, turn: str) -> Keys:
    """The keys after a fact about them; other facts leave them as they are.

    Raises `KeyError` for a key that was never enrolled.
    """
    match event:
        case KeyEnrolled():
            key = Key(event.member, event.public, event.algorithm, event.party, only=event.only)
            return replace(keys, enrolled={**keys.enrolled, event.key_id: key})
        case KeyRetirementAsked():
            request = replace(keys.enrolled[event.key_id], asked_by=event.by)
            return replace(keys, enrolled={**keys.enrolled, event.key_id: request})
        case KeyRetired():
            gone = replace(keys.enrolled[event.key_id], retired=True, asked_by="")
            return replace(keys, enrolled={**keys.enrolled, event.key_id: gone})
        case HeadWitnessed():
            witness = Witness(event.about, event.head, event.member, event.key_id, turn)
            return replace(keys, witnessed=(*keys.witnessed, witness))
    return keys
