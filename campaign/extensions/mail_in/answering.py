"""Takes in what members answer by mail: reads it, hands it in, keeps the outcome, and tells the
sender. IO.
"""

from collections.abc import Iterable, Iterator, Mapping
from email.utils import parseaddr
from typing import Literal

import msgspec
from msgspec.structs import replace

from campaign.accounts.addresses import is_taken_as_theirs
from campaign.accounts.people import People
from campaign.accounts.settings import Settings
from campaign.diary.commands import FileDispatch
from campaign.extensions.mail_in import stories
from campaign.extensions.mail_in.meaning import (
    NO_STORY,
    BroughtStory,
    Correspondence,
    OpenRequest,
    PassedOver,
    PoliteNo,
    SentLetter,
    StopWish,
    StoryWord,
    TakenAnswer,
    Undelivered,
    WaitingStory,
    letter_of,
    mail_digest,
    meaning,
)
from campaign.extensions.mail_in.reading import REPORT, IncomingMail, read_mail
from campaign.extensions.mail_out import outbox
from campaign.extensions.mail_out.answers import (
    STANDS,
    ReplyWords,
    StoredAnswers,
    StoredOutcome,
    reply_key,
)
from campaign.extensions.mail_out.campaign_mail import Mailing
from campaign.extensions.mail_out.message import domain_of, message_id, subject_token
from campaign.extensions.mail_out.outbox import Parcel, Written
from campaign.handler.command_handler import Actor, CommandHandler
from campaign.handler.tasks import asked
from campaign.notifications import notification
from campaign.notifications.deliveries import StoredDeliveries
from campaign.notifications.local_time import in_full
from campaign.notifications.notification import ROOT, Notification, Planned, request_key
from campaign.store import ledger
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.reader import Live
from campaign.store.submission import StoredAnswer
from campaign.store.vault import VaultError
from campaign.text.english import capital
from campaign.text.json_values import JsonObject
from campaign.verify import receipts
from campaign.verify.receipts import receipt_id

#     read ──► begun ──► the desk ──► outcome on the disk ──► mail put away
#
# The mail's digest is the command's id, so that whatever dies, the same mail read again finds what
# became of it, and counts once. Nothing that comes in is executed.

CHOICE = "CHOICE"
"""Stands for what was chosen wherever a command is shown or kept."""
NOT_SEALED = (
    "Your mail does not count: this computer cannot seal it now; ask your host, or answer in"
    " another way."
)
REFUSED = (
    "Your mail does not count: the rules do not allow it now. `campaign trust receipt {}` says why"
    " to you alone."
)

SECOND = (
    "Your mail does not count: {0} came in by mail before, receipt {1}. That first answer stands,"
    " unless your host has typed another since. It can't be changed by mail; if you want another,"
    " ask your host before it is decided."
)
BEFORE = "{} came in before."
"""After a line that is no word, for whoever has answered that mail already."""


class MailOutcome(msgspec.Struct, frozen=True):
    """What became of a mail that came in, for whoever put it in: nothing of what it said."""

    outcome: Literal[
        "accepted", "refused", "stopped", "draft", "dropped", "undelivered", "passed over"
    ]
    member: str = ""
    occasion: str = ""
    why: str = ""
    receipt: str = ""
    """The receipt's id: `club/30`."""
    id: str = ""
    """The mail's digest; empty where nothing is kept of it."""
    is_ours: bool = True
    """Whether it is about this campaign; others are left where they are."""
    is_repeat: bool = False
    """Whether it had been taken in before."""

    def in_json(self) -> JsonObject:
        """For programs."""
        return {
            "outcome": self.outcome.replace(" ", "-"),
            "member": self.member or None,
            "occasion": self.occasion or None,
            "why": self.why or None,
            "receipt": self.receipt or None,
            "id": self.id or None,
            "repeated": self.is_repeat,
        }


