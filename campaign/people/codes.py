"""Codes of six digits that go by mail and are typed in the browser that asked for them. IO.

What is kept of a code is a digest over it and the secret of that browser, so that nobody who copies
the file finds it by trying a million. An address counts once its owner has typed a code from it:
otherwise whoever may write addresses could let themselves in as another.
"""

import secrets
from collections.abc import Callable
from datetime import timedelta

import msgspec

from campaign.people.doors import digest_of, moment, stamp
from campaign.people.protocol import Part, PeopleDatabase
from campaign.people.putting import put
from campaign.people.rows import own_address

CODES = Part(
    "codes",
    (
        (
            """CREATE TABLE code_asked (
                browser TEXT PRIMARY KEY, time TEXT NOT NULL, tries INTEGER NOT NULL DEFAULT 0
            ) WITHOUT ROWID""",
            """CREATE TABLE code (
                browser TEXT NOT NULL, person TEXT NOT NULL, digest TEXT NOT NULL,
                mark TEXT NOT NULL, time TEXT NOT NULL, PRIMARY KEY (browser, person)
            ) WITHOUT ROWID""",
            "CREATE INDEX code_of ON code (person)",
            """CREATE TABLE confirmed (
                person TEXT PRIMARY KEY, mark TEXT NOT NULL
            ) WITHOUT ROWID""",
        ),
    ),
)
"""Browsers that asked, the codes that went out, and whose address has proved to be theirs."""

COUNTS = timedelta(minutes=15)
"""How long a code counts."""
TRIES = 3
"""How often somebody may type one."""
AN_HOUR = timedelta(hours=1)
MOST = 5
"""How many codes a person is sent in an hour."""


class TypedCode(msgspec.Struct, frozen=True):
    """What became of a code that was typed."""

    person: str = ""
    """Whose it is; empty if it is not the one that was sent."""
    meant: tuple[str, ...] = ()
    """To whom codes were sent for this browser; for their own lists alone."""
    is_over: bool = False
    """Whether no code counts in this browser any more."""


def mark_of(person: str, address: str) -> str:
    """What is kept of an address that proved to be somebody's."""
    return digest_of(f"{person}\n{address.lower()}")


def six_digits() -> str:
    """A code."""
    return f"{secrets.randbelow(10**6):06}"


class Codes:
    """The codes of one store's people. Several threads may use them at once."""

    def __init__(
        self,
        file: PeopleDatabase,
        *,
        clock: Callable[[], str],
        random: Callable[[], str] = six_digits,
    ) -> None:
        self._file = file
        self._clock = clock
        self._random = random

    def ask(self, browser: str) -> None:
        """A browser asks for a code, whoever may sit before it."""
        now = self._clock()
        with self._file.writing() as db:
            late = (stamp(moment(now) - AN_HOUR),)
            db.execute("DELETE FROM code WHERE time < ?", late)
            db.execute("DELETE FROM code_asked WHERE time < ?", late)
            put(db, "code_asked", {"browser": digest_of(browser)}, {"time": now})

    def made(self, browser: str, person: str, address: str) -> str:
        """A code for somebody, to be typed in that browser; empty if they had enough."""
        now = self._clock()
        code = self._random()
        with self._file.writing() as db:
            since = stamp(moment(now) - AN_HOUR)
            sent = db.execute(
                "SELECT count(*) FROM code WHERE person=? AND time >= ?", (person, since)
            ).fetchone()[0]
            if sent >= MOST:
                return ""
            put(
                db,
                "code",
                {"browser": digest_of(browser), "person": person},
                {
                    "digest": digest_of(f"{browser}\n{code}"),
                    "mark": mark_of(person, address),
                    "time": now,
                },
            )
        return code

    def typed(self, browser: str, code: str) -> TypedCode:
        """Counts a try. The right code is used up, and the address it went to counts from now."""
        now = self._clock()
        key, since = digest_of(browser), stamp(moment(now) - COUNTS)
        with self._file.writing() as db:
            done = db.execute(
                "UPDATE code_asked SET tries=tries+1 WHERE browser=? AND tries<? AND time >= ?",
                (key, TRIES, since),
            )
            if done.rowcount == 0:
                return TypedCode(is_over=True)
            rows = db.execute(
                "SELECT person, digest, mark FROM code WHERE browser=? ORDER BY person", (key,)
            ).fetchall()
            digest = digest_of(f"{browser}\n{code}")
            for person, kept, mark in rows:
                if secrets.compare_digest(kept, digest):
                    db.execute("UPDATE code_asked SET tries=? WHERE browser=?", (TRIES, key))
                    put(db, "confirmed", {"person": person}, {"mark": mark})
                    return TypedCode(person)
            tries = db.execute("SELECT tries FROM code_asked WHERE browser=?", (key,)).fetchone()[0]
        return TypedCode(meant=tuple(row[0] for row in rows), is_over=tries >= TRIES)

    def awaits(self, browser: str) -> bool:
        """Whether a code that is typed in this browser may count."""
        since = stamp(moment(self._clock()) - COUNTS)
        with self._file.reading() as db:
            found = db.execute(
                "SELECT 1 FROM code_asked WHERE browser=? AND tries<? AND time >= ?",
                (digest_of(browser), TRIES, since),
            ).fetchone()
        return found is not None

    def address_of(self, person: str) -> str:
        """Where somebody's mail goes; empty if nobody has said."""
        with self._file.reading() as db:
            row = db.execute("SELECT address FROM person WHERE id=?", (person,)).fetchone()
        return str(row[0] or "") if row is not None else ""

    def has_confirmed(self, person: str) -> bool:
        """Whether somebody's address proved to be theirs, and is still the same."""
        address = self.address_of(person)
        with self._file.reading() as db:
            row = db.execute("SELECT mark FROM confirmed WHERE person=?", (person,)).fetchone()
        return bool(address) and row is not None and row[0] == mark_of(person, address)

    def move(self, person: str, address: str) -> None:
        """Somebody has shown that an address is theirs: it counts for mail and for codes from now.

        An empty one takes away what there was.
        """
        with self._file.writing() as db:
            own_address(db, person, address)
            db.execute("DELETE FROM confirmed WHERE person=?", (person,))
            if address:
                mark = mark_of(person, address)
                db.execute("INSERT INTO confirmed VALUES (?,?)", (person, mark))
        self._file.sweep()  # of the address before, no byte stays

    def people_at(self, address: str) -> list[str]:
        """Whoever has a seat and this address; several where people share a mailbox."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT id FROM person WHERE address<>'' AND lower(address)=lower(?) AND id IN"
                " (SELECT person FROM seat WHERE until='') ORDER BY created, id",
                (address,),
            ).fetchall()
        return [str(row[0]) for row in rows]
