"""Audits signed acts and countersigned heads: whose signature each is, over what. Pure."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from campaign.kernel import decisions, keys
from campaign.kernel.decisions import Command, Finding, Refused, Vocabulary
from campaign.kernel.keys import act_digest, act_signed, demanded, own_id
from campaign.kernel.members import Campaign, GameState
from campaign.kernel.record import Witness
from campaign.verify.receipts import UNREADABLE, Kept, Receipt, read
from events.base import Event
from events.club import HeadWitnessed
from events.disputes import Branched

# --- signed acts --------------------------------------------------------------------------------
# Audits signed acts: whether each signature is its member's own, over what the record holds.
#
# A signed receipt holds a command's text and a signature over it. The key must have counted then,
# the text must be the one signed, and what the rules make of it must be the events that are on
# record. Of a member who signs everything, no act may lack a signature.

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
        yield from keys.not_theirs(campaign, receipt.key, member)
        key = campaign.record.keys.enrolled.get(receipt.key)
        if key is None:
            return
        text = receipt.text.encode("utf-8", "surrogatepass")
        if not act_signed(key, receipt.signature, act_digest(campaign.id, member, text)):
            yield f"key {receipt.key} did not sign this text in {campaign.called(member)}'s name"
        if not (own := own_id(text)) or own != event.key:
            yield f"the signed text has the id {own!r}, and the event has {event.key!r}"

    def command(self, commands: Vocabulary, event: Event) -> Command | str:
        """The command that was signed, or why the text is none."""
        text = self.receipt.text.encode("utf-8", "surrogatepass")
        command = decisions.read(text, commands, event.by)
        if isinstance(command, Refused):
            return f"the signed text is no command: {command.reason}"
        return "the signed text tells a secret" if command.tells_secret else command


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
        act = self._next
        return act if act is not None and act.first == first else None

    def may_concern(self, campaign: Campaign) -> bool:
        """Whether there may be something to find: a signature still to come, or a member's key."""
        return self._next is not None or bool(campaign.record.keys.enrolled)

    def findings(
        self,
        campaign: Campaign,
        first: int,
        event: Event,
        asked: type[Command] | None,
        again: Callable[[Command], str],
        commands: Vocabulary,
    ) -> Sequence[Finding]:
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
            return ()
        faults = list(signed.wrong(campaign, event))
        command = signed.command(commands, event)
        if isinstance(command, str):
            faults.append(command)
        elif differs := again(replace(command, id=event.key)):
            faults.append(f"the signed text is another command than the one on record: {differs}")
        self.valid += not faults
        return [Finding(first, WHAT, f"receipt {signed.number}: {text}") for text in faults]


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


# --- Audits countersigned heads: who signed what, and whether it belongs to this record ---------

_BYTES = 32


CONCERNED = frozenset({HeadWitnessed, Branched})
"""The events that it looks at."""


class Countersigned:
    """One pass over a record: call `seen` for every digest in order, `event` for every event."""

    def __init__(self) -> None:
        self.witnesses: list[Witness] = []
        """What was countersigned and is so, in the record's order."""
        self._heads = bytearray()
        self._names: dict[str, str] = {}
        """The name of each member who countersigned."""
        self._misplaced: list[tuple[HeadWitnessed, Finding]] = []

    def seen(self, version: int, head: str) -> None:
        """Takes an event's digest; one out of order is a fault of the chain, and skipped here."""
        if version == len(self._heads) // _BYTES + 1:
            self._heads += bytes.fromhex(head)

    def event(self, version: int, state: GameState, event: Event) -> Iterator[Finding]:
        """What is wrong with an event's signature, given the state before it."""
        if isinstance(event, Branched):
            yield from self._of_the_origin()
        if not isinstance(event, HeadWitnessed) or state is None:
            return
        self._names[event.member] = state.campaign.called(event.member)
        findings = list(keys.signature(version, state.campaign, event))
        start = (event.about - 1) * _BYTES
        own = self._heads[start : start + _BYTES].hex() if 0 < event.about < version else ""
        if (wrong := keys.misplaced(version, event, own, self._names[event.member])) is not None:
            self._misplaced.append((event, wrong))
        elif not findings:
            who, turn = event.member, state.campaign.turn
            self.witnesses.append(Witness(event.about, event.head, who, event.key_id, turn))
        yield from findings

    def rest(self) -> Iterator[Finding]:
        """Heads that do not belong to this record; certain once all of it was read."""
        yield from (wrong for _, wrong in self._misplaced)

    def _of_the_origin(self) -> Iterator[Finding]:
        """What is wrong with the heads that were countersigned before a what-if began.

        They belong to the origin and cannot be compared: here the same events have new digests. So
        none may be a digest of this record, and no event may have two.
        """
        for witness in self.witnesses:
            signed = (
                f"{self._names[witness.member]} countersigned event {witness.about} of the origin"
            )
            text = f"{signed}, and it is the same"
            yield Finding(
                witness.about, "witness", f"{text} here; a what-if's past has new digests"
            )
        heads: dict[int, str] = {}
        for event, wrong in self._misplaced:
            if heads.setdefault(event.about, event.head) != event.head:
                first = f"and {heads[event.about][:12]}… was countersigned as the same event before"
                text = (
                    f"{self._names[event.member]} countersigned"
                    f" {event.head[:12]}… as event {event.about}"
                )
                yield Finding(wrong.version, "witness", f"{text}, {first}")
        self.witnesses.clear()
        self._misplaced.clear()
