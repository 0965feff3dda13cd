"""What version 0.1.0 wrote: the archives of `tests/stores/0.1.0/`, unpacked to be worked on."""

import json
import tarfile
from functools import cached_property
from pathlib import Path
from typing import Any

from campaign.store.ledger import Ledger

STORES = Path(__file__).parents[1] / "stores" / "0.1.0"
ARCHIVES = tuple(sorted(path.name.removesuffix(".tar.xz") for path in STORES.glob("*.tar.xz")))
CAMPAIGNS = {
    **{name: (name,) for name in ARCHIVES if name.startswith("lif-")},
    **dict.fromkeys(("late-ballot", "misread-losses", "veto-of-three"), ("club",)),
    "what-if": ("running", "running-if"),
}
"""The campaigns in each archive's store."""


class Frozen:
    """One archive, unpacked in a folder."""

    def __init__(self, archive: str, folder: Path) -> None:
        self.archive = archive
        self.folder = folder
        self.names = CAMPAIGNS[archive]
        with tarfile.open(STORES / f"{archive}.tar.xz") as packed:
            packed.extractall(folder, filter="data")

    @property
    def store(self) -> Path:
        """The store."""
        return self.folder / "campaign.db"

    def ledger(self) -> Ledger:
        """A ledger on the store, with the vault's key of that day."""
        return Ledger(self.store)

    def export(self, name: str) -> Path:
        """A campaign's export."""
        return self.folder / f"{name}.jsonl"

    def pages(self, name: str) -> Path:
        """The folder of a campaign's reports."""
        return self.folder / "pages" / name

    @cached_property
    def shown(self) -> dict[str, dict[int, dict[str, Any]]]:
        """What `show --json` printed by campaign and version: the first, the middle, the last."""
        told = json.loads((self.folder / "shown.json").read_text())
        return {
            name: {version: versions[str(version)] for version in sorted(map(int, versions))}
            for name, versions in told.items()
        }

    @cached_property
    def expected(self) -> dict[str, Any]:
        """The standings worked out without the program; empty where there are none."""
        file = self.folder / "expected.json"
        return dict(json.loads(file.read_text())) if file.exists() else {}


def missing(then: Any, now: Any, where: str = "") -> list[str]:
    """What was shown of old and is not shown so today; what is shown besides does not matter."""
    if isinstance(then, dict) and isinstance(now, dict):
        return [
            told
            for key, value in then.items()
            for told in (
                missing(value, now[key], f"{where}/{key}") if key in now else [f"no {where}/{key}"]
            )
        ]
    return [] if then == now else [f"{where}: {now!r} instead of {then!r}"]
