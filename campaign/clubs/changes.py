"""Changes of a directory: clubs added, closed, moved, deleted. What is killed can be repeated. IO.

Whoever takes a club from its members writes its state first, and then waits until every process of
the service has let go of it.
"""

import time
from collections.abc import Callable
from pathlib import Path

from campaign.clubs import archives
from campaign.clubs.archives import Copying
from campaign.clubs.club import Club, ClubError, ClubState, kept_address, named, public_url
from campaign.clubs.directory import UNHEARD, ClubDirectory
from campaign.clubs.opening import store_of, stored
from campaign.store.opening import open_store
from campaign.store.place import StorePlace, is_url, place_of
from campaign.store.protocol import StoreError

STORE, SETTINGS = "club.db", "club.toml"
PATIENCE = UNHEARD.total_seconds() + 10
"""How many seconds the processes of the service have to let go of a club."""
LOOK = 0.1
Waiting = Callable[[str], None]
"""Is told what is waited for."""


def add(
    directory: ClubDirectory, name: str, url: str, store: str, archive: Path | None, copied: Copying
) -> StorePlace:
    """Adds a club, with a store of its own where none is named; where that is.

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
            archives.unpacked(archive, place, copied)
        _prepare(place, url)
    except BaseException:
        if is_added:
            directory.remove(name)
        if is_made:
            _delete(directory, place, name)
        raise
    directory.becomes(name, "open", "closed")
    return place


def _must_be_here(place: StorePlace) -> None:
    """Raises `ClubError` where a club once was, and left a store that takes nothing in."""
    store = open_store(place)
    try:
        if store.exists() and (to := store.moved_to()):
            raise ClubError(f"{place} has moved to {to}; name another store, or delete that one")
    finally:
        store.close()


def _place(directory: ClubDirectory, name: str, store: str) -> tuple[StorePlace, bool]:
    """Where a new club's store is, and whether it was made for it."""
    there = directory.place
    if store:
        kept_address(store)
        written = store if is_url(store) else str(Path(store).absolute())
        return store_of(Club(name, "", written), there), False
    if there.is_database:
        from campaign.clubs import databases

        address = databases.make(there, name)
        return store_of(Club(name, "", address), there), True
    place = place_of(there.folder / name / STORE)
    is_new = not place.folder.exists()
    place.folder.mkdir(parents=True, exist_ok=True)
    return place, is_new


def _prepare(place: StorePlace, url: str) -> None:
    """Makes the store if there is none, and settings with its address if there are none."""
    store = open_store(place)
    try:
        store.make()
    finally:
        store.close()
    settings = place.file.with_suffix(".toml")
    if not settings.exists() and not settings.with_name(SETTINGS).exists():
        settings.parent.mkdir(parents=True, exist_ok=True)
        settings.write_text(f'[service]\nurl = "{url}"\n', encoding="utf-8")


def known(directory: ClubDirectory, name: str) -> Club:
    """A club of the directory; a folder without a row gets one. Raises `ClubError`."""
    if (found := directory.club(name)) is not None:
        return found
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
    _becomes(directory, club, "deleting", "open", "closed", "moving", "deleting")
    place = store_of(club, directory.place)
    names: list[str] | None = None
    try:
        _let_go(directory, name, waiting)
        if _is_there(place):
            names = archives.archive(place, archive, copied)
    except BaseException:
        directory.becomes(name, "closed", "deleting")
        raise
    _delete(directory, place, name)
    directory.remove(name)
    return names


def _delete(directory: ClubDirectory, place: StorePlace, name: str) -> None:
    if place.is_database:
        from campaign.clubs import databases

        if databases.is_there(place):
            databases.delete(place, directory.place, name)
    archives.deleted(place, directory.place.folder)


def _is_there(place: StorePlace) -> bool:
    """Whether a club has a store. A database that can't be reached is none that is gone."""
    if place.is_database:
        from campaign.clubs import databases

        if not databases.is_there(place):
            return False
    store = open_store(place)
    try:
        return store.exists()
    finally:
        store.close()


IN_WORDS: dict[ClubState, str] = {
    "open": "is open",
    "closed": "is closed",
    "moving": "is moving",
    "deleting": "is being deleted",
}


def _becomes(directory: ClubDirectory, club: Club, state: ClubState, *before: ClubState) -> None:
    """Changes a club's state. Raises `ClubError` where it has another one by now."""
    if directory.becomes(club.name, state, *before):
        return
    now = directory.must(club.name).state
    more = ""
    if now == "moving":
        more = "; where that was cut short, `campaign club move` again finishes it"
    if now == "deleting":
        more = "; where that was cut short, `campaign club delete` again finishes it"
    raise ClubError(f"{club.name} {IN_WORDS[now]}{more}")


def _let_go(directory: ClubDirectory, name: str, waiting: Waiting) -> None:
    """Returns once no process of the service has a club open. Raises `StoreError`."""
    until = time.monotonic() + PATIENCE
    told = False
    while holders := directory.who_has(name):
        if not told:
            waiting(f"waiting until the service has let go of {name}")
            told = True
        if time.monotonic() > until:
            raise StoreError(
                f"{holders[0]} has not let go of {name}; see whether that process still runs"
            )
        time.sleep(LOOK)
