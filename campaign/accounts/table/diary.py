"""The words and pictures of the war diary, beside the record: kept, and forgotten for good. IO.

A row is a draft until its author has said that it is to be filed, pending until its command is
decided, held while the host looks at it first, and filed once the record has it. What is sealed is
here as ciphertext alone, its salt among it.
"""

from collections.abc import Sequence
from typing import Any, Literal

import msgspec

from campaign.accounts.protocol import Part, PeopleDatabase, PeopleRows, change, put, row, rows

DIARY = Part(
    "diary",
    (
        (
            """CREATE TABLE dispatch (
                campaign TEXT NOT NULL, key TEXT NOT NULL, id TEXT NOT NULL, member TEXT NOT NULL,
                state TEXT NOT NULL, sealed INTEGER NOT NULL, salt TEXT NOT NULL,
                body BLOB NOT NULL, sent BLOB NOT NULL, at TEXT NOT NULL,
                PRIMARY KEY (campaign, key)
            ) WITHOUT ROWID""",
            """CREATE TABLE picture (
                campaign TEXT NOT NULL, key TEXT NOT NULL, number INTEGER NOT NULL,
                jpeg BLOB NOT NULL, PRIMARY KEY (campaign, key, number)
            )""",
            """CREATE TABLE muted (
                campaign TEXT NOT NULL, member TEXT NOT NULL, PRIMARY KEY (campaign, member)
            ) WITHOUT ROWID""",
            """CREATE TABLE dispatch_report (
                campaign TEXT NOT NULL, id TEXT NOT NULL, member TEXT NOT NULL,
                reason TEXT NOT NULL, at TEXT NOT NULL, PRIMARY KEY (campaign, id, member)
            ) WITHOUT ROWID""",
        ),
        (
            """CREATE TABLE published (
                campaign TEXT NOT NULL, place TEXT NOT NULL, due INTEGER NOT NULL,
                PRIMARY KEY (campaign, place)
            ) WITHOUT ROWID""",
        ),
    ),
)
"""The tables. `dispatch.key` is the key of the command that filed it, `sent` that command without
the words. `muted` has the members who write nothing; with an empty member, all whom the host lets
write only what a host has read. `published` has the folders and ZIPs with published dispatches;
`due` is 0 where nothing is left to do, 1 where something was just published, and more by 2 for each
time that something was removed since.
"""

State = Literal["draft", "pending", "held", "filed"]
ALL = ""
"""Stands for every member among those who are muted: the diary is held."""


class StoredDispatch(msgspec.Struct, frozen=True):
    """A dispatch as it is kept."""

    campaign: str
    """The campaign's random id."""
    key: str
    id: str
    """`w3` once it is filed, `h1` while it is held; empty before."""
    member: str
    state: State
    sealed: bool
    salt: str
    """64 hex digits; empty where it is sealed with the words."""
    body: bytes
    """The words, and what is said of the pictures; ciphertext where they are sealed."""
    sent: bytes
    at: str


class DispatchReport(msgspec.Struct, frozen=True):
    """A member's word to the hosts about a dispatch."""

    id: str
    member: str
    reason: str
    at: str


class DuePlace(msgspec.Struct, frozen=True):
    """A place that has to be looked through, as `published` says it."""

    place: str
    due: int

    @property
    def had_removals(self) -> bool:
        """Whether something was removed since it was last published there."""
        return self.due > 1


