"""What a store of campaigns can do, where it is, in which form, and how long to wait for its other
writers.

Nothing above knows which store it is, SQLite's or PostgreSQL's.
"""

import hashlib
import itertools
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol
from urllib.parse import parse_qsl, urlsplit, urlunsplit

import msgspec

from campaign import extend
from events import chain

if TYPE_CHECKING:
    from campaign.verify.receipts import Kept, Receipt

# --- How long to wait for other writers of a store ----------------------------------------------
# Pure but for the environment.

LOCK_TIMEOUT = 10
"""How many seconds to wait for another writer."""
LOCK_VARIABLE = "CAMPAIGN_LOCK_TIMEOUT"
"""The environment variable that overrides it."""


def lock_timeout() -> int:
    """How many seconds to wait for another writer."""
    text = os.environ.get(LOCK_VARIABLE, "")
    return int(text) if text.isdecimal() else LOCK_TIMEOUT


# --- Where a store is, and where what goes with it lies on this machine -------------------------
# Pure but for the environment.
#
# A store is a file in SQLite, or a database in PostgreSQL. Its key, settings and read tables lie
# beside the file; for a database they lie in a folder of its own below `CAMPAIGN_HOME`.

HOME_VARIABLE = "CAMPAIGN_HOME"
"""The environment variable that names the folder with a folder for each database."""
SCHEMES = ("postgresql://", "postgres://")
NAME = "club.db"
"""Under this name the files of a database lie in its folder, though there is no such file."""
_PORT = "5432"
_OPTIONS = (
    *("host", "hostaddr", "port", "user", "dbname", "passfile", "service", "sslmode", "sslcert"),
    *("sslkey", "sslrootcert", "target_session_attrs", "connect_timeout", "gssencmode"),
)
"""What an address may say behind its question mark that is no secret."""
_SAFE = r"[^A-Za-z0-9._-]+"


class StorePlace(msgspec.Struct, frozen=True):
    """Where a store is. As a text it is shown to anybody, so a database's has no password."""

    file: Path
    """The store's file; of a database the name beside which its files on this machine lie."""
    url: str = ""
    """Of a database in PostgreSQL, with everything that it takes to get in; else empty."""

    @property
    def is_database(self) -> bool:
        """Whether it is in PostgreSQL."""
        return bool(self.url)

    @property
    def typed(self) -> str:
        """What has to be typed, or handed to another process, to mean this store: a secret."""
        return self.url or str(self.file)

    @property
    def folder(self) -> Path:
        """Where its key, settings and read tables lie."""
        return self.file.parent

    @property
    def people(self) -> Path:
        """Where the people of a file lie."""
        return self.file.with_name(f"{self.file.stem}.people.db")

    @property
    def remembered(self) -> str:
        """What may be written down to mean this store later: an address has no password then."""
        return without_password(self.url) if self.url else str(self.file.absolute())

    @property
    def has_password(self) -> bool:
        """Whether the address says the password itself."""
        return bool(self.url) and without_password(self.url) != self.url

    def __str__(self) -> str:
        return shown(self.url) if self.url else str(self.file)

    def __repr__(self) -> str:
        return f"StorePlace({str(self)!r})"


Where = StorePlace | Path | str
"""What names a store: a path, or an address that begins with `postgresql://`."""


def is_url(where: str) -> bool:
    """Whether a text is the address of a database."""
    return where.startswith(SCHEMES)


def place_of(where: Where) -> StorePlace:
    """The place that somebody names. Raises `ValueError` if it is no address of a database."""
    if isinstance(where, StorePlace):
        return where
    if isinstance(where, str) and is_url(where):
        return StorePlace(home() / folder_name(where) / NAME, where)
    return StorePlace(Path(where))


def home() -> Path:
    """The folder with a folder for each database."""
    if folder := os.environ.get(HOME_VARIABLE):
        return Path(folder)
    from campaign.world.files import of_the_user

    return of_the_user("data")


