"""What the processes of a service share: rates, challenges, answers for reloads, addresses on their
way, who is here. IO.
"""

import hashlib
import hmac
import math
import re
import secrets
import threading
import time
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

import msgspec

from campaign.accounts.database import MEMORY, PeopleFile
from campaign.accounts.devices import moment, stamp
from campaign.accounts.people import People
from campaign.accounts.protocol import Part, PeopleDatabase, PeopleRows
from campaign.accounts.sign_ins import CODE_LASTS, MOST_CODES, TRIES, six_digits
from campaign.handler.command_handler import SALT_AGAIN, KnownDoors, OwnDoors, Sending
from campaign.store.ledger import Ledger
from campaign.store.protocol import ConflictError, StoreError
from campaign.store.vault import Vault, VaultError
from campaign.text.json_values import JsonObject
from campaign.web.auth.rate_limits import MANY, LimitMaker, Rate

# --- given --------------------------------------------------------------------------------------
# Answers with a salt, kept for ten minutes: whoever reloads the page that gave one sees it again.
#
# Only on the device that sent the command, for the salt is as secret as what was sent: they are
# sealed.

KEPT = timedelta(minutes=10)


class SentAnswer(msgspec.Struct, frozen=True):
    """An answer as its sender got it."""

    sent: str
    """What was sent, as text."""
    answer: JsonObject
    device: str
    """The digest of the device that sent it."""
    at: datetime


# --- rows ---------------------------------------------------------------------------------------
# Rates, challenges, first doors, answers, codes: in a database for all processes of a service; of
# one process beside a file, in its memory alone.
#
# They say nothing to whoever reads the database: callers, ids and challenges are there as digests
# under a key, and what is secret is sealed with the vault's key, which no database holds.

TOGETHER = Part(
    "together",
    (
        (
            """CREATE TABLE used_once (
                mark TEXT PRIMARY KEY, until TEXT NOT NULL
            ) WITHOUT ROWID""",
            """CREATE TABLE rate_left (
                caller TEXT PRIMARY KEY, thousandths BIGINT NOT NULL, since BIGINT NOT NULL,
                until TEXT NOT NULL
            ) WITHOUT ROWID""",
            """CREATE TABLE first_door (
                sending TEXT PRIMARY KEY, door TEXT NOT NULL, time TEXT NOT NULL,
                until TEXT NOT NULL
            ) WITHOUT ROWID""",
            """CREATE TABLE given_answer (
                sending TEXT PRIMARY KEY, device TEXT NOT NULL, sealed TEXT NOT NULL,
                until TEXT NOT NULL
            ) WITHOUT ROWID""",
            """CREATE TABLE address_move (
                person TEXT PRIMARY KEY, device TEXT NOT NULL, sealed TEXT NOT NULL,
                tries INTEGER NOT NULL, until TEXT NOT NULL
            ) WITHOUT ROWID""",
            """CREATE TABLE check_begun (
                campaign TEXT PRIMARY KEY, until TEXT NOT NULL
            ) WITHOUT ROWID""",
        ),
        (
            """CREATE TABLE here_now (
                member TEXT PRIMARY KEY, campaign TEXT NOT NULL, until TEXT NOT NULL
            ) WITHOUT ROWID""",
            """CREATE TABLE talked (
                campaign TEXT PRIMARY KEY, number BIGINT NOT NULL, until TEXT NOT NULL
            ) WITHOUT ROWID""",
        ),
    ),
)
"""The tables. Nothing in them is worth keeping: whoever moves a club leaves them behind."""
TABLES = tuple(re.findall(r"CREATE TABLE (\w+)", str(TOGETHER)))
SWEEP = timedelta(minutes=1)
"""How long lies between two looks of one process for rows that count no more."""
THOUSAND = 1000


class RateTaken(NamedTuple):
    """What a caller got of a shared rate."""

    some: int
    wait: int
    """After how many whole seconds there is more; 0 where there was something."""


