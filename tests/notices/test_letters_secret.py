"""No letter tells what its reader may not know: sealed choices, hidden chits, others' addresses."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from campaign.notices.compose import letter
from campaign.notices.kinds import Occasion
from campaign.notices.mail.message import Heads, written
from campaign.notices.occasions import occasions
from campaign.reports.book import Book
from campaign.reports.event_log import StoredLog
from campaign.reports.going_on import read
from campaign.store.ledger import Ledger
from letters import NOW, US_ENTRY, of, reader, turn_of
from support import sessions
from support.entry_club import NAME as ENTRY_NAME
from support.entry_club import TABLE, Club, commands, opening
from support.sessions import ADDRESS, Dice
from tests.lif.board.test_secrecy import BALLOTS, VOTES, played, turned
from tests.lif.us_entry.test_entry_secrecy import ever_shown, lowered

MEMBERS = ("anna", "ben", "ref", "eve", "host")


def told(book: Book, members: tuple[str, ...] = MEMBERS) -> Iterator[tuple[str, bytes]]:
    """Every letter that anybody may get now, as the bytes of a message, digests as stars."""
    heads = [log.head for log in book.logs]
    found: list[Occasion] = [*occasions(book, 0, NOW), turn_of(book.logs[-1].turn, "")]
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


@pytest.mark.parametrize(("phase", "choices"), [("ballots", BALLOTS), ("votes", VOTES)])
def test_sealed_choices_change_no_letter(
    tmp_path: Path, phase: str, choices: tuple[str, ...]
) -> None:
    """Swapped among all powers, in the vault and on devices: every letter keeps its bytes."""
    runs = []
    for turn in range(2):
        session = played(tmp_path / f"{turn}", phase, turn)
        wishes = turned(session, choices, turn)
        runs.append((wishes, dict(told(book_of(session.ledger)))))
    (first, expected), (second, found) = runs
    assert all(first[power] != second[power] for power in first)
    assert len(expected) >= 20 and found.keys() == expected.keys()
    for name, text in expected.items():
        assert found[name] == text, name


def test_opened_ballots_do_change_letters(tmp_path: Path) -> None:
    """The same comparison finds what is no secret any more."""
    runs = []
    for turn in range(2):
        session = played(tmp_path / f"{turn}", "ballots", turn)
        session.do("OpenBallots", absent="no-veto", withheld=True)
        runs.append(dict(told(book_of(session.ledger))))
    assert runs[0] != runs[1]


@pytest.mark.slow
def test_hidden_chits_change_no_letter(tmp_path: Path) -> None:
    """LiF 5.3.3: the same course with other values behind it; the USA's player gets no more.

    A letter goes through a mail server, so that even their own values are not in it.
    """
    lines = commands(TABLE)
    other = lowered(lines, ever_shown(TABLE, tmp_path / "before"))
    usual = opening(TABLE)
    pair = [Club(tmp_path / name, usual, Dice(usual["vault"])) for name in ("one", "two")]
    for first, second in zip(lines, other, strict=True):
        pair[0].do(first)
        pair[1].do(second)
        if pair[0].turn == "1941-JA":
            break
    mine, theirs = (club.private() for club in pair)
    assert sum(mine[chit] != theirs[chit] for chit in mine) > 5
    members = (pair[0].holder, "anna")
    found = [dict(told(book_of(club.ledger, ENTRY_NAME), members)) for club in pair]
    assert len(found[0]) > 20 and members[0] != members[1]
    for name, text in found[0].items():
        assert found[1][name] == text, name


def test_the_campaigns_of_the_repository_have_nobodys_address(tmp_path: Path) -> None:
    """Members of an older log have addresses in it; no letter does."""
    book = of(US_ENTRY, tmp_path / "entry")
    members = book.logs[-1].end.campaign.members
    addresses = {known.email for known in members.values() if known.email}
    for member in members:
        one = letter(book, turn_of(book.logs[-2].turn, member), member, reader())
        whole = one.text + one.html + one.attachments[0].content.decode()
        assert not any(address in whole for address in addresses)
