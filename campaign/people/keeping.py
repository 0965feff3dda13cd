"""Backup and restore of the people's file, which goes with its store. IO.

The copy of `club-backup.db` is `club-backup.people.db`. It holds addresses, so it is for its owner
alone from its first byte. A store is copied first and its people afterwards: they may then know of
more mail than the log of turns, and none is sent twice.
"""

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path

from campaign.people.database import people_path
from campaign.people.ended import carried
from campaign.people.protocol import PEOPLE
from campaign.store.forms import must_be_read
from campaign.store.protocol import StoreError
from campaign.store.waiting import lock_timeout
from campaign.text.english import listed


def backup(store: Path, target: Path) -> Path | None:
    """Copies the people of a store beside the store's copy; None if the store has none.

    An older copy of that name goes: it would bring back people whom the store has no more.
    """
    people, copy = people_path(store), people_path(target)
    if not people.is_file():
        copy.unlink(missing_ok=True)
        return None
    _copied(people, copy)
    return copy


def restore(copy: Path, store: Path) -> tuple[Path | None, Path | None]:
    """Puts the people of a copy in the place of a store's, and those aside.

    `may_be_restored` has found nothing in the way. Returns where they are, and where those that
    were there are now. A copy without people leaves the store's as they are.
    """
    kept, people = people_path(copy), people_path(store)
    if not kept.is_file():
        return None, None
    aside: Path | None = None
    with _nobody_writing(people):
        if people.exists():
            aside = _aside(people)
            try:
                _copied(people, aside)
            except StoreError:
                people.replace(aside)  # damaged: it is put aside as it is
        _copied(kept, people, aside)
    return people, aside


def may_be_restored(copy: Path, store: Path) -> None:
    """Raises `StoreError` where what another restore put aside is in the way.

    Store and people are told in one line: nobody should meet the second after moving the first.
    """
    kept, people = people_path(copy), people_path(store)
    replaced = [file for file in (store, people if kept.is_file() else None) if file is not None]
    asides = [_aside(file) for file in replaced if file.exists()]
    if left := [str(aside) for aside in asides if aside.exists()]:
        are, them = ("is", "it") if len(left) == 1 else ("are", "them")
        raise StoreError(
            f"{listed(left)} {are} there already, from another restore; move {them} away"
        )
    if not kept.is_file():
        return
    must_be_read(kept, PEOPLE)
    if fault := damage(kept):
        raise StoreError(f"{kept} is damaged ({fault}); nothing was restored")


@contextmanager
def _nobody_writing(people: Path) -> Iterator[None]:
    """Keeps others from writing to a file that is replaced: the journal of what they are at would
    belong to another one.
    """
    with ExitStack() as held:
        if people.exists():
            db = held.enter_context(
                closing(sqlite3.connect(people, timeout=lock_timeout(), isolation_level=None))
            )
            try:
                db.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError as error:
                raise StoreError(
                    f"{people} is in use by another program and was left as it was; stop that "
                    "and restore once more"
                ) from error
            except sqlite3.DatabaseError:
                pass  # damaged: nobody writes to it
        yield


def _aside(file: Path) -> Path:
    return file.with_name(f"{file.name}.before-restore")


def damage(file: Path) -> str:
    """What SQLite finds wrong with a file; empty if it is whole."""
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", uri=True)) as db:
            found: str = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
    except sqlite3.Error as error:
        return str(error)
    return "" if found == "ok" else found


def _copied(source: Path, target: Path, aside: Path | None = None) -> None:
    """Copies a file that may be in use, checks the copy, and puts it in its place.

    What the people put aside know to be ended lets nobody in again.
    """
    draft: Path | None = None
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")  # mode 600
        os.close(handle)
        draft = Path(name)
        uri = f"{source.absolute().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, uri=True)) as old, closing(sqlite3.connect(draft)) as new:
            old.backup(new)
        if fault := damage(draft):
            raise StoreError(f"{source} is damaged ({fault}), and was not copied")
        if aside is not None and not damage(aside):
            carried(aside, draft)
        draft.replace(target)
    except (sqlite3.Error, OSError) as error:
        raise StoreError(f"{source} cannot be copied to {target}: {error}") from error
    finally:
        if draft is not None:
            for tail in ("", "-wal", "-shm", "-journal"):
                draft.with_name(draft.name + tail).unlink(missing_ok=True)
