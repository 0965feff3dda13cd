"""Enrolments at the desk: the address goes to the people's file, the rest to the log. IO.

    the address is pending ──► the command is decided ──► the address counts, or is dropped

Whoever is killed in between has recorded the command or not: the next one who comes sees which.
"""

import hmac
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from msgspec.structs import replace

from campaign.accounts import addresses
from campaign.accounts.addresses import Enrolment, has_proved_another, settle_one
from campaign.accounts.database import open_people
from campaign.accounts.people import (
    APART,
    NAMES,
    NOT_SIGNED,
    Answered,
    Pending,
    People,
    forget_names,
    is_apart,
    keep_names,
    keep_sheet,
    names_in,
    salted,
)
from campaign.kernel import deadlines, decisions
from campaign.kernel.decisions import Command, Decision, Refused, bad_field
from campaign.kernel.keys import ActSignature
from campaign.kernel.members import HOST, Campaign, address_fault
from campaign.kernel.opening import with_sheet
from campaign.store import ledger
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.reader import Live
from campaign.store.submission import PrivateFields, StoredAnswer
from campaign.store.vault import MOVED_IN
from campaign.text.json_values import JsonObject
from events.campaign import MemberEnrolled

THEIR_OWN = (
    "{} has shown that another address is theirs; they change it themselves, on their own page, "
    "under Address"
)


