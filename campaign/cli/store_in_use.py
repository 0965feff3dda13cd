"""Which store a call is about, and which campaign where none was typed. IO.

--store, or CAMPAIGN_STORE  ──►  the store of `campaign select`  ──►  the default place
"""

import sys
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from campaign.cli import remembered
from campaign.cli.faults import WrongUsage
from campaign.cli.remembered import Remembered

if TYPE_CHECKING:
    from campaign.store.ledger import Ledger
    from campaign.store.place import StorePlace

PATIENCE = 1.0
"""How many seconds a database may take to answer what is merely convenient."""
T = TypeVar("T")


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
        self._found: StorePlace | None = None

    @property
    def remembered(self) -> Remembered:
        """What earlier calls left."""
        if self._remembered is None:
            self._remembered = Remembered(remembered.place())
        return self._remembered

    @property
    def place(self) -> "StorePlace":
        """Where the store is. Asks on a terminal where it would begin a second book by accident."""
        if self.given:
            return place_named(self.given)
        if self._found is None:
            self._found = place_named(self._find())
        return self._found

    @property
    def path(self) -> Path:
        """The store's file, or the name beside which a database's files lie."""
        return self.place.file

    @property
    def may_be_there(self) -> bool:
        """Whether there is a store, as far as can be told without asking a server."""
        return self.place.is_database or self.path.exists()

    def _find(self) -> "Path | str":
        selected, default = self.remembered.selected, default_place()
        if selected and _is_there(selected):
            return selected
        if default.exists() or not (last := self.elsewhere(default)) or not self._can_ask():
            return default
        from campaign.cli.prompts import confirmed

        question = f"There is no store at {default}. Your last store was {last}; use it?"
        if confirmed(question, by_enter=True):
            self.remembered.selected = last
            self.remembered.keep()
            return last
        return default

    def elsewhere(self, default: Path) -> str:
        """The store that was used last, if it is not at the default place and still there."""
        last = self.remembered.last
        return last if last and last != str(default) and _is_there(last) else ""

    def others_with(self, name: str) -> list[str]:
        """Other stores that this machine has used, and that have a campaign of this name.

        A database that does not answer at once is left out.
        """
        from campaign.store.place import is_url

        found = []
        for one in self.remembered.stores:
            if one == self.place.remembered or not _is_there(one):
                continue
            has = partial(_has, one, name)
            if within(PATIENCE, has, otherwise=False) if is_url(one) else has():
                found.append(one)
        return found

    def other_book(self) -> str:
        """One line where nothing is at the default place but another store was used last."""
        path = self.path
        if self.given or path != default_place():
            return ""
        if path.exists() or not (last := self.elsewhere(path)):
            return ""
        return f"your last store was {last}; --store {last} uses it"

    def campaign(self) -> str:
        """The campaign selected in this store; empty if none was."""
        return self.remembered.campaigns.get(self.place.remembered, "")

    def select(self, name: str) -> bool:
        """Remembers this store and a campaign in it; whether that could be written."""
        self.remembered.select(self.place.remembered, name)
        return self.remembered.keep()

    def heading(self) -> str:
        """Which store and campaign a terminal uses, in one line; empty where it has been said."""
        if self.is_typed or not self._can_ask() or not _is_there(self.place.remembered):
            return ""
        here = remembered.terminal()
        if not here or here in self.remembered.terminals:
            return ""
        self.remembered.heard(here)
        name = self.campaign()
        return f"the store is {self.place}" + (f", the campaign {name}" if name else "")

    def used_by(self, ledger: "Ledger | None") -> None:
        """Remembers the store of a call that now ends, if it has used one that is there.

        A call that fails because of its store has not: another program's file is not remembered.
        """
        if ledger is None:
            return
        from campaign.store.protocol import StoreError

        if isinstance(sys.exc_info()[1], StoreError):
            return
        with suppress(StoreError):
            is_there = ledger.store.exists() if self.place.is_database else self.path.is_file()
            if is_there:
                self.remembered.used(self.place.remembered)
                self.remembered.keep()

    def _can_ask(self) -> bool:
        return not self.is_quiet and remembered.is_interactive()


def place_named(where: "Path | str") -> "StorePlace":
    """The place that was typed. Raises `WrongUsage` where it is no address, and does not say it."""
    from campaign.store.place import is_url, place_of

    with suppress(ValueError):
        if isinstance(where, Path) or "://" not in where or is_url(where):
            return place_of(where)
    text = "that is no address of a store; write `postgresql://USER@HOST/DATABASE`, or a path"
    hint = "in a password, write each sign that is no letter or digit as %23 stands for #"
    raise WrongUsage(f"{text}; {hint}")  # it may hold a password, and is not said again


def _is_there(store: str) -> bool:
    """Whether a remembered store is still there; a database is believed to be."""
    from campaign.store.place import is_url

    return is_url(store) or Path(store).is_file()


def _has(where: str, name: str) -> bool:
    from campaign.store.opening import open_store
    from campaign.store.protocol import StoreError

    has = False
    with suppress(StoreError, OSError, ValueError), closing(open_store(where)) as store:
        has = store.exists() and store.version(name) > 0
    return has


def within(seconds: float, ask: Callable[[], T], otherwise: T) -> T:
    """What is found in some seconds; a server that does not answer keeps nobody waiting."""
    found: list[T] = []

    def tried() -> None:
        with suppress(Exception):  # whatever is wrong with it, others are told so
            found.append(ask())

    asking = threading.Thread(target=tried, daemon=True)
    asking.start()
    asking.join(seconds)
    return found[0] if found else otherwise
