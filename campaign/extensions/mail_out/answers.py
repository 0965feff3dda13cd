"""What is known of a campaign's answers by mail: the words to answer with, what was asked, and what
became of the mails that came in. IO.
"""

import hashlib
import hmac
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from campaign.accounts.protocol import (
    PeopleDatabase,
    PeopleRows,
    change,
    has,
    put,
    row,
    rows,
)
from campaign.kernel.pages import OneAnswer, Task
from campaign.notifications import notification
from campaign.store.ledger import Ledger
from campaign.store.vault import VaultError

# --- reply words --------------------------------------------------------------------------------
# The words that a request can be answered by mail with: one for each answer, made for one seat
# and one request.
#
# On a lock screen, in a quoted answer or in the club's mailbox they show no choice to the eye.
# They are drawn under the vault's key, so nobody can work out which word stands for which answer.
#
# The list's words have 4 to 8 letters, and no two of them differ by a single letter. It never
# changes: the letters that are on their way depend on its order.

COUNT = 4096
"""How many words the list has."""
MOST_SEATS = 16
"""The words of a request are shared out among so many seats, so that one member who plays several
never gets a word twice. A larger game shares out some of them twice."""
HEADER = "campaign-tracker reply word 1"


@cache
def word_list() -> tuple[str, ...]:
    """All words, in the order of the file."""
    text = (files("campaign.extensions.mail_out") / "reply_words.txt").read_text(encoding="utf-8")
    lines = (line for line in text.splitlines() if not line.startswith("#"))
    return tuple(word.upper() for line in lines for word in line.split())


def word(
    key: bytes,
    campaign_id: str,
    draw: str,
    seat: str,
    value: str,
    among: Sequence[str] = (),
    seats: Sequence[str] = (),
) -> str:
    """The word for one answer to a request. `draw` names the request, `among` its answers.

    `seats` are those of the campaign, in its order.
    """
    return request_words(key, campaign_id, draw, seat, (*among, value), seats)[value]


def request_words(
    key: bytes,
    campaign_id: str,
    draw: str,
    seat: str,
    values: Sequence[str],
    seats: Sequence[str] = (),
) -> dict[str, str]:
    """The word for each answer to a request, all different."""
    first, step = (seats.index(seat) % MOST_SEATS, MOST_SEATS) if seat in seats else (0, 1)
    own = word_list()[first::step]
    words: dict[str, str] = {}
    for value in sorted(set(values)):
        tried = 0
        while (drawn := own[_number(key, campaign_id, draw, seat, value, tried) % len(own)]) in (
            *words.values(),
        ):
            tried += 1
        words[value] = drawn
    return words


def _number(key: bytes, campaign_id: str, draw: str, seat: str, value: str, tried: int) -> int:
    parts = (HEADER, campaign_id, draw, seat, value, str(tried))
    text = "".join(f"{len(part)}:{part}\n" for part in parts).encode()
    return int.from_bytes(hmac.new(key, text, hashlib.sha256).digest()[:8], "big")


class ReplyWords:
    """The words of one campaign's requests. Without a key there are none."""

    def __init__(self, key: bytes, campaign_id: str, seats: Sequence[str]) -> None:
        self._key = key
        self._campaign_id = campaign_id
        self._seats = tuple(seats)

    def __call__(self, owed: Task, answer: OneAnswer) -> str:
        """The word for an answer; empty where there is no key."""
        return self.of(owed).get(answer.value, "")

    def of(self, owed: Task) -> Mapping[str, str]:
        """The words of a request, by the value of their answer."""
        if not self._key:
            return {}
        values = [answer.value for answer in owed.answers]
        return request_words(
            self._key, self._campaign_id, owed.occasion, owed.seat, values, self._seats
        )


# --- answers ------------------------------------------------------------------------------------
# What became of the mails that came in, a row for each without what it said; and which letters
# were written to files, so that an answer to one is known.
#
# The row is the outcome: a mail is put away only after it is on the disk, and the same mail again
# finds it.

OutcomeKind = Literal["begun", "accepted", "refused", "stopped", "draft", "dropped"]
"""Handed in and not answered yet; taken; said no to; the member's mail rests; a story that waits
for its writer's word; one that they dropped."""
OF_ANSWERS = (notification.RECEIPT, notification.NOT_TAKEN, notification.STORY)
MOST_A_DAY = 3
"""So many mails that say no go to a member in a day; as many of mails that others may have sent."""
FROM_OTHERS = ("address", "false")
"""Why mails do not count that somebody else may have sent: they use up no word to the member."""
STANDS = "stands"
"""Why a second answer to one request does not count."""


class StoredOutcome(msgspec.Struct, frozen=True):
    """What became of a mail."""

    id: str
    """The mail's digest, and the id of the command in it."""
    member: str
    occasion: str
    """The letter that it answers."""
    outcome: OutcomeKind
    why: str = ""
    """Of a no: a word for programs."""
    sentence: str = ""
    """Of a no: what the member is told."""
    sent: str = ""
    """The command as it was handed in, with `CHOICE` for what was chosen."""
    receipt: int = 0
    """The receipt's number; 0 where nothing was handed in."""
    at: str = ""
    thread: str = ""
    """The mail that it answers, by its own id; a no is told once for each, and each reason."""
    is_told: bool = False
    """Whether the member gets a mail about it."""
    about: str = ""
    """Of an answer: what was asked, for its reader: `your orders for the attack for Red`."""


