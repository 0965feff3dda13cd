"""Keeping a store safe: a copy of the running database, its way back, and a look at its health. IO.

A copy is made by SQLite itself while others write, checked by opening and verifying it, and only
then put in its place. The vault's key is never copied along.
"""

import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Literal

import msgspec

from campaign.campaigns import Campaign
from campaign.exchange import audit_of
from campaign.ledger import Ledger
from campaign.opening import SeedChain
from campaign.reading import Reader
from campaign.recorder import SCHEMA, lock_timeout
from campaign.store import StoreError
from campaign.vault import VaultError

LOW_SPACE = 64 * 1024 * 1024
"""Bytes of free disk below which the doctor warns."""
Health = Literal["good", "warning", "bad"]


class Checked(msgspec.Struct, frozen=True):
    """One thing that was looked at."""

    what: str
    health: Health
    told: str


class Copied(msgspec.Struct, frozen=True):
    """A copy that was made and checked."""

    path: str
    campaigns: dict[str, int]
    """Events of each campaign in it."""


# --- backup and restore -------------------------------------------------------------------------


def backup(store: Path, target: Path, *, over: bool = False) -> Copied:
    """Copies a store while it is in use, checks the copy, and puts it in its place.

    Raises `StoreError` where it cannot be copied, or the copy does not verify.
    """
    if target.exists() and not over:
        raise StoreError(f"{target} is there already")
    Reader(store).names()  # tells what is no store
    if target.exists() and target.samefile(store):
        raise StoreError(f"{target} is the store itself")
    return _made(store, target)


def restore(copy: Path, store: Path, *, over: bool = False) -> Copied:
    """Puts a copy in the place of a store, after checking it; what was there is kept beside it.

    Raises `StoreError` where the copy does not verify, or a store is there and `over` is not said.
    """
    if store.exists() and not over:
        raise StoreError(f"{store} is there already; say that it may be put aside")
    Reader(copy).names()
    if store.exists() and store.samefile(copy):
        raise StoreError(f"{copy} is the store itself")
    aside = store.with_name(f"{store.name}.before-restore")
    if store.exists():
        if aside.exists():
            raise StoreError(f"{aside} is there already, from another restore; move it away")
        _copy(store, aside)
    return _made(copy, store)


def _made(source: Path, target: Path) -> Copied:
    """A checked copy, laid beside its place first."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        os.close(handle)
    except OSError as error:
        raise StoreError(f"cannot write {target}: {error.strerror or error}") from error
    draft = Path(name)
    try:
        _copy(source, draft)
        campaigns = _verified(draft)
        for tail in ("-wal", "-shm"):
            draft.with_name(draft.name + tail).unlink(missing_ok=True)
            target.with_name(target.name + tail).unlink(missing_ok=True)
        draft.replace(target)
    except OSError as error:
        raise StoreError(f"cannot write {target}: {error.strerror or error}") from error
    finally:
        for tail in ("", "-wal", "-shm", "-journal"):
            draft.with_name(draft.name + tail).unlink(missing_ok=True)
    return Copied(str(target), campaigns)


def _copy(source: Path, target: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(f"{source.absolute().as_uri()}?mode=ro", uri=True)) as old,
            closing(sqlite3.connect(target)) as new,
        ):
            old.execute(f"PRAGMA busy_timeout={lock_timeout() * 1000}")
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")
    except sqlite3.Error as error:
        target.unlink(missing_ok=True)
        raise StoreError(f"{source} cannot be copied: {error}") from error


def _verified(copy: Path) -> dict[str, int]:
    """The campaigns of a copy, each verified."""
    reader = Reader(copy)
    try:
        found: dict[str, int] = {}
        for name in reader.names():
            if fault := next(_faults(reader, name), None):
                raise StoreError(f"the copy of {name} does not verify: {fault}")
            found[name] = reader.store.version(name)
        return found
    finally:
        reader.store.close()


def _faults(reader: Reader, name: str) -> Iterator[str]:
    yield from map(str, audit_of(reader, name).findings(reader.store.rows(name)))


# --- health -------------------------------------------------------------------------------------


def examine(ledger: Ledger, *, deep: bool = False) -> Iterator[Checked]:
    """Everything worth a look, one after the other; `deep` verifies every campaign as well."""
    path = ledger.store.path
    if not path.exists():
        yield Checked("store", "bad", f"there is none at {path}")
        return
    yield from _database(path)
    try:
        names = ledger.names()
    except StoreError as error:
        yield Checked("campaigns", "bad", str(error))
        return
    yield Checked("campaigns", "good", f"{len(names)}: {', '.join(names)}" if names else "none")
    yield _key(ledger, names)
    for name in names:
        yield from _campaign(ledger, name, deep=deep)
    yield _space(path)


def _database(path: Path) -> Iterator[Checked]:
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            db.execute(f"PRAGMA busy_timeout={lock_timeout() * 1000}")
            faults = [row[0] for row in db.execute("PRAGMA integrity_check(5)")]
            schema = db.execute("PRAGMA user_version").fetchone()[0]
    except sqlite3.Error as error:
        yield Checked("database", "bad", f"cannot be read: {error}")
        return
    if faults == ["ok"]:
        yield Checked("database", "good", "SQLite finds it whole")
    else:
        yield Checked("database", "bad", f"{faults[0]}; restore a backup or import an export")
    if schema == SCHEMA:
        yield Checked("schema", "good", f"{schema}, the program's own")
    elif schema < SCHEMA:
        yield Checked("schema", "good", f"{schema}; the next command brings it to {SCHEMA}")
    else:
        yield Checked("schema", "bad", f"{schema} is newer than this program ({SCHEMA})")


def _key(ledger: Ledger, names: list[str]) -> Checked:
    """Whether the vault's key is there, and opens what it should."""
    vault = ledger.vault
    if not vault.exists():
        return Checked("vault key", "bad", f"missing: nothing sealed can be opened; {vault.path}")
    for name in names:
        try:
            shared: Campaign = ledger.live(name).state.campaign
            kept = SeedChain(shared.id, shared.seed_anchor, shared.seed_links, shared.seed_sealed)
            vault.seed(kept, max(1, shared.seed_number))
        except VaultError as error:
            return Checked("vault key", "bad", f"{name}: {error}")
        except StoreError:
            continue
    if vault.path.is_file() and vault.path.stat().st_mode & 0o077:
        return Checked("vault key", "warning", f"others can read {vault.path}; chmod 600 it")
    return Checked("vault key", "good", "there, and it opens every campaign's seeds")


def _campaign(ledger: Ledger, name: str, *, deep: bool) -> Iterator[Checked]:
    try:
        live = ledger.live(name)
    except StoreError as error:
        yield Checked(name, "bad", str(error))
        return
    told = f"version {live.version}, turn {live.state.campaign.turn}"
    if not deep:
        yield Checked(name, "good", told)
        return
    if fault := next(_faults(ledger, name), None):
        yield Checked(name, "bad", f"does not verify: {fault}")
    else:
        yield Checked(name, "good", f"{told}; it verifies")


def _space(path: Path) -> Checked:
    free = shutil.disk_usage(path.absolute().parent).free
    told = f"{free // (1024 * 1024):,} MiB free"
    return Checked("disk", "good" if free >= LOW_SPACE else "warning", told)
