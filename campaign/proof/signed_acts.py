"""Audits signed acts: whether each signature is its member's own, over what the record holds. Pure.

A signed receipt holds a command's text and a signature over it. The key must have counted then, the
text must be the one signed, and what the rules make of it must be the events that are on record.
Of a member who signs everything, no act may lack a signature.
"""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from campaign.kernel import wire
from campaign.kernel.act_signatures import act_digest, act_signed, demanded, own_id
from campaign.kernel.decisions import Command, Finding, Refused
from campaign.kernel.members import Campaign
from campaign.kernel.vocabulary import Vocabulary
from campaign.proof.receipts import UNREADABLE, Kept, Receipt, read
from events.base import Event

WHAT = "signature"
_MARK = b'"signature":'
"""No receipt without it is signed; looking for it is quicker than reading each."""


class SignedAct:
    """One act's receipt, if it is signed, and what its member has to answer for."""

    def __init__(self, number: int, receipt: Receipt, first: int) -> None:
        self.number, self.receipt, self.first = number, receipt, first

    def wrong(self, campaign: Campaign, event: Event) -> Iterator[str]:
        """What is wrong with the signature itself, given the state before the act."""
        receipt, member = self.receipt, event.by
        who = campaign.called(member)
        key = campaign.record.keys.enrolled.get(receipt.key)
        text = receipt.text.encode("utf-8", "surrogatepass")
        if key is None:
            yield f"no key {receipt.key} was ever enrolled"
            return
        if key.member != member:
            yield f"key {receipt.key} is {campaign.called(key.member)}'s, not {who}'s"
        if key.retired:
            yield f"key {receipt.key} was retired before"
        if not act_signed(key, receipt.signature, act_digest(campaign.id, member, text)):
            yield f"key {receipt.key} did not sign this text in {who}'s name"
        if not (own := own_id(text)) or own != event.key:
            yield f"the signed text has the id {own!r}, and the event has {event.key!r}"

    def command(self, commands: Vocabulary, event: Event) -> Command | str:
        """The command that was signed, or why the text is none."""
        text = self.receipt.text.encode("utf-8", "surrogatepass")
        found = wire.read(text, commands, event.by)
        if isinstance(found, Refused):
            return f"the signed text is no command: {found.reason}"
        return "the signed text tells a secret" if found.tells_secret else found


class SignedActs:
    """One pass over a record's acts: call `act` for each, in order.

    `again` reads the receipts from the first on; without any, nothing is known of signatures.
    """

    def __init__(self, again: Callable[[], Iterable[Kept]] | None) -> None:
        self.valid = 0
        """Acts whose signature is their member's own and fits what is on record."""
        self.missing: list[Finding] = []
        """Acts that lack a signature; only a what-if excuses them, which copies no receipts."""
        self._signed = _signed(again) if again else iter(())
        self._next = next(self._signed, None)
        self._knows = again is not None

    def act(self, first: int) -> SignedAct | None:
        """The signed receipt of the act that begins with an event; None if it has none."""
        while self._next is not None and self._next.first < first:
            self._next = next(self._signed, None)  # its place is the receipts' audit's to judge
        found = self._next
        return found if found is not None and found.first == first else None

    def findings(
        self,
        campaign: Campaign,
        first: int,
        event: Event,
        asked: type[Command] | None,
        again: Callable[[Command], str],
        commands: Vocabulary,
    ) -> Iterator[Finding]:
        """What is wrong with an act's signature; notes one that is missing.

        `asked` is the class of the command that the act answers, where that is known; `again`
        decides a command in the place of the act, and says what differs.
        """
        signed = self.act(first)
        if signed is None:
            if self._knows and asked is not None and demanded(campaign, asked, event.by):
                who = campaign.called(event.by)
                text = f"what {who} sends counts only with a signature, and this has none"
                self.missing.append(Finding(first, WHAT, text))
            return
        found = list(signed.wrong(campaign, event))
        command = signed.command(commands, event)
        if isinstance(command, str):
            found.append(command)
        elif differs := again(replace(command, id=event.key)):
            found.append(f"the signed text is another command than the one on record: {differs}")
        for text in found:
            yield Finding(first, WHAT, f"receipt {signed.number}: {text}")
        self.valid += not found


def _signed(again: Callable[[], Iterable[Kept]]) -> Iterator[SignedAct]:
    for number, stored in again():
        if _MARK not in stored:
            continue
        try:
            receipt = read(stored)
        except UNREADABLE:
            continue
        if receipt.versions is not None and receipt.signature:
            yield SignedAct(number, receipt, receipt.versions[0])