def shown(url: str) -> str:
    """An address without password and options: who, which server and which database."""
    user, host, port, database = _parts(url)
    before = f"{user}@" if user else ""
    behind = f":{port}" if port != _PORT else ""
    if host.startswith("/"):  # a folder on this machine
        return f"postgresql://{before}{behind}/{database}?host={host}"
    return f"postgresql://{before}{host}{behind}/{database}"


def without_password(url: str) -> str:
    """An address that still finds its database, but whose password somebody else must say."""
    parts = urlsplit(url)
    who, at, where = parts.netloc.rpartition("@")
    netloc = f"{who.partition(':')[0]}{at}{where}"
    said = [part for part in parts.query.split("&") if part.partition("=")[0] in _OPTIONS]
    return urlunsplit((parts.scheme, netloc, parts.path, "&".join(said), ""))


def folder_name(url: str) -> str:
    """The name of a database's folder: the same whoever asks, and with whatever password."""
    _, host, port, database = _parts(url)
    plain = f"{host or 'local'}-{port}-{database}"
    safe = re.sub(_SAFE, "-", plain).strip("-.")
    if safe == plain:
        return safe
    return f"{safe}-{hashlib.sha256(plain.encode()).hexdigest()[:8]}"


def _parts(url: str) -> tuple[str, str, str, str]:
    """User, host, port and database of an address, as libpq reads it. Raises `ValueError`."""
    parts = urlsplit(url)
    if parts.fragment or "@" in parts.path + parts.query:
        raise ValueError  # of a password with such a sign a part would be shown
    query = dict(parse_qsl(parts.query))
    place = parts.netloc.rpartition("@")[2]
    host, _, port = place.rpartition(":") if re.search(r":\d*$", place) else (place, "", "")
    if ":" in host and not host.endswith("]"):
        raise ValueError
    who = parts.username or query.get("user", "")
    database = parts.path.strip("/") or query.get("dbname", "") or who
    return who, query.get("host", host), query.get("port", port) or _PORT, database


# --- The forms of stores and of what lies beside them, and how those of drafts are refused ------
#
# A file bears its form in its header, a database in a table, an export in its first line. Drafts
# of the program wrote other forms; nothing of theirs is read, and nothing is done to it.

FIRST = 4
"""The form with which 1.0 began, whatever bears it; drafts wrote 1 to 3."""
STORE = "a campaign store"


def older(place: object, what: str) -> str:
    """Why something that a draft wrote is left alone, whatever it is."""
    return f"{place}, {what}, was written before 1.0; not read"


# --- What a store of campaigns can do -----------------------------------------------------------
# SQLite's is the first; nothing above knows which one it is.
#
# Each campaign is a stream of events with versions from 1, without gaps. With its events a store
# keeps idempotency keys, receipts in one chain with numbers from 1, their sealed salts, and
# snapshots. A campaign's streams do not depend on another campaign's.

Row = tuple[int, str, bytes]
"""A stored event: version, topic and bytes."""

Head = tuple[int, str]
"""The version and digest of a campaign's last event."""


class StoredOutline(NamedTuple):
    """What a store keeps of a campaign to be said at one look: see `outlines`."""

    version: int
    """The event up to which it holds, and its digest."""
    head: str
    label: str
    """Which program made it."""
    body: str


class StoredTurn(NamedTuple):
    """A turn that is over as reports keep it, at its place from 1; 0 stands for the campaign."""

    place: int
    body: bytes
    state: bytes = b""
    total: bytes = b""


def outlined(version: Any, head: Any, label: Any, body: Any) -> StoredOutline | None:
    """An outline as a row has it; None where there is none, or something else in its place."""
    is_whole = isinstance(version, int) and isinstance(head, str)
    if is_whole and isinstance(label, str) and isinstance(body, str):
        return StoredOutline(version, head, label, body)
    return None


