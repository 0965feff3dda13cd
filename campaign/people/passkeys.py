"""Passkeys that let people in again: their public halves, and what they are called. IO.

A passkey's private half never leaves the device or the account that keeps it, so that whoever
copies this file signs in nowhere.
"""

from collections.abc import Callable

import msgspec

from campaign.people.protocol import Part, PeopleDatabase

PASSKEYS = Part(
    "passkeys",
    (
        (
            """CREATE TABLE passkey (
                id TEXT PRIMARY KEY, person TEXT NOT NULL, public TEXT NOT NULL,
                count INTEGER NOT NULL DEFAULT 0, label TEXT NOT NULL,
                added TEXT NOT NULL, used TEXT NOT NULL DEFAULT ''
            ) WITHOUT ROWID""",
            "CREATE INDEX passkey_of ON passkey (person)",
            "CREATE TABLE passkey_offered (person TEXT PRIMARY KEY) WITHOUT ROWID",
        ),
    ),
)
"""The tables of passkeys, and of the people to whom one was offered."""

MOST = 20
"""How many passkeys somebody may have."""
LABEL_LETTERS = 60


class KeptPasskey(msgspec.Struct, frozen=True):
    """A passkey of somebody."""

    id: str
    """What the browser calls it, in base64url."""
    person: str
    public: str
    """Its public key in the common form (SPKI), in base64url."""
    count: int
    """How often it signed, as it said last; 0 for one that does not count."""
    label: str
    added: str
    used: str = ""


class Passkeys:
    """The passkeys of one store's people. Several threads may use them at once."""

    def __init__(self, file: PeopleDatabase, *, clock: Callable[[], str]) -> None:
        self._file = file
        self._clock = clock

    def of(self, person: str) -> list[KeptPasskey]:
        """Somebody's passkeys, the oldest first."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT * FROM passkey WHERE person=? ORDER BY added, id", (person,)
            ).fetchall()
        return [KeptPasskey(*row) for row in rows]

    def known(self, credential: str) -> KeptPasskey | None:
        """The passkey that a browser names; None if nobody has it."""
        with self._file.reading() as db:
            row = db.execute("SELECT * FROM passkey WHERE id=?", (credential,)).fetchone()
        return None if row is None else KeptPasskey(*row)

    def add(self, credential: str, person: str, public: str, label: str) -> bool:
        """Keeps a new passkey. False if it is known already, or somebody has too many."""
        with self._file.writing() as db:
            held = db.execute("SELECT count(*) FROM passkey WHERE person=?", (person,))
            if held.fetchone()[0] >= MOST:
                return False
            done = db.execute(
                "INSERT INTO passkey (id, person, public, label, added)"
                " VALUES (?,?,?,?,?) ON CONFLICT DO NOTHING",
                (credential, person, public, label[:LABEL_LETTERS], self._clock()),
            )
            return done.rowcount == 1

    def touched(self, credential: str, count: int) -> bool:
        """Writes down a use. False where its count does not grow: then there is a copy of it."""
        with self._file.writing() as db:
            done = db.execute(
                "UPDATE passkey SET count=?, used=? WHERE id=?"
                " AND (? > count OR (? = 0 AND count = 0))",
                (count, self._clock(), credential, count, count),
            )
            return done.rowcount == 1

    def rename(self, person: str, credential: str, label: str) -> bool:
        """Calls one of somebody's passkeys by another name."""
        with self._file.writing() as db:
            done = db.execute(
                "UPDATE passkey SET label=? WHERE id=? AND person=?",
                (label[:LABEL_LETTERS], credential, person),
            )
            return done.rowcount == 1

    def take_away(self, person: str, credential: str) -> bool:
        """Forgets one of somebody's passkeys: it lets nobody in any more."""
        with self._file.writing() as db:
            done = db.execute("DELETE FROM passkey WHERE id=? AND person=?", (credential, person))
            return done.rowcount == 1

    def forget(self, person: str) -> None:
        """Forgets all of somebody's passkeys, as with a lost phone."""
        with self._file.writing() as db:
            db.execute("DELETE FROM passkey WHERE person=?", (person,))

    def offer_once(self, person: str) -> bool:
        """Whether somebody is to be offered a passkey: True once, and only to who has none."""
        with self._file.writing() as db:
            has = db.execute("SELECT 1 FROM passkey WHERE person=? LIMIT 1", (person,)).fetchone()
            done = db.execute(
                "INSERT INTO passkey_offered VALUES (?) ON CONFLICT DO NOTHING", (person,)
            )
            return has is None and done.rowcount == 1
