"""Where a test's people are: beside a file, or in a database."""

from collections.abc import Callable
from pathlib import Path

from campaign.store.place import StorePlace, place_of
from support.postgres import new_database

PLACES: dict[str, Callable[[Path], StorePlace]] = {
    "sqlite": lambda folder: place_of(folder / "club.db"),
    "postgres": lambda _: place_of(new_database()),
}
"""A new place of each kind, for one test."""
