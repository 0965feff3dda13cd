"""Which clubs an installation has at the moment: its directory, and folders without a row. IO."""

import os
from collections.abc import Mapping
from pathlib import Path

from msgspec.structs import replace

from campaign.clubs.club import WHY_AWAY, Club
from campaign.clubs.directory import ClubDirectory
from campaign.clubs.opening import store_of
from campaign.web.running.club_folder import ClubPlace, described, folder_clubs, once_each


class ClubSource:
    """The clubs of a directory. Of a folder also those that were there at the start without a row:
    one that is being copied there is no club yet.
    """

    def __init__(
        self,
        directory: ClubDirectory,
        environment: Mapping[str, str] = os.environ,
        *,
        is_plain: bool = False,
    ) -> None:
        self.directory = directory
        self._environment = environment
        self._is_plain = is_plain
        self._known: dict[str, tuple[Club, ClubPlace]] = {}
        """Each row with what was read for it; what had a fault is read again."""
        self._in_folder: dict[str, ClubPlace] = {}
        place = directory.place
        if not place.is_database:
            found = folder_clubs(Path(place.folder), environment, is_plain=is_plain)
            self._in_folder = {one.name: one for one in found}

    def found(self) -> tuple[ClubPlace, ...]:
        """Every club, by name. Raises `StoreError` where the directory can't be read."""
        rows = {club.name: club for club in self.directory.clubs()}
        for name in rows:
            self._in_folder.pop(name, None)  # from now on the directory has the last word
        for name, found in self._in_folder.items():
            if found.fault:  # it may have been mended
                self._in_folder[name] = described(
                    name, found.store, "", self._environment, is_plain=self._is_plain
                )
        names = sorted({*rows, *self._in_folder})
        all_of_them = (
            self._described(rows[name]) if name in rows else self._in_folder[name] for name in names
        )
        return tuple(once_each(all_of_them))

    def _described(self, club: Club) -> ClubPlace:
        known, found = self._known.get(club.name, (None, None))
        if found is None or known != club or found.fault:
            store = store_of(club, self.directory.place)
            found = described(
                club.name, store, club.url, self._environment, is_plain=self._is_plain
            )
            found = replace(found, away=WHY_AWAY.get(club.state, ""))
            self._known[club.name] = (club, found)
        return found
