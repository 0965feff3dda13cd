"""Takes in what members answer by mail: reads it, hands it in at the desk, keeps the outcome. IO.

    read ──► begun ──► the desk ──► outcome on the disk ──► mail put away

The mail's digest is the command's id, so that whatever dies, the same mail read again finds what
became of it, and counts once. Nothing that comes in is executed.
"""

from typing import Literal

import msgspec
from msgspec.structs import replace

from campaign.desk.actor import Actor
from campaign.desk.desk import Desk
from campaign.notices.answers import STANDS, KeptOutcome, StoredAnswers
from campaign.notices.correspondence import correspondence
from campaign.notices.deliveries import Deliveries
from campaign.notices.kinds import request_key
from campaign.notices.mail.reading import REPORT, IncomingMail, read_mail
from campaign.notices.mail.returned import (
    Correspondence,
    PassedOver,
    PoliteNo,
    StopWish,
    TakenAnswer,
    Undelivered,
    letter_of,
    mail_digest,
    meaning,
)
from campaign.people.people import People
from campaign.proof import receipts
from campaign.settings import Settings
from campaign.store.submission import KeptAnswer
from campaign.store.vault import VaultError
from campaign.text.english import capital
from campaign.text.json_values import JsonObject

CHOICE = "CHOICE"
"""Stands for what was chosen wherever a command is shown or kept."""
NOT_SEALED = (
    "Your mail does not count: this computer cannot seal it now; ask your host, or answer in"
    " another way."
)
REFUSED = (
    "Your mail does not count: the rules do not allow it now. `campaign receipt {}` says why to"
    " you alone."
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

    outcome: Literal["accepted", "refused", "stopped", "undelivered", "passed over"]
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
        desk: Desk,
        name: str,
        people: People,
        deliveries: Deliveries,
        answers: StoredAnswers,
        settings: Settings,
    ) -> None:
        self.answers = answers
        self.name = name
        self._desk = desk
        self._people = people
        self._deliveries = deliveries
        self._settings = settings
        self._secret = b""

    @property
    def campaign_id(self) -> str:
        """The campaign's random id."""
        found: str = self._desk.ledger.live(self.name).state.campaign.id
        return found

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
            case StopWish(member, occasion):
                self._people.stop(self.campaign_id, member, rests=True)
                return self._kept(KeptOutcome(key, member, occasion, "stopped"))
            case PoliteNo(member, occasion, why, sentence):
                no = KeptOutcome(key, member, occasion, "refused", why, sentence)
                return self._kept(self._after_the_first(no, _thread(mail, occasion)))
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

    def _after_the_first(self, no: KeptOutcome, thread: str) -> KeptOutcome:
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
        )

    def _now(self) -> str:
        return self._desk.ledger.now()

    def _key(self) -> bytes:
        self._secret = self._secret or self._people.secret()
        return self._secret

    # --- the desk -------------------------------------------------------------------------------

    def _handed_in(self, answer: TakenAnswer, key: str, thread: str, about: str) -> KeptOutcome:
        """Hands a command in, and keeps what became of it."""
        command = {**answer.command, "id": key}
        public = {**command, "choice": CHOICE} if "choice" in command else command
        begun = KeptOutcome(
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

    def _finished(self, begun: KeptOutcome, outcome: KeptAnswer, *, is_secret: bool) -> KeptOutcome:
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

    def _before(self, key: str) -> KeptOutcome | None:
        """What became of the same mail before; None if it never came, or died on its way."""
        kept = self.answers.get(self.campaign_id, key)
        if kept is not None and kept.outcome != "begun":
            return kept
        ledger = self._desk.ledger
        versions = ledger.store.versions_of(self.name, key)
        if versions is None:
            return None
        by = next(ledger.history(self.name, versions[0] - 1, versions[0])).event.by
        number, at = self._receipt(versions)
        begun = kept or KeptOutcome(key, by, "", "begun")
        done = replace(begun, outcome="accepted", receipt=number, at=at, is_told=bool(number))
        return self.answers.finish(self.campaign_id, done)

    def _receipt(self, versions: tuple[int, int]) -> tuple[int, str]:
        """Number and time of the receipt for some events; 0 if it is lost."""
        for number, stored in self._desk.ledger.store.receipts(self.name):
            found = receipts.read(stored)
            if found.versions == versions:
                return number, found.at
        return 0, self._now()

    # --- outcomes -------------------------------------------------------------------------------

    def _kept(self, outcome: KeptOutcome) -> MailOutcome:
        done = self.answers.finish(self.campaign_id, replace(outcome, at=self._now()))
        return self._as_taken(done)

    def _as_taken(self, kept: KeptOutcome, *, is_repeat: bool = False) -> MailOutcome:
        receipt = receipts.receipt_id(self.name, kept.receipt) if kept.receipt else ""
        assert kept.outcome != "begun"
        return MailOutcome(
            kept.outcome,
            kept.member,
            kept.occasion,
            kept.why,
            receipt,
            kept.id,
            is_repeat=is_repeat,
        )


def _text(command: JsonObject) -> bytes:
    return msgspec.json.encode(command, order="sorted")


def _thread(mail: IncomingMail, occasion: str) -> str:
    """What a mail answers: the nearest id that it names, else the letter of its token."""
    return next(iter(mail.answers), occasion)
