"""The auditor finds whatever was done to a record, says it in one line, and never falls over.

What takes longer, waits or starts something, beside `verify/test_verify.py`.
"""

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from campaign.store.ledger import Ledger
from campaign.verify.audit import Row
from support.sessions import NAME, Session
from tests.verify.test_verify import changes, findings, rows, session

__all__ = ["changes", "rows", "session"]


def flipped(random: Random, text: bytes) -> bytes:
    """A text with one byte changed to any other."""
    place = random.randrange(len(text))
    return text[:place] + bytes([text[place] ^ random.randrange(1, 256)]) + text[place + 1 :]


def test_each_random_change_of_one_byte_is_found(rows: list[Row], changes: int) -> None:
    """Any byte of any stored event, its digest included, changed to any other byte."""
    random = Random(1939)
    for _ in range(changes):
        place = random.randrange(len(rows))
        version, topic, state = rows[place]
        changed = [*rows]
        changed[place] = (version, topic, flipped(random, state))
        told, _ = findings(changed)
        assert any(line.startswith(f"version {version}: ") for line in told), (version, told)


def test_each_random_change_in_the_file_is_found(
    session: Session, changes: int, tmp_path: Path
) -> None:
    """The same in the database itself, topics included: the store hands over what it holds."""
    random = Random(1945)
    copy = tmp_path / "campaign.db"
    with (
        closing(sqlite3.connect(session.ledger.store.path)) as source,
        closing(sqlite3.connect(copy)) as target,
    ):
        source.backup(target)
    count = session.ledger.live(NAME).version
    with Ledger(copy) as ledger, closing(sqlite3.connect(copy, isolation_level=None)) as db:
        for number in range(changes):
            version = random.randint(1, count)
            column = "topic" if number % 4 == 0 else "state"
            was = db.execute(
                f"SELECT CAST({column} AS BLOB) FROM stored_events WHERE originator_version=?",
                (version,),
            ).fetchone()[0]
            kind = "TEXT" if column == "topic" else "BLOB"
            change = (
                f"UPDATE stored_events SET {column}=CAST(? AS {kind}) WHERE originator_version=?"
            )
            db.execute(change, (flipped(random, was), version))
            told, _ = findings(list(ledger.store.rows(NAME)))
            assert any(line.startswith(f"version {version}: ") for line in told), (version, told)
            db.execute(change, (was, version))
        assert findings(list(ledger.store.rows(NAME)))[0] == []
