"""The file of the read tables beside a store (`STORE-tables.db`): opened, marked, deleted. IO."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from campaign.store.protocol import StoreError
from campaign.store.writable import make_private
from campaign.tables import schema

APPLICATION_ID = 0x43545232
"""Marks a file as the read tables of a campaign store."""
LOCK_TIMEOUT = 60_000
"""How many milliseconds to wait for another process that updates the tables."""


class ReadModelError(StoreError):
    """The read tables cannot be used as requested. One line for the user."""


def path(store: Path) -> Path:
    """The file of a store's read tables; Datasette wants no dot in its stem."""
    return store.with_name(f"{store.stem.replace('.', '-')}-tables.db")


def delete(store: Path) -> None:
    """Deletes a store's read tables; the next update rebuilds them."""
    _remove(path(store))


def _remove(main: Path) -> None:
    for tail in ("", "-wal", "-shm"):
        main.with_name(main.name + tail).unlink(missing_ok=True)


class ReadDatabase:
    """The read tables of one store. The file stays open from one transaction to the next.

    One thread at a time may use it.
    """

    def __init__(self, file: Path) -> None:
        self.file = file
        self._open: sqlite3.Connection | None = None
        self._inode = 0
        self._number = 0

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """The tables, in one transaction that is committed only if all went well."""
        try:
            db = self._begun()
            try:
                yield db
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise
        except (sqlite3.Error, OSError) as error:
            self.close()
            text = f"the read tables {self.file} cannot be written: {error}"
            raise ReadModelError(text) from error

    def close(self) -> None:
        """Closes the file; the next transaction opens it again."""
        db, self._open = self._open, None
        if db is not None:
            db.close()

    def _begun(self) -> sqlite3.Connection:
        """The open file, in a transaction that nobody else writes beside."""
        if (kept := self._kept()) and self._begins(kept):
            return kept
        self.close()
        db = self._opened()
        if not self._begins(db):
            schema.create(db)
            db.execute(f"PRAGMA application_id={APPLICATION_ID}")
            db.execute(f"PRAGMA user_version={self._number}")
        return db

    def _begins(self, db: sqlite3.Connection) -> bool:
        """Begins a transaction; whether the file has today's tables."""
        db.execute("BEGIN IMMEDIATE")
        found: int = db.execute("PRAGMA user_version").fetchone()[0]
        return found == self._number

    def _kept(self) -> sqlite3.Connection | None:
        """The open file, if it is still the one that lies at the path."""
        if self._open is not None:
            try:
                if self.file.stat().st_ino == self._inode:
                    return self._open
            except FileNotFoundError:
                return None
        return None

    def _opened(self) -> sqlite3.Connection:
        self._number = schema.number()
        # On another machine than the first a database's folder begins with the read tables.
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self._outdated():
            _remove(self.file)
        make_private(self.file)
        # Whoever uses it may be another thread than the one that closes it in the end.
        db = sqlite3.connect(self.file, timeout=LOCK_TIMEOUT / 1000, check_same_thread=False)
        self._open = db
        # WAL with synchronous=NORMAL survives a power cut; what it may lose is read again.
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=NORMAL")
        db.isolation_level = None
        self._inode = self.file.stat().st_ino
        return db

    def _outdated(self) -> bool:
        """Whether a file is ours but of another form. Raises if it is not ours.

        It reads through SQLite, not from the file's header: recent writes of another process, or of
        one that was killed, may still be in the write-ahead log beside the file.
        """
        file = self.file
        if not file.exists() or file.stat().st_size == 0:
            return False
        try:
            with closing(sqlite3.connect(file, timeout=LOCK_TIMEOUT / 1000)) as db:
                blank = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
                marked = db.execute("PRAGMA application_id").fetchone()[0] == APPLICATION_ID
                number = db.execute("PRAGMA user_version").fetchone()[0]
        except sqlite3.OperationalError:
            raise
        except sqlite3.DatabaseError:
            blank, marked, number = False, False, 0
        if not blank and not marked:
            raise ReadModelError(
                f"{file} is none of ours; move it away, the tracker needs its name"
            )
        return not blank and number != self._number
