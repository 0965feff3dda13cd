"""Every change of a single bit in a record is found: of an event, its topic, version or receipt.

The sample is the recorded campaigns and a club's sessions with sealed ballots, wars, refusals and a
dispute: more than 5,000 events and 4,000 receipts. A row is its JSON, a line feed and the JSON's
SHA-256 in hex. The proof is in layers, of which only the last takes samples:

1. For *every* bit of the JSON of *every* row: SHA-256 of the changed JSON is not the digest that
   the row ends with. For every bit of the line feed and the digest: the row is not what its JSON
   seals to. That is what `chain.intact` asks, which is run itself on every bit of a few rows.
2. For every bit of every topic: the changed word is not the event's own topic, nor an older form's.
3. The versions of n events are 1 to n in order. A changed one is no longer among them or stands
   there twice, so that the sorted row of numbers has a gap: run for all 64 bits of three of them.
4. The auditor makes a finding of each of these, run over the whole campaign some hundreds of times
   for bits at random, from rows and through the database.

Every run tries one row and one change in thirty; `nightly/test_all_bits.py` tries all.

What layer 4 rests on is that the auditor asks these questions of every row, whatever is in it.
"""

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from campaign.kernel.members import ENTROPIES
from campaign.store.export import audit_of
from campaign.store.ledger import Ledger
from campaign.systems import SYSTEMS
from campaign.verify.audit import Row, Verification
from campaign.verify.receipts import Kept, Papers
from events import chain
from events.base import topic
from support import recorded
from support.sessions import Session, played

MASKS = tuple(1 << bit for bit in range(8))
BIGINT = 64
FIRST = 3
"""Of thirty rows or bits, the one that every run tries; so that bit 63, the sign, is among them."""

pytestmark = pytest.mark.slow


LEAST = {
    "lif-1998-global-war": (1_400, 1_200),
    "lif-1998-leaders-in-play": (1_000, 800),
    "lif-list-global-war": (1_400, 1_100),
    "lif-list-leaders-in-play": (200, 160),
    "sessions": (1_300, 1_200),
}
"""Events and receipts that each part of the sample has at least."""


class Sample(NamedTuple):
    """A campaign as it is stored."""

    name: str
    store: Path
    rows: list[Row]
    papers: list[Kept]


