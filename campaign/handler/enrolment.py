"""Enrolments at the desk: the address goes to the people's file, the rest to the log. IO.

    the address is pending ──► the command is decided ──► the address counts, or is dropped

Whoever is killed in between has recorded the command or not: the next one who comes sees which.
"""

import hmac
from contextlib import suppress
from typing import Any

from campaign.accounts import addresses
from campaign.accounts.addresses import Enrolment, has_proved_another, settle_one
from campaign.accounts.people import Answered, Pending, People
from campaign.handler import moved_in
from campaign.kernel import deadlines, decisions
from campaign.kernel.decisions import Command, Decision, Refused, bad_field
from campaign.kernel.keys import ActSignature
from campaign.kernel.members import address_fault
from campaign.store import ledger
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.reader import Live
from campaign.store.submission import PrivateFields, StoredAnswer
from campaign.text.json_values import JsonObject

THEIR_OWN = (
    "{} has shown that another address is theirs; they change it themselves, on their own page, "
    "under Address"
)


class EnrolmentHandler:
    """Hands commands to the ledger, those that enrol somebody without the address."""

    def __init__(self, ledger: Ledger, people: People) -> None:
        self._ledger = ledger
        self._people = people

    def outcome(
        self, name: str, sent: bytes, by: str, key: str, signature: ActSignature | None = None
    ) -> StoredAnswer:
        """Decides a command as `Ledger.outcome` does, and keeps the address that it came with."""
        enrolment = addresses.enrolment(sent)
        if enrolment is None and self._is_taken(name, sent):
            enrolment = ledger.KEY_TAKEN
        if enrolment is None and (member := addresses.leaving(sent)):
            return self._leaving(name, sent, by, addresses.key_of(sent) or key, member, signature)
        if not isinstance(enrolment, Enrolment):
            handed_in = _handed_in(sent, enrolment)
            return self._ledger.outcome(name, handed_in, by, key, signature, self._gate)
        with self._ledger.store.alone(name):
            if not enrolment.address and not self._may_be_known(name, enrolment):
                return self._ledger.outcome(name, sent, by, key, signature)
            return self._apart(name, sent, by, enrolment.key or key, enrolment, signature)

    def previewed(self, name: str, sent: bytes, by: str) -> Decision:
        """What a command would record now, as `Ledger.previewed` says it. Keeps no address."""
        return self._ledger.previewed(name, self._looked_at(name, sent), by)

    def tried(self, name: str, sent: bytes, by: str) -> Refused | None:
        """Why a command would be refused, as far as no secret decides it."""
        enrolment = addresses.enrolment(sent)
        if isinstance(enrolment, Refused):
            return enrolment
        read = enrolment.read if isinstance(enrolment, Enrolment) else sent
        return self._ledger.tried(name, read, by)

    def foreseen(self, name: str, sent: bytes, by: str) -> Refused | None:
        """Why a command would be refused now; None if it would be accepted."""
        return self._ledger.foreseen(name, self._looked_at(name, sent), by, self._gate)

    def foreseen_opening(self, name: str, **request: Any) -> Decision:
        """How a campaign would be opened; the addresses of its set-up are left out."""
        return self._ledger.foreseen_opening(name, **addresses.out_of_set_up(request)[0])

    def open(self, name: str, **request: Any) -> JsonObject:
        """Opens a campaign, and keeps the addresses that its set-up has."""
        bare, emails = addresses.out_of_set_up(request)
        if not emails:
            return self._ledger.open(name, **request)
        for member, address in emails.items():
            if fault := address_fault(address):
                return decisions.refused(bad_field("email", f"{member}: {fault}"))
        waiting: list[Pending] = []

        def before(campaign_id: str) -> None:
            for member, address in emails.items():
                waiting.append(Pending(campaign_id, name, "", member, address))
                self._people.keep_pending(waiting[-1])

        answer = self._ledger.open(name, before=before, **bare)
        with suppress(StoreError):  # whoever comes next does it
            for one in waiting:
                self._done(one, accepted=answer["accepted"])
        return answer

    def _leaving(
        self,
        name: str,
        sent: bytes,
        by: str,
        key: str,
        member: str,
        signature: ActSignature | None,
    ) -> StoredAnswer:
        """Decides that a member leaves; once it is recorded, what is kept of them goes.

        A row that is pending meanwhile has whoever comes next forget them after a kill.
        """
        with self._ledger.store.alone(name):
            campaign = self._ledger.live(name).state.campaign
            waiting = Pending(campaign.id, name, key, member, "")
            is_known = self._people.file.exists()
            if is_known:
                self._people.keep_pending(waiting)
            outcome = self._ledger.outcome(name, sent, by, key, signature, self._gate)
            if is_known:
                with suppress(StoreError):  # whoever comes next does it
                    addresses.settle_one(self._people, self._ledger, waiting)
            return outcome

    def _apart(
        self,
        name: str,
        sent: bytes,
        by: str,
        key: str,
        enrolment: Enrolment,
        signature: ActSignature | None,
    ) -> StoredAnswer:
        """Decides the rest of a command, and then what becomes of its address."""
        campaign = self._ledger.live(name).state.campaign
        for waiting in self._people.pending(campaign.id):
            settle_one(self._people, self._ledger, waiting)
        if first := self._people.answered(campaign.id, key):
            if first.sender == by and hmac.compare_digest(first.mark, self._mark(enrolment)):
                return StoredAnswer(decisions.accepted_alone(first.version, first.head))
            refused = PrivateFields(sent, enrolment.read, refused=ledger.KEY_TAKEN)
            return self._ledger.outcome(name, refused, by, key)
        if self._ledger.store.versions_of(name, key) is not None:
            return self._ledger.outcome(name, PrivateFields(sent, enrolment.read), by, key)
        known = self._people.choices(campaign.id, enrolment.member).address
        if own := self._is_their_own(campaign.id, enrolment, known):
            refused = PrivateFields(sent, enrolment.read, refused=own)
            return self._ledger.outcome(name, refused, by, key, signature)
        address = known if enrolment.address is None else enrolment.address
        waiting = Pending(campaign.id, name, key, enrolment.member, address)
        self._people.keep_pending(waiting)
        handed_in = PrivateFields(sent, enrolment.read, is_news=address != known)
        outcome = self._ledger.outcome(name, handed_in, by, key, signature)
        with suppress(StoreError):  # whoever comes next does it
            self._settle(waiting, by, enrolment, outcome.answer)
        return outcome

    def _settle(self, waiting: Pending, by: str, enrolment: Enrolment, answer: JsonObject) -> None:
        """Keeps the address if the command was accepted, and the answer where no event has it."""
        accepted = bool(answer["accepted"])
        if accepted and not answer["events"] and enrolment.key:
            self._people.keep_answer(self._first(waiting, by, enrolment, answer))
        self._done(waiting, accepted=accepted)

    def _looked_at(self, name: str, sent: bytes) -> bytes | PrivateFields:
        """A command as it would be decided."""
        enrolment = addresses.enrolment(sent)
        if not isinstance(enrolment, Enrolment):
            return _handed_in(sent, enrolment)
        campaign = self._ledger.live(name).state.campaign
        if enrolment.address is None:
            return PrivateFields(sent, enrolment.read, is_news=False)
        known = self._people.choices(campaign.id, enrolment.member).address
        if own := self._is_their_own(campaign.id, enrolment, known):
            return PrivateFields(sent, enrolment.read, refused=own)
        return PrivateFields(sent, enrolment.read, is_news=enrolment.address != known)

    def _is_their_own(self, campaign_id: str, enrolment: Enrolment, known: str) -> Refused | None:
        """The refusal of an address for somebody who has proved another one to be theirs."""
        if enrolment.address is None or enrolment.address == known:
            return None
        person = self._people.person_in(campaign_id, enrolment.member)
        if not has_proved_another(self._people.file, person, enrolment.address):
            return None
        return bad_field(addresses.FIELD, THEIR_OWN.format(enrolment.member))

    def _is_taken(self, name: str, sent: bytes) -> bool:
        """Whether another command's key changed an address alone, so that no log knows it."""
        own = addresses.key_of(sent) if self._people.file.exists() else ""
        with suppress(StoreError):  # without the people's file it is a new key
            if own:
                campaign = self._ledger.live(name).state.campaign
                return self._people.answered(campaign.id, own) is not None
        return False

    def _may_be_known(self, name: str, enrolment: Enrolment) -> bool:
        """Whether there may be an address that an enrolment without one keeps, or takes away.

        A command that says nothing of an address needs no file of people.
        """
        try:
            return self._is_known(name, enrolment.member)
        except StoreError:
            if enrolment.address is None:
                return False
            raise

    def _is_known(self, name: str, member: str) -> bool:
        """Whether an address of a member was ever named."""
        campaign = self._ledger.live(name).state.campaign
        return self._people.address(campaign.id, member) is not None

    def _first(
        self, waiting: Pending, by: str, enrolment: Enrolment, answer: JsonObject
    ) -> Answered:
        """What to keep of an answer without events, so that a repeat gets it again."""
        version, head = answer["version"], answer["head"]
        return Answered(waiting.campaign, waiting.key, by, self._mark(enrolment), version, head)

    def _gate(self, live: Live, command: Command, at: str) -> Refused | None:
        """Members: nobody's choice is passed over before its deadline without a reason.

        In a club that came from elsewhere nothing is played before its vault is renewed.
        """
        place, campaign = self._ledger.store.place, live.state.campaign
        if (waits := moved_in.refused(place, campaign, command)) is not None:
            return waits
        return deadlines.refused(live.system.rules.awaiting, live.state, command, at)

    def _done(self, waiting: Pending, *, accepted: bool) -> None:
        if accepted:
            self._people.finish(waiting)
        else:
            self._people.drop(waiting)

    def _mark(self, enrolment: Enrolment) -> str:
        return self._people.mark(enrolment.public)


def _handed_in(sent: bytes, refused: Refused | None) -> bytes | PrivateFields:
    """A command that brings no address of its own, or one that may not bring any."""
    return sent if refused is None else PrivateFields(sent, sent, refused=refused)
