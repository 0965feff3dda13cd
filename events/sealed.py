"""A sealed value: a commitment anyone can check once value and nonce are opened.

The commitment is SHA-256 over lines of ASCII text:

    campaign-tracker seal 1
    <campaign id>          32 hex digits
    <kind>                 a word of the game's for what is sealed
    <draw number>          decimal
    <power>
    <choice>
    <nonce>                64 hex digits

each ended by a line feed. A device that can hash can therefore seal without this program.
"""

import hashlib
import hmac

import msgspec

NONCE_BYTES = 32
HEADER = "campaign-tracker seal 1"


class Subject(msgspec.Struct, frozen=True):
    """What a sealed value is about; a commitment for one subject is worthless for another."""

    campaign_id: str
    kind: str
    draw: int
    power: str

    def lines(self) -> str:
        """The subject's four lines of the sealed text."""
        return f"{self.campaign_id}\n{self.kind}\n{self.draw}\n{self.power}\n"


class Opening(msgspec.Struct, frozen=True):
    """What opens a commitment: the choice and the nonce, 64 hex digits."""

    choice: str
    nonce: str


def commit(subject: Subject, opening: Opening) -> str:
    """The commitment to an opening: 64 hex digits."""
    text = f"{HEADER}\n{subject.lines()}{opening.choice}\n{opening.nonce}\n"
    return hashlib.sha256(text.encode()).hexdigest()


def opens(subject: Subject, opening: Opening, commitment: str) -> bool:
    """Whether an opening belongs to a commitment."""
    return hmac.compare_digest(commit(subject, opening), commitment)