NO_KEYS: Mapping[str, tuple[int, int]] = {}
NO_SALTS: Mapping[int, str] = {}
PAGE = 500
"""How many rows are read at once."""
STATES = 256
"""How many, if only their bytes are needed: so few that they stay in the processor's cache."""
END = 1 << 62
"""A version that no campaign reaches."""


class StoreError(Exception):
    """The store cannot be used as requested. One line for the user."""


class ConflictError(Exception):
    """Somebody else appended first."""


def _marks(values: Sequence[object]) -> str:
    return ",".join("?" * len(values))


def database() -> Any:
    """What knows stores in PostgreSQL. Raises `StoreError` where it is not installed."""
    try:
        return extend.wanted("stores", "postgresql")
    except extend.MissingExtensionError as error:
        raise StoreError(str(error)) from None


class EventStore(Protocol):
    """A store of campaigns. Several threads may use it at once.

    Whatever it cannot do it raises as `StoreError`. What a method returns was recorded completely:
    of an append, readers see all or nothing.

    Questions about one campaign are written here once for both databases: `{at}` stands for what
    comes before a table, `{of}` for the column with the campaign's name, and `{state}` and `{body}`
    for the bytes of an event and a receipt.
    """

    def _ask(self, query: str, values: Sequence[object]) -> list[Any]:
        """Every row that a question finds."""

    @property
    def place(self) -> StorePlace:
        """Where it is, and beside which file the vault's key and the read tables lie."""

    @property
    def path(self) -> Path:
        """The file beside which the vault's key and the read tables lie, under the same name."""

    # --- the store itself -----------------------------------------------------------------------

    def exists(self) -> bool:
        """Whether there is a store, or something else in its place."""

    def make(self) -> None:
        """Makes the store if there is none."""

    def close(self) -> None:
        """Lets go of the store. Using it again opens it again."""

    def key_mark(self) -> str:
        """The mark of the vault's key that seals here; empty if there is none.

        Only a database keeps one, because several machines may use it.
        """

    def keep_key_mark(self, mark: str, instead: str = "") -> bool:
        """Keeps a mark in place of another; False if there is not this other one any more."""

    # --- writing --------------------------------------------------------------------------------

    def must_record(self) -> None:
        """Takes the right to write and gives it back. Raises where nothing can be recorded."""

    def alone(self, name: str) -> AbstractContextManager[None]:
        """Nobody else writes to a campaign meanwhile; what this thread decides is not overtaken.

        It waits for its turn, but not for ever.
        """

    def append(
        self,
        name: str,
        rows: Sequence[Row],
        keys: Mapping[str, tuple[int, int]] = NO_KEYS,
        receipt: "Receipt | None" = None,
        *,
        salt: str = "",
        receipts: "Iterable[Kept]" = (),
        salts: Mapping[int, str] = NO_SALTS,
        outline: StoredOutline | None = None,
        create: bool = False,
    ) -> tuple[str, bytes]:
        """Appends a campaign's next events, all or none, and the receipt for them.

        `keys` has the first and last version recorded under each idempotency key; `salt` is the
        receipt's, sealed; `receipts` are those of an export, and `salts` theirs by their numbers;
        `outline` takes the place of the one before.
        With `create`, the store is made if there is none. Once it returns, a power cut takes
        nothing back. Returns the receipt's id and bytes, empty without one.

        Raises `ConflictError` if one of the versions or a key is taken.
        """

    def keep_receipt(self, name: str, receipt: "Receipt") -> tuple[str, bytes]:
        """Keeps the receipt of a submission that recorded nothing; returns its id and bytes."""

    def keep_snapshots(self, name: str, label: str, states: Sequence[tuple[int, bytes]]) -> None:
        """Keeps snapshots, each with its version, and drops those under other labels.

        Never fails: they are only a cache.
        """

    def keep_turns(
        self, name: str, label: str, after: int, turns: Sequence[StoredTurn], *, at: Head,
        behind: bytes = b"",
    ) -> None:  # fmt: skip
        """Keeps turns in place of those behind a place, and of all under another label, where the
        event `at` is there and, behind a place, `behind` is what is kept of the campaign itself.
        """
        return  # they are only a cache: a store may keep none, and it never fails

    def forget_turns(self, name: str) -> None:
        """Drops the turns that are kept of a campaign."""
        return

    def keep_outlines(self, outlines: Mapping[str, StoredOutline]) -> None:
        """Keeps outlines of campaigns that were read from their records, unless they have grown.

        Never fails: they are only a cache.
        """

    def forget(self, name: str) -> None:
        """Deletes a campaign and everything that belongs to it; only branches are deleted."""

    # --- moving ---------------------------------------------------------------------------------

    def moved_to(self) -> str:
        """Where the whole store has moved to, as anybody may read it; empty if it is here."""

    def handing_over(self, to: str) -> AbstractContextManager[None]:
        """Nobody records anything meanwhile; everybody may read.

        Where the block ends well and `to` says where the store has moved, nothing is recorded here
        any more. Else, or where the program is killed, it is as it was.
        """

    def open_again(self) -> object:
        """Takes back that the store has moved."""

    # --- events ---------------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The campaigns of the store, in order."""

    def openings(self) -> Iterator[tuple[str, bytes]]:
        """The name and first event of every campaign, in order of the names, at one go."""

    def versions(self) -> dict[str, int]:
        """The version of every campaign's last event, at one go."""

    def version(self, name: str) -> int:
        """The version of a campaign's last event; 0 if there is none."""
        return self.head(name)[0]

    def head(self, name: str) -> Head:
        """The version and digest of a campaign's last event; 0 and nothing if there is none.

        It is asked before every command and every page, and must cost next to nothing as long as
        nothing has changed.
        """

    def heads(self, names: Sequence[str]) -> dict[str, Head]:
        """The same of several campaigns, all that were named; for whoever watches them."""

    def outlines(self) -> list[tuple[str, int, str, StoredOutline | None]]:
        """Every campaign in order of the names, its last event, and what is kept as its outline.

        Whether that is of the last event is for the caller to see.
        """

    def kept_outlines(self) -> list[tuple[str, StoredOutline | None]]:
        """What is kept as outlines, without a look at the events."""
        rows = self._ask("SELECT {of}, version, head, label, body FROM {at}outlines", ())
        return [(name, outlined(*kept)) for name, *kept in rows]

    def holes(self) -> frozenset[str]:
        """The campaigns that lack an event before their last, or have one without a digest; seen
        without reading what the events say.
        """
        rows = self._ask(
            "SELECT originator_id FROM {at}stored_events GROUP BY originator_id HAVING count(*) <>"
            " max(originator_version) OR min(coalesce(length(state), 0)) <= ?",
            (chain.TRAILER,),
        )
        return frozenset(name for (name,) in rows)

    def rows(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """A campaign's events in order; the longest log needs little memory."""
        columns = "originator_version, coalesce(topic, ''), {state}"
        return itertools.chain.from_iterable(self._pages(name, columns, after, until, PAGE))

    def states(self, name: str, after: int = 0, until: int | None = None) -> Iterator[bytes]:
        """Only the bytes of a campaign's events: all that a fold needs."""
        pages = self._pages(name, "originator_version, state", after, until, STATES)
        return map(itemgetter(1), itertools.chain.from_iterable(pages))

    def _pages(
        self, name: str, columns: str, after: int, until: int | None, size: int
    ) -> Iterator[list[Any]]:
        """A campaign's events, read a number at a time. Others use the connection in between."""
        query = (
            f"SELECT {columns} FROM {{at}}stored_events WHERE originator_id=?"
            " AND originator_version>? AND originator_version<=?"
            " ORDER BY originator_version LIMIT ?"
        )
        end = END if until is None else until
        while True:
            page = self._ask(query, (name, after, end, size))
            yield page
            if len(page) < size:
                return
            after = page[-1][0]

    def of_topics(
        self, name: str, topics: Sequence[str], after: int = 0, until: int | None = None
    ) -> list[Row]:
        """A campaign's events under some topics, in order."""
        return self._ask(
            "SELECT originator_version, topic, state FROM {at}stored_events WHERE originator_id=?"
            " AND originator_version>? AND originator_version<=?"
            f" AND topic IN ({_marks(topics)}) ORDER BY originator_version",
            (name, after, END if until is None else until, *topics),
        )

    def has_topic(self, name: str, topics: Sequence[str], after: int = 0) -> bool:
        """Whether a campaign has an event under one of these topics after a version."""
        rows = self._ask(
            "SELECT 1 FROM {at}stored_events WHERE originator_id=? AND originator_version>?"
            f" AND topic IN ({_marks(topics)}) LIMIT 1",
            (name, after, *topics),
        )
        return bool(rows)

    def versions_of(self, name: str, key: str) -> tuple[int, int] | None:
        """The first and last version recorded under an idempotency key."""
        query = "SELECT first_version, last_version FROM {at}command_keys WHERE {of}=? AND key=?"
        rows = self._ask(query, (name, key))
        return (rows[0][0], rows[0][1]) if rows else None

    # --- receipts -------------------------------------------------------------------------------

    def receipts(self, name: str, until: int | None = None, after: int = 0) -> "Iterator[Kept]":
        """A campaign's receipts in order, between two numbers; none in a store from before."""
        return itertools.chain.from_iterable(self._receipts(name, until, after))

    def _receipts(self, name: str, until: int | None, after: int) -> "Iterator[list[Kept]]":
        """The same, read a number at a time."""
        query = (
            "SELECT number, {body} FROM {at}receipts WHERE {of}=? AND number>? AND number<=?"
            " ORDER BY number LIMIT ?"
        )
        end = END if until is None else until
        while True:
            page = self._ask(query, (name, after, end, PAGE))
            yield page
            if len(page) < PAGE:
                return
            after = page[-1][0]

    def receipt(self, name: str, number: int) -> bytes | None:
        """The bytes of one receipt; None if there is none."""
        rows = self._ask("SELECT body FROM {at}receipts WHERE {of}=? AND number=?", (name, number))
        return bytes(rows[0][0]) if rows else None

    def receipts_without_gaps(self) -> dict[str, int]:
        """How many receipts each campaign has of which none is missing before the last."""
        rows = self._ask(
            "SELECT {of}, max(number) FROM {at}receipts GROUP BY {of}"
            " HAVING min(number) = 1 AND count(*) = max(number)",
            (),
        )
        return dict(rows)

    def receipts_of(self, name: str, first: int, last: int) -> "list[Kept]":
        """The receipts that may name these events; the caller checks whether they do."""

    def salt(self, name: str, number: int) -> str:
        """The sealed salt of a receipt; empty if the store has none."""
        rows = self._ask("SELECT body FROM {at}salts WHERE {of}=? AND number=?", (name, number))
        return str(rows[0][0]) if rows else ""

    def ends(self, name: str) -> tuple[int, int]:
        """The last version of a campaign and the number of its last receipt, at one moment."""

    def salts(self, name: str) -> dict[int, str]:
        """The sealed salts of a campaign's receipts, by their numbers."""
        query = "SELECT number, body FROM {at}salts WHERE {of}=? ORDER BY number"
        return dict(self._ask(query, (name,)))

    # --- snapshots ------------------------------------------------------------------------------

    def snapshot(self, name: str, label: str, until: int | None = None) -> tuple[int, bytes] | None:
        """The newest snapshot under a label, at a version or earlier."""

    def kept_turns(self, name: str, label: str, place: int | None = None) -> list[StoredTurn]:
        """The turns kept under a label, in order, without states and totals; or a place's whole."""
        return []
