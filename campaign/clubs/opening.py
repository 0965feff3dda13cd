"""Finds the club that a store belongs to, and what it may use. IO."""

from pathlib import Path

from campaign.clubs.allowance import UNLIMITED, Allowance
from campaign.clubs.club import Club, as_directory_enters, without_password
from campaign.clubs.directory import ClubDirectory
from campaign.clubs.near import FILE, from_environment
from campaign.clubs.quotas import ClubAllowance
from campaign.store.place import StorePlace, is_url, place_of


def store_of(club: Club, directory: StorePlace) -> StorePlace:
    """Where a club's store is, for whoever reads the directory."""
    if is_url(club.store):
        return place_of(as_directory_enters(club.store, directory.url))
    path = Path(club.store)
    return place_of(path if path.is_absolute() else directory.folder / path)


def stored(place: StorePlace, directory: StorePlace) -> str:
    """How the directory writes where a store is: a path below its folder from there."""
    if place.is_database:
        return without_password(place.url)
    path = place.file.absolute()
    folder = directory.folder.absolute()
    return str(path.relative_to(folder)) if path.is_relative_to(folder) else str(path)


def directory_of(place: StorePlace) -> ClubDirectory | None:
    """The directory that a store may be in: the environment's, or that of its folder."""
    if named := from_environment():
        return ClubDirectory(named)
    if place.is_database:
        return None
    folder = place.file.absolute().parent.parent
    return ClubDirectory(folder) if (folder / FILE).is_file() else None


def club_of(place: StorePlace) -> tuple[ClubDirectory, Club] | None:
    """The club whose store this is, and its directory, for the caller to close."""
    if (directory := directory_of(place)) is None:
        return None
    wanted = _same(place)
    for club in directory.clubs():
        if _same(store_of(club, directory.place)) == wanted:
            return directory, club
    directory.close()
    return None


def allowance_of(place: StorePlace) -> Allowance:
    """What may be used at a store. Where nobody knows of a directory, anything."""
    if (found := club_of(place)) is None:
        return UNLIMITED
    directory, club = found
    return ClubAllowance(directory, club.name, place)


def _same(place: StorePlace) -> str:
    """The same text for every way to write the same place."""
    return str(place) if place.is_database else str(place.file.absolute())
