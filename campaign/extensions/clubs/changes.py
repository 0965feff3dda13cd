"""Changes of a directory: clubs added, closed, archived, moved, deleted. What is killed can be
repeated. IO.
"""

import re
import shutil
import tempfile
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from campaign.accounts import backups
from campaign.accounts.database import open_people, people_path
from campaign.accounts.protocol import PEOPLE
from campaign.accounts.table.diary import DIARY, StoredDiary
from campaign.extensions.clubs.club import (
    STATES,
    Club,
    ClubError,
    ClubState,
    kept_address,
    named,
    public_url,
)
from campaign.extensions.clubs.directory import UNHEARD, ClubDirectory, store_of, stored
from campaign.handler.moved_in import note_moved_in
from campaign.store import export as exchange
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError, StorePlace, is_url, place_of
from campaign.store.reader import open_store
from campaign.store.sqlite import backup as keeping
from campaign.world import clock

# --- A club in a folder of its own, to be kept or handed over: record, exports, people, key -----
#
# archives/thursday-2026-11-22/
#     club.db            the record, verified
#     club.people.db     addresses and choices
#     club.vault         the key: without it nothing sealed can be opened
#     club.toml          its settings on the machine where it was made, if there were any
#     NAME.jsonl         each campaign as an export

STORE, SETTINGS = "club.db", "club.toml"
ARCHIVED_KEY = "club.vault"
Copying = Callable[[StorePlace, StorePlace], object]
"""Copies a whole store with its people and key to another place; the first stays as it is."""


def make_archive(store: StorePlace, folder: Path, copied: Copying) -> list[str]:
    """Writes a club into a new folder; its campaigns. The folder gets its name once it is whole.

    `copied` is for a store in a database. Raises `StoreError`, and leaves nothing then.
    """
    if folder.exists():
        raise ClubError(f"{folder} is there already; name another folder for the archive")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = Path(tempfile.mkdtemp(prefix=f".{folder.name}.", dir=folder.parent))
        try:
            names = _written(store, draft, copied)
            draft.rename(folder)
        finally:
            shutil.rmtree(draft, ignore_errors=True)
    except OSError as error:
        raise ClubError(f"cannot write {folder}: {error.strerror or error}") from error
    return names


def _written(store: StorePlace, folder: Path, copied: Copying) -> list[str]:
    target = StorePlace(folder / STORE)
    if store.is_database:
        copied(store, target)
    else:
        if wrong := keeping.backup(store.file, target.file).findings:
            raise StoreError(f"{wrong[0]}; nothing was deleted")
        backups.backup(store.file, target.file)
    for source, name in _beside(store):
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


def unpack_archive(folder: Path, target: StorePlace, copied: Copying) -> None:
    """Puts an archive at a club's new place, which is empty. Raises `StoreError`."""
    source = StorePlace(folder / STORE)
    if not source.file.is_file():
        raise ClubError(f"{folder} is no archive of a club: there is no {STORE} in it")
    if target.is_database:
        copied(source, target)
        return
    keeping.restore(source.file, target.file)
    if people_path(source.file).is_file():
        backups.restore(source.file, target.file)
    for place, name in _beside(target):
        if (folder / name).is_file() and not place.exists():
            shutil.copy2(folder / name, place)
            if name == ARCHIVED_KEY:
                place.chmod(0o600)


LARGEST = 2 * 10**9
"""How many bytes a club in a zip may have unpacked."""
_IN_A_ZIP = re.compile(r"club(\.people)?\.db|club\.vault|[a-z0-9][a-z0-9-]{0,62}\.jsonl")


def packed(folder: Path, file: Path) -> None:
    """Puts an archive into one file, without its settings: an address of its own awaits it."""
    draft = file.with_name(f".{file.name}")
    with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as whole:
        for one in sorted(folder.iterdir()):
            if _IN_A_ZIP.fullmatch(one.name):
                whole.write(one, one.name)
    draft.chmod(0o600)
    draft.rename(file)


@contextmanager
def unpacked(archive: Path) -> Iterator[Path]:
    """The folder of an archive, which may be a zip. Raises `ClubError` where it is no club's."""
    if not archive.is_file():
        yield archive
        return
    with tempfile.TemporaryDirectory(prefix="campaign-") as made:
        folder = Path(made)
        try:
            with zipfile.ZipFile(archive) as whole:
                entries = whole.infolist()
                strange = [one.filename for one in entries if not _IN_A_ZIP.fullmatch(one.filename)]
                if strange or sum(one.file_size for one in entries) > LARGEST:
                    raise ClubError(f"{archive} is no club that was taken along")
                whole.extractall(folder)
        except (OSError, zipfile.BadZipFile) as error:
            raise ClubError(f"{archive} is no archive of a club: {error}") from error
        yield folder


