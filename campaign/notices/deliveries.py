"""The deliveries of a store: what was sent, to whom, and how it went. IO.

Rows are made from the log behind a cursor, in one transaction with it. Every step of a row names
the run that takes it and the state that it leaves, so a step that somebody else has overtaken does
nothing. Each is on the disk when its method returns.
"""

import sqlite3
from collections.abc import Iterable, Sequence
from typing import Protocol

from campaign.notices.states import MAIL, Delivery, State
from campaign.people.database import Part, PeopleFile

LEASE = 600
"""After so many seconds a claim that never reached `sending` is free again, and a message that was
being sent is in doubt."""
UNHEARD = "the program ended before it heard the answer"
"""What is said of a message whose run died while it was being sent."""
DELIVERIES = Part(
    "deliveries",
    (
        (
            "CREATE TABLE delivery (number INTEGER PRIMARY KEY AUTOINCREMENT,"
            " campaign TEXT NOT NULL, occasion TEXT NOT NULL, member TEXT NOT NULL,"
            " channel TEXT NOT NULL, state TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0,"
            " server TEXT NOT NULL DEFAULT '', next_try TEXT NOT NULL DEFAULT '',"
            " digest TEXT NOT NULL DEFAULT '', version INTEGER NOT NULL DEFAULT 0,"
            " made_at TEXT NOT NULL, first_at TEXT NOT NULL DEFAULT '',"
            " address TEXT NOT NULL DEFAULT '',"
            " run TEXT NOT NULL DEFAULT '', claimed_at TEXT NOT NULL DEFAULT '',"
            " UNIQUE (campaign, occasion, member, channel))",
            "CREATE TABLE cursor (campaign TEXT PRIMARY KEY, version INTEGER NOT NULL)",
        ),
    ),
)
"""The tables, in the file of people. `run` and `claimed_at` say who has a row, and since when."""

_COLUMNS = ", ".join(Delivery.__struct_fields__)
Key = tuple[str, str]
"""An occasion and a member."""


class Deliveries(Protocol):
    """Where deliveries are kept. Another database needs no more than this."""

    def known(self, campaign: str) -> dict[Key, Delivery]:
        """The deliveries of a campaign by mail, as they are now."""

    def cursor(self, campaign: str) -> int:
        """The version up to which the log has been read for news; 0 if never."""

    def make(self, campaign: str, fresh: Iterable[Key], version: int, now: str) -> None:
        """Makes rows and moves the cursor, both or neither. What is there already stays."""

    def free(self, campaign: str, before: str) -> None:
        """Frees claims made before a moment; what was being sent then becomes `unknown`."""

    def claim(self, numbers: Sequence[int], run: str, now: str) -> bool:
        """Takes rows that wait; all of them, or none if somebody else has one."""

    def step(
        self, numbers: Sequence[int], run: str, step: tuple[State, State], now: str, **more: object
    ) -> bool:
        """Takes the run's rows from one state to the next; none if one was overtaken.

        `more` are columns to write: what the server said, when to try again.
        """

    def again(self, number: int) -> None:
        """Makes a row due once more, as a person has decided."""

    def withdraw(self, numbers: Iterable[int]) -> None:
        """Drops rows that wait for nothing any more, if nobody has taken them."""

    def returned(self, campaign: str, occasion: str, member: str, server: str) -> bool:
        """A message came back: its row is `refused`. Whether there was such a row."""


