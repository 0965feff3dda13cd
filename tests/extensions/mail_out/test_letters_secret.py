"""No letter tells what its reader may not know: sealed choices, hidden chits, others' addresses."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.extensions.mail_out.message import Heads, written
from campaign.notifications.compose import letter
from campaign.notifications.detection import occasions
from campaign.notifications.notification import Notification
from campaign.reports.book import Book, StoredLog, read
from campaign.store.ledger import Ledger
from letters import NOW, reader, turn_of
from support import sessions
from support.sessions import ADDRESS
from tests.lif.board.test_secrecy import played

MEMBERS = ("anna", "ben", "ref", "eve", "host")


def told(book: Book, members: tuple[str, ...] = MEMBERS) -> Iterator[tuple[str, bytes]]:
    """Every letter that anybody may get now, as the bytes of a message, digests as stars."""
    heads = [log.head for log in book.logs]
    found: list[Notification] = [*occasions(book, 0, NOW), turn_of(book.logs[-1].turn, "")]
    for occasion in found:
        for member in members:
            one = letter(book, occasion, member, reader())
            head = Heads(
                "Club <club@example.org>", "x@example.org", member, "id", member, b"k", NOW
            )
            raw = written(one, head)
            parts = b"\n".join((one.subject.encode(), one.text.encode(), one.html.encode()))
            yield f"{occasion.key} {member}", _starred(parts, heads)
            yield (
                f"{occasion.key} {member} attached",
                b"".join(_starred(_plain(file.content), heads) for file in one.attachments),
            )
            assert ADDRESS.encode() not in raw, "an address is in somebody's message"


def _plain(report: bytes) -> bytes:
    """A report without its digests and commitments, which differ as the sealed does."""
    return re.sub(rb"\b[0-9a-f]{8,64}\b", b"*", report)


def _starred(text: bytes, heads: list[str]) -> bytes:
    for head in heads:
        text = text.replace(head.encode(), b"*" * 64)
        for start in range(0, 64, 8):
            text = text.replace(head[start : start + 8].encode(), b"*" * 8)
    return text


def book_of(ledger: Ledger, name: str = sessions.NAME) -> Book:
    """A campaign as letters read it."""
    with ledger:
        return read(StoredLog(ledger, name), 10_000)


@pytest.mark.further
def test_opened_ballots_do_change_letters(tmp_path: Path) -> None:
    """The same comparison finds what is no secret any more."""
    runs = []
    for turn in range(2):
        session = played(tmp_path / f"{turn}", "ballots", turn)
        session.do("OpenBallots", absent="no-veto", withheld=True)
        runs.append(dict(told(book_of(session.ledger))))
    assert runs[0] != runs[1]