class StoredAnswers:
    """The outcomes of one store, in the file of people."""

    def __init__(self, file: PeopleDatabase) -> None:
        self._file = file

    def get(self, campaign: str, mail_id: str) -> StoredOutcome | None:
        """What became of a mail; None if it was never seen."""
        return row(self._file, _outcome, _OF_MAIL, (campaign, mail_id))

    def told(self, campaign: str) -> Iterator[StoredOutcome]:
        """Those that members get a mail about, oldest first."""
        query = f"SELECT {_COLUMNS} FROM answer WHERE campaign=? AND is_told=1 ORDER BY at, id"
        yield from rows(self._file, _outcome, query, (campaign,))

    def answer_to(
        self, campaign: str, member: str, occasion: str, thread: str
    ) -> StoredOutcome | None:
        """The last answer of a member that was taken to a request, or to the mail that asked."""
        query = (
            f"SELECT {_COLUMNS} FROM answer WHERE campaign=? AND member=? AND outcome='accepted'"
            " AND about!='' AND (occasion=? OR thread=?) ORDER BY at DESC, id LIMIT 1"
        )
        return row(self._file, _outcome, query, (campaign, member, occasion, thread))

    def begin(self, campaign: str, outcome: StoredOutcome) -> None:
        """Notes that a command is about to be handed in, unless it was noted before."""
        with self._file.writing() as db:
            if _row_of(db, campaign, outcome.id) is None:
                _put(db, campaign, outcome)

    def finish(self, campaign: str, outcome: StoredOutcome) -> StoredOutcome:
        """Writes the outcome of a mail. What another run has written stays.

        Of a no the member is told once for each mail that they answer and each reason, and three
        times a day; that a first answer stands, always.
        """
        with self._file.writing() as db:
            known = _row_of(db, campaign, outcome.id)
            if known is not None and known.outcome != "begun":
                return known
            if outcome.outcome == "refused":
                outcome = replace(outcome, is_told=_may_tell(db, campaign, outcome))
            _put(db, campaign, outcome)
            return outcome

    def are_read(self, campaign: str) -> bool:
        """Whether a campaign's mail was ever looked through for answers."""
        return has(self._file, "SELECT 1 FROM reading WHERE campaign=?", (campaign,))

    def read(self, campaign: str, now: str) -> None:
        """Notes that the mail was looked through for answers."""
        if not self.are_read(campaign):
            statement = "INSERT INTO reading VALUES (?,?) ON CONFLICT DO NOTHING"
            change(self._file, statement, (campaign, now))

    def wrote(self, campaign: str, keys: Iterable[tuple[str, str]]) -> None:
        """Letters were written to files: the occasion and member of each."""
        with self._file.writing() as db:
            db.executemany(
                "INSERT INTO letter VALUES (?,?,?) ON CONFLICT DO NOTHING",
                [(campaign, *key) for key in keys],
            )

    def written(self, campaign: str) -> tuple[tuple[str, str], ...]:
        """The letters that were written to files: the occasion and member of each."""
        query = "SELECT occasion, member FROM letter WHERE campaign=? ORDER BY occasion, member"
        return tuple(rows(self._file, lambda *key: key, query, (campaign,)))

    def seen(self, campaign: str, account: str, validity: int) -> int:
        """The last mail of a mailbox that was looked at; 0 if none was."""
        query = "SELECT uid FROM mailbox WHERE campaign=? AND account=? AND validity=?"
        return row(self._file, int, query, (campaign, account, validity)) or 0

    def saw(self, campaign: str, account: str, validity: int, uid: int) -> None:
        """Everything in a mailbox up to a mail has been looked at."""
        with self._file.writing() as db:
            place = {"campaign": campaign, "account": account}
            put(db, "mailbox", place, {"validity": validity, "uid": uid})


_COLUMNS = ", ".join(StoredOutcome.__struct_fields__)
_OF_MAIL = f"SELECT {_COLUMNS} FROM answer WHERE campaign=? AND id=?"


def _outcome(*columns: Any) -> StoredOutcome:
    outcome = StoredOutcome(*columns)
    return replace(outcome, is_told=bool(outcome.is_told))


def _row_of(db: PeopleRows, campaign: str, mail_id: str) -> StoredOutcome | None:
    columns = db.execute(_OF_MAIL, (campaign, mail_id)).fetchone()
    return None if columns is None else _outcome(*columns)


def _put(db: PeopleRows, campaign: str, outcome: StoredOutcome) -> None:
    columns = msgspec.structs.asdict(outcome)
    put(db, "answer", {"campaign": campaign, "id": columns.pop("id")}, columns)


def _may_tell(db: PeopleRows, campaign: str, no: StoredOutcome) -> bool:
    """Whether a no is worth a mail: machines and tempers would otherwise go on for ever.

    That a first answer stands is told once for each request, whatever the day has brought: who
    hears nothing believes in their second.
    """
    day_before = datetime.fromisoformat(no.at) - timedelta(days=1)
    query = (
        "SELECT thread, why, at FROM answer"
        " WHERE campaign=? AND member=? AND outcome='refused' AND is_told=1"
    )
    noes = db.execute(query, (campaign, no.member)).fetchall()
    if any((thread, why) == (no.thread, no.why) for thread, why, _ in noes):
        return False
    lately = sum(
        datetime.fromisoformat(at) > day_before and _side(why) == _side(no.why)
        for _, why, at in noes
        if why != STANDS
    )
    return no.why == STANDS or lately < MOST_A_DAY


def _side(why: str) -> bool:
    return why in FROM_OTHERS


# --- the key of the words -----------------------------------------------------------------------

WORDS = "reply words"
"""What the vault's derived key is for."""


def reply_key(ledger: Ledger, campaign_id: str) -> bytes:
    """The key of the words to answer with; empty where the vault's is elsewhere."""
    try:
        return ledger.vault.derived(WORDS, campaign_id)
    except VaultError:
        return b""