class Reception:
    """Where the mails of one campaign come in."""

    def __init__(
        self,
        desk: CommandHandler,
        name: str,
        people: People,
        deliveries: StoredDeliveries,
        answers: StoredAnswers,
        settings: Settings,
    ) -> None:
        self.answers = answers
        self.name = name
        self._desk = desk
        self._people = people
        self._deliveries = deliveries
        self._settings = settings
        self._stories = stories.MailedStories(desk, name, people)
        self._secret = b""

    @property
    def campaign_id(self) -> str:
        """The campaign's random id."""
        campaign_id: str = self._desk.ledger.live(self.name).state.campaign.id
        return campaign_id

    def concerns(self, headers: bytes) -> bool:
        """Whether a mail may be about this campaign, by its headers alone."""
        mail = read_mail(headers, is_cut=True)
        if mail is None:
            return False
        return mail.robot == REPORT or letter_of(mail, self._known()) is not None

    def take(self, raw: bytes, *, is_cut: bool = False) -> MailOutcome:
        """Takes in one mail. When this returns, its outcome is on the disk.

        Raises `StoreError`; the mail then has to come again.
        """
        mail = read_mail(raw, is_cut=is_cut)
        if mail is None:
            return MailOutcome("passed over", why="unreadable", is_ours=False)
        key = mail_digest(mail, self._key())
        if (before := self._before(key)) is not None:
            return self._as_taken(before, is_repeat=True)
        known = self._known()
        match meaning(mail, known):
            case TakenAnswer() as answer:
                thread, about = _thread(mail, answer.occasion), self._about(answer, known)
                return self._as_taken(self._handed_in(answer, key, thread, about))
            case BroughtStory() as brought:
                return self._filed(self._brought(raw, brought, key))
            case StoryWord() as word:
                return self._as_taken(self._decided(word, key))
            case StopWish(member, occasion):
                self._people.stop(self.campaign_id, member, rests=True)
                return self._filed(StoredOutcome(key, member, occasion, "stopped"))
            case PoliteNo(member, occasion, why, sentence):
                no = StoredOutcome(key, member, occasion, "refused", why, sentence)
                return self._filed(self._after_the_first(no, _thread(mail, occasion)))
            case Undelivered(member, occasion, server):
                self._deliveries.returned(self.campaign_id, occasion, member, server, self._now())
                return MailOutcome("undelivered", member, occasion)
            case PassedOver(why, is_ours):
                return self._silently(mail, why, is_ours=is_ours)

    def _silently(self, mail: IncomingMail, why: str, *, is_ours: bool) -> MailOutcome:
        letter = letter_of(mail, self._known()) if is_ours else None
        if letter is None:
            return MailOutcome("passed over", why=why, is_ours=is_ours)
        return MailOutcome("passed over", letter.member, letter.occasion, why, is_ours=True)

    def _after_the_first(self, no: StoredOutcome, thread: str) -> StoredOutcome:
        """A no in words that tell whoever has answered before what became of that."""
        no = replace(no, thread=thread)
        if no.why not in ("late", "word"):
            return no
        request = request_key(no.occasion)
        first = self.answers.answer_to(self.campaign_id, no.member, request, thread)
        if first is None:
            return no
        if no.why == "word":
            return replace(no, sentence=f"{no.sentence} {BEFORE.format(capital(first.about))}")
        name = receipts.receipt_id(self.name, first.receipt)
        sentence = SECOND.format(first.about, name)
        return replace(no, why=STANDS, sentence=sentence, thread=first.occasion)

    def _about(self, answer: TakenAnswer, known: Correspondence) -> str:
        """What was asked, in words for whoever answered it; empty where nothing was."""
        asked = [
            one.owed
            for one in known.requests
            if one.member == answer.member
            and one.owed.occasion == answer.occasion
            and one.owed.command.items() <= answer.command.items()
        ]
        live = self._desk.ledger.live(self.name)
        names = live.system.view.names(live.state)
        return next(
            (f"your {owed.title} for {names.the_seat(owed.seat)}" for owed in asked if owed.seat),
            "",
        )

    def _known(self) -> Correspondence:
        return correspondence(
            self._desk.ledger,
            self.name,
            self._people,
            self._deliveries,
            self._settings,
            self.answers.written(self.campaign_id),
            tuple(self._stories.waiting()),
        )

    # --- stories --------------------------------------------------------------------------------

    def _brought(self, raw: bytes, brought: BroughtStory, key: str) -> StoredOutcome:
        """Keeps a story until its writer has said what becomes of it."""
        outcome = StoredOutcome(key, brought.member, brought.occasion, "draft", is_told=True)
        if no := self._stories.keep(raw, brought.member, brought.occasion, key):
            sentence = f"Your mail does not count: {no.in_place}."
            return replace(outcome, outcome="refused", why="rules", sentence=sentence, thread=key)
        return outcome

    def _decided(self, word: StoryWord, key: str) -> StoredOutcome:
        """Files or drops a story."""
        begun = StoredOutcome(key, word.member, word.occasion, "begun", at=self._now())
        if not word.is_sent:
            self._stories.drop(word.key)
            return self.answers.finish(self.campaign_id, replace(begun, outcome="dropped"))
        sent = _text({"command": FileDispatch.__name__, "id": word.key}).decode()
        begun = replace(begun, sent=sent, thread=key)
        self.answers.begin(self.campaign_id, begun)
        outcome = self._stories.file(word.key)
        if outcome is not None and "held" in outcome.answer:
            held = replace(begun, outcome="accepted", is_told=True)
            return self.answers.finish(self.campaign_id, held)
        if outcome is not None:
            return self._finished(begun, outcome, is_secret=False)
        no = f"Your mail does not count: {NO_STORY}."
        gone = replace(begun, outcome="refused", why="story", sentence=no)
        return self.answers.finish(self.campaign_id, gone)

    def _now(self) -> str:
        return self._desk.ledger.now()

    def _key(self) -> bytes:
        self._secret = self._secret or self._people.secret()
        return self._secret

    # --- the desk -------------------------------------------------------------------------------

    def _handed_in(self, answer: TakenAnswer, key: str, thread: str, about: str) -> StoredOutcome:
        """Hands a command in, and keeps what became of it."""
        command = {**answer.command, "id": key}
        public = {**command, "choice": CHOICE} if "choice" in command else command
        begun = StoredOutcome(
            key,
            answer.member,
            answer.occasion,
            "begun",
            sent=_text(public).decode(),
            at=self._now(),
            thread=thread,
            about=about if "choice" in command else "",
        )
        self.answers.begin(self.campaign_id, begun)
        try:
            outcome = self._desk.submit(self.name, _text(command), Actor(answer.member))
        except VaultError:
            no = replace(begun, outcome="refused", why="vault", sentence=NOT_SEALED, sent="")
            return self.answers.finish(self.campaign_id, no)
        return self._finished(begun, outcome, is_secret="choice" in command)

    def _finished(
        self, begun: StoredOutcome, outcome: StoredAnswer, *, is_secret: bool
    ) -> StoredOutcome:
        receipt = outcome.answer.get("receipt")
        if receipt is None and outcome.refused is None:  # another run handed it in before
            return self._before(begun.id) or begun
        done = begun
        if receipt is not None:
            number = int(receipt["id"].rpartition("/")[2])
            done = replace(begun, receipt=number, at=receipt["at"])
        if outcome.refused is None:
            return self.answers.finish(
                self.campaign_id, replace(done, outcome="accepted", is_told=True)
            )
        # Why a choice was refused may show which it was.
        if is_secret and receipt is not None:
            sentence = REFUSED.format(f"{receipt['id']} --as {begun.member}")
        elif is_secret and outcome.unkept:
            sentence = f"Your mail does not count; {outcome.unkept}."
        else:
            sentence = f"Your mail does not count: {outcome.refused.reason}."
        no = replace(done, outcome="refused", why="rules", sentence=sentence)
        return self.answers.finish(self.campaign_id, no)

    def _before(self, key: str) -> StoredOutcome | None:
        """What became of the same mail before; None if it never came, or died on its way."""
        stored = self.answers.get(self.campaign_id, key)
        if stored is not None and stored.outcome != "begun":
            return stored
        ledger = self._desk.ledger
        sent = msgspec.json.decode(stored.sent)["id"] if stored and stored.sent else key
        versions = ledger.store.versions_of(self.name, sent)
        if versions is None:
            return None
        by = next(ledger.history(self.name, versions[0] - 1, versions[0])).event.by
        number, at = self._receipt(versions)
        begun = stored or StoredOutcome(key, by, "", "begun")
        done = replace(begun, outcome="accepted", receipt=number, at=at, is_told=bool(number))
        return self.answers.finish(self.campaign_id, done)

    def _receipt(self, versions: tuple[int, int]) -> tuple[int, str]:
        """Number and time of the receipt for some events; 0 if it is lost."""
        for number, stored in self._desk.ledger.store.receipts(self.name):
            receipt = receipts.read(stored)
            if receipt.versions == versions:
                return number, receipt.at
        return 0, self._now()

    # --- outcomes -------------------------------------------------------------------------------

    def _filed(self, outcome: StoredOutcome) -> MailOutcome:
        done = self.answers.finish(self.campaign_id, replace(outcome, at=self._now()))
        return self._as_taken(done)

    def _as_taken(self, stored: StoredOutcome, *, is_repeat: bool = False) -> MailOutcome:
        receipt = receipts.receipt_id(self.name, stored.receipt) if stored.receipt else ""
        assert stored.outcome != "begun"
        return MailOutcome(
            stored.outcome,
            stored.member,
            stored.occasion,
            stored.why,
            receipt,
            stored.id,
            is_repeat=is_repeat,
        )


