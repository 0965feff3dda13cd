"""Games of other packages as they are installed: a folder on the path of modules, with metadata."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from campaign.game_packages import GROUP, InstalledGames
from campaign.systems import BUILT_IN, SYSTEMS


def described(folder: Path, package: str, version: str, **games: str) -> None:
    """Writes the metadata of a package that brings games, each with where it is."""
    about = folder / f"{package.replace('-', '_')}-{version}.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\n")
    lines = "".join(f"{name} = {place}\n" for name, place in games.items())
    (about / "entry_points.txt").write_text(f"[{GROUP}]\n{lines}")


@contextmanager
def installed(*folders: Path, afresh: tuple[str, ...] = ()) -> Iterator[InstalledGames]:
    """The games in these folders, for as long as it lasts; `afresh` are packages to be read from
    there, whatever is in memory.
    """

    def are_afresh(module: str) -> bool:
        return module.partition(".")[0] in afresh

    with pytest.MonkeyPatch.context() as patch:
        for module in filter(are_afresh, list(sys.modules)):
            patch.delitem(sys.modules, module)
        for folder in folders:
            patch.syspath_prepend(folder)
        games = InstalledGames(BUILT_IN)
        patch.setattr(SYSTEMS, "installed", games)
        patch.setattr(SYSTEMS, "_codec", None)
        patch.setattr(SYSTEMS, "_every", None)
        yield games
        for module in filter(are_afresh, list(sys.modules)):
            del sys.modules[module]