def _beside(store: StorePlace) -> tuple[tuple[Path, str], ...]:
    """The files of a store's key and settings, and what they are called in an archive."""
    return (
        (store.file.with_suffix(".vault"), ARCHIVED_KEY),
        (store.file.with_suffix(".toml"), SETTINGS),
    )


def delete_files(store: StorePlace, folder: Path) -> list[str]:
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


# --- Changes of a directory: clubs added, closed, moved, deleted --------------------------------
# What is killed can be repeated.
#
# Whoever takes a club from its members writes its state first, and then waits until every process
# of the service has let go of it.

PATIENCE = UNHEARD.total_seconds() + 10
"""How many seconds the processes of the service have to let go of a club."""
LOOK = 0.1
Waiting = Callable[[str], None]
"""Is told what is waited for."""


def add(
    directory: ClubDirectory,
    name: str,
    url: str,
    store: str,
    archive: Path | None,
    copied: Copying,
    tell: Callable[[str], None] = lambda text: None,
) -> StorePlace:
    """Adds a club, with a store of its own where none is named; where that is. `tell` is called
    with what has to be done again for one that came as a zip.

    Raises `StoreError`; what it made for the club is gone then.
    """
    named(name)
    url = public_url(url)
    if directory.club(name) is not None:
        raise ClubError(f"there is a club {name!r} in {directory} already")
    place, is_made = _place(directory, name, store)
    is_added = False
    try:
        _must_be_here(place)
        directory.add(Club(name, url, stored(place, directory.place), "closed"))
        is_added = True
        if archive is not None:
            if open_store(place).exists():
                raise ClubError(f"there is a campaign store in {place} already")
            with unpacked(archive) as folder:
                unpack_archive(folder, place, copied)
            if archive.is_file():
                _has_come(place, tell)
        _prepare(place, url)
    except BaseException:
        if is_added:
            directory.remove(name)
        if is_made:
            _delete(directory, place, name)
        raise
    directory.becomes(name, "open", "closed")
    return place


def _has_come(place: StorePlace, tell: Callable[[str], None]) -> None:
    """Takes in what is recorded again; each campaign waits for a new key and new seeds. No folder
    is written because of what a file from elsewhere says.
    """
    with closing(open_store(place)) as store:
        store.open_again()
    with Ledger(place) as ledger:
        note_moved_in(ledger)
    with closing(open_people(place, (PEOPLE, DIARY))) as file:
        if file.exists() and StoredDiary(file).forget_places():
            tell(PUBLISHED_ELSEWHERE)


PUBLISHED_ELSEWHERE = (
    "pages that were published elsewhere keep what is removed from now on: publish them again"
)


def _must_be_here(place: StorePlace) -> None:
    """Raises `ClubError` where a club once was, and left a store that takes nothing in."""
    with closing(open_store(place)) as store:
        if store.exists() and (to := store.moved_to()):
            raise ClubError(f"{place} has moved to {to}; name another store, or delete that one")


def _place(directory: ClubDirectory, name: str, store: str) -> tuple[StorePlace, bool]:
    """Where a new club's store is, and whether it was made for it."""
    there = directory.place
    if store:
        kept_address(store)
        written = store if is_url(store) else str(Path(store).absolute())
        return store_of(Club(name, "", written), there), False
    if there.is_database:
        from campaign.extensions.clubs import databases

        address = databases.make(there, name)
        return store_of(Club(name, "", address), there), True
    place = place_of(there.folder / name / STORE)
    is_new = not place.folder.exists()
    place.folder.mkdir(parents=True, exist_ok=True)
    return place, is_new


def _prepare(place: StorePlace, url: str) -> None:
    """Makes the store if there is none, and settings with its address if there are none."""
    with closing(open_store(place)) as store:
        store.make()
    settings = place.file.with_suffix(".toml")
    if not settings.exists() and not settings.with_name(SETTINGS).exists():
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(f'[service]\nurl = "{url}"\n', encoding="utf-8")


def known(directory: ClubDirectory, name: str) -> Club:
    """A club of the directory; a folder without a row gets one. Raises `ClubError`."""
    if (club := directory.club(name)) is not None:
        return club
    place = directory.place
    if not place.is_database and "/" not in name and name not in ("", ".", ".."):
        own = place.folder / name
        if (own / STORE).is_file():
            directory.add(Club(name, "", f"{name}/{STORE}"))
    return directory.must(name)


