"""A club in a folder of its own, to be kept or handed over: record, exports, people, key. IO.

archives/thursday-2026-11-22/
    club.db            the record, verified
    club.people.db     addresses and choices
    club.vault         the key: without it nothing sealed can be opened
    club.toml          its settings on the machine where it was made, if there were any
    NAME.jsonl         each campaign as an export
"""

import shutil
import tempfile
from collections.abc import Callable
from pathlib import Path

from campaign.clubs.club import ClubError
from campaign.people import keeping as people
from campaign.people.database import people_path
from campaign.store import export as exchange
from campaign.store.ledger import Ledger
from campaign.store.place import StorePlace
from campaign.store.protocol import StoreError
from campaign.store.sqlite import backup as keeping

STORE = "club.db"
KEY, SETTINGS = "club.vault", "club.toml"
Copying = Callable[[StorePlace, StorePlace], object]
"""Copies a whole store with its people and key to another place; the first stays as it is."""


def archive(store: StorePlace, folder: Path, copied: Copying) -> list[str]:
    """Writes a club into a new folder; its campaigns. The folder gets its name once it is whole.

    `copied` is for a store in a database. Raises `StoreError`, and leaves nothing then.
    """
    if folder.exists():
        raise ClubError(f"{folder} is there already; name another folder for the archive")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
    except OSError as error:
        raise ClubError(f"cannot write {folder}: {error.strerror or error}") from error
    try:
        names = _written(store, draft, copied)
        draft.rename(folder)
    except OSError as error:
        raise ClubError(f"cannot write {folder}: {error.strerror or error}") from error
    finally:
        shutil.rmtree(draft, ignore_errors=True)
    return names


def _written(store: StorePlace, folder: Path, copied: Copying) -> list[str]:
    target = StorePlace(folder / STORE)
    if store.is_database:
        copied(store, target)
    else:
        if wrong := keeping.backup(store.file, target.file).findings:
            raise StoreError(f"{wrong[0]}; nothing was deleted")
        people.backup(store.file, target.file)
    for source, name in ((vault_of(store), KEY), (store.file.with_suffix(".toml"), SETTINGS)):
        if source.is_file() and not (folder / name).exists():
            shutil.copy2(source, folder / name)
    with Ledger(target) as ledger:
        names = ledger.names()
        for name in names:
            exchange.export(ledger, name, folder / f"{name}.jsonl")
        for name in names:
            _must_equal(ledger, name, folder / f"{name}.jsonl")
    for file in folder.iterdir():
        file.chmod(0o600)
    return names


def _must_equal(ledger: Ledger, name: str, file: Path) -> None:
    """Raises `StoreError` where an export is not the campaign's record."""
    written, head = exchange.Export(file).header, ledger.store.head(name)
    if (written.events, written.head) != head:
        raise StoreError(f"the export of {name} is not its record; nothing was deleted")


def unpacked(folder: Path, target: StorePlace, copied: Copying) -> None:
    """Puts an archive at a club's new place, which is empty. Raises `StoreError`."""
    source = StorePlace(folder / STORE)
    if not source.file.is_file():
        raise ClubError(f"{folder} is no archive of a club: there is no {STORE} in it")
    if target.is_database:
        copied(source, target)
        return
    keeping.restore(source.file, target.file)
    if people_path(source.file).is_file():
        people.restore(source.file, target.file)
    for name, place in ((KEY, vault_of(target)), (SETTINGS, target.file.with_suffix(".toml"))):
        if (folder / name).is_file() and not place.exists():
            shutil.copy2(folder / name, place)
            if name == KEY:
                place.chmod(0o600)


def vault_of(store: StorePlace) -> Path:
    """The file of a store's key."""
    return store.file.with_suffix(".vault")


def deleted(store: StorePlace, folder: Path) -> list[str]:
    """Deletes the files of a club on this machine, and their folder if it lies in `folder` and
    nothing else is in it; what was left there.
    """
    own, stem = store.file.parent, store.file.stem
    if not own.is_dir():
        return []
    for file in [*own.iterdir()]:
        is_own = file.name.startswith((f"{stem}.", f"{stem}-", f".{store.file.name}"))
        if is_own and file.is_file():
            file.unlink()
    left = sorted(file.name for file in own.iterdir())
    if not left and own.absolute().parent == folder.absolute():
        own.rmdir()
    return left
