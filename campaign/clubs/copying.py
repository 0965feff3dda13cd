"""Copies a club's store from one place to another, people and key with it. IO."""

import shutil

from campaign.clubs.club import ClubError
from campaign.people import keeping as people
from campaign.store import backup as keeping
from campaign.store.place import StorePlace


def copied(source: StorePlace, target: StorePlace) -> None:
    """Copies a store; the source stays as it is. Raises `StoreError`."""
    if source.is_database or target.is_database:
        raise ClubError(f"{source} cannot be copied to {target} by this release")
    keeping.backup(source.file, target.file)
    people.backup(source.file, target.file)
    for suffix in (".vault", ".toml"):
        own, there = (place.file.with_suffix(suffix) for place in (source, target))
        if own.is_file() and not there.exists():
            shutil.copy2(own, there)


def moved(source: StorePlace, target: StorePlace) -> None:
    """Copies a store, and shuts the source: nothing more is recorded there."""
    copied(source, target)
    source.file.rename(source.file.with_name(f"{source.file.name}.moved"))