def _text(command: JsonObject) -> bytes:
    return msgspec.json.encode(command, order="sorted")


def _thread(mail: IncomingMail, occasion: str) -> str:
    """What a mail answers: the nearest id that it names, else the letter of its token."""
    return next(iter(mail.answers), occasion)


# --- What members are told of the answers that they sent by mail: a receipt, or a polite no -----
#
# Each is a delivery of its own, so that it goes out once, whatever dies. A receipt has its salt,
# for the sender's address alone, and never the choice.

KEEP_SALT = "Keep the salt to yourself: with it, anybody can try which of the answers it was."
SENT = (
    "This was handed in for you, with your choice in place of CHOICE. Together with the salt it"
    " proves what you answered:"
)
NO_OTHER = (
    "It can't be changed by mail. If you want another answer, ask your host before it is decided."
)
_LETTERS = 16
"""So many letters of a digest tell mails apart."""


def letter_key(stored: StoredOutcome) -> str:
    """What the delivery about an outcome is called."""
    if stored.outcome == "accepted" and stored.receipt:
        return f"{notification.RECEIPT}{stored.receipt}"
    if stored.outcome != "refused":
        return f"{notification.STORY}{stored.id[:_LETTERS]}"
    return f"{notification.NOT_TAKEN}{stored.id[:_LETTERS]}"


