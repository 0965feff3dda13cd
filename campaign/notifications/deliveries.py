"""The deliveries of a store: what was sent, to whom, and how it went. IO."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import timedelta
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from campaign.accounts.people import parts_in
from campaign.accounts.protocol import DELIVERIES, PeopleDatabase, PeopleRows, change, row, rows
from campaign.notifications.notification import MAIL, Delivery, NoFrom, Standstill, State
from campaign.notifications.servers import is_about_recipient
from campaign.world import clock

# --- How long a run has what it took, and what becomes of it where the run has died -------------

LEASE = 600
"""After so many seconds a claim that never reached `sending` is free again, and a mail that was
being sent is in doubt."""
UNHEARD = "the program ended before it heard the answer"
"""What is said of a message whose run died while it was being sent."""
TAKEN = ("claimed", "talking", "sending")
"""The states of a row that a run has."""


def lease_from(now: str) -> str:
    """Before which moment a run must have moved a row to be dead; empty without a time."""
    moment = clock.read(now) if now else None
    return "" if moment is None else clock.written(moment - timedelta(seconds=LEASE))


def freed(row: Delivery, before: str) -> Delivery:
    """What a row is whose run has died; any other as it is.

    Whether a mail in doubt goes out again is for a person to say. A webhook knows a repeat by its
    id, and a browser shows the same notice once: what is in doubt there is sent again.
    """
    if not row.moved_at < before or row.state not in TAKEN:
        return row
    state: State = "later" if row.attempts else "due"
    if row.state == "sending" and row.channel == MAIL:
        state = "unknown"
    moved = clock.read(row.moved_at)
    return replace(
        row,
        state=state,
        server=UNHEARD if row.state == "sending" else row.server,
        moved_at=clock.written(moved + timedelta(seconds=LEASE)) if moved else row.moved_at,
    )


# --- The deliveries of a store: what was sent, to whom, and how it went -------------------------
#
# Rows are made from the log behind a cursor, in one transaction with it. Every step of a row names
# the run that takes it and the state that it leaves, so a step that somebody else has overtaken
# does nothing. Each is on the disk when its method returns.

_COLUMNS = ", ".join(Delivery.__struct_fields__)
Key = tuple[str, str]
"""An occasion and a member."""
NOTHING_SAID: Final[Mapping[str, str]] = MappingProxyType({})


class StoredDeliveries:
    """The deliveries of one store by one channel, in the file of people."""

    def __init__(self, file: PeopleDatabase, channel: str = MAIL) -> None:
        self._file = file
        self._channel = channel

    def _place(self, campaign: str) -> str:
        """What the cursor of a campaign is kept under: mail came first."""
        return campaign if self._channel == MAIL else f"{campaign} {self._channel}"

    def known(self, campaign: str, now: str = "") -> dict[Key, Delivery]:
        """The deliveries of a campaign. With a time: as they are then, though nobody has
        freed yet what dead runs had.
        """
        query = f"SELECT {_COLUMNS} FROM delivery WHERE campaign=? AND channel=?"
        ordered = f"{query} ORDER BY made_at, number"
        before = lease_from(now)
        stored = rows(self._file, Delivery, ordered, (campaign, self._channel))
        current = (freed(one, before) for one in stored)
        return {(one.occasion, one.member): one for one in current}

    def cursor(self, campaign: str) -> int:
        """The version up to which the log has been read for news; 0 if never."""
        query = "SELECT version FROM cursor WHERE campaign=?"
        return row(self._file, int, query, (self._place(campaign),)) or 0

    def make(
        self,
        campaign: str,
        fresh: Iterable[Key],
        version: int,
        now: str,
        about: Mapping[str, str] = NOTHING_SAID,
    ) -> None:
        """Makes rows and moves the cursor, both or neither. What is there already stays.

        `about` says in words what occasions are about.
        """
        with self._file.writing() as db:
            for key in fresh:  # a number is given only to a row that is made
                where = (campaign, *key, self._channel)
                db.execute(
                    "INSERT INTO delivery"
                    " (campaign, occasion, member, channel, state, made_at, about)"
                    " SELECT ?, ?, ?, ?, 'due', ?, ? WHERE NOT EXISTS (SELECT 1 FROM delivery"
                    " WHERE campaign=? AND occasion=? AND member=? AND channel=?)",
                    (*where, now, about.get(key[0], ""), *where),
                )
            db.execute(
                "INSERT INTO cursor VALUES (?, ?) ON CONFLICT (campaign)"
                " DO UPDATE SET version=excluded.version WHERE cursor.version < excluded.version",
                (self._place(campaign), version),
            )

    def free(self, campaign: str, now: str) -> None:
        """Frees what dead runs had: claims of long ago; mail that was being sent is `unknown`.

        Such a row keeps its run, which may still hear the answer.
        """
        before = lease_from(now)
        marks = ",".join("?" * len(TAKEN))
        with self._file.writing() as db:
            taken = db.execute(
                f"SELECT {_COLUMNS} FROM delivery WHERE campaign=? AND moved_at < ?"
                f" AND state IN ({marks})",
                (campaign, before, *TAKEN),
            ).fetchall()
            for one in (Delivery(*columns) for columns in taken):
                after, was = freed(one, before), (one.number, one.state, one.moved_at)
                db.execute(
                    "UPDATE delivery SET state=?, server=?, moved_at=?,"
                    " run=CASE WHEN state='sending' THEN run ELSE '' END"
                    " WHERE number=? AND state=? AND moved_at=?",
                    (after.state, after.server, after.moved_at, *was),
                )

    def claim(self, numbers: Sequence[int], run: str, now: str) -> bool:
        """Takes rows that wait; all of them, or none if somebody else has one.

        Another run that takes rows at this moment is not waited for: it has them.
        """
        marks = ",".join("?" * len(numbers))
        with self._file.beside_others() as db:
            waiting = f"number IN ({marks}) AND state IN ('due', 'later')"
            query = f"SELECT number FROM delivery WHERE {waiting}{db.skip_locked}"
            if len(db.execute(query, tuple(numbers)).fetchall()) != len(numbers):
                return False
            done = db.execute(
                f"UPDATE delivery SET state='claimed', run=?, moved_at=?, seen='' WHERE {waiting}",
                (run, now, *numbers),
            )
            return done.rowcount == len(numbers)

    def step(
        self, numbers: Sequence[int], run: str, step: tuple[State, State], now: str, **more: object
    ) -> bool:
        """Takes the run's rows from one state to the next; none if one was overtaken.

        `more` are columns to write: what the server said, when to try again.
        """
        leaves, reaches = step
        sets = ", ".join(f"{column}=?" for column in ("state", "moved_at", *more))
        with self._file.writing() as db:
            return _whole(
                db,
                f"UPDATE delivery SET {sets} WHERE number=? AND run=? AND state=?",
                [(reaches, now, *more.values(), number, run, leaves) for number in numbers],
            )

    def again(self, number: int) -> None:
        """Makes a row due once more, as a person has decided."""
        change(
            self._file,
            "UPDATE delivery SET state='due', attempts=0, next_try='', first_at='', run='',"
            " no_from='' WHERE number=? AND state IN ('unknown', 'refused', 'later', 'due')",
            (number,),
        )

    def see(self, campaign: str, now: str) -> None:
        """A host has seen what failed: it is told no more, until it fails anew."""
        change(
            self._file,
            "UPDATE delivery SET seen=? WHERE campaign=? AND channel=? AND seen=''"
            " AND state IN ('refused', 'unknown')",
            (now, campaign, self._channel),
        )

    def withdraw(self, numbers: Iterable[int]) -> None:
        """Drops rows that wait for nothing any more, if nobody has taken them."""
        with self._file.writing() as db:
            db.executemany(
                "DELETE FROM delivery WHERE number=? AND state IN ('due', 'later')",
                [(number,) for number in numbers],
            )

    def returned(
        self, campaign: str, occasion: str, member: str, server: str, now: str = ""
    ) -> bool:
        """A message came back: its rows are `refused`, of a digest all. Whether there was one."""
        no_from: NoFrom = "bounce" if is_about_recipient(server) else "club"
        changed = change(
            self._file,
            "UPDATE delivery SET state='refused', server=?,"
            " moved_at=CASE WHEN moved_at < ? THEN ? ELSE moved_at END, no_from=?, seen=''"
            " WHERE campaign=? AND CASE letter WHEN '' THEN occasion ELSE letter END=?"
            " AND member=? AND channel=? AND state IN ('sent', 'unknown', 'sending')",
            (server, now, now, no_from, campaign, occasion, member, self._channel),
        )
        return changed > 0

    def standstill(self, campaign: str) -> Standstill | None:
        """Since when and why nothing can be sent; None if the last run could."""
        query = "SELECT since, why FROM standstill WHERE campaign=?"
        return row(self._file, Standstill, query, (campaign,))

    def stands_still(self, campaign: str, why: str, now: str) -> None:
        """A run could not send anything to anybody. What was known since when stays."""
        change(
            self._file,
            "INSERT INTO standstill VALUES (?, ?, ?)"
            " ON CONFLICT (campaign) DO UPDATE SET why=excluded.why",
            (campaign, now, why),
        )

    def goes_on(self, campaign: str = "") -> None:
        """Nothing is in the way any more; without a campaign, of any: they have one server."""
        if self._file.exists():
            change(self._file, "DELETE FROM standstill WHERE ? IN ('', campaign)", (campaign,))


def _whole(db: PeopleRows, statement: str, parameters: Sequence[Sequence[object]]) -> bool:
    """Changes every row, or none of them."""
    db.execute("SAVEPOINT whole")
    if all(db.execute(statement, tuple(one)).rowcount == 1 for one in parameters):
        db.execute("RELEASE whole")
        return True
    db.execute("ROLLBACK TO whole")
    db.execute("RELEASE whole")
    return False


# --- How many deliveries are in each state, for whoever looks after the machine -----------------


def by_state(file: PeopleDatabase) -> dict[str, int]:
    """Counts the deliveries of all campaigns; nothing where none was ever made."""
    if not file.exists():
        return {}
    with file.reading() as db:
        if DELIVERIES.name not in parts_in(db):
            return {}
        counts = "SELECT state, count(*) FROM delivery GROUP BY state ORDER BY state"
        return dict(db.execute(counts).fetchall())
