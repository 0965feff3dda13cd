"""What a store of campaigns can do. SQLite's is the first; nothing above knows which one it is.

Each campaign is a stream of events with versions from 1, without gaps. With its events a store
keeps idempotency keys, receipts in one chain with numbers from 1, their sealed salts, and
snapshots. A campaign's streams do not depend on another campaign's.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from campaign.proof.receipts import Kept, Receipt
from campaign.store.place import StorePlace

Row = tuple[int, str, bytes]
"""A stored event: version, topic and bytes."""

Head = tuple[int, str]
"""The version and digest of a campaign's last event."""
NO_KEYS: Mapping[str, tuple[int, int]] = {}
NO_SALTS: Mapping[int, str] = {}


class StoreError(Exception):
    """The store cannot be used as requested. One line for the user."""


class ConflictError(Exception):
    """Somebody else appended first."""


class EventStore(Protocol):
    """A store of campaigns. Several threads may use it at once.

    Whatever it cannot do it raises as `StoreError`. What a method returns was recorded completely:
    of an append, readers see all or nothing.
    """

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
        receipt: Receipt | None = None,
        *,
        salt: str = "",
        receipts: Iterable[Kept] = (),
        salts: Mapping[int, str] = NO_SALTS,
        create: bool = False,
    ) -> tuple[str, bytes]:
        """Appends a campaign's next events, all or none, and the receipt for them.

        `keys` has the first and last version recorded under each idempotency key; `salt` is the
        receipt's, sealed; `receipts` are those of an export, and `salts` theirs by their numbers.
        With `create`, the store is made if there is none. Once it returns, a power cut takes
        nothing back. Returns the receipt's id and bytes, empty without one.

        Raises `ConflictError` if one of the versions or a key is taken.
        """

    def keep_receipt(self, name: str, receipt: Receipt) -> tuple[str, bytes]:
        """Keeps the receipt of a submission that recorded nothing; returns its id and bytes."""

    def keep_snapshots(self, name: str, label: str, states: Sequence[tuple[int, bytes]]) -> None:
        """Keeps snapshots, each with its version, and drops those under other labels.

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

    def head(self, name: str) -> Head:
        """The version and digest of a campaign's last event; 0 and nothing if there is none.

        It is asked before every command and every page, and must cost next to nothing as long as
        nothing has changed.
        """

    def heads(self, names: Sequence[str]) -> dict[str, Head]:
        """The same of several campaigns, all that were named; for whoever watches them."""

    def rows(self, name: str, after: int = 0, until: int | None = None) -> Iterator[Row]:
        """A campaign's events in order; the longest log needs little memory."""

    def states(self, name: str, after: int = 0, until: int | None = None) -> Iterator[bytes]:
        """Only the bytes of a campaign's events: all that a fold needs."""

    def of_topics(
        self, name: str, topics: Sequence[str], after: int = 0, until: int | None = None
    ) -> list[Row]:
        """A campaign's events under some topics, in order."""

    def has_topic(self, name: str, topics: Sequence[str], after: int = 0) -> bool:
        """Whether a campaign has an event under one of these topics after a version."""

    def versions_of(self, name: str, key: str) -> tuple[int, int] | None:
        """The first and last version recorded under an idempotency key."""

    # --- receipts -------------------------------------------------------------------------------

    def receipts(self, name: str, until: int | None = None, after: int = 0) -> Iterator[Kept]:
        """A campaign's receipts in order, between two numbers; none in a store from before."""

    def receipt(self, name: str, number: int) -> bytes | None:
        """The bytes of one receipt; None if there is none."""

    def receipts_of(self, name: str, first: int, last: int) -> list[Kept]:
        """The receipts that may name these events; the caller checks whether they do."""

    def salt(self, name: str, number: int) -> str:
        """The sealed salt of a receipt; empty if the store has none."""

    def ends(self, name: str) -> tuple[int, int]:
        """The last version of a campaign and the number of its last receipt, at one moment."""

    def salts(self, name: str) -> dict[int, str]:
        """The sealed salts of a campaign's receipts, by their numbers."""

    # --- snapshots ------------------------------------------------------------------------------

    def snapshot(self, name: str, label: str, until: int | None = None) -> tuple[int, bytes] | None:
        """The newest snapshot under a label, at a version or earlier."""
