"""What members may ask about their keys, and how they countersign the record. Pure."""

from typing import Annotated

import msgspec

from campaign.kernel.decisions import Command
from campaign.kernel.members import about
from campaign.text.lines import ONE_LINE
from events.base import Digest, Slug
from events.witnesses import Algorithm

Base64 = Annotated[str, msgspec.Meta(pattern=r"^[A-Za-z0-9_-]+={0,2}$(?!\n)", max_length=4096)]
Party = Annotated[str, msgspec.Meta(min_length=1, max_length=253, pattern=ONE_LINE)]
KeyId = Annotated[
    str, msgspec.Meta(pattern=r"^[0-9a-f]{16}$(?!\n)", description="its id, 16 hex digits")
]


class EnrolKey(Command, frozen=True, kw_only=True):
    """Keys: members make a public key of theirs known, each for themselves."""

    verb = "key enrol"
    who = "member"
    play = False
    member: Annotated[Slug, about("the member whose key it is")]
    public: Annotated[Base64, about("the public key: its 32 bytes or its SPKI form, in base64url")]
    algorithm: Annotated[Algorithm, about("ed25519; webauthn for a passkey")]
    party: Annotated[Party | None, about("the site that a passkey is bound to")] = None
    only: Annotated[
        bool, about("true: from here on commands of this member count only with a signature")
    ] = False


class RetireKey(Command, frozen=True, kw_only=True):
    """Keys: members retire a key of theirs; for a lost one a host asks, and a second consents."""

    verb = "key retire"
    who = "member"
    play = False
    member: Annotated[Slug, about("the member whose key it is")]
    key: KeyId


class ConsentToRetirement(Command, frozen=True, kw_only=True):
    """Keys: a second member consents to retiring a lost key, as a host asked."""

    verb = "key consent"
    who = "member"
    play = False
    member: Annotated[Slug, about("the member whose key it is")]
    key: KeyId


class WitnessHead(Command, frozen=True, kw_only=True):
    """Keys: members countersign the record up to an event, each at most once a turn."""

    verb = "countersign"
    who = "member"
    play = False
    counts_unsigned = True
    version: Annotated[int, msgspec.Meta(ge=1, description="the event")]
    head: Annotated[Digest, about("its digest")]
    signature: Annotated[Base64, about("over the head's five lines, in base64url; or an assertion")]


COMMANDS: tuple[type[Command], ...] = (EnrolKey, RetireKey, ConsentToRetirement, WitnessHead)
