"""Push: the browsers that members let the service wake, and the key that it signs with. IO.

A subscription belongs to a device that is signed in; with the device's end nothing goes there any
more. Addresses of push services are secrets: they are in no log and no page.
"""

import hashlib
from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from campaign.accounts.devices import REMEMBERED, moment, stamp
from campaign.accounts.protocol import Part, PeopleDatabase, change, put, rows

SUBSCRIPTIONS = Part(
    "subscriptions",
    (
        (
            """CREATE TABLE subscription (
                id TEXT PRIMARY KEY, person TEXT NOT NULL, device TEXT NOT NULL,
                endpoint TEXT NOT NULL, public TEXT NOT NULL, auth TEXT NOT NULL,
                made TEXT NOT NULL, said TEXT NOT NULL DEFAULT '',
                said_at TEXT NOT NULL DEFAULT '', is_good INTEGER NOT NULL DEFAULT 1
            ) WITHOUT ROWID""",
            "CREATE INDEX subscription_of ON subscription (person)",
            "CREATE TABLE push_key (name TEXT PRIMARY KEY, bytes BLOB NOT NULL) WITHOUT ROWID",
        ),
    ),
)
"""The tables of push."""
ID_LETTERS = 16


class Subscription(msgspec.Struct, frozen=True):
    """A browser that may be woken."""

    id: str
    person: str
    device: str
    """The digest of the device that is signed in there."""
    endpoint: str
    public: str
    auth: str
    made: str
    said: str = ""
    """What came of the last message, in plain words; empty before the first."""
    said_at: str = ""
    is_good: bool = True
    """Whether the last message was taken."""

    def __repr__(self) -> str:
        return f"Subscription({self.id!r})"


class Subscriptions:
    """The subscriptions of one store's people."""

    def __init__(self, file: PeopleDatabase, *, clock: Callable[[], str]) -> None:
        self._file = file
        self._clock = clock

    def of(self, person: str) -> tuple[Subscription, ...]:
        """A person's, on devices that are still signed in; the oldest first."""
        if not person:
            return ()
        since = stamp(moment(self._clock()) - REMEMBERED)
        query = (
            "SELECT subscription.* FROM subscription"
            " JOIN device ON device.digest = subscription.device"
            " WHERE subscription.person=? AND device.person=subscription.person"
            " AND device.ended='' AND device.last_seen>=?"
            " ORDER BY subscription.made, subscription.id"
        )
        subscriptions = rows(self._file, Subscription, query, (person, since))
        return tuple(replace(one, is_good=bool(one.is_good)) for one in subscriptions)

    def campaigns(self) -> frozenset[str]:
        """The ids of the campaigns in which somebody sits who has any, signed in or not."""
        query = (
            "SELECT DISTINCT seat.campaign FROM seat"
            " JOIN subscription ON subscription.person = seat.person WHERE seat.until=''"
        )
        return frozenset(rows(self._file, str, query))

    def keep(self, person: str, device: str, endpoint: str, public: str, auth: str) -> Subscription:
        """A device's subscription; the one that it had before is gone."""
        made = Subscription(
            hashlib.sha256(endpoint.encode()).hexdigest()[:ID_LETTERS],
            person,
            device,
            endpoint,
            public,
            auth,
            self._clock(),
        )
        with self._file.writing() as db:
            db.execute("DELETE FROM subscription WHERE device=?", (device,))
            names = ("id", "person", "device", "endpoint", "public", "auth", "made")
            row = {name: getattr(made, name) for name in names}
            put(db, "subscription", {"id": row.pop("id")}, row)
        return made

    def forget(self, person: str, subscription: str) -> None:
        """Takes one away."""
        statement = "DELETE FROM subscription WHERE person=? AND id=?"
        change(self._file, statement, (person, subscription))

    def told(self, subscription: str, said: str, *, is_good: bool) -> None:
        """What came of a message."""
        statement = "UPDATE subscription SET said=?, said_at=?, is_good=? WHERE id=?"
        change(self._file, statement, (said, self._clock(), is_good, subscription))

    def key(self, make: Callable[[], bytes]) -> bytes:
        """The key that messages are signed with; made once."""
        with self._file.writing() as db:
            row = db.execute("SELECT bytes FROM push_key WHERE name='vapid'").fetchone()
            if row is not None:
                return bytes(row["bytes"])
            made = make()
            db.execute("INSERT INTO push_key VALUES ('vapid', ?)", (made,))
            return made
