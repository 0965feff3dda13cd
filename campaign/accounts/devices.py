"""How people and programs come in: invitations, devices that were let in, tokens, lasting
addresses,
and the operator's devices. IO.
"""

import base64
import hashlib
import hmac
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Literal

import msgspec

from campaign.accounts.protocol import (
    Part,
    PeopleDatabase,
    PeopleRows,
    change,
    has,
    known,
    row,
    rows,
)
from campaign.world import chance

# --- How people come in: invitations, codes, and the devices that were let in -------------------
#
# Whatever is handed out, the file keeps only its digest: whoever copies it can open nothing.

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


class Credentials:
    """The tokens and devices of one store's people. Several threads may use them at once."""

    def __init__(
        self,
        file: PeopleDatabase,
        *,
        clock: Callable[[], str],
        random: Callable[[int], str] = chance.token_urlsafe,
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
        query = "SELECT * FROM token WHERE digest=? AND kind=?"
        return known(self._file, Token, query, (digest_of(token), kind))

    def let_in(
        self, token: str, person_of: Callable[[PeopleRows, str, str], str], label: str
    ) -> tuple[Token, str] | None:
        """Uses up an invitation and lets in the device that came with it.

        Returns the invitation and the device's secret; None where the invitation does not count
        any more. Both happen, or neither.
        """
        secret, now = self._random(TOKEN_BYTES), self._clock()
        with self._file.writing() as db:
            stored = db.execute(
                "SELECT * FROM token WHERE digest=? AND kind='invitation'", (digest_of(token),)
            ).fetchone()
            if stored is None or not (invitation := Token(*stored)).counts(now):
                return None
            db.execute("UPDATE token SET used=? WHERE digest=?", (now, invitation.digest))
            person = person_of(db, invitation.campaign, invitation.member)
            _let_in(db, secret, person, label, now)
        return invitation, secret

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
        query = "SELECT * FROM device WHERE digest=?"
        device = known(self._file, Device, query, (digest_of(secret),))
        if device is None or device.ended or moment(now) - moment(device.last_seen) > REMEMBERED:
            return None
        if device.is_seen_again(now):
            change(self._file, "UPDATE device SET last_seen=? WHERE digest=?", (now, device.digest))
        return device

    def devices(self, person: str) -> list[Device]:
        """A person's devices that have not been ended, the newest first."""
        query = "SELECT * FROM device WHERE person=? AND ended='' ORDER BY first_seen DESC, digest"
        return rows(self._file, Device, query, (person,))

    def signed_in(self, campaign: str) -> frozenset[str]:
        """The members of a campaign, by its random id, who have a device that was not ended."""
        query = (
            "SELECT DISTINCT seat.member FROM seat JOIN device ON device.person = seat.person"
            " WHERE seat.campaign=? AND seat.until='' AND device.ended=''"
        )
        return frozenset(rows(self._file, str, query, (campaign,)))

    def has_been_used(self, person: str) -> bool:
        """Whether a person was ever let in with a device, be it ended or not."""
        return has(self._file, "SELECT 1 FROM device WHERE person=? LIMIT 1", (person,))

    def end(self, person: str, digest: str = "") -> int:
        """Ends one device of a person, or all of them; how many were ended."""
        statement = "UPDATE device SET ended=? WHERE person=? AND ended='' AND ? IN ('', digest)"
        return change(self._file, statement, (self._clock(), person, digest))


def _let_in(db: PeopleRows, secret: str, person: str, label: str, now: str) -> None:
    db.execute(
        "INSERT INTO device (digest, person, label, first_seen, last_seen) VALUES (?,?,?,?,?)",
        (digest_of(secret), person, label, now, now),
    )


# --- Programs that look or act for members: the tokens that were handed out, and their end ------
#
# Nothing tells a token again: lists have the beginning of its digest, which opens nothing.

ID_LETTERS = 12
"""How much of a token's digest names it in lists."""


def programs(file: PeopleDatabase, campaign_id: str) -> list[Token]:
    """The tokens of a campaign that have not been ended, the oldest first."""
    query = (
        "SELECT * FROM token WHERE kind='program' AND campaign=? AND used='' ORDER BY made, digest"
    )
    return rows(file, Token, query, (campaign_id,))


def program_id(token: Token) -> str:
    """What a token is called in lists."""
    return token.digest[:ID_LETTERS]


def end_program(file: PeopleDatabase, campaign_id: str, name: str, now: str) -> bool:
    """Ends a token by its id: it lets nobody in any more. False if there is none to end."""
    matches = [one for one in programs(file, campaign_id) if program_id(one) == name]
    if not matches:
        return False
    change(file, "UPDATE token SET used=? WHERE digest=? AND used=''", (now, matches[0].digest))
    return True


def end_programs(db: PeopleRows, campaign_id: str, member: str, now: str) -> None:
    """Ends the tokens of a member's programs."""
    db.execute(
        "UPDATE token SET used=? WHERE kind='program' AND campaign=? AND member=? AND used=''",
        (now, campaign_id, member),
    )


def end_all(file: PeopleDatabase, campaign_id: str, member: str, now: str) -> None:
    """Ends every token of a member's programs."""
    with file.writing() as db:
        end_programs(db, campaign_id, member, now)


# --- Addresses that were handed out and are still good: feeds of members, and guests' links -----
#
# Like everything handed out, they are kept as digests: an address is shown once, where it is made.


class HandedOut:
    """The lasting addresses of one store's people."""

    def __init__(self, file: PeopleDatabase, doors: Credentials, clock: Callable[[], str]) -> None:
        self._file = file
        self._doors = doors
        self._clock = clock

    def make(self, kind: Kind, campaign_id: str, member: str, scope: str) -> str:
        """A new address; it is good until it is ended."""
        return self._doors.hand_out(kind, campaign_id, member, scope, None)

    def found(self, token: str, kind: Kind) -> Token | None:
        """What an address was made for; None if it never was, or has been ended."""
        made = self._doors.token(token, kind)
        return made if made is not None and made.counts(self._clock()) else None

    def good(self, kind: Kind, campaign_id: str, member: str = "") -> list[Token]:
        """What is good in a campaign, of one member or of all, in the order of its making."""
        query = "SELECT * FROM token WHERE kind=? AND campaign=? AND used='' AND ? IN ('', member)"
        ordered = f"{query} ORDER BY made, digest"
        return rows(self._file, Token, ordered, (kind, campaign_id, member))

    def end(self, kind: Kind, campaign_id: str, *, member: str = "", digest: str = "") -> int:
        """Ends one address, or all of a member's; how many were ended."""
        return change(
            self._file,
            "UPDATE token SET used=? WHERE kind=? AND campaign=? AND used=''"
            " AND ? IN ('', member) AND ? IN ('', digest)",
            (self._clock(), kind, campaign_id, member, digest),
        )


# --- Operators: whoever runs the machine, known by devices that the machine itself let in -------
#
# The right belongs to a device and not to a person, because a host may invite anybody's seat
# again, and whoever takes the seat is that person from then on. So it comes from the command line
# alone, and ends with its device.

OPERATORS = Part(
    "operators",
    (
        (
            "CREATE TABLE operator_token (digest TEXT PRIMARY KEY, expires TEXT NOT NULL)"
            " WITHOUT ROWID",
            "CREATE TABLE operator (device TEXT PRIMARY KEY, since TEXT NOT NULL) WITHOUT ROWID",
        ),
        ("CREATE TABLE club_about (what TEXT PRIMARY KEY, text TEXT NOT NULL) WITHOUT ROWID",),
    ),
)
"""The tables of operators' devices, of what lets one in, and of what they call the club."""

OFFERED = timedelta(hours=1)
"""How long the address of the command line counts."""
CODE_BYTES = 10
"""How much chance is in the code with which a founder comes in again."""


class Operators:
    """The operators' devices of one store. Several threads may use them at once."""

    def __init__(
        self,
        file: PeopleDatabase,
        *,
        clock: Callable[[], str],
        random: Callable[[int], str] = chance.token_urlsafe,
    ) -> None:
        self._file = file
        self._clock = clock
        self._random = random

    def offer(self, lasts: timedelta = OFFERED) -> str:
        """Makes a token that lets in one operator's device; the one before counts no more."""
        token, now = self._random(TOKEN_BYTES), self._clock()
        with self._file.writing() as db:
            db.execute("DELETE FROM operator_token")
            expires = stamp(moment(now) + lasts)
            db.execute("INSERT INTO operator_token VALUES (?,?)", (digest_of(token), expires))
        return token

    def is_offered(self, token: str) -> bool:
        """Whether a token still lets anybody in."""
        query = "SELECT expires FROM operator_token WHERE digest=?"
        until = row(self._file, moment, query, (digest_of(token),))
        return until is not None and moment(self._clock()) < until

    def take(self, token: str, device: str) -> bool:
        """Uses a token up: the device of this digest is an operator's. False if it is too late."""
        now = self._clock()
        with self._file.writing() as db:
            offered = db.execute(
                "DELETE FROM operator_token WHERE digest=? RETURNING expires", (digest_of(token),)
            ).fetchone()
            if offered is None or moment(now) >= moment(offered["expires"]):
                return False
            db.execute("INSERT INTO operator VALUES (?,?) ON CONFLICT DO NOTHING", (device, now))
            return True

    def newcomer(self) -> str:
        """Somebody new who sits nowhere, such as an operator who plays in no campaign."""
        made = chance.token_hex(16)
        statement = "INSERT INTO person (id, created) VALUES (?,?)"
        change(self._file, statement, (made, self._clock()))
        return made

    def call_club(self, name: str) -> None:
        """The club is called so from now on."""
        with self._file.writing() as db:
            _say(db, "name", name)

    def club_name(self) -> str:
        """What the club is called; empty where nobody has said so."""
        return self._about("name")

    def _about(self, what: str) -> str:
        return row(self._file, str, "SELECT text FROM club_about WHERE what=?", (what,)) or ""

    # --- a club that a visitor has begun, and who they are --------------------------------------

    def expect(self, club: str, name: str) -> None:
        """A visitor of this name has begun the club, and comes in as its founder."""
        with self._file.writing() as db:
            for what, text in (("name", club), ("expected", name), ("salt", chance.token_hex(16))):
                _say(db, what, text)

    def expected(self) -> str:
        """The name of a founder who has not come in yet; empty where nobody is expected."""
        return self._about("expected")

    def recovery(self, token: str) -> str:
        """The code with which the founder who comes in with a token comes in again: in groups."""
        digest = hmac.digest(self._about("salt").encode(), token.encode(), "sha256")
        letters = base64.b32encode(digest[:CODE_BYTES]).decode().lower()
        return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))

    def found(self, token: str, person: str) -> bool:
        """Uses a token up: this person is the founder. False if it is too late."""
        now, code = self._clock(), self.recovery(token)
        with self._file.writing() as db:
            offered = db.execute(
                "DELETE FROM operator_token WHERE digest=? RETURNING expires", (digest_of(token),)
            ).fetchone()
            if offered is None or moment(now) >= moment(offered["expires"]):
                return False
            db.execute("DELETE FROM club_about WHERE what IN ('expected', 'salt')")
            _say(db, "founder", person)
            _say(db, "code", digest_of(code))
            return True

    def founder(self) -> str:
        """The person who has begun the club; empty where it was no visitor."""
        return self._about("founder")

    def with_code(self, code: str) -> str:
        """The founder, if this is their code; empty if it is not."""
        plain = "".join(sign for sign in code.lower() if sign.isalnum())
        grouped = "-".join(plain[at : at + 4] for at in range(0, len(plain), 4))
        known = self._about("code")
        is_right = bool(known) and hmac.compare_digest(known, digest_of(grouped))
        return self.founder() if is_right else ""

    def has_code(self) -> bool:
        """Whether the founder has a code to come in again."""
        return bool(self._about("code"))

    def end_code(self, person: str) -> None:
        """The founder's code counts no more, if they are this person."""
        if person == self.founder():
            change(self._file, "DELETE FROM club_about WHERE what='code'")

    def has(self, device: str) -> bool:
        """Whether a device is an operator's."""
        return has(self._file, "SELECT 1 FROM operator WHERE device=?", (device,))

    def follow(self, before: str, device: str) -> None:
        """The same browser has another secret now, and is still the operator's."""
        change(
            self._file,
            "UPDATE operator SET device=? WHERE device=?"
            " AND NOT EXISTS (SELECT 1 FROM operator AS other WHERE other.device=?)",
            (device, before, device),
        )

    def devices(self) -> list[Device]:
        """The operators' devices that have not been ended, the newest first."""
        return rows(
            self._file,
            Device,
            "SELECT device.* FROM operator JOIN device ON device.digest = operator.device"
            " WHERE device.ended='' ORDER BY operator.since DESC, digest",
        )

    def end(self, device: str) -> None:
        """A device is an operator's no more; whoever it is signed in for stays so."""
        change(self._file, "DELETE FROM operator WHERE device=?", (device,))


def _say(db: PeopleRows, what: str, text: str) -> None:
    db.execute(
        "INSERT INTO club_about VALUES (?,?) ON CONFLICT (what) DO UPDATE SET text=?",
        (what, text, text),
    )
