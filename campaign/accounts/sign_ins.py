"""Signing in again: codes by mail, passkeys, and who signed in when and how. IO."""

import hmac
import ipaddress
from collections.abc import Callable
from datetime import timedelta

import msgspec

from campaign.accounts.devices import digest_of, moment, stamp
from campaign.accounts.people import own_address
from campaign.accounts.protocol import Part, PeopleDatabase, change, has, put, row, rows
from campaign.world import chance

# --- Who signed in, when and how; and which device proved lately whose it is --------------------
#
# An address is kept without its last part, which names a household's line and no machine.

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
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return ""
    mapped = getattr(parsed, "ipv4_mapped", None) or parsed
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
        return self._listed("time, how, result, network", "person=? AND", person)

    def last(self) -> list[SignIn]:
        """Everybody's, the newest first, for whoever runs the machine."""
        return self._listed("time, how, result, network, person", "")

    def _listed(self, columns: str, whose: str, *values: str) -> list[SignIn]:
        since = stamp(moment(self._clock()) - KEPT)
        query = f"SELECT {columns} FROM signin WHERE {whose} time >= ?"
        ordered = f"{query} ORDER BY time DESC, n DESC LIMIT ?"
        return rows(self._file, SignIn, ordered, (*values, since, SHOWN))

    def prove(self, device: str) -> None:
        """A device has just proved whose it is."""
        now = self._clock()
        with self._file.writing() as db:
            db.execute("DELETE FROM proof WHERE time < ?", (stamp(moment(now) - FRESH),))
            put(db, "proof", {"device": device}, {"time": now})

    def has_proof(self, device: str) -> bool:
        """Whether a device proved within the last ten minutes whose it is."""
        since = stamp(moment(self._clock()) - FRESH)
        return has(self._file, "SELECT 1 FROM proof WHERE device=? AND time >= ?", (device, since))


# --- Codes of six digits that go by mail and are typed in the browser that asked for them -------
#
# What is kept of a code is a digest over it and the secret of that browser, so that nobody who
# copies the file finds it by trying a million. An address counts once its owner has typed a code
# from it: otherwise whoever may write addresses could let themselves in as another.

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

CODE_LASTS = timedelta(minutes=15)
"""How long a code counts."""
TRIES = 3
"""How often somebody may type one."""
AN_HOUR = timedelta(hours=1)
MOST_CODES = 5
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
    return f"{chance.below(10**6):06}"


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
            if sent >= MOST_CODES:
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
        key, since = digest_of(browser), stamp(moment(now) - CODE_LASTS)
        with self._file.writing() as db:
            done = db.execute(
                "UPDATE code_asked SET tries=tries+1 WHERE browser=? AND tries<? AND time >= ?",
                (key, TRIES, since),
            )
            if done.rowcount == 0:
                return TypedCode(is_over=True)
            sent = db.execute(
                "SELECT person, digest, mark FROM code WHERE browser=? ORDER BY person", (key,)
            ).fetchall()
            digest = digest_of(f"{browser}\n{code}")
            for person, expected, mark in sent:
                if hmac.compare_digest(expected, digest):
                    db.execute("UPDATE code_asked SET tries=? WHERE browser=?", (TRIES, key))
                    put(db, "confirmed", {"person": person}, {"mark": mark})
                    return TypedCode(person)
            tries = db.execute("SELECT tries FROM code_asked WHERE browser=?", (key,)).fetchone()[0]
        return TypedCode(meant=tuple(one[0] for one in sent), is_over=tries >= TRIES)

    def awaits(self, browser: str) -> bool:
        """Whether a code that is typed in this browser may count."""
        since = stamp(moment(self._clock()) - CODE_LASTS)
        query = "SELECT 1 FROM code_asked WHERE browser=? AND tries<? AND time >= ?"
        return has(self._file, query, (digest_of(browser), TRIES, since))

    def address_of(self, person: str) -> str:
        """Where somebody's mail goes; empty if nobody has said."""
        query = "SELECT coalesce(address, '') FROM person WHERE id=?"
        return row(self._file, str, query, (person,)) or ""

    def has_confirmed(self, person: str) -> bool:
        """Whether somebody's address proved to be theirs, and is still the same."""
        address = self.address_of(person)
        proved = row(self._file, str, "SELECT mark FROM confirmed WHERE person=?", (person,))
        return bool(address) and proved == mark_of(person, address)

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
        query = (
            "SELECT id FROM person WHERE address<>'' AND lower(address)=lower(?) AND id IN"
            " (SELECT person FROM seat WHERE until='') ORDER BY created, id"
        )
        return rows(self._file, str, query, (address,))


# --- Passkeys that let people in again: their public halves, and what they are called -----------
#
# A passkey's private half never leaves the device or the account that keeps it, so that whoever
# copies this file signs in nowhere.

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

MOST_PASSKEYS = 20
"""How many passkeys somebody may have."""
LABEL_LETTERS = 60


class StoredPasskey(msgspec.Struct, frozen=True):
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

    def of(self, person: str) -> list[StoredPasskey]:
        """Somebody's passkeys, the oldest first."""
        query = "SELECT * FROM passkey WHERE person=? ORDER BY added, id"
        return rows(self._file, StoredPasskey, query, (person,))

    def known(self, credential: str) -> StoredPasskey | None:
        """The passkey that a browser names; None if nobody has it."""
        return row(self._file, StoredPasskey, "SELECT * FROM passkey WHERE id=?", (credential,))

    def add(self, credential: str, person: str, public: str, label: str) -> bool:
        """Keeps a new passkey. False if it is known already, or somebody has too many."""
        with self._file.writing() as db:
            held = db.execute("SELECT count(*) FROM passkey WHERE person=?", (person,))
            if held.fetchone()[0] >= MOST_PASSKEYS:
                return False
            done = db.execute(
                "INSERT INTO passkey (id, person, public, label, added)"
                " VALUES (?,?,?,?,?) ON CONFLICT DO NOTHING",
                (credential, person, public, label[:LABEL_LETTERS], self._clock()),
            )
            return done.rowcount == 1

    def touched(self, credential: str, count: int) -> bool:
        """Writes down a use. False where its count does not grow: then there is a copy of it."""
        statement = (
            "UPDATE passkey SET count=?, used=? WHERE id=? AND (? > count OR (? = 0 AND count = 0))"
        )
        values = (count, self._clock(), credential, count, count)
        return change(self._file, statement, values) == 1

    def rename(self, person: str, credential: str, label: str) -> bool:
        """Calls one of somebody's passkeys by another name."""
        statement = "UPDATE passkey SET label=? WHERE id=? AND person=?"
        return change(self._file, statement, (label[:LABEL_LETTERS], credential, person)) == 1

    def take_away(self, person: str, credential: str) -> bool:
        """Forgets one of somebody's passkeys: it lets nobody in any more."""
        statement = "DELETE FROM passkey WHERE id=? AND person=?"
        return change(self._file, statement, (credential, person)) == 1

    def forget(self, person: str) -> None:
        """Forgets all of somebody's passkeys, as with a lost phone."""
        change(self._file, "DELETE FROM passkey WHERE person=?", (person,))

    def offer_once(self, person: str) -> bool:
        """Whether somebody is to be offered a passkey: True once, and only to who has none."""
        with self._file.writing() as db:
            has = db.execute("SELECT 1 FROM passkey WHERE person=? LIMIT 1", (person,)).fetchone()
            done = db.execute(
                "INSERT INTO passkey_offered VALUES (?) ON CONFLICT DO NOTHING", (person,)
            )
            return has is None and done.rowcount == 1
