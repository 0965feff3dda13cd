"""What members are told of the answers that they sent by mail: a receipt, or a polite no. IO.

Each is a delivery of its own, so that it goes out once, whatever dies. A receipt has its salt, for
the sender's address alone, and never the choice.
"""

from collections.abc import Iterator

from campaign.notices import outbox
from campaign.notices.answers import NOT_TAKEN, RECEIPT, STANDS, KeptOutcome, StoredAnswers
from campaign.notices.deliveries import Deliveries
from campaign.notices.kinds import Occasion, Planned
from campaign.notices.mailing import Mailing
from campaign.notices.outbox import Parcel, Written
from campaign.notices.zoned import in_full
from campaign.proof.receipts import receipt_id
from campaign.store import kept_receipts
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError
from campaign.store.vault import VaultError
from campaign.text.english import capital

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


def letter_key(kept: KeptOutcome) -> str:
    """What the delivery about an outcome is called."""
    if kept.outcome == "accepted":
        return f"{RECEIPT}{kept.receipt}"
    return f"{NOT_TAKEN}{kept.id[:_LETTERS]}"


class AnswerLetters:
    """The letters about one campaign's answers."""

    def __init__(self, ledger: Ledger, name: str, mailing: Mailing, answers: StoredAnswers) -> None:
        self._ledger = ledger
        self._name = name
        self._mailing = mailing
        self._told = {
            (letter_key(kept), kept.member): kept for kept in answers.told(mailing.campaign.id)
        }

    def planned(self) -> tuple[Planned, ...]:
        """A notice for each outcome that its member is told of."""
        return tuple(
            Planned(Occasion(key, "asked", "", (member,), kept.at), member)
            for (key, member), kept in self._told.items()
        )

    def parcels(self, deliveries: Deliveries) -> list[Parcel]:
        """Those that are due, each with its row."""
        mailing, planned = self._mailing, self.planned()
        rows = outbox.recorded(deliveries, mailing.campaign.id, planned, 0, mailing.now)
        return list(outbox.parcels(planned, rows, mailing.now))

    def in_files(self, ids: frozenset[str]) -> Iterator[tuple[str, Written]]:
        """The letters about some mails, each with a name for its file."""
        for (key, member), kept in self._told.items():
            if kept.id in ids and (found := self._written(kept)) is not None:
                yield f"{member}-{key.replace(':', '-')}.eml", found

    def written(self, parcel: Parcel) -> Written | None:
        """The message of a parcel; None if its member has no address."""
        (only,) = parcel.planned
        return self._written(self._told[only.occasion.key, only.member])

    def _written(self, kept: KeptOutcome) -> Written | None:
        if kept.outcome == "accepted":
            subject, lines = "your answer is in", self._receipt(kept)
        elif kept.why == STANDS:
            subject, lines = "your first answer stands", (kept.sentence,)
        else:
            subject, lines = "your mail does not count", (kept.sentence,)
        key = letter_key(kept)
        return self._mailing.note(kept.member, key, subject, lines, follows=kept.occasion)

    def _receipt(self, kept: KeptOutcome) -> tuple[str, ...]:
        """Number, time and salt; what was sent has CHOICE in place of the choice."""
        name = receipt_id(self._name, kept.receipt)
        what = capital(kept.about) or "Your answer"
        at = in_full(f"{kept.at[:19]}Z", self._mailing.zone(kept.member))
        lines = [f"{what} is in", f"It came in on {at}, as receipt {name}."]
        if kept.about:
            lines += [NO_OTHER]
        if salt := self._salt(kept):
            lines += [f"Salt: {salt}", KEEP_SALT]
        if kept.sent:
            lines += [f"{SENT} {kept.sent}"]
        return tuple(lines)

    def _salt(self, kept: KeptOutcome) -> str:
        try:
            return kept_receipts.salt(
                self._ledger, self._name, kept.receipt, kept.member, frozenset()
            )
        except (VaultError, StoreError):
            return ""
