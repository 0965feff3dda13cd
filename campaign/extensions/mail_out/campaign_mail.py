"""The mail of one campaign: what is due, to whom, how each message is written, and one run that
sends it. IO.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing
from functools import cached_property
from typing import TYPE_CHECKING

from msgspec.structs import replace

from campaign.accounts.addresses import is_taken_as_theirs
from campaign.accounts.allowance import UNLIMITED, Allowance
from campaign.accounts.choices import Choices
from campaign.accounts.database import open_people
from campaign.accounts.people import People
from campaign.accounts.protocol import ANSWERS
from campaign.accounts.settings import Settings, SettingsError, password
from campaign.accounts.table.talk import Said, said_since
from campaign.extensions.mail_out import outbox
from campaign.extensions.mail_out.answers import OF_ANSWERS, ReplyWords, StoredAnswers, reply_key
from campaign.extensions.mail_out.message import Heads, digest_of, subject_token, written
from campaign.extensions.mail_out.outbox import Ended, Parcel, Tried, Unwritable, Writing, Written
from campaign.extensions.mail_out.smtp import Post, StoppedError
from campaign.kernel.members import Campaign, address_fault
from campaign.notifications import compose, notification
from campaign.notifications.deliveries import Key, StoredDeliveries
from campaign.notifications.delivery_status import Hook, hooks_of, in_use, mark, resting
from campaign.notifications.detection import (
    failures,
    occasions,
    of_talk,
    talk_from,
    turn_key,
)
from campaign.notifications.email_content import Recipient
from campaign.notifications.local_time import in_zone
from campaign.notifications.planning import planned
from campaign.reports.book import StoredLog, read
from campaign.store.ledger import Ledger
from campaign.world import chance

if TYPE_CHECKING:
    from campaign.diary.words import Dispatch

NOBODY = "Club <campaign@localhost>"
"""In whose name messages are written to files while the club has no address."""


class Mailing:
    """The mail of one campaign, as it is now."""

    def __init__(
        self,
        ledger: Ledger,
        name: str,
        people: People,
        deliveries: StoredDeliveries,
        settings: Settings,
    ) -> None:
        self.book = read(StoredLog(ledger, name))
        self.now = ledger.now()
        self.choices: Mapping[str, Choices] = people.all_choices(self.campaign)
        self.known: Mapping[Key, notification.Delivery] = deliveries.known(
            self.campaign.id, self.now
        )
        self.since = deliveries.cursor(self.campaign.id)
        self._ledger = ledger
        self._people = people
        self._settings = settings
        self._secret = b""
        self._key = reply_key(ledger, self.campaign.id)
        self._found: tuple[notification.Notification, ...] | None = None

    @property
    def campaign(self) -> Campaign:
        """The campaign."""
        shared: Campaign = self.book.logs[-1].end.campaign
        return shared

    @property
    def found(self) -> tuple[notification.Notification, ...]:
        """Everything there is to tell."""
        if self._found is None:
            news = occasions(self.book, self.since, self.now)
            rows = in_use(self.known.values(), self.choices)
            failed = failures(rows, self.campaign, self.now, self.hooks)
            talk = of_talk(self.said, self.campaign, self.choices, self.known.values(), self.now)
            self._found = (*news, *talk, *((failed,) if failed else ()))
        return self._found

    @cached_property
    def said(self) -> tuple[Said, ...]:
        """What was said at the table of late."""
        return said_since(self._people.file, self.campaign.id, talk_from(self.now))

    @cached_property
    def hooks(self) -> tuple[Hook, ...]:
        """The campaign's webhooks."""
        return hooks_of(self._people.file.place, self.campaign.id)

    # --- what is due ----------------------------------------------------------------------------

    def planned(self) -> tuple[notification.Planned, ...]:
        """The notices that are to go out, but for those of members whose mail rests."""
        notices = planned(self.found, self.choices, self.campaign, self.known, self.now, self.since)
        resting = set(self.resting())
        return tuple(one for one in notices if one.member not in resting)

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

    def of_turn(self, turn: str) -> tuple[notification.Planned, ...]:
        """The notices of a turn, whether they were sent or not."""
        wanted = tuple(one for one in self.found if one.key == turn_key(turn))
        return planned(wanted, self.choices, self.campaign, {}, self.now)

    def resting(self) -> tuple[str, ...]:
        """The members whose mail rests."""
        return resting(self.known.values(), self.choices, self.secret()) if self.known else ()

    def address(self, member: str) -> str:
        """A member's address; empty if nobody has said."""
        chosen = self.choices.get(member)
        return chosen.address if chosen else ""

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

    def _in_full(self, parcel: Parcel, heads: Heads) -> tuple[notification.Email, str, bytes]:
        """A parcel's letter, its occasion's own key, and the message.

        What a person has sent again is the same message only with the same words: a mail program
        that has the first would not show another one of that id.
        """
        letter = self.letter(parcel)
        if parcel.planned[0].in_digest:
            return letter, "", written(letter, heads)
        own = letter.occasion
        row = parcel.rows[0] if parcel.rows else None
        if row is not None and notification.AGAIN in row.letter:
            letter = _anew(letter, row.letter)
        content = written(letter, heads)
        is_sent_again = row is not None and row.attempts == 0 and row.digest != ""
        if row is not None and is_sent_again and row.digest != digest_of(content):
            letter = _anew(self.letter(parcel), notification.again_key(own, row.letter))
            content = written(letter, heads)
        return letter, own, content

    def letter(self, parcel: Parcel) -> notification.Email:
        """What a parcel says."""
        member, reader = parcel.member, self._reader(parcel.member)
        if not parcel.planned[0].in_digest:
            (only,) = parcel.planned
            return compose.letter(self.book, only.occasion, member, reader)
        parts = [
            compose.DigestPart(self.book, one.occasion, member, reader) for one in parcel.planned
        ]
        key = notification.digest_key(
            parcel.numbers, self.known.values(), _day(self.now, reader.choices.zone)
        )
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
            quotes=self._quotes,
        )

    def _quotes(self, turn: str) -> tuple[str, ...]:
        """The beginning of what everybody may read about a turn."""
        from campaign.diary.reading import quoted

        subjects = self.book.system.view.subjects(self.book.logs[-1].end)
        return tuple(
            quoted(one, subjects)
            for one in self._dispatches
            if one.turn == turn and not one.removed
        )

    @cached_property
    def _dispatches(self) -> "tuple[Dispatch, ...]":
        """What everybody may read of the diary."""
        if not self.campaign.record.dispatches:
            return ()
        from campaign.diary.reading import PUBLIC
        from campaign.handler.dispatches import DiaryShelf

        with closing(DiaryShelf(self._ledger)) as shelf:
            return shelf.dispatches(self.campaign.name, PUBLIC)

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