def close(directory: ClubDirectory, name: str, waiting: Waiting) -> bool:
    """Closes a club, and waits until nobody serves it; False if it was closed already."""
    club = known(directory, name)
    if club.state == "closed":
        return False
    _becomes(directory, club, "closed", "open")
    _let_go(directory, name, waiting)
    return True


def open_again(directory: ClubDirectory, name: str) -> bool:
    """Opens a club; False if it was open already."""
    club = known(directory, name)
    if club.state == "open":
        return False
    _becomes(directory, club, "open", "closed")
    return True


def move(
    directory: ClubDirectory, name: str, to: str, moved: Copying, waiting: Waiting
) -> StorePlace:
    """Moves a club to another store while the others play; where it is now.

    What was killed on the way is finished by the same call again. Raises `StoreError`; the club is
    where and as it was then.
    """
    club = known(directory, name)
    kept_address(to)
    written = to if is_url(to) else str(Path(to).absolute())
    source = store_of(club, directory.place)
    target = store_of(Club(name, "", written), directory.place)
    if target == source:
        raise ClubError(f"{name} is in {target} already")
    for other in directory.clubs():
        if other.name != name and store_of(other, directory.place) == target:
            raise ClubError(f"{other.name} has that store already")
    before: ClubState = "closed" if club.state == "closed" else "open"
    _becomes(directory, club, "moving", "open", "closed", "moving")
    try:
        _let_go(directory, name, waiting)
        moved(source, target)
    except BaseException:
        directory.becomes(name, before, "moving")
        raise
    directory.lives_at(name, stored(target, directory.place))
    directory.becomes(name, before, "moving")
    return target


def delete(
    directory: ClubDirectory, name: str, archive: Path, copied: Copying, waiting: Waiting
) -> list[str] | None:
    """Archives a club and deletes what is its own; its campaigns, None if nothing was left of it.

    Raises `StoreError`; before the archive is whole nothing is deleted, and the club is closed.
    """
    club = known(directory, name)
    _becomes(directory, club, "deleting", *STATES)
    place = store_of(club, directory.place)
    names: list[str] | None = None
    try:
        _let_go(directory, name, waiting)
        if _is_there(place):
            names = make_archive(place, archive, copied)
    except BaseException:
        directory.becomes(name, "closed", "deleting")
        raise
    _delete(directory, place, name)
    directory.remove(name)
    return names


def discard(directory: ClubDirectory, name: str, free: str = "") -> None:
    """Deletes a club without an archive; its name is taken until `free`."""
    club = directory.must(name)
    _becomes(directory, club, "deleting", *STATES)
    _let_go(directory, name, lambda text: None)
    _delete(directory, store_of(club, directory.place), name)
    directory.remove(name, free)


def _delete(directory: ClubDirectory, place: StorePlace, name: str) -> None:
    if place.is_database:
        from campaign.extensions.clubs import databases

        if databases.is_there(place):
            databases.delete(place, directory.place, name)
    delete_files(place, directory.place.folder)


def _is_there(place: StorePlace) -> bool:
    """Whether a club has a store. A database that can't be reached is none that is gone."""
    if place.is_database:
        from campaign.extensions.clubs import databases

        if not databases.is_there(place):
            return False
    with closing(open_store(place)) as store:
        return store.exists()


IN_WORDS: dict[ClubState, str] = {
    "open": "is open",
    "closed": "is closed",
    "moving": "is moving",
    "deleting": "is being deleted",
    "ended": "has ended",
}


def _becomes(directory: ClubDirectory, club: Club, state: ClubState, *before: ClubState) -> None:
    """Changes a club's state. Raises `ClubError` where it has another one by now."""
    if directory.becomes(club.name, state, *before):
        return
    now = directory.must(club.name).state
    again = {"moving": "move", "deleting": "delete"}.get(now, "")
    more = f"; where that was cut short, `campaign club {again}` again finishes it" if again else ""
    raise ClubError(f"{club.name} {IN_WORDS[now]}{more}")


def _let_go(directory: ClubDirectory, name: str, waiting: Waiting) -> None:
    """Returns once no process of the service has a club open. Raises `StoreError`."""
    until = clock.monotonic() + PATIENCE
    is_told = False
    while holders := directory.who_has(name):
        if not is_told:
            waiting(f"waiting until the service has let go of {name}")
            is_told = True
        if clock.monotonic() > until:
            raise StoreError(
                f"{holders[0]} has not let go of {name}; see whether that process still runs"
            )
        clock.sleep(LOOK)
