"""Letters of recorded and of short campaigns, and files that show how they read.

`PYTHONPATH=.:tests python -m letters` writes the files again; whoever does so reads the difference.
"""

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec

from campaign.accounts.choices import Choices
from campaign.kernel.pages import OneAnswer, Task
from campaign.notifications.compose import letter
from campaign.notifications.detection import occasions
from campaign.notifications.email_content import Recipient
from campaign.notifications.notification import Email, Notification
from campaign.reports.book import Book, StoredLog, read
from campaign.store.ledger import Ledger
from support import recorded, sessions

HERE = Path(__file__).parent
GLOBAL_WAR, IN_PLAY = "lif-1998-global-war", "lif-1998-leaders-in-play"
US_ENTRY = "lif-1998-us-entry-ledger"
CLUB = "club@example.org"
BERLIN = Choices(address="ben@example.org", zone="Europe/Berlin")
NOW = "1999-01-01T12:00:00.000Z"
UNTIL = "1999-01-07T20:00:00Z"
HEAD = "0" * 64
"""In the files in place of a digest, which is another each time a campaign is played."""


def words(owed: Task, answer: OneAnswer) -> str:
    """The word that stands for an answer."""
    known = {"veto": "BADGER", "no-veto": "LANTERN"}
    return known.get(answer.value, answer.value.upper()) + owed.seat[:1].upper()


def reader(**changed: Any) -> Recipient:
    """A reader in Berlin, of a club that sends mail and takes answers."""
    usual: dict[str, Any] = {
        "choices": BERLIN,
        "words": words,
        "takes_answers": True,
        "now": NOW,
        "club": CLUB,
        "token": lambda occasion: "abcdefgh",
    }
    return Recipient(**{**usual, **changed})


def turn_of(turn: str, member: str = "ben") -> Notification:
    """That a turn ended."""
    return Notification(f"turn:{turn}", "turns", turn, (member,), NOW)


def request(book: Book, **changed: Any) -> Notification:
    """The first thing that the campaign asks of somebody."""
    found = next(one for one in occasions(book, 0, NOW) if one.kind == "asked")
    return msgspec.structs.replace(found, **changed)


def of(folder: str, place: Path) -> Book:
    """A recorded campaign, played to its end."""
    found = next(one for one in recorded.FOLDERS if one.name == folder)
    with Ledger(recorded.played(found, place)) as ledger:
        return read(StoredLog(ledger, recorded.NAME), 10_000)


def asking(place: Path, **opened: Any) -> Book:
    """A club whose Board has a leader before it, with every ballot still owed."""
    ledger = sessions.ledger_in(place)
    session = sessions.Session(ledger).open("lif-1998", **{"title": "Thursday club", **opened})
    session.draw()
    session.do("SetDeadline", what="ballots", until=UNTIL)
    with ledger:
        return read(StoredLog(ledger, sessions.NAME), 10_000)


def golden(place: Path) -> dict[str, str]:
    """The files and what they should hold, but for digests."""
    told = of(GLOBAL_WAR, place / "recorded")
    club = asking(_made(place / "club"))
    letters: dict[str, tuple[Email, str]] = {
        "turn": (letter(told, turn_of("1941-ND"), "ben", reader()), _head(told, "1941-ND")),
        "asked": (letter(club, request(club), "anna", reader()), ""),
        "asked-on-the-web": (
            letter(club, request(club), "anna", reader(url="https://club.example.org")),
            "",
        ),
        "asked-without-mail": (
            letter(club, request(club), "anna", reader(takes_answers=False, club="")),
            "",
        ),
    }
    files = {}
    for name, (found, head) in letters.items():
        files[f"{name}.txt"] = f"Subject: {found.subject}\n\n{_masked(found.text, head)}"
        files[f"{name}.html"] = _masked(found.html, head)
    return files


def _made(folder: Path) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def _head(book: Book, turn: str) -> str:
    return next(log.head for log in book.logs if log.turn == turn)


def _masked(text: str, head: str) -> str:
    if not head:
        return text
    for start in range(0, 64, 8):
        text = text.replace(f"{head[start : start + 8]} ", f"{HEAD[:8]} ")
    return text.replace(head, HEAD)


def main() -> None:
    """Writes the files."""
    with TemporaryDirectory() as place:
        for name, text in golden(Path(place)).items():
            (HERE / name).write_text(text, encoding="utf-8")
