"""Which store a call is about, and which campaign where none was typed. IO.

--store, or CAMPAIGN_STORE  ──►  the store of `campaign select`  ──►  the default place
"""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from campaign.cli import remembered
from campaign.cli.remembered import Remembered

if TYPE_CHECKING:
    from campaign.store.place import StorePlace


def default_place() -> Path:
    """Where the store is unless somebody says otherwise: in the user's data folder."""
    from platformdirs import user_data_path

    return user_data_path("campaign-tracker") / "campaign.db"


class StoreInUse:
    """The store of one call, found when it is first needed."""

    def __init__(self) -> None:
        self.given = ""
        """The store as `--store` or CAMPAIGN_STORE names it; empty if neither does."""
        self.is_typed = False
        """Whether it was typed with this very call."""
        self.is_quiet = False
        """Whether nobody is asked or told anything, as while the shell completes a word."""
        self._remembered: Remembered | None = None
        self._found: Path | None = None

    @property
    def remembered(self) -> Remembered:
        """What earlier calls left."""
        if self._remembered is None:
            self._remembered = Remembered(remembered.place())
        return self._remembered

    @property
    def place(self) -> "StorePlace":
        """Where the store is."""
        from campaign.store.place import place_of

        return place_of(self.given) if self.given else place_of(self.path)

    @property
    def path(self) -> Path:
        """The store's file. Asks on a terminal where it would begin a second book by accident."""
        if self.given:
            return self.place.file
        if self._found is None:
            self._found = self._find()
        return self._found

    def _find(self) -> Path:
        selected, default = self.remembered.selected, default_place()
        if selected and Path(selected).is_file():
            return Path(selected)
        if default.exists() or not (last := self.elsewhere(default)) or not self._can_ask():
            return default
        from campaign.cli.prompts import confirmed

        question = f"There is no store at {default}. Your last store was {last}; use it?"
        if confirmed(question, by_enter=True):
            self.remembered.selected = str(last)
            self.remembered.keep()
            return last
        return default

    def elsewhere(self, default: Path) -> Path | None:
        """The store that was used last, if it is not at the default place and still there."""
        last = Path(self.remembered.last)
        is_another = bool(self.remembered.last) and last != default and last.is_file()
        return last if is_another else None

    def others_with(self, name: str) -> list[Path]:
        """Other stores that this machine has used, and that have a campaign of this name."""
        from campaign.store.opening import open_store
        from campaign.store.protocol import StoreError

        found = []
        for file in map(Path, self.remembered.stores):
            if file == self.path.absolute() or not file.is_file():
                continue
            store = open_store(file)
            with suppress(StoreError, OSError):
                if store.version(name):
                    found.append(file)
            with suppress(StoreError, OSError):
                store.close()
        return found

    def other_book(self) -> str:
        """One line where nothing is at the default place but another store was used last."""
        path = self.path
        if self.given or path != default_place():
            return ""
        if path.exists() or (last := self.elsewhere(path)) is None:
            return ""
        return f"your last store was {last}; --store {last} uses it"

    def campaign(self) -> str:
        """The campaign selected in this store; empty if none was."""
        return self.remembered.campaigns.get(self._key(), "")

    def select(self, name: str) -> bool:
        """Remembers this store and a campaign in it; whether that could be written."""
        self.remembered.select(self._key(), name)
        return self.remembered.keep()

    def heading(self) -> str:
        """Which store and campaign a terminal uses, in one line; empty where it has been said."""
        if self.is_typed or not self._can_ask() or not self.path.is_file():
            return ""
        here = remembered.terminal()
        if not here or here in self.remembered.terminals:
            return ""
        self.remembered.heard(here)
        name = self.campaign()
        return f"the store is {self.path}" + (f", the campaign {name}" if name else "")

    def used(self) -> None:
        """Remembers that a call has used this store."""
        if self.path.is_file():
            self.remembered.used(self._key())
            self.remembered.keep()

    def _key(self) -> str:
        return str(self.path.absolute())

    def _can_ask(self) -> bool:
        return not self.is_quiet and remembered.is_interactive()


def is_no_store(fault: BaseException | None) -> bool:
    """Whether the call ends because of its store: another program's file is not remembered."""
    if fault is None:
        return False
    from campaign.store.protocol import StoreError

    return isinstance(fault, StoreError)