class TogetherRows:
    """The rows that the processes of one service share. Several threads may use them at once."""

    def __init__(self, file: PeopleDatabase, key: bytes, clock: Callable[[], str]) -> None:
        self.file = file
        self.clock = clock
        self._key = key
        self._swept = ""

    def mark(self, kind: str, *parts: str) -> str:
        """What stands in a row for something that no reader of the database is to know."""
        text = "\n".join((kind, *parts)).encode()
        return hmac.new(self._key, text, hashlib.sha256).hexdigest()

    @contextmanager
    def writing(self) -> Iterator[PeopleRows]:
        """A transaction; what counts no more is dropped before it, now and then.

        It waits for no other writer but one of the same row: whoever writes begins with the
        statement that decides.
        """
        now = self.clock()
        if not self._swept or moment(now) - moment(self._swept) > SWEEP:
            self._swept = now
            self._sweep(now)
        with self.file.beside_others() as db:
            yield db

    @contextmanager
    def passing(self) -> Iterator[PeopleRows]:
        """The same for what a power cut may take back: its commit waits for no disk."""
        with self.writing() as db:
            if self.file.place.is_database:
                db.execute("SET LOCAL synchronous_commit TO off")
            yield db

    def found(self, query: str, *parameters: object) -> Any:
        """The first row that a query finds; None if there is none."""
        with self.file.reading() as db:
            return db.execute(query, parameters).fetchone()

    def _sweep(self, now: str) -> None:
        for table in TABLES:  # another process may sweep the same rows: one of them is enough
            with suppress(StoreError, ConflictError), self.file.beside_others() as db:
                db.execute(f"DELETE FROM {table} WHERE until < ?", (now,))

    def later(self, lasts: timedelta) -> str:
        """The moment until which something counts that begins now."""
        return stamp(moment(self.clock()) + lasts)

    def use(self, raw: bytes, until: int, now: int) -> bool:
        """Uses something up that counts until a moment; whether it was still unused."""
        mark, end = self.mark("used", raw.hex()), self.later(timedelta(seconds=until - now + 1))
        with self.writing() as db:
            done = db.execute(
                "INSERT INTO used_once VALUES (?,?) ON CONFLICT (mark) DO NOTHING", (mark, end)
            )
            return done.rowcount == 1

    def take(self, caller: str, rate: Rate, most: int) -> RateTaken:
        """Takes some of what a caller has left, at most so much.

        The row is locked by writing it as it is, so that two processes never take the same.
        """
        now = round(moment(self.clock()).timestamp() * THOUSAND)
        full = rate.at_once * THOUSAND
        until = self.later(timedelta(seconds=rate.at_once / rate.a_second))
        with self.passing() as db:
            left, since = db.execute(
                "INSERT INTO rate_left VALUES (?,?,?,?) ON CONFLICT (caller)"
                " DO UPDATE SET until=excluded.until RETURNING thousandths, since",
                (caller, full, now, until),
            ).fetchone()
            left = min(full, left + math.floor(max(0, now - since) * rate.a_second))
            count = min(most, left // THOUSAND)
            if count:  # else nothing of what is growing there is rounded away
                db.execute(
                    "UPDATE rate_left SET thousandths=?, since=? WHERE caller=?",
                    (left - count * THOUSAND, max(now, since), caller),
                )
        missing = (THOUSAND - left) / THOUSAND
        return RateTaken(count, 0 if count else math.ceil(missing / rate.a_second))

    def begin_check(self, campaign: str, lasts: timedelta) -> bool:
        """Begins a check unless one is under way; it counts so long as running."""
        now = self.clock()
        with self.writing() as db:
            done = db.execute(
                "INSERT INTO check_begun VALUES (?,?) ON CONFLICT (campaign)"
                " DO UPDATE SET until=excluded.until WHERE check_begun.until < ?",
                (campaign, self.later(lasts), now),
            )
            return done.rowcount == 1

    def end_check(self, campaign: str) -> None:
        """A check has ended."""
        with self.writing() as db:
            db.execute("DELETE FROM check_begun WHERE campaign=?", (campaign,))

    def is_checking(self, campaign: str) -> bool:
        """Whether a check of a campaign is under way at any process."""
        query = "SELECT 1 FROM check_begun WHERE campaign=? AND until >= ?"
        return bool(self.found(query, campaign, self.clock()))


# --- limits -------------------------------------------------------------------------------------
# Rates that several processes keep together: each takes a handful at a time from a shared row.
#
# So most requests cost no look at the database, and yet all processes together let through no more
# than the rate says: what one of them has taken and not used is lost, never given twice. A try at
# the door is taken alone.

HANDFUL = 30
"""What one process takes at a time of a rate that allows many; a thirtieth of it at most."""
SPENT = 60.0
"""After how many seconds a handful that was not used up counts no more."""


class _Hand(msgspec.Struct):
    """What a process has of one caller's rate."""

    left: int = 0
    until: float = 0.0
    """Until when that counts."""
    shut: float = 0.0
    """Before then there is nothing to be had: the row need not be asked."""


class SharedLimit:
    """How much each caller has left at all processes. Several threads may use it at once."""

    def __init__(
        self,
        rows: TogetherRows,
        name: str,
        rate: Rate,
        clock: Callable[[], float] = time.monotonic,
        most: int = MANY,
    ) -> None:
        self._rows = rows
        self._name = name
        self._rate = rate
        self._clock = clock
        self._most = most
        self._handful = max(1, min(HANDFUL, rate.at_once // HANDFUL))
        self._hands: dict[str, _Hand] = {}
        self._turn = threading.Lock()

    def wait(self, caller: str) -> int:
        """Counts a request. 0 if it may pass, else after how many whole seconds the next may."""
        now = self._clock()
        with self._turn:
            hand = self._hands.pop(caller, None) or _Hand()
            self._hands[caller] = hand
            if len(self._hands) > self._most:
                del self._hands[next(iter(self._hands))]
            if hand.left and now < hand.until:
                hand.left -= 1
                return 0
            if now < hand.shut:
                return max(1, round(hand.shut - now))
        taken = self._rows.take(self._rows.mark(self._name, caller), self._rate, self._handful)
        with self._turn:
            if not taken.some:
                hand.shut = now + taken.wait
                return taken.wait
            hand.left, hand.until = hand.left + taken.some - 1, now + SPENT
            return 0


# --- First doors, given answers and addresses on their way, for several processes: sealed rows --
#
# An address on its way counts once its code was typed on the device that asked. A copy of the
# people's file tells nothing of it, and a restart makes members ask again: it is in memory alone
# where one process answers.

AN_HOURS_CODES = Rate(MOST_CODES, MOST_CODES / timedelta(hours=1).total_seconds())
"""Codes for a new address, of one person."""
BLOCK = 1024
"""Sealed texts are padded to a multiple of so many bytes, so that their length tells nothing."""


class SealedMove(msgspec.Struct, frozen=True):
    """An address on its way, and the code that proves it."""

    address: str
    code: str


class Sealing(NamedTuple):
    """Seals texts that one process leaves for another."""

    vault: Vault

    def sealed(self, value: object, label: str) -> str:
        """A value as ciphertext."""
        text = msgspec.json.encode(value)
        return self.vault.seal_text(text.decode(), label, -(-len(text) // BLOCK) * BLOCK)

    def opened(self, sealed: str, label: str) -> bytes:
        """What was sealed; empty where the key is another one now."""
        try:
            return self.vault.open_text(sealed, label).encode()
        except VaultError:
            return b""


class SharedCredentials(NamedTuple):
    """Through which door each command first came, at whichever process."""

    rows: TogetherRows

    def note(self, sending: Sending, door: str, now: str) -> None:
        """A command is about to be handed in; a door that is known stays."""
        with self.rows.passing() as db:
            db.execute(
                "INSERT INTO first_door VALUES (?,?,?,?) ON CONFLICT (sending) DO NOTHING",
                (self.rows.mark("sending", *sending), door, now, self.rows.later(2 * SALT_AGAIN)),
            )

    def is_first(self, sending: Sending, door: str, recorded: str) -> bool:
        """Whether a command that was recorded at a time had come through this door by then."""
        query = "SELECT door, time FROM first_door WHERE sending=?"
        first = self.rows.found(query, self.rows.mark("sending", *sending))
        return bool(first) and first["door"] == door and first["time"] <= recorded


class SharedAnswers(NamedTuple):
    """The answers given lately at all processes."""

    rows: TogetherRows
    sealing: Sealing

    def keep(self, campaign_id: str, member: str, key: str, answer: SentAnswer) -> None:
        """Keeps the answer to a command with an idempotency key."""
        mark = self.rows.mark("given", campaign_id, member, key)
        # The command is recorded, and its sender is to hear so, whatever befalls this row.
        with suppress(VaultError, StoreError, ConflictError):
            sealed = self.sealing.sealed(answer, mark)
            with self.rows.passing() as db:
                db.execute(
                    "INSERT INTO given_answer VALUES (?,?,?,?) ON CONFLICT (sending) DO NOTHING",
                    (mark, answer.device, sealed, self.rows.later(KEPT)),
                )

    def again(
        self, campaign_id: str, member: str, key: str, device: str, now: datetime
    ) -> SentAnswer | None:
        """The answer for who sent the same again: None too late, or on another device."""
        mark = self.rows.mark("given", campaign_id, member, key)
        query = "SELECT sealed FROM given_answer WHERE sending=? AND device=? AND until >= ?"
        row = self.rows.found(query, mark, device, self.rows.clock())
        text = self.sealing.opened(row["sealed"], mark) if row else b""
        return msgspec.json.decode(text, type=SentAnswer) if text else None


class TypedMove(NamedTuple):
    """What became of a code that was typed."""

    address: str = ""
    """The address that it proved; empty if it was the wrong one."""
    is_over: bool = False
    """Whether no code counts any more."""


class SharedMoves:
    """The address that each person wants their mail to go to, whichever process they ask."""

    def __init__(self, rows: TogetherRows, sealing: Sealing) -> None:
        self._rows = rows
        self._sealing = sealing
        self._codes = SharedLimit(rows, "address codes", AN_HOURS_CODES)

    def ask(self, person: str, device: str, address: str) -> str:
        """The code to send to an address; empty if the person had enough of them."""
        if self._codes.wait(person):
            return ""
        code = six_digits()
        sealed = self._sealing.sealed(SealedMove(address, code), person)
        with self._rows.writing() as db:
            db.execute(
                "INSERT INTO address_move VALUES (?,?,?,0,?) ON CONFLICT (person) DO UPDATE SET"
                " device=excluded.device, sealed=excluded.sealed, tries=0, until=excluded.until",
                (person, device, sealed, self._rows.later(CODE_LASTS)),
            )
        return code

    def awaited(self, person: str, device: str) -> str:
        """The address whose code may still be typed on a device; empty if there is none."""
        query = "SELECT sealed FROM address_move WHERE person=? AND device=? AND until >= ?"
        row = self._rows.found(query, person, device, self._rows.clock())
        move = self._opened(row["sealed"], person) if row else None
        return move.address if move else ""

    def typed(self, person: str, device: str, code: str) -> TypedMove:
        """Counts a try. The right code is used up.

        A try is counted before anything is compared, so that tries at several processes at the
        same moment are no more than those at one.
        """
        with self._rows.writing() as db:
            row = db.execute(
                "UPDATE address_move SET tries=tries+1 WHERE person=? AND device=? AND until >= ?"
                " RETURNING tries, sealed",
                (person, device, self._rows.clock()),
            ).fetchone()
            move = self._opened(row["sealed"], person) if row is not None else None
            is_right = move is not None and secrets.compare_digest(move.code, code)
            if is_right or (row is not None and row["tries"] >= TRIES):
                db.execute("DELETE FROM address_move WHERE person=?", (person,))
        if move is None:
            return TypedMove(is_over=True)
        return TypedMove(move.address) if is_right else TypedMove(is_over=row["tries"] >= TRIES)

    def _opened(self, sealed: str, person: str) -> SealedMove | None:
        text = self._sealing.opened(sealed, person)
        return msgspec.json.decode(text, type=SealedMove) if text else None


# --- here ---------------------------------------------------------------------------------------
# Who has a page of a campaign open, at whichever process, and whether its talk has changed, or
# what is held and requested there.
#
# A member counts as here for a while after each sign of life: nobody leaves and comes back by going
# from one page to the next. Rows name neither campaigns nor members.

HERE = timedelta(seconds=90)
TALKED = timedelta(days=1)
"""How long it is remembered that there was talk; streams look several times a second."""


class Beside(NamedTuple):
    """What goes on beside a campaign's record, as numbers that are others once it has changed."""

    talk: int
    here: int
    held: int


class SharedPresence(NamedTuple):
    """Who is here, and that there was talk or something was held, at all processes."""

    rows: TogetherRows

    def come(self, name: str, member: str) -> None:
        """A member has a page of a campaign open."""
        with self.rows.passing() as db:
            db.execute(
                "INSERT INTO here_now VALUES (?,?,?)"
                " ON CONFLICT (member) DO UPDATE SET until=excluded.until",
                (self._mark(name, member), self._mark(name), self.rows.later(HERE)),
            )

    def leave(self, name: str, member: str) -> None:
        """A member is here no more for others."""
        with self.rows.passing() as db:
            db.execute("DELETE FROM here_now WHERE member=?", (self._mark(name, member),))

    def among(self, name: str, members: Iterable[str]) -> tuple[str, ...]:
        """Those of some members who are here, in their order."""
        query = "SELECT member FROM here_now WHERE campaign=? AND until>=?"
        with self.rows.file.reading() as db:
            marks = {row[0] for row in db.execute(query, (self._mark(name), self.rows.clock()))}
        return tuple(one for one in members if marks and self._mark(name, one) in marks)

    def talk(self, name: str) -> None:
        """The talk of a campaign has changed."""
        self._count(self._mark(name))

    def held(self, name: str) -> None:
        """What is held or requested in a campaign has changed."""
        self._count(self.rows.mark("held", name))

    def _count(self, mark: str) -> None:
        now = round(moment(self.rows.clock()).timestamp() * THOUSAND)
        with self.rows.passing() as db:
            db.execute(
                "INSERT INTO talked VALUES (?,?,?) ON CONFLICT (campaign)"
                " DO UPDATE SET number=talked.number+1, until=excluded.until",
                (mark, now, self.rows.later(TALKED)),
            )

    def beside(self, names: Iterable[str]) -> Mapping[str, Beside]:
        """What goes on beside some campaigns."""
        marks = {name: (self._mark(name), self.rows.mark("held", name)) for name in names}
        if not marks:
            return {}
        each = [mark for pair in marks.values() for mark in pair]
        some = ",".join("?" * len(each))
        counts = f"SELECT campaign, number FROM talked WHERE campaign IN ({some})"
        here = f"SELECT campaign, member FROM here_now WHERE campaign IN ({some}) AND until>=?"
        with self.rows.file.reading() as db:
            numbers = {row[0]: row[1] for row in db.execute(counts, tuple(each))}
            members = db.execute(f"{here} ORDER BY member", (*each, self.rows.clock())).fetchall()
        return {
            name: Beside(
                numbers.get(mark, 0),
                zlib.crc32("".join(row[1] for row in members if row[0] == mark).encode()),
                numbers.get(held, 0),
            )
            for name, (mark, held) in marks.items()
        }

    def _mark(self, name: str, *member: str) -> str:
        return self.rows.mark("here", name, *member)


# --- What a process of the service knows together with others, and by whom it is known ----------
#
# What is not here needs no sharing: sign-ins, codes by mail, proofs and deliveries are rows anyway;
# states, books and ids of campaigns are compared with the log's head; queues, places in them and
# the post of the door belong to the process that answers.

KEY_BYTES = 32


class Together(NamedTuple):
    """What the processes of a service know together."""

    rows: TogetherRows
    limits: LimitMaker
    doors: KnownDoors
    answers: SharedAnswers
    moves: SharedMoves
    challenge_key: bytes
    """With it any of them takes a challenge, once among all."""
    presence: SharedPresence

    @property
    def elsewhere(self) -> TogetherRows | None:
        """Where checks of other processes are known; None where there is no other process."""
        return self.rows if self.rows.file.place.is_database else None


def shared_parts(ledger: Ledger) -> tuple[Part, ...]:
    """The tables for it, where several processes may share a store."""
    return (TOGETHER,) if ledger.store.place.is_database else ()


def knowing(people: People, ledger: Ledger, clock: Callable[[], str]) -> Together:
    """What is known together with others. Beside a file there is one process, and no other asks."""
    if ledger.store.place.is_database:
        return known_together(people.file, people.secret(), ledger.vault, clock)
    alone = PeopleFile(MEMORY, (TOGETHER,), ledger.store.place)
    together = known_together(alone, secrets.token_bytes(KEY_BYTES), ledger.vault, clock)
    return together._replace(doors=OwnDoors())


def known_together(
    file: PeopleDatabase, secret: bytes, vault: Vault, clock: Callable[[], str]
) -> Together:
    """The same, wherever the rows are. Their keys come from a secret."""
    rows, sealing = TogetherRows(file, _key(secret, b"rows"), clock), Sealing(vault)
    return Together(
        rows,
        partial(SharedLimit, rows),
        SharedCredentials(rows),
        SharedAnswers(rows, sealing),
        SharedMoves(rows, sealing),
        _key(secret, b"challenges"),
        SharedPresence(rows),
    )


def _key(secret: bytes, purpose: bytes) -> bytes:
    """A key for one purpose, which says nothing of the secret."""
    return hashlib.blake2b(purpose, key=secret, digest_size=KEY_BYTES).digest()