@pytest.fixture(scope="module", params=LEAST)
def sample(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Sample:
    """A campaign played to its end."""
    folder = tmp_path_factory.mktemp("bits")
    if request.param == "sessions":
        session = played(folder, close=False)
        quarrel(session, 260)
        ledger, name = session.ledger, session.name
    else:
        ledger, name = Ledger(recorded.played(recorded.HERE / request.param, folder)), recorded.NAME
    with ledger:
        store = ledger.store
        found = Sample(name, store.path, list(store.rows(name)), list(store.receipts(name)))
    events, papers = LEAST[request.param]
    assert len(found.rows) >= events and len(found.papers) >= papers
    return found


def quarrel(session: Session, rounds: int) -> None:
    """Wars and peaces without end, bookmarks, what is refused, and a dispute about it all."""
    session.do("RaiseDispute", "ben", versions=[3], claim="the points were others")
    for number in range(rounds):
        session.do("DeclareWar", attacker="japan", target="ussr")
        session.do("SetBookmark", "eve", version=number + 1, note=f"round {number}: war again")
        if number % 4 == 0:
            session.ask("DrawLeader", "anna")
        session.do("MakePeace", powers=["japan", "ussr"])
        if number < ENTROPIES:
            session.do("AddEntropy", "anna", value=f"{number} coins")
        else:
            session.do("SetBookmark", "anna", version=1, note=f"{number} coins")
    session.do("AnswerDispute", "anna", dispute="d1", text="they were not")


def changes(text: bytes) -> Iterator[bytes]:
    """A text with each of its bits changed."""
    work = bytearray(text)
    for place, was in enumerate(text):
        for mask in MASKS:
            work[place] = was ^ mask
            yield bytes(work)
        work[place] = was


def unseen(stored: bytes) -> int:
    """How many changes of one bit leave a row with the digest of its JSON. All are tried."""
    body, trailer = bytearray(stored[: -chain.TRAILER]), stored[-chain.TRAILER :]
    told, sha256, missed = trailer[1:].decode("ascii", "replace"), hashlib.sha256, 0
    digest = bytes.fromhex(told) if set(told) <= set("0123456789abcdef") else b""
    for place, was in enumerate(bytes(body)):
        for mask in MASKS:
            body[place] = was ^ mask
            if sha256(body).digest() == digest:
                missed += 1
        body[place] = was
    sealed = chain.seal(bytes(body))[-chain.TRAILER :]
    return missed + sum(changed == sealed for changed in changes(trailer))


@pytest.fixture
def tried(nightly: bool) -> slice:
    """Which of all changes are tried."""
    return slice(None) if nightly else slice(FIRST, None, 30)


def found(sample: Sample, rows: list[Row], papers: list[Kept]) -> Iterator[str]:
    """What the auditor says of rows and receipts."""
    audit = Verification(SYSTEMS, name=sample.name, papers=Papers(lambda: papers))
    return (str(finding) for finding in audit.findings(rows))


def test_the_sample_is_of_five_thousand_events() -> None:
    """And of four thousand receipts; each part counts its own."""
    assert sum(events for events, _ in LEAST.values()) >= 5_000
    assert sum(papers for _, papers in LEAST.values()) >= 4_000


def test_every_bit_of_every_event_and_receipt_is_under_its_digest(
    sample: Sample, tried: slice
) -> None:
    """Layer 1: all of them by night, none left out and none passed over."""
    assert all(chain.intact(stored) for _, _, stored in sample.rows)
    assert sum(unseen(stored) for _, _, stored in sample.rows[tried]) == 0
    assert sum(unseen(stored) for _, stored in sample.papers[tried]) == 0


def test_a_row_is_intact_by_that_very_question(sample: Sample) -> None:
    """Layer 1: `chain.intact` itself, on every bit of events and receipts here and there."""
    some = [stored for _, _, stored in sample.rows[:: len(sample.rows) // 12]]
    some += [stored for _, stored in sample.papers[:: len(sample.papers) // 4]]
    for stored in some:
        assert chain.intact(stored)
        assert not any(chain.intact(changed) for changed in changes(stored))


def test_the_count_is_not_always_nought() -> None:
    """A row under the digest of another JSON, one bit away: that one change goes unseen."""
    body = b'{"type":"campaign.EntropyAdded"}'
    for changed in changes(body):
        assert unseen(changed + chain.seal(body)[-chain.TRAILER :]) == 1
    ends = chain.seal(body)
    assert unseen(ends) == 0 and unseen(ends[:-1] + bytes([ends[-1] ^ 1])) == 1


def test_every_bit_of_every_topic_makes_another_word(sample: Sample) -> None:
    """Layer 2: what the database gives for bytes that are no text is another word too."""
    for _, kind, stored in sample.rows:
        assert kind == topic(SYSTEMS.codec.decode(chain.body(stored)))
    for kind in {kind for _, kind, _ in sample.rows}:
        for changed in changes(kind.encode()):
            word = changed.decode("utf-8", "replace")
            assert word != kind and word not in SYSTEMS.codec.upcasters


def test_every_bit_of_a_version_leaves_a_gap(sample: Sample, tried: slice) -> None:
    """Layer 3: of the first, a middle and the last event, and of the same receipts."""
    assert [row[0] for row in sample.rows] == list(range(1, len(sample.rows) + 1))
    assert [row[0] for row in sample.papers] == list(range(1, len(sample.papers) + 1))
    for place in (0, len(sample.rows) // 2, -1):
        for bit in range(BIGINT)[tried]:
            version, *rest = sample.rows[place]
            rows = [row for row in sample.rows if row[0] != version]
            rows.append((signed(version ^ 1 << bit), *rest))
            audit = Verification(SYSTEMS, name=sample.name)
            assert next(audit.findings(sorted(rows, key=lambda row: row[0])), None) is not None
    for place in (0, len(sample.papers) // 2, -1):
        for bit in range(BIGINT)[tried]:
            number, stored = sample.papers[place]
            papers = [row for row in sample.papers if row[0] != number]
            papers = sorted([*papers, (signed(number ^ 1 << bit), stored)], key=lambda row: row[0])
            assert next(Papers(lambda papers=papers: papers).rest(), None) is not None


def signed(number: int) -> int:
    """A number as a column of 64 bits holds it."""
    return number - (1 << BIGINT) if number >> (BIGINT - 1) else number


def test_the_auditor_finds_bits_changed_at_random(sample: Sample, tried: slice) -> None:
    """Layer 4: whole runs over the campaign, each with one bit of one row changed."""
    random = Random(5_000)
    assert list(found(sample, sample.rows, sample.papers)) == []
    for number in range(80)[tried]:
        rows, papers = [*sample.rows], [*sample.papers]
        if number % 3:
            place = random.randrange(len(rows))
            version, kind, stored = rows[place]
            rows[place] = (version, kind, one_bit(random, stored))
            start = f"version {version}: "
        else:
            place = random.randrange(len(papers))
            papers[place] = (papers[place][0], one_bit(random, papers[place][1]))
            start = "version 0: receipt: "
        assert any(line.startswith(start) for line in found(sample, rows, papers))


def one_bit(random: Random, text: bytes) -> bytes:
    """A text with one bit changed."""
    place, mask = random.randrange(len(text)), random.choice(MASKS)
    return text[:place] + bytes([text[place] ^ mask]) + text[place + 1 :]


COLUMNS = {
    ("stored_events", "state"): "BLOB",
    ("stored_events", "topic"): "TEXT",
    ("stored_events", "originator_id"): "TEXT",
    ("receipts", "body"): "BLOB",
    ("receipts", "originator_id"): "TEXT",
}


@pytest.mark.rotating(3)
@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_bits_changed_in_the_database_are_found(
    sample: Sample, tried: slice, tmp_path: Path, table: str, column: str
) -> None:
    """Layer 4: any column, in a copy of the file. An event filed elsewhere is missed where it was.

    The last event, filed elsewhere, leaves no gap: its receipt misses it, and the other way round.
    """
    random = Random(column)
    copy, number = (
        tmp_path / "campaign.db",
        {"stored_events": "originator_version"}.get(table, "number"),
    )
    with closing(sqlite3.connect(sample.store)) as one, closing(sqlite3.connect(copy)) as two:
        one.backup(two)
    last = len(sample.rows if table == "stored_events" else sample.papers)
    with Ledger(copy) as ledger, closing(sqlite3.connect(copy, isolation_level=None)) as db:
        for which in (1, last, *(random.randint(1, last) for _ in range(10)[tried])):
            told: tuple[Any, ...] = db.execute(
                f"SELECT CAST({column} AS BLOB) FROM {table} WHERE originator_id=? AND {number}=?",
                (sample.name, which),
            ).fetchone()
            changed = one_bit(random, told[0])
            set_ = f"UPDATE {table} SET {column}=CAST(? AS {COLUMNS[table, column]}) WHERE"
            db.execute(f"{set_} originator_id=? AND {number}=?", (changed, sample.name, which))
            audit = audit_of(ledger, sample.name).findings(ledger.store.rows(sample.name))
            assert next(audit, None) is not None, (which, changed)
            filed = f"{number}=? AND (originator_id=? OR CAST(originator_id AS BLOB)=?)"
            db.execute(f"{set_} {filed}", (told[0], which, sample.name, changed))
        assert list(ledger.store.rows(sample.name)) == sample.rows
        assert list(ledger.store.receipts(sample.name)) == sample.papers
