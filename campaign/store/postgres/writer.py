"""What is recorded in PostgreSQL: events, keys, receipts and salts together, once each. IO.

A row of `heads` says how far each campaign has come. Whoever writes locks it first and changes it
last, in the transaction of the events, their keys, the receipt and its salt. Nothing has an order
across campaigns.

A line that is cut before the commit has recorded nothing, so the same is written again. One that is
cut during the commit is looked after on another connection: the campaign's row can be locked only
once the server is done with the lost transaction, and then it shows whether it counts.
"""

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

from campaign.proof.receipts import Kept, Receipt, receipt_id, sealed_row
from campaign.store.postgres import heads
from campaign.store.postgres.database import TRIES
from campaign.store.postgres.faults import (
    NOT_KNOWN,
    ChangedRowsError,
    LostError,
    UnknownError,
    told,
)
from campaign.store.postgres.heads import Last, as_text
from campaign.store.postgres.reader import PostgresReader
from campaign.store.postgres.schema import OF_CAMPAIGN, SCHEMA_NAME
from campaign.store.postgres.writing import Writing
from campaign.store.protocol import NO_KEYS, NO_SALTS, ConflictError, Row, StoreError
from campaign.store.waiting import lock_timeout
from events import chain

PAUSE = 0.1
"""How long to wait before a server that is gone is asked again whether it recorded something."""


