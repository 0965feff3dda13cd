"""Who signed in, when and how; and which device proved lately whose it is. IO.

An address is kept without its last part, which names a household's line and no machine.
"""

import ipaddress
from collections.abc import Callable
from datetime import timedelta

import msgspec

from campaign.people.doors import moment, stamp
from campaign.people.protocol import Part, PeopleDatabase
from campaign.people.putting import put

SIGN_INS = Part(
    "sign-ins",
    (
        (
            """CREATE TABLE signin (
                n INTEGER PRIMARY KEY, time TEXT NOT NULL, person TEXT NOT NULL,
                how TEXT NOT NULL, result TEXT NOT NULL, network TEXT NOT NULL
            )""",
            "CREATE INDEX signin_of ON signin (person)",
            "CREATE TABLE proof (device TEXT PRIMARY KEY, time TEXT NOT NULL) WITHOUT ROWID",
        ),
    ),
)
"""The tables of sign-ins and of proofs."""

KEPT = timedelta(days=180)
"""How long a sign-in is kept."""
SHOWN = 50
"""How many of them are listed."""
FRESH = timedelta(minutes=10)
"""How long a proof counts."""


class SignIn(msgspec.Struct, frozen=True):
    """Somebody signed in, or tried to."""

    time: str
    how: str
    """`invitation`, `passkey` or `code`."""
    result: str
    """`let in`, or why not."""
    network: str
    person: str = ""
    """Whose it is; told to the operator alone."""


def network(address: str) -> str:
    """An address without its last part: `192.0.2.0/24`; empty where it is none."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    mapped = getattr(found, "ipv4_mapped", None) or found
    bits = 24 if mapped.version == 4 else 48
    return str(ipaddress.ip_network((mapped, bits), strict=False))


class SignIns:
    """The sign-ins of one store's people. Several threads may use them at once."""

    def __init__(self, file: PeopleDatabase, *, clock: Callable[[], str]) -> None:
        self._file = file
        self._clock = clock

    def note(self, person: str, how: str, result: str, address: str) -> None:
        """Writes down a sign-in, and forgets those that are too old."""
        now = self._clock()
        with self._file.writing() as db:
            db.execute("DELETE FROM signin WHERE time < ?", (stamp(moment(now) - KEPT),))
            db.execute(
                "INSERT INTO signin (time, person, how, result, network) VALUES (?,?,?,?,?)",
                (now, person, how, result, network(address)),
            )

    def of(self, person: str) -> list[SignIn]:
        """Somebody's own sign-ins, the newest first."""
        since = stamp(moment(self._clock()) - KEPT)
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT time, how, result, network FROM signin WHERE person=? AND time >= ?"
                " ORDER BY time DESC, n DESC LIMIT ?",
                (person, since, SHOWN),
            ).fetchall()
        return [SignIn(*row) for row in rows]

    def last(self) -> list[SignIn]:
        """Everybody's, the newest first, for whoever runs the machine."""
        since = stamp(moment(self._clock()) - KEPT)
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT time, how, result, network, person FROM signin WHERE time >= ?"
                " ORDER BY time DESC, n DESC LIMIT ?",
                (since, SHOWN),
            ).fetchall()
        return [SignIn(*row) for row in rows]

    def prove(self, device: str) -> None:
        """A device has just proved whose it is."""
        now = self._clock()
        with self._file.writing() as db:
            db.execute("DELETE FROM proof WHERE time < ?", (stamp(moment(now) - FRESH),))
            put(db, "proof", {"device": device}, {"time": now})

    def has_proof(self, device: str) -> bool:
        """Whether a device proved within the last ten minutes whose it is."""
        since = stamp(moment(self._clock()) - FRESH)
        with self._file.reading() as db:
            found = db.execute(
                "SELECT 1 FROM proof WHERE device=? AND time >= ?", (device, since)
            ).fetchone()
        return found is not None
