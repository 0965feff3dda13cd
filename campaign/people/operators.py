"""Operators: whoever runs the machine, known by devices that the machine itself let in. IO.

The right belongs to a device and not to a person, because a host may invite anybody's seat again,
and whoever takes the seat is that person from then on. So it comes from the command line alone, and
ends with its device.
"""

import secrets
from collections.abc import Callable
from datetime import timedelta

from campaign.people.doors import TOKEN_BYTES, Device, digest_of, moment, stamp
from campaign.people.protocol import Part, PeopleDatabase

OPERATORS = Part(
    "operators",
    (
        (
            "CREATE TABLE operator_token (digest TEXT PRIMARY KEY, expires TEXT NOT NULL)"
            " WITHOUT ROWID",
            "CREATE TABLE operator (device TEXT PRIMARY KEY, since TEXT NOT NULL) WITHOUT ROWID",
        ),
    ),
)
"""The tables of operators' devices, and of what lets one in."""

OFFERED = timedelta(hours=1)
"""How long the address of the command line counts."""


class Operators:
    """The operators' devices of one store. Several threads may use them at once."""

    def __init__(
        self,
        file: PeopleDatabase,
        *,
        clock: Callable[[], str],
        random: Callable[[int], str] = secrets.token_urlsafe,
    ) -> None:
        self._file = file
        self._clock = clock
        self._random = random

    def offer(self) -> str:
        """Makes a token that lets in one operator's device; the one before counts no more."""
        token, now = self._random(TOKEN_BYTES), self._clock()
        with self._file.writing() as db:
            db.execute("DELETE FROM operator_token")
            expires = stamp(moment(now) + OFFERED)
            db.execute("INSERT INTO operator_token VALUES (?,?)", (digest_of(token), expires))
        return token

    def is_offered(self, token: str) -> bool:
        """Whether a token still lets anybody in."""
        with self._file.reading() as db:
            row = db.execute(
                "SELECT expires FROM operator_token WHERE digest=?", (digest_of(token),)
            ).fetchone()
        return row is not None and moment(self._clock()) < moment(row["expires"])

    def take(self, token: str, device: str) -> bool:
        """Uses a token up: the device of this digest is an operator's. False if it is too late."""
        now = self._clock()
        with self._file.writing() as db:
            row = db.execute(
                "DELETE FROM operator_token WHERE digest=? RETURNING expires", (digest_of(token),)
            ).fetchone()
            if row is None or moment(now) >= moment(row["expires"]):
                return False
            db.execute("INSERT INTO operator VALUES (?,?) ON CONFLICT DO NOTHING", (device, now))
            return True

    def newcomer(self) -> str:
        """Somebody new who sits nowhere, such as an operator who plays in no campaign."""
        made = secrets.token_hex(16)
        with self._file.writing() as db:
            db.execute("INSERT INTO person (id, created) VALUES (?,?)", (made, self._clock()))
        return made

    def has(self, device: str) -> bool:
        """Whether a device is an operator's."""
        with self._file.reading() as db:
            found = db.execute("SELECT 1 FROM operator WHERE device=?", (device,)).fetchone()
            return found is not None

    def follow(self, before: str, device: str) -> None:
        """The same browser has another secret now, and is still the operator's."""
        with self._file.writing() as db:
            db.execute(
                "UPDATE operator SET device=? WHERE device=?"
                " AND NOT EXISTS (SELECT 1 FROM operator AS other WHERE other.device=?)",
                (device, before, device),
            )

    def devices(self) -> list[Device]:
        """The operators' devices that have not been ended, the newest first."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT device.* FROM operator JOIN device ON device.digest = operator.device"
                " WHERE device.ended='' ORDER BY operator.since DESC, digest"
            ).fetchall()
        return [Device(*row) for row in rows]

    def end(self, device: str) -> None:
        """A device is an operator's no more; whoever it is signed in for stays so."""
        with self._file.writing() as db:
            db.execute("DELETE FROM operator WHERE device=?", (device,))