class EnrolmentHandler:
    """Hands commands to the ledger, those that enrol somebody without the address."""

    def __init__(self, ledger: Ledger, people: People) -> None:
        self._ledger = ledger
        self._people = people
        self._names = open_people(ledger.store.place, (NAMES,))
        self._moved_in = ledger.store.place.file.with_suffix(MOVED_IN)

    def close(self) -> None:
        """Lets go of the names."""
        self._names.close()

    def outcome(
        self,
        name: str,
        sent: bytes,
        by: str,
        key: str,
        signature: ActSignature | None = None,
        pictures: object = (),
    ) -> StoredAnswer:
        """Decides a command as `Ledger.outcome` does, and keeps the address that it came with.

        `pictures` come with dispatches alone.
        """
        enrolment = addresses.enrolment(sent) or self._why_not(name, sent)
        if enrolment is None and (member := addresses.leaving(sent)):
            return self._leaving(name, sent, by, addresses.key_of(sent) or key, member, signature)
        if not isinstance(enrolment, Enrolment):
            handed_in = _handed_in(sent, enrolment)
            return self._ledger.outcome(name, handed_in, by, key, signature, self.gate)
        return self._enrolled(name, sent, by, key, enrolment, signature)

    def _enrolled(
        self,
        name: str,
        sent: bytes,
        by: str,
        key: str,
        enrolment: Enrolment,
        signature: ActSignature | None,
    ) -> StoredAnswer:
        """Decides an enrolment, without the address and the name that the record does not get."""
        with self._ledger.store.alone(name):
            enrolment = self._without_name(name, enrolment, key)
            own = enrolment.key or key
            if enrolment.name and (signature is not None or enrolment.address is None):
                return self._named(name, sent, by, own, enrolment, is_signed=signature is not None)
            if not enrolment.address and not self._may_be_known(name, enrolment):
                return self._ledger.outcome(name, sent, by, key, signature)
            return self._apart(name, sent, by, own, enrolment, signature)

    def tried(self, name: str, sent: bytes, by: str) -> Refused | None:
        """Why a command would be refused, as far as no secret decides it."""
        enrolment = addresses.enrolment(sent)
        if isinstance(enrolment, Refused):
            return enrolment
        read = sent
        if isinstance(enrolment, Enrolment):
            read = self._without_name(name, enrolment, "").read
        return self._ledger.tried(name, read, by)

    def foreseen_opening(self, name: str, **request: Any) -> Decision:
        """How a campaign would be opened; the addresses of its set-up are left out."""
        bare, _ = _without_names(request)
        return self._ledger.foreseen_opening(name, **addresses.out_of_set_up(bare)[0])

    def open(self, name: str, **request: Any) -> JsonObject:
        """Opens a campaign, and keeps the addresses that its set-up has.

        With `names="apart"` it keeps the names too, and the record has numbers in their place. With
        `sheet` a position was stated, and the record has the digest of that text.
        """
        request, called = _without_names(request)
        proof = salted(sheet) if (sheet := request.pop("sheet", "")) else None
        if proof is not None:
            request = with_sheet(request, HOST, proof[1])
        bare, emails = addresses.out_of_set_up(request)
        for member, address in emails.items():
            if fault := address_fault(address):
                return decisions.refused(bad_field("email", f"{member}: {fault}"))
        waiting: list[Pending] = []
        opened: list[str] = []

        def before(campaign_id: str) -> None:
            if proof is not None:
                keep_sheet(self._ledger.store.place, campaign_id, HOST, proof)
            if called is not None:
                opened.append(campaign_id)
                keep_names(self._names, campaign_id, {"": APART, **called})
            for member, address in emails.items():
                waiting.append(Pending(campaign_id, name, "", member, address))
                self._people.keep_pending(waiting[-1])

        answer = self._ledger.open(name, before=before, **bare)
        with suppress(StoreError):  # whoever comes next does it
            for one in waiting:
                self._done(one, accepted=answer["accepted"])
            for campaign_id in opened if not answer["accepted"] else ():
                forget_names(self._names, campaign_id)
        return answer

    def _without_name(self, name: str, enrolment: Enrolment, key: str) -> Enrolment:
        """An enrolment as it is recorded: with a number where names are kept apart."""
        campaign = self._ledger.plain(name).state.campaign
        if not self._is_apart(campaign):
            return enrolment
        versions = self._ledger.store.versions_of(name, enrolment.key or key)
        recorded = self._ledger.history(name, versions[0] - 1, versions[1]) if versions else ()
        before = (one.event.member for one in recorded if isinstance(one.event, MemberEnrolled))
        from campaign.accounts.table import names  # few campaigns need it

        renamed = names.renamed(campaign, enrolment.read, next(before, ""))
        if renamed is None:
            return enrolment
        member, called, read = renamed
        return replace(enrolment, member=member, name=called, read=read)

    def _is_apart(self, campaign: Campaign) -> bool:
        """Whether names are kept apart; a file that cannot be read stops what may be so alone."""
        try:
            return is_apart(self._people.file, campaign.id)
        except StoreError:
            from campaign.text.name_matching import may_be_apart  # as above

            if may_be_apart(campaign.names):
                raise
            return False

    def _why_not(self, name: str, sent: bytes) -> Refused | None:
        """Why a command is not even decided that enrols nobody; None if it is."""
        return ledger.KEY_TAKEN if self._is_taken(name, sent) else self._names_one(name, sent)

    def _names_one(self, name: str, sent: bytes) -> Refused | None:
        """The refusal of a correction that would put a name into a record that keeps none."""
        version = addresses.corrected_enrolment(sent)
        if version is None:
            return None
        campaign = self._ledger.plain(name).state.campaign
        if not self._is_apart(campaign):
            return None
        about = self._ledger.history(name, max(version - 1, 0), version)
        if version and not any(isinstance(one.event, MemberEnrolled) for one in about):
            return None
        why = "names are kept apart from the record here; `campaign enrol` changes one"
        return bad_field("name", why)

    def _named(
        self,
        name: str,
        sent: bytes,
        by: str,
        key: str,
        enrolment: Enrolment,
        *,
        is_signed: bool,
    ) -> StoredAnswer:
        """Decides an enrolment without its name, and keeps the name once it is recorded."""
        if is_signed:
            refused = bad_field("name", NOT_SIGNED)
            handed_in = PrivateFields(sent, enrolment.read, refused=refused)
            return self._ledger.outcome(name, handed_in, by, key)
        campaign = self._ledger.plain(name).state.campaign
        known = names_in(self._people.file, campaign.id).get(enrolment.member)
        handed_in = PrivateFields(sent, enrolment.read, is_news=enrolment.name != known)
        outcome = self._ledger.outcome(name, handed_in, by, key)
        self._keep_name(campaign.id, enrolment, accepted=outcome.refused is None)
        return outcome

    def _keep_name(self, campaign_id: str, enrolment: Enrolment, *, accepted: bool) -> None:
        if accepted and enrolment.name:
            with suppress(StoreError):  # the record goes on calling them by their number
                keep_names(self._names, campaign_id, {enrolment.member: enrolment.name})

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
            outcome = self._ledger.outcome(name, sent, by, key, signature, self.gate)
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
        if earlier := self._earlier(name, campaign.id, sent, by, key, enrolment):
            return earlier
        known = self._people.choices(campaign.id, enrolment.member).address
        if own := self._is_their_own(campaign.id, enrolment, known):
            refused = PrivateFields(sent, enrolment.read, refused=own)
            return self._ledger.outcome(name, refused, by, key, signature)
        address = known if enrolment.address is None else enrolment.address
        waiting = Pending(campaign.id, name, key, enrolment.member, address)
        self._people.keep_pending(waiting)
        handed_in = PrivateFields(
            sent, enrolment.read, is_news=address != known or bool(enrolment.name)
        )
        outcome = self._ledger.outcome(name, handed_in, by, key, signature)
        self._keep_name(campaign.id, enrolment, accepted=outcome.refused is None)
        answer = outcome.answer
        if answer["accepted"] and not answer["events"]:
            # No event tells of it: what cannot be kept here was not accepted.
            first = self._first(waiting, by, enrolment, answer) if key else None
            self._people.finish(waiting, first)
        else:
            with suppress(StoreError):  # whoever comes next does it
                self._done(waiting, accepted=bool(answer["accepted"]))
        return outcome

    def _earlier(
        self, name: str, campaign_id: str, sent: bytes, by: str, key: str, enrolment: Enrolment
    ) -> StoredAnswer | None:
        """What a command is answered whose key was used before; None where it was not."""
        if first := self._people.answered(campaign_id, key):
            if first.sender == by and hmac.compare_digest(first.mark, self._mark(enrolment)):
                return StoredAnswer(decisions.accepted_alone(first.version, first.head))
            refused = PrivateFields(sent, enrolment.read, refused=ledger.KEY_TAKEN)
            return self._ledger.outcome(name, refused, by, key)
        if self._ledger.store.versions_of(name, key) is not None:
            return self._ledger.outcome(name, PrivateFields(sent, enrolment.read), by, key)
        return None

    def looked_at(self, name: str, sent: bytes, by: str) -> bytes | PrivateFields:
        """A command as it would be decided. Keeps no address."""
        enrolment = addresses.enrolment(sent)
        if not isinstance(enrolment, Enrolment):
            return _handed_in(sent, enrolment)
        campaign = self._ledger.live(name).state.campaign
        enrolment = self._without_name(name, enrolment, "")
        if enrolment.address is None:
            return PrivateFields(sent, enrolment.read, is_news=bool(enrolment.name))
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
        if not (own := addresses.key_of(sent)):
            return False
        with suppress(StoreError):  # without the people's file it is a new key
            campaign = self._ledger.plain(name).state.campaign
            return self._people.answered(campaign.id, own) is not None
        return False

    def _may_be_known(self, name: str, enrolment: Enrolment) -> bool:
        """Whether there may be an address that an enrolment without one keeps, or takes away.

        A command that says nothing of an address needs no file of people.
        """
        try:
            campaign = self._ledger.live(name).state.campaign
            return self._people.address(campaign.id, enrolment.member) is not None
        except StoreError:
            if enrolment.address is None:
                return False
            raise

    def _first(
        self, waiting: Pending, by: str, enrolment: Enrolment, answer: JsonObject
    ) -> Answered:
        """What to keep of an answer without events, so that a repeat gets it again."""
        version, head = answer["version"], answer["head"]
        return Answered(waiting.campaign, waiting.key, by, self._mark(enrolment), version, head)

    def gate(self, live: Live, command: Command, at: str) -> Refused | None:
        """Members: nobody's choice is passed over before its deadline without a reason.

        In a club that came from elsewhere nothing is played before its vault is renewed.
        """
        file, campaign = self._moved_in, live.state.campaign
        if command.play and file.exists():
            from campaign.handler import moved_in  # few clubs ever came from elsewhere

            if (waits := moved_in.refused(file, campaign)) is not None:
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


def _without_names(request: Mapping[str, Any]) -> tuple[JsonObject, dict[str, str] | None]:
    """A request to open a campaign as it is recorded, and its names where they are kept apart."""
    bare = {key: value for key, value in request.items() if key != "names"}
    if request.get("names") != APART:
        return bare, None
    from campaign.accounts.table.names import out_of_opening  # few campaigns need it

    return out_of_opening(bare)
