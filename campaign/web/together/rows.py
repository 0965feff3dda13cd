"""Rows for what one process alone keeps in its memory: rates, challenges, first doors, codes. IO.

They say nothing to whoever reads the database: callers, ids and challenges are there as digests
under a key, and what is secret is sealed with the vault's key, which no database holds.
"""

import hashlib
import hmac
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from typing import NamedTuple

from campaign.people.doors import moment, stamp
from campaign.people.protocol import Part, PeopleDatabase, PeopleRows
from campaign.store.protocol import ConflictError, StoreError
from campaign.web.door.limits import Rate

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
    ),
)
"""The tables. Nothing in them is worth keeping: whoever moves a club leaves them behind."""
TABLES = ("used_once", "rate_left", "first_door", "given_answer", "address_move", "check_begun")
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
        with self.file.reading() as db:
            found = db.execute(
                "SELECT 1 FROM check_begun WHERE campaign=? AND until >= ?",
                (campaign, self.clock()),
            ).fetchone()
        return found is not None