class StoredDiary:
    """The diaries of one store. Several threads and processes may use them at once."""

    def __init__(self, file: PeopleDatabase) -> None:
        self._file = file

    # --- dispatches -----------------------------------------------------------------------------

    def put(self, one: StoredDispatch, pictures: Sequence[bytes]) -> None:
        """Keeps a dispatch with its pictures, in place of what its key had."""
        columns = msgspec.structs.asdict(one)
        at = {"campaign": columns.pop("campaign"), "key": columns.pop("key")}
        with self._file.writing() as db:
            put(db, "dispatch", at, columns)
            db.execute("DELETE FROM picture WHERE campaign=? AND key=?", tuple(at.values()))
            numbered = [(*at.values(), number, jpeg) for number, jpeg in enumerate(pictures, 1)]
            if numbered:
                statement = "INSERT INTO picture (campaign, key, number, jpeg) VALUES (?,?,?,?)"
                db.executemany(statement, numbered)

    def of(self, campaign_id: str, *states: State) -> list[StoredDispatch]:
        """The dispatches of a campaign in some states; in all where none is named."""
        query = "SELECT * FROM dispatch WHERE campaign=? ORDER BY at, key"
        found = rows(self._file, _read, query, (campaign_id,))
        return [one for one in found if not states or one.state in states]

    def under(self, campaign_id: str, key: str) -> StoredDispatch | None:
        """The dispatch that a command's key has; None if there is none."""
        query = "SELECT * FROM dispatch WHERE campaign=? AND key=?"
        return row(self._file, _read, query, (campaign_id, key))

    def pictures(self, campaign_id: str, key: str) -> list[bytes]:
        """The pictures of a dispatch, in order."""
        query = "SELECT jpeg FROM picture WHERE campaign=? AND key=? ORDER BY number"
        return rows(self._file, bytes, query, (campaign_id, key))

    def size(self, campaign_id: str) -> int:
        """How many bytes the pictures of a campaign have."""
        query = "SELECT coalesce(sum(length(jpeg)), 0) FROM picture WHERE campaign=?"
        return row(self._file, int, query, (campaign_id,)) or 0

    def becomes(self, one: StoredDispatch, state: State, dispatch: str) -> None:
        """A dispatch is filed or held, under an id."""
        statement = "UPDATE dispatch SET state=?, id=? WHERE campaign=? AND key=?"
        change(self._file, statement, (state, dispatch, one.campaign, one.key))

    def erase(self, campaign_id: str, keys: Sequence[str]) -> None:
        """Forgets dispatches: nothing in the file has their words, salts or pictures any more, nor
        pictures of which the words are gone.
        """
        if not keys and not self.has_loose_pictures(campaign_id):
            return
        with self._file.writing() as db:
            for key in keys:
                for table in ("picture", "dispatch"):
                    db.execute(
                        f"DELETE FROM {table} WHERE campaign=? AND key=?", (campaign_id, key)
                    )
            db.execute(f"DELETE FROM picture WHERE {_LOOSE}", (campaign_id,))
        self._file.sweep()

    def has_loose_pictures(self, campaign_id: str) -> bool:
        """Whether a campaign has pictures of dispatches that are not there."""
        query = f"SELECT number FROM picture WHERE {_LOOSE} LIMIT 1"
        return bool(rows(self._file, int, query, (campaign_id,)))

    # --- who may write --------------------------------------------------------------------------

    def is_muted(self, campaign_id: str, member: str) -> bool:
        """Whether a member may write nothing; with `ALL`, whether a host reads all of it first."""
        query = "SELECT member FROM muted WHERE campaign=? AND member=?"
        return bool(rows(self._file, str, query, (campaign_id, member)))

    def mute(self, campaign_id: str, member: str, *, on: bool) -> None:
        """Mutes a member, or lets them write again; with `ALL` it is about everybody."""
        if on:
            statement = "INSERT INTO muted VALUES (?,?) ON CONFLICT DO NOTHING"
        else:
            statement = "DELETE FROM muted WHERE campaign=? AND member=?"
        change(self._file, statement, (campaign_id, member))

    # --- what was reported ----------------------------------------------------------------------

    def report(self, campaign_id: str, report: DispatchReport) -> None:
        """Keeps a member's word about a dispatch, in place of their earlier one."""
        at = {"campaign": campaign_id, "id": report.id, "member": report.member}
        with self._file.writing() as db:
            put(db, "dispatch_report", at, {"reason": report.reason, "at": report.at})

    def reports(self, campaign_id: str) -> list[DispatchReport]:
        """What was reported in a campaign, the oldest first."""
        query = "SELECT id, member, reason, at FROM dispatch_report WHERE campaign=? ORDER BY at"
        return rows(self._file, DispatchReport, query, (campaign_id,))

    def owed(self, campaign_id: str) -> int:
        """How many dispatches wait for a host, or were reported to the hosts."""
        return len(self.of(campaign_id, "held")) + len(self.reports(campaign_id))

    def withdraw(self, campaign_id: str, member: str) -> None:
        """Forgets what a member reported: nothing in the file has their reasons any more."""
        statement = "DELETE FROM dispatch_report WHERE campaign=? AND member=?"
        if change(self._file, statement, (campaign_id, member)):
            self._file.sweep()

    def settle(self, campaign_id: str, dispatch: str) -> None:
        """What was reported of a dispatch is dealt with."""
        statement = "DELETE FROM dispatch_report WHERE campaign=? AND id=?"
        change(self._file, statement, (campaign_id, dispatch))

    # --- where it was published -----------------------------------------------------------------

    def publish(self, campaign_id: str, place: str) -> None:
        """Dispatches are about to be published at a place, or just were."""
        with self._file.writing() as db:
            put(db, "published", {"campaign": campaign_id, "place": place}, {"due": 1})

    def owe(self, campaign_id: str) -> None:
        """Something is there no more that may be published anywhere."""
        change(self._file, "UPDATE published SET due=due+2 WHERE campaign=?", (campaign_id,))

    def due(self, campaign_id: str) -> list[DuePlace]:
        """The places where published dispatches have still to be looked through."""
        query = "SELECT place, due FROM published WHERE campaign=? AND due>0 ORDER BY place"
        return rows(self._file, DuePlace, query, (campaign_id,))

    def looked_through(self, campaign_id: str, at: DuePlace) -> None:
        """A place has nothing more that is there no more, unless more was removed meanwhile."""
        statement = "UPDATE published SET due=0 WHERE campaign=? AND place=? AND due=?"
        change(self._file, statement, (campaign_id, at.place, at.due))

    def forget_places(self) -> int:
        """Forgets where every campaign was published; how many places that were."""
        return change(self._file, "DELETE FROM published")


_LOOSE = (
    "campaign=? AND NOT EXISTS (SELECT 1 FROM dispatch"
    " WHERE dispatch.campaign = picture.campaign AND dispatch.key = picture.key)"
)
"""Pictures that have lost their words."""


def erase_unfiled(db: PeopleRows, campaign_id: str, member: str) -> None:
    """Deletes what a member wrote and nobody has filed; whoever calls sweeps the file."""
    db.execute(
        "DELETE FROM dispatch WHERE campaign=? AND member=? AND state IN ('draft', 'held')",
        (campaign_id, member),
    )
    db.execute(f"DELETE FROM picture WHERE {_LOOSE}", (campaign_id,))


def _read(*columns: Any) -> StoredDispatch:
    """A row; a database may give bytes and yes or no in other types."""
    one = StoredDispatch(*columns)
    return msgspec.structs.replace(
        one, sealed=bool(one.sealed), body=bytes(one.body), sent=bytes(one.sent)
    )