class PostgresWriter(PostgresReader):
    """A record's database, to write into. Nothing is lost, and nothing is recorded twice."""

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
        """Appends events with their keys, receipt and salt, all or none, as `EventStore` says.

        Raises `ConflictError` if one of the versions or a key is taken.
        """
        if create:
            self.make()
        self.must_be_there()
        papers = list(receipts)
        for left in reversed(range(TRIES)):
            kept: Kept | None = None
            try:
                with self.writing(name) as (connection, last):
                    if rows[0][0] != last.version + 1:
                        raise ConflictError
                    written = Writing(connection, self.recorder(connection), name)
                    written.events(rows)
                    for key, (first, end) in keys.items():
                        written.put("command_keys", key, first, end)
                    number, paper = last.receipt, last.paper
                    for number, body in papers:
                        written.put("receipts", number, body)
                        paper = as_text(chain.head(body))
                    for at, sealed in salts.items():
                        written.put("salts", at, sealed)
                    if receipt is not None:
                        kept = _papered(written, receipt, salt, number, paper)
                        number, paper = kept[0], chain.head(kept[1])
                    version, _, state = rows[-1]
                    digest = as_text(chain.head(state))
                    written.head(version=version, head=digest, receipt=number, paper=paper)
                    self._must_hold(written, last)
            except ConflictError:
                self._must_agree(name)
                raise
            except LostError as error:
                self._once_more(left, error)
            except UnknownError as error:
                if self._holds(name, rows, kept):
                    break
                self._once_more(left, error)
            else:
                break
        return (receipt_id(name, kept[0]), kept[1]) if kept else ("", b"")

    def keep_receipt(self, name: str, receipt: Receipt) -> tuple[str, bytes]:
        """Keeps the receipt of a submission that recorded nothing; returns its id and bytes."""
        self.must_be_there()
        for left in reversed(range(TRIES)):
            kept: Kept | None = None
            try:
                with self.writing(name) as (connection, last):
                    written = Writing(connection, self.recorder(connection), name)
                    kept = _papered(written, receipt, "", last.receipt, last.paper)
                    written.head(receipt=kept[0], paper=chain.head(kept[1]))
                    self._must_hold(written, last)
                break
            except ConflictError as error:
                self._must_agree(name)
                self._once_more(left, error)
            except LostError as error:
                self._once_more(left, error)
            except UnknownError as error:
                if self._holds(name, (), kept):
                    break
                self._once_more(left, error)
        assert kept is not None
        return receipt_id(name, kept[0]), kept[1]

    def _must_hold(self, written: Writing, last: Last) -> None:
        """Reads everything again where something in the database could have changed it."""
        if last.is_watched:
            try:
                written.must_hold()
            except ChangedRowsError as error:
                raise told(self.place, error) from error

    def _once_more(self, left: int, error: Exception) -> None:
        """Nothing was recorded, so it is tried again, but not for ever."""
        if not left:
            cause = error.__cause__
            raise told(self.place, cause if isinstance(cause, Exception) else error) from error

    def _must_agree(self, name: str) -> None:
        """Raises `StoreError` where there will always be a conflict: the tables disagree."""
        if wrong := self.heads_wrong(name):
            raise StoreError(
                f"{self.place} holds tables that disagree ({wrong[0]}); nothing was recorded; "
                "see `campaign doctor`"
            )

    def _holds(self, name: str, rows: Sequence[Row], kept: Kept | None) -> bool:
        """Whether what was written is there, after a commit of which nobody heard the answer.

        The receipt tells: it is about this one submission. Where there is none, the events do,
        which have their time and their place in the chain.
        """
        until = time.monotonic() + lock_timeout()
        while True:
            try:
                self._wait_for_the_server(name)
                if kept is not None:
                    return self.receipt(name, kept[0]) == kept[1]
                found = self.rows(name, rows[0][0] - 1, rows[-1][0])
                return list(found) == [tuple(row) for row in rows]
            except (StoreError, LostError, UnknownError) as error:
                if time.monotonic() > until:
                    raise StoreError(f"{self.place} {NOT_KNOWN}") from error
                time.sleep(PAUSE)

    def _wait_for_the_server(self, name: str) -> None:
        """Until it is done with a transaction whose line was cut: that one holds the lock."""
        try:
            with self.writing(name):
                pass
        except ConflictError:
            pass  # what is there is to be seen

    def forget(self, name: str) -> None:
        """Deletes a campaign and everything that belongs to it; only branches are deleted."""
        self.must_be_there()
        for left in reversed(range(TRIES)):
            try:
                with self.writing(name) as (connection, _):
                    for table in OF_CAMPAIGN:
                        statement = f"DELETE FROM {SCHEMA_NAME}.{table} WHERE campaign=%s"
                        connection.execute(statement.encode(), (name,))
                    events = f"DELETE FROM {SCHEMA_NAME}.stored_events WHERE originator_id=%s"
                    connection.execute(events.encode(), (name,))
                return
            except (LostError, UnknownError, ConflictError) as error:
                self._once_more(left, error)

    # --- a record that moves --------------------------------------------------------------------

    def shut(self, to: str, name: str = "") -> int:
        """Records nothing more in a campaign, or without a name in any: it has moved to `to`.

        Waits for whoever is recording at the moment; once it returns, what is read is the last.
        Returns how many campaigns it is.
        """
        return self._moved(to, name)

    @contextmanager
    def handing_over(self, to: str) -> Iterator[None]:
        """Nobody records anything meanwhile, nor afterwards where `to` says where it has moved."""
        self.must_be_there()
        with self.settling() as connection:
            heads.hold(connection)
            yield
            if to:
                heads.shut(connection, to, "")

    def moved_to(self) -> str:
        """Where the whole store has moved to; empty if it is here."""
        found = self.read("SELECT value FROM {schema}.about WHERE name='moved'")
        return str(found[0][0]) if found else ""

    def open_again(self, name: str = "") -> int:
        """Takes `shut` back: of a campaign, or without a name of all."""
        return self._moved("", name)

    def _moved(self, to: str, name: str) -> int:
        self.must_be_there()
        with self.settling() as connection:
            return heads.shut(connection, to, name)


def _papered(written: Writing, receipt: Receipt, salt: str, number: int, paper: str) -> Kept:
    """Writes a campaign's next receipt, chained to the last, and its sealed salt."""
    body = sealed_row(receipt, paper.encode())
    written.put("receipts", number + 1, body)
    if salt:
        written.put("salts", number + 1, salt)
    return number + 1, body