class AnswerLetters:
    """The letters about one campaign's answers."""

    def __init__(self, ledger: Ledger, name: str, mailing: Mailing, answers: StoredAnswers) -> None:
        self._ledger = ledger
        self._name = name
        self._mailing = mailing
        self._told = {
            (letter_key(stored), stored.member): stored
            for stored in answers.told(mailing.campaign.id)
        }

    def planned(self) -> tuple[Planned, ...]:
        """A notice for each outcome that its member is told of."""
        return tuple(
            Planned(Notification(key, "asked", "", (member,), stored.at), member)
            for (key, member), stored in self._told.items()
        )

    def parcels(self, deliveries: StoredDeliveries) -> list[Parcel]:
        """Those that are due, each with its row."""
        mailing, planned = self._mailing, self.planned()
        rows = outbox.recorded(deliveries, mailing.campaign.id, planned, 0, mailing.now)
        return list(outbox.parcels(planned, rows, mailing.now))

    def in_files(self, ids: frozenset[str]) -> Iterator[tuple[str, Written]]:
        """The letters about some mails, each with a name for its file."""
        for (key, member), stored in self._told.items():
            if stored.id in ids and (letter := self._written(stored)) is not None:
                yield f"{member}-{key.replace(':', '-')}.eml", letter

    def written(self, parcel: Parcel) -> Written | None:
        """The message of a parcel; None if its member has no address."""
        (only,) = parcel.planned
        return self._written(self._told[only.occasion.key, only.member])

    def _written(self, stored: StoredOutcome) -> Written | None:
        if stored.outcome == "draft":
            subject, lines = "your story waits for your word", self._draft(stored)
        elif f'"{FileDispatch.__name__}"' in stored.sent and stored.outcome == "accepted":
            subject, lines = _of_story(self._name, stored)
        elif stored.outcome == "accepted":
            subject, lines = "your answer is in", self._receipt(stored)
        elif stored.why == STANDS:
            subject, lines = "your first answer stands", (stored.sentence,)
        else:
            subject, lines = "your mail does not count", (stored.sentence,)
        if not lines:
            return None
        key = letter_key(stored)
        return self._mailing.note(stored.member, key, subject, lines, follows=stored.occasion)

    def _receipt(self, stored: StoredOutcome) -> tuple[str, ...]:
        """Number, time and salt; what was sent has CHOICE in place of the choice."""
        name = receipt_id(self._name, stored.receipt)
        what = capital(stored.about) or "Your answer"
        at = in_full(f"{stored.at[:19]}Z", self._mailing.zone(stored.member))
        lines = [f"{what} is in", f"It came in on {at}, as receipt {name}."]
        if stored.about:
            lines += [NO_OTHER]
        if salt := self._salt(stored):
            lines += [f"Salt: {salt}", KEEP_SALT]
        if stored.sent:
            lines += [f"{SENT} {stored.sent}"]
        return tuple(lines)

    def _draft(self, stored: StoredOutcome) -> tuple[str, ...]:
        """A story with its word; nothing once it is gone."""
        word = stories.draft_word(self._mailing.secret(), self._mailing.campaign.id, stored.id)
        lines = stories.as_it_reads(self._ledger, self._name, stored.id, word)
        return ("Your story waits for your word", *lines) if lines else ()

    def _salt(self, stored: StoredOutcome) -> str:
        try:
            return ledger.salt(self._ledger, self._name, stored.receipt, stored.member, frozenset())
        except (VaultError, StoreError):
            return ""


