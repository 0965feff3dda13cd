"""The mail of one campaign: what is due, to whom, and how each message of it is written. IO."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import cached_property

from msgspec.structs import replace

from campaign.kernel.enrolment import address_fault
from campaign.kernel.members import Campaign
from campaign.notices import compose
from campaign.notices.answers import OF_ANSWERS, StoredAnswers
from campaign.notices.asking import Recipient
from campaign.notices.correspondence import reply_key
from campaign.notices.deliveries import Deliveries, Key
from campaign.notices.kinds import AGAIN, Occasion, Planned, again_key
from campaign.notices.letter import Letter
from campaign.notices.mail.message import Heads, digest_of, subject_token, written
from campaign.notices.occasions import failures, occasions, turn_key
from campaign.notices.outbox import Parcel, Unwritable, Written
from campaign.notices.planning import planned
from campaign.notices.reply_words import ReplyWords
from campaign.notices.states import Delivery, digest_key
from campaign.notices.trouble import in_use, mark, resting
from campaign.notices.zoned import moment
from campaign.people.choices import Choices
from campaign.people.mail_tables import ANSWERS
from campaign.people.opening import open_people
from campaign.people.people import People
from campaign.people.proving import is_taken_as_theirs
from campaign.people.webhooks import WEBHOOKS, Webhook, Webhooks
from campaign.reports.event_log import StoredLog
from campaign.reports.going_on import read
from campaign.settings import Settings
from campaign.store.ledger import Ledger

NOBODY = "Club <campaign@localhost>"
"""In whose name messages are written to files while the club has no address."""


class Mailing:
    """The mail of one campaign, as it is now."""

    def __init__(
        self, ledger: Ledger, name: str, people: People, deliveries: Deliveries, settings: Settings
    ) -> None:
        self.book = read(StoredLog(ledger, name))
        self.now = ledger.now()
        self.choices: Mapping[str, Choices] = people.all_choices(self.campaign)
        self.known: Mapping[Key, Delivery] = deliveries.known(self.campaign.id, self.now)
        self.since = deliveries.cursor(self.campaign.id)
        self._people = people
        self._settings = settings
        self._secret = b""
        self._key = reply_key(ledger, self.campaign.id)
        self._found: tuple[Occasion, ...] | None = None

    @property
    def campaign(self) -> Campaign:
        """The campaign."""
        shared: Campaign = self.book.logs[-1].end.campaign
        return shared

    @property
    def found(self) -> tuple[Occasion, ...]:
        """Everything there is to tell."""
        if self._found is None:
            found = occasions(self.book, self.since, self.now)
            rows = in_use(self.known.values(), self.choices)
            failed = failures(rows, self.campaign, self.now, self._hooks())
            self._found = (*found, failed) if failed else found
        return self._found

    def _hooks(self) -> tuple[Webhook, ...]:
        """The webhooks of the campaign."""
        with closing(open_people(self._people.file.place, (WEBHOOKS,))) as file:
            return Webhooks(file, clock=lambda: self.now).of(self.campaign.id)

    # --- what is due ----------------------------------------------------------------------------

    def planned(self) -> tuple[Planned, ...]:
        """The notices that are to go out, but for those of members whose mail rests."""
        found = planned(self.found, self.choices, self.campaign, self.known, self.now, self.since)
        resting = set(self.resting())
        return tuple(one for one in found if one.member not in resting)

    def over(self) -> tuple[int, ...]:
        """The numbers of the deliveries that wait though there is nothing left to tell."""
        keys = {one.key for one in self.found}
        return tuple(
            row.number
            for row in self.known.values()
            if row.state in ("due", "later")
            and not row.occasion.startswith(OF_ANSWERS)
            and not any(row.occasion == key or row.occasion.startswith(f"{key}:") for key in keys)
        )

    def of_turn(self, turn: str) -> tuple[Planned, ...]:
        """The notices of a turn, whether they were sent or not."""
        wanted = tuple(one for one in self.found if one.key == turn_key(turn))
        return planned(wanted, self.choices, self.campaign, {}, self.now)

    def resting(self) -> tuple[str, ...]:
        """The members whose mail rests."""
        return resting(self.known.values(), self.choices, self.secret()) if self.known else ()

    def address(self, member: str) -> str:
        """A member's address; empty if nobody has said."""
        found = self.choices.get(member)
        return found.address if found else ""

    def zone(self, member: str) -> str:
        """The time zone that a member reads times in."""
        return self.choices.get(member, Choices()).zone

    def secret(self) -> bytes:
        """The key of message ids and marks."""
        self._secret = self._secret or self._people.secret()
        return self._secret

    # --- messages -------------------------------------------------------------------------------

    def written(self, parcel: Parcel) -> Written | Unwritable | None:
        """The message of a parcel; None if its member has no address."""
        address = self.address(parcel.member)
        if not address:
            return None
        marked = mark(self.secret(), address)
        if fault := address_fault(address):  # as a log of an earlier release may hold
            return Unwritable(f"nothing was sent: {fault}", marked)
        letter, key, content = self._in_full(parcel, self._heads(parcel.member, address))
        key = letter.occasion if letter.occasion != key else ""
        return Written(address, content, digest_of(content), self.book.version, marked, key)

    def _in_full(self, parcel: Parcel, heads: Heads) -> tuple[Letter, str, bytes]:
        """A parcel's letter, its occasion's own key, and the message.

        What a person has sent again is the same message only with the same words: a mail program
        that has the first would not show another one of that id.
        """
        letter = self.letter(parcel)
        if parcel.planned[0].in_digest:
            return letter, "", written(letter, heads)
        own = letter.occasion
        row = parcel.rows[0] if parcel.rows else None
        if row is not None and AGAIN in row.letter:
            letter = _anew(letter, row.letter)
        content = written(letter, heads)
        is_sent_again = row is not None and row.attempts == 0 and row.digest != ""
        if row is not None and is_sent_again and row.digest != digest_of(content):
            letter = _anew(self.letter(parcel), again_key(own, row.letter))
            content = written(letter, heads)
        return letter, own, content

    def letter(self, parcel: Parcel) -> Letter:
        """What a parcel says."""
        member, reader = parcel.member, self._reader(parcel.member)
        if not parcel.planned[0].in_digest:
            (only,) = parcel.planned
            return compose.letter(self.book, only.occasion, member, reader)
        parts = [
            compose.DigestPart(self.book, one.occasion, member, reader) for one in parcel.planned
        ]
        key = digest_key(parcel.numbers, self.known.values(), _day(self.now, reader.choices.zone))
        return replace(compose.digest(parts, key.split(":")[1]), occasion=key)

    def note(
        self, member: str, key: str, subject: str, lines: Sequence[str], follows: str = ""
    ) -> Written | None:
        """A short message of the program's own, in the thread of a letter before; None if its
        member has no address.
        """
        address = self.address(member)
        if not address:
            return None
        letter = compose.note(self.book, member, self._reader(member), key, subject, lines)
        if follows:
            letter = replace(letter, follows=(follows,))
        content = written(letter, self._heads(member, address))
        marked = mark(self.secret(), address)
        return Written(address, content, digest_of(content), self.book.version, marked)

    def subject(self, parcel: Parcel) -> str:
        """What a parcel is about, as its subject says it; without the token for answers."""
        member, occasion = parcel.member, parcel.planned[0].occasion
        reader = replace(self._reader(member), takes_answers=False)
        return compose.subject_of(self.book, occasion, member, reader)

    def _reader(self, member: str) -> Recipient:
        return Recipient(
            choices=self.choices.get(member, Choices()),
            url=self._settings.service.url,
            words=ReplyWords(self._key, self.campaign.id, self.campaign.seats),
            takes_answers=bool(self._key) and self._answers_are_read,
            is_known=self._is_known(member),
            now=self.now,
            club=self._settings.mail.address,
            token=self._token(member),
        )

    def _is_known(self, member: str) -> bool:
        """Whether a mail from a member's address counts as theirs: what the answer is asked too."""
        people = self._people
        person = people.person_in(self.campaign.id, member)
        return is_taken_as_theirs(people.file, person, self.address(member))

    @cached_property
    def _answers_are_read(self) -> bool:
        """Whether somebody reads what comes back: a word that nobody reads is an answer lost."""
        mail = self._settings.mail
        if not mail.address or mail.answers == "no":
            return False
        if mail.answers or mail.imap_host:
            return True
        with closing(open_people(self._people.file.place, (ANSWERS,))) as file:
            return StoredAnswers(file).are_read(self.campaign.id)

    def _token(self, member: str) -> Callable[[str], str]:
        return lambda occasion: subject_token(self.secret(), self.campaign.id, occasion, member)

    def _heads(self, member: str, address: str) -> Heads:
        return Heads(
            sender=self._settings.mail.sender or NOBODY,
            to=address,
            name=self.campaign.called(member),
            campaign=self.campaign.id,
            member=member,
            secret=self.secret(),
            at=self.now,
            url=self._settings.service.url,
            takes_answers=self._reader(member).takes_answers,
        )


def _anew(letter: Letter, key: str) -> Letter:
    """The same letter as a message of its own, which answers the first."""
    return replace(letter, occasion=key, follows=(*letter.follows, letter.occasion))


def in_parcels(notices: Iterable[Planned]) -> list[Parcel]:
    """Each notice as a message of its own, without rows."""
    return [Parcel(one.member, (replace(one, in_digest=False),), ()) for one in notices]


def _day(now: str, zone: str) -> str:
    """The day at a member's."""
    return moment(now, zone).date().isoformat()
