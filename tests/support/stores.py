"""Stores with a campaign on record, for tests that read, forge and move whole records."""

from pathlib import Path

from campaign.store.branches import branch
from campaign.store.export import export
from campaign.store.ledger import Ledger
from support import recorded
from tests.disputes.test_disputes_recorded import STORIES, Story

WHAT_IF = "what-if"
ARCHIVES = (*(folder.name for folder in recorded.FOLDERS), *STORIES, WHAT_IF)


class Stored:
    """A recorded campaign, or a recorded dispute, or one with a what-if beside it, in a folder."""

    def __init__(self, archive: str, folder: Path) -> None:
        self.archive = archive
        self.folder = folder
        self.store = folder / "campaign.db"
        self.names: tuple[str, ...] = (recorded.NAME,)
        if archive in recorded_names():
            recorded.played(recorded.HERE / archive, folder)
            return
        Story("late-ballot" if archive == WHAT_IF else archive, folder).play().ledger.close()
        self.names = ("club",)
        if archive == WHAT_IF:
            with self.ledger() as ledger:
                branch(ledger, "club", None, "host", "what-if")
            self.names = ("club", "what-if")

    @property
    def name(self) -> str:
        """Its campaign."""
        return self.names[0]

    def ledger(self) -> Ledger:
        """A ledger on the store, with its vault's key."""
        return Ledger(self.store)

    def export(self, name: str = "") -> Path:
        """A campaign's export."""
        file = self.folder / f"{name or self.name}.jsonl"
        if not file.exists():
            with self.ledger() as ledger:
                export(ledger, name or self.name, file)
        return file


def recorded_names() -> frozenset[str]:
    """The folders of recorded campaigns."""
    return frozenset(folder.name for folder in recorded.FOLDERS)