def _of_story(name: str, stored: StoredOutcome) -> tuple[str, tuple[str, ...]]:
    """The subject and the lines about a story that was sent."""
    if not stored.receipt:
        return "your story is kept", ("Your story is kept", stories.HELD)
    receipt = f"It came in as receipt {receipt_id(name, stored.receipt)}."
    return "your story is filed", ("Your story is filed", receipt, stories.FILED)


# --- What is known of a campaign's mail: its letters, addresses, and what is asked now ----------


def correspondence(
    ledger: Ledger,
    name: str,
    people: People,
    deliveries: StoredDeliveries,
    settings: Settings,
    written: Iterable[tuple[str, str]] = (),
    drafts: tuple[WaitingStory, ...] = (),
) -> Correspondence:
    """All of it, as it is now. `written` are the letters that were written to files.

    A letter's id follows from its occasion and member, so the ids of all letters that members may
    have can be worked out: those with a row, the digests that rows went out in, those in files, and
    those of what is asked now. Every letter answers the first id of its thread, which is the
    member's own.
    """
    live = ledger.live(name)
    campaign = live.state.campaign
    secret, domain = people.secret(), domain_of(parseaddr(settings.mail.sender)[1])
    requests = tuple(_requests(ledger, live))
    known = deliveries.known(campaign.id)
    keys = {
        **{(ROOT, member): None for member in campaign.members},
        **dict.fromkeys(known),
        **dict.fromkeys(written),
        **{(row.letter, row.member): None for row in known.values() if row.letter},
        **{(one.owed.occasion, one.member): None for one in requests},
    }
    letters = [SentLetter(occasion, member) for occasion, member in keys]
    chosen = people.all_choices(campaign)
    addresses = {member: choices.address for member, choices in chosen.items()}
    url = settings.service.url
    return Correspondence(
        letters={
            message_id(secret, campaign.id, one.occasion, one.member, domain): one
            for one in letters
        },
        tokens={
            subject_token(secret, campaign.id, one.occasion, one.member): one for one in letters
        },
        addresses=addresses,
        unproved=_unproved(people, campaign.id, addresses),
        requests=requests,
        drafts=drafts,
        server=settings.mail.authserv_id,
        elsewhere=f"{url.rstrip('/')}/c/{name}" if url else "",
    )


def _requests(ledger: Ledger, live: Live) -> Iterator[OpenRequest]:
    campaign = live.state.campaign
    key = reply_key(ledger, campaign.id)
    words = ReplyWords(key, campaign.id, campaign.seats)
    for part in asked(live.system, live.state, ledger.now()):
        for member in part.members:
            yield OpenRequest(member, part.owed, words.of(part.owed))


def _unproved(people: People, campaign_id: str, addresses: Mapping[str, str]) -> frozenset[str]:
    """The members whose address has not proved to be theirs."""
    return frozenset(
        member
        for member, address in addresses.items()
        if not is_taken_as_theirs(people.file, people.person_in(campaign_id, member), address)
    )