class StoredDeliveries:
    """The deliveries of one store, in the file of people."""

    def __init__(self, file: PeopleFile) -> None:
        self._file = file

    def known(self, campaign: str) -> dict[Key, Delivery]:
        """The deliveries of a campaign by mail, as they are now."""
        if not self._file.exists():
            return {}
        with self._file.reading() as db:
            rows = db.execute(
                f"SELECT {_COLUMNS} FROM delivery WHERE campaign=? AND channel=? ORDER BY number",
                (campaign, MAIL),
            ).fetchall()
        found = (Delivery(*row) for row in rows)
        return {(row.occasion, row.member): row for row in found}

    def cursor(self, campaign: str) -> int:
        """The version up to which the log has been read for news; 0 if never."""
        if not self._file.exists():
            return 0
        with self._file.reading() as db:
            row = db.execute("SELECT version FROM cursor WHERE campaign=?", (campaign,)).fetchone()
        return row["version"] if row else 0

    def make(self, campaign: str, fresh: Iterable[Key], version: int, now: str) -> None:
        """Makes rows and moves the cursor, both or neither. What is there already stays."""
        with self._file.writing() as db:
            for key in fresh:  # a number is given only to a row that is made
                where = (campaign, *key, MAIL)
                db.execute(
                    "INSERT INTO delivery (campaign, occasion, member, channel, state, made_at)"
                    " SELECT ?, ?, ?, ?, 'due', ? WHERE NOT EXISTS (SELECT 1 FROM delivery"
                    " WHERE campaign=? AND occasion=? AND member=? AND channel=?)",
                    (*where, now, *where),
                )
            db.execute(
                "INSERT INTO cursor VALUES (?, ?) ON CONFLICT (campaign)"
                " DO UPDATE SET version=max(version, excluded.version)",
                (campaign, version),
            )

    def free(self, campaign: str, before: str) -> None:
        """Frees claims made before a moment; what was being sent then becomes `unknown`."""
        with self._file.writing() as db:
            late = "campaign=? AND claimed_at < ?"
            db.execute(
                "UPDATE delivery SET state=CASE attempts WHEN 0 THEN 'due' ELSE 'later' END, run=''"
                f" WHERE state IN ('claimed', 'talking') AND {late}",
                (campaign, before),
            )
            db.execute(
                f"UPDATE delivery SET state='unknown', server=? WHERE state='sending' AND {late}",
                (UNHEARD, campaign, before),
            )

    def claim(self, numbers: Sequence[int], run: str, now: str) -> bool:
        """Takes rows that wait; all of them, or none if somebody else has one."""
        with self._file.writing() as db:
            return _whole(
                db,
                "UPDATE delivery SET state='claimed', run=?, claimed_at=?"
                " WHERE number=? AND state IN ('due', 'later')",
                [(run, now, number) for number in numbers],
            )

    def step(
        self, numbers: Sequence[int], run: str, step: tuple[State, State], now: str, **more: object
    ) -> bool:
        """Takes the run's rows from one state to the next; none if one was overtaken."""
        leaves, reaches = step
        sets = ", ".join(f"{column}=?" for column in ("state", "claimed_at", *more))
        with self._file.writing() as db:
            return _whole(
                db,
                f"UPDATE delivery SET {sets} WHERE number=? AND run=? AND state=?",
                [(reaches, now, *more.values(), number, run, leaves) for number in numbers],
            )

    def again(self, number: int) -> None:
        """Makes a row due once more, as a person has decided."""
        with self._file.writing() as db:
            db.execute(
                "UPDATE delivery SET state='due', attempts=0, next_try='', first_at='', run=''"
                " WHERE number=? AND state IN ('unknown', 'refused', 'later', 'due')",
                (number,),
            )

    def withdraw(self, numbers: Iterable[int]) -> None:
        """Drops rows that wait for nothing any more, if nobody has taken them."""
        with self._file.writing() as db:
            db.executemany(
                "DELETE FROM delivery WHERE number=? AND state IN ('due', 'later')",
                [(number,) for number in numbers],
            )

    def returned(self, campaign: str, occasion: str, member: str, server: str) -> bool:
        """A message came back: its row is `refused`. Whether there was such a row."""
        with self._file.writing() as db:
            done = db.execute(
                "UPDATE delivery SET state='refused', server=? WHERE campaign=? AND occasion=?"
                " AND member=? AND channel=? AND state IN ('sent', 'unknown', 'sending')",
                (server, campaign, occasion, member, MAIL),
            )
            return done.rowcount > 0


def _whole(db: sqlite3.Connection, change: str, rows: Sequence[Sequence[object]]) -> bool:
    """Changes every row, or none of them."""
    db.execute("SAVEPOINT whole")
    if all(db.execute(change, tuple(row)).rowcount == 1 for row in rows):
        db.execute("RELEASE whole")
        return True
    db.execute("ROLLBACK TO whole")
    db.execute("RELEASE whole")
    return False