def _anew(letter: notification.Email, key: str) -> notification.Email:
    """The same letter as a message of its own, which answers the first."""
    return replace(letter, occasion=key, follows=(*letter.follows, letter.occasion))


def in_parcels(notices: Iterable[notification.Planned]) -> list[Parcel]:
    """Each notice as a message of its own, without rows."""
    return [Parcel(one.member, (replace(one, in_digest=False),), ()) for one in notices]


def _day(now: str, zone: str) -> str:
    """The day at a member's."""
    return in_zone(now, zone).date().isoformat()


# --- mail run -----------------------------------------------------------------------------------
# One run of a campaign's mail, whoever asks for it: the host's verb, or the service by itself.
#
# What keeps a run from sending anything is kept until one reaches the server.

WAITING = ("due", "later", "claimed", "talking", "sending")
"""States of a delivery that somebody still has to send."""
RUN_BYTES = 8


def say_nothing(tried: Tried) -> None:
    """For whoever reads afterwards what became of the messages."""


def send(
    mailing: Mailing,
    deliveries: StoredDeliveries,
    settings: Settings,
    planned: Iterable[notification.Planned],
    *,
    now: Callable[[], str],
    at_once: bool = False,
    progress: Callable[[Tried], None] = say_nothing,
    allowance: Allowance = UNLIMITED,
) -> Ended:
    """Sends what was planned and is due. Raises `SettingsError` and `StoppedError`."""
    planned = tuple(planned)
    _must_mail(settings, mailing, deliveries)
    if over := mailing.over():
        deliveries.withdraw(over)
    due = (*planned, *mailing.planned())  # the others stay due
    rows = outbox.recorded(deliveries, mailing.campaign.id, due, mailing.book.version, mailing.now)
    waiting = list(outbox.parcels(planned, rows, mailing.now, at_once=at_once))
    if not any(row.state in WAITING for row in rows.values()):
        deliveries.goes_on(mailing.campaign.id)
    return send_parcels(settings, waiting, mailing.written, deliveries, now, progress, allowance)


def _must_mail(settings: Settings, mailing: Mailing, deliveries: StoredDeliveries) -> None:
    """Whoever never sent anything may go on without a server: of them nothing is kept."""
    try:
        settings.must_mail()
    except SettingsError as error:
        if any(row.state == "sent" for row in mailing.known.values()):
            deliveries.stands_still(mailing.campaign.id, str(error), mailing.now)
        else:
            deliveries.goes_on(mailing.campaign.id)
        raise


def send_parcels(
    settings: Settings,
    waiting: list[Parcel],
    write: Writing,
    deliveries: StoredDeliveries,
    now: Callable[[], str],
    progress: Callable[[Tried], None] = say_nothing,
    allowance: Allowance = UNLIMITED,
) -> Ended:
    """Sends messages of a campaign that have their rows. Raises `SettingsError` and
    `StoppedError`.
    """
    if not waiting:
        return Ended(())
    campaign, began = waiting[0].rows[0].campaign, now()
    try:
        settings.must_mail()
        line = Post(settings.mail, password(settings.mail))
        run = chance.token_hex(RUN_BYTES)
        around = outbox.Around(run, now, chance.fraction, progress, allowance)
        ended = outbox.run(waiting, write, line, settings.mail.address, deliveries, around)
    except (SettingsError, StoppedError) as error:
        deliveries.stands_still(campaign, str(error), began)
        raise
    if ended.is_refused:
        deliveries.stands_still(campaign, ended.stopped, began)
    elif ended.has_reached:
        deliveries.goes_on()
    return ended
