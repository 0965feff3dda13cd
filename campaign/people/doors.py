"""How people come in: invitations, codes, and the devices that were let in. IO.

Whatever is handed out, the file keeps only its digest: whoever copies it can open nothing.
"""

import hashlib
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from campaign.people.protocol import Part, PeopleDatabase, PeopleRows

DOORS = Part(
    "doors",
    (
        (
            """CREATE TABLE token (
                digest TEXT PRIMARY KEY, kind TEXT NOT NULL, campaign TEXT NOT NULL,
                member TEXT NOT NULL, scope TEXT NOT NULL DEFAULT '', made TEXT NOT NULL,
                expires TEXT NOT NULL, used TEXT NOT NULL DEFAULT '',
                name TEXT NOT NULL DEFAULT ''
            ) WITHOUT ROWID""",
            """CREATE TABLE device (
                digest TEXT PRIMARY KEY, person TEXT NOT NULL, label TEXT NOT NULL,
                first_seen TEXT NOT NULL, last_seen TEXT NOT NULL, ended TEXT NOT NULL DEFAULT ''
            ) WITHOUT ROWID""",
            "CREATE INDEX device_of ON device (person)",
        ),
    ),
)
"""The tables of tokens and devices."""

TOKEN_BYTES = 32
INVITED = timedelta(days=14)
"""How long an invitation counts."""
REMEMBERED = timedelta(days=90)
"""How long a device is known after it was last used."""
SELDOM = timedelta(hours=1)
"""How often the last use of a device is written down."""
Kind = Literal["invitation", "program", "feed", "guest"]


class Token(msgspec.Struct, frozen=True):
    """Something handed out that lets a member of a campaign in."""

    digest: str
    kind: Kind
    campaign: str
    """The campaign's random id."""
    member: str
    scope: str
    made: str
    expires: str
    """RFC 3339 in UTC; empty: never."""
    used: str
    name: str = ""
    """What its owner calls a program."""

    def counts(self, now: str) -> bool:
        """Whether it still lets anybody in."""
        return not self.used and (not self.expires or moment(now) < moment(self.expires))


class Device(msgspec.Struct, frozen=True):
    """A browser that was let in."""

    digest: str
    person: str
    label: str
    """What it calls itself: `Firefox on Android`."""
    first_seen: str
    last_seen: str
    ended: str = ""

    def is_seen_again(self, now: str) -> bool:
        """Whether it comes back after a while, so that its last use is written down again."""
        return moment(now) - moment(self.last_seen) > SELDOM


def digest_of(secret: str) -> str:
    """What is kept of something that was handed out."""
    return hashlib.sha256(secret.encode()).hexdigest()


def moment(stamp: str) -> datetime:
    """A stamp as a moment."""
    return datetime.fromisoformat(stamp)


def stamp(when: datetime) -> str:
    """A moment as records write it."""
    return when.isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Doors:
    """The tokens and devices of one store's people. Several threads may use them at once."""

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

    # --- tokens ---------------------------------------------------------------------------------

    def hand_out(
        self,
        kind: Kind,
        campaign_id: str,
        member: str,
        scope: str,
        lasts: timedelta | None,
        name: str = "",
    ) -> str:
        """Makes a token; only whoever gets it from here ever sees it.

        An invitation replaces those that the member has not used.
        """
        token, now = self._random(TOKEN_BYTES), self._clock()
        expires = stamp(moment(now) + lasts) if lasts is not None else ""
        with self._file.writing() as db:
            if kind == "invitation":
                db.execute(
                    "DELETE FROM token WHERE kind=? AND campaign=? AND member=? AND used=''",
                    (kind, campaign_id, member),
                )
            db.execute(
                "INSERT INTO token (digest, kind, campaign, member, scope, made, expires, name)"
                " VALUES (?,?,?,?,?,?,?,?)",
                (digest_of(token), kind, campaign_id, member, scope, now, expires, name),
            )
        return token

    def token(self, token: str, kind: Kind) -> Token | None:
        """What was handed out under this token, whether it still counts or not."""
        with self._file.reading() as db:
            row = db.execute(
                "SELECT * FROM token WHERE digest=? AND kind=?", (digest_of(token), kind)
            ).fetchone()
            return None if row is None else Token(*row)

    def let_in(
        self, token: str, person_of: Callable[[PeopleRows, str, str], str], label: str
    ) -> tuple[Token, str] | None:
        """Uses up an invitation and lets in the device that came with it.

        Returns the invitation and the device's secret; None where the invitation does not count
        any more. Both happen, or neither.
        """
        secret, now = self._random(TOKEN_BYTES), self._clock()
        with self._file.writing() as db:
            row = db.execute(
                "SELECT * FROM token WHERE digest=? AND kind='invitation'", (digest_of(token),)
            ).fetchone()
            if row is None or not (found := Token(*row)).counts(now):
                return None
            db.execute("UPDATE token SET used=? WHERE digest=?", (now, found.digest))
            person = person_of(db, found.campaign, found.member)
            _let_in(db, secret, person, label, now)
        return found, secret

    def admit(self, person: str, label: str) -> str:
        """Lets in a device of somebody who proved who they are; its secret."""
        secret = self._random(TOKEN_BYTES)
        with self._file.writing() as db:
            _let_in(db, secret, person, label, self._clock())
        return secret

    # --- devices --------------------------------------------------------------------------------

    def device(self, secret: str) -> Device | None:
        """The device that keeps this secret, as it was last seen; None if it is unknown, ended or
        long unused.
        """
        now = self._clock()
        with self._file.reading() as db:
            row = db.execute("SELECT * FROM device WHERE digest=?", (digest_of(secret),)).fetchone()
        if row is None:
            return None
        found = Device(*row)
        idle = moment(now) - moment(found.last_seen)
        if found.ended or idle > REMEMBERED:
            return None
        if found.is_seen_again(now):
            with self._file.writing() as db:
                db.execute("UPDATE device SET last_seen=? WHERE digest=?", (now, found.digest))
        return found

    def devices(self, person: str) -> list[Device]:
        """A person's devices that have not been ended, the newest first."""
        with self._file.reading() as db:
            rows = db.execute(
                "SELECT * FROM device WHERE person=? AND ended='' ORDER BY first_seen DESC, digest",
                (person,),
            ).fetchall()
        return [Device(*row) for row in rows]

    def has_been_used(self, person: str) -> bool:
        """Whether a person was ever let in with a device, be it ended or not."""
        with self._file.reading() as db:
            found = db.execute("SELECT 1 FROM device WHERE person=? LIMIT 1", (person,)).fetchone()
            return found is not None

    def end(self, person: str, digest: str = "") -> int:
        """Ends one device of a person, or all of them; how many were ended."""
        with self._file.writing() as db:
            done = db.execute(
                "UPDATE device SET ended=? WHERE person=? AND ended='' AND ? IN ('', digest)",
                (self._clock(), person, digest),
            )
            return done.rowcount


def _let_in(db: PeopleRows, secret: str, person: str, label: str, now: str) -> None:
    db.execute(
        "INSERT INTO device (digest, person, label, first_seen, last_seen) VALUES (?,?,?,?,?)",
        (digest_of(secret), person, label, now, now),
    )
