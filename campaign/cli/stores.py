"""Which store and campaign a call is about, and what is remembered of them between calls. IO."""

import os
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

if TYPE_CHECKING:
    from campaign.store.protocol import StorePlace
    from campaign.store.reader import Reader


# --- Why a call ends without having done what it was asked: one line and an exit status ---------


class WrongUsage(click.ClickException):
    """What was typed makes no sense; one line, exit status 2."""

    exit_code = 2


class Refusal(click.ClickException):
    """The rules do not allow it; one line, exit status 1."""

    exit_code = 1

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"refused ({rule}): {reason}" if rule else reason)
        self.rule = rule
        """The rule that forbids it; empty where none does, but what was judged has faults."""


# --- What the program remembers between two calls: stores, selected campaigns, terminals --------
#
# It is a convenience and never evidence: a file that is lost or damaged counts as empty, and one
# that cannot be written is left alone.

KEPT_TERMINALS = 20
"""How many terminals are remembered as having heard which store they use."""

KEPT_STORES = 10
"""How many stores are remembered."""


def memory_file() -> Path:
    """The file that remembers, in the user's folder for such things."""
    from campaign.world.files import of_the_user

    return of_the_user("state") / "selected.json"


class Remembered:
    """What an earlier call left, read once."""

    def __init__(self, file: Path) -> None:
        self.file = file
        content = _read(file)
        self.selected = _text(content.get("store"))
        """The store of the campaign that was selected last; empty if none was."""
        self.last = _text(content.get("last"))
        """The store that was used last."""
        campaigns, terminals = content.get("campaigns"), content.get("terminals")
        stores = content.get("stores")
        listed = [str(store) for store in (stores if isinstance(stores, list) else ())]
        known = (self.selected, self.last, *listed)
        self.stores: list[str] = [store for store in dict.fromkeys(known) if store]
        """The stores that were used, with the one selected and the last one first."""
        self.campaigns: dict[str, str] = {
            str(store): str(name)
            for store, name in (campaigns.items() if isinstance(campaigns, dict) else ())
        }
        """The campaign selected in each store."""
        self.terminals: list[str] = [
            str(terminal) for terminal in (terminals if isinstance(terminals, list) else ())
        ]
        """The terminals that have heard which store they use, the newest last."""
        self._as_read = self._content()

    def select(self, store: str, name: str) -> None:
        """Remembers a store, and the campaign that is meant in it."""
        self.selected = store
        self.campaigns[store] = name

    def used(self, store: str) -> None:
        """Remembers the store that a call has used."""
        self.last = store
        self.stores = list(dict.fromkeys((store, *self.stores)))[:KEPT_STORES]

    def heard(self, terminal: str) -> None:
        """Remembers that a terminal has heard which store it uses."""
        self.terminals = [*self.terminals, terminal][-KEPT_TERMINALS:]

    def keep(self) -> bool:
        """Writes what has changed; whether it is kept now."""
        content = self._content()
        if content == self._as_read:
            return True
        import json  # slow to load, and little changes from call to call

        text = json.dumps(content, indent=1) + "\n"
        ahead = self.file.with_suffix(f".{os.getpid()}")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            ahead.write_text(text, encoding="utf-8")
            ahead.replace(self.file)
        except OSError:
            with suppress(OSError):
                ahead.unlink(missing_ok=True)
            return False
        self._as_read = content
        return True

    def _content(self) -> dict[str, object]:
        return {
            "store": self.selected,
            "last": self.last,
            "stores": self.stores,
            "campaigns": dict(self.campaigns),
            "terminals": self.terminals,
        }


def _read(file: Path) -> dict[str, object]:
    try:
        text = file.read_bytes()
    except OSError:
        return {}
    import msgspec  # help, which mostly finds no such file, does without

    try:
        content = msgspec.json.decode(text)
    except msgspec.MsgspecError:
        return {}
    return content if isinstance(content, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def is_interactive() -> bool:
    """Whether somebody at a terminal can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def this_terminal() -> str:
    """This terminal and the shell in it; another one opened later has another name."""
    try:
        return f"{os.ttyname(sys.stdin.fileno())} {os.getsid(0)}"
    except (OSError, ValueError):
        return ""


# --- Which store a call is about, and which campaign where none was typed -----------------------
#
# --store, or CAMPAIGN_STORE  ──►  the store of `campaign select`  ──►  the default place

PATIENCE = 1.0
"""How many seconds a database may take to answer what is merely convenient."""
T = TypeVar("T")


def default_place() -> Path:
    """Where the store is unless somebody says otherwise: in the user's data folder."""
    from campaign.world.files import of_the_user

    return of_the_user("data") / "campaign.db"


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
            self._remembered = Remembered(memory_file())
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
        from campaign.cli.terminal import confirmed

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
        from campaign.store.protocol import is_url

        others = []
        for one in self.remembered.stores:
            if one == self.place.remembered or not _is_there(one):
                continue
            has = partial(_has, one, name)
            if within(PATIENCE, has, otherwise=False) if is_url(one) else has():
                others.append(one)
        return others

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
        here = this_terminal()
        if not here or here in self.remembered.terminals:
            return ""
        self.remembered.heard(here)
        name = self.campaign()
        return f"the store is {self.place}" + (f", the campaign {name}" if name else "")

    def used_by(self, reader: "Reader | None") -> None:
        """Remembers the store of a call that now ends, if it has used one that is there.

        A call that fails because of its store has not: another program's file is not remembered.
        """
        if reader is None:
            return
        from campaign.store.protocol import StoreError

        if isinstance(sys.exc_info()[1], StoreError):
            return
        with suppress(StoreError):
            is_there = reader.store.exists() if self.place.is_database else self.path.is_file()
            if is_there:
                self.remembered.used(self.place.remembered)
                self.remembered.keep()

    def _can_ask(self) -> bool:
        return not self.is_quiet and is_interactive()


def place_named(where: "Path | str") -> "StorePlace":
    """The place that was typed. Raises `WrongUsage` where it is no address, and does not say it."""
    from campaign.store.protocol import is_url, place_of

    with suppress(ValueError):
        if isinstance(where, Path) or "://" not in where or is_url(where):
            return place_of(where)
    text = "that is no address of a store; write `postgresql://USER@HOST/DATABASE`, or a path"
    hint = "in a password, write each sign that is no letter or digit as %23 stands for #"
    raise WrongUsage(f"{text}; {hint}")  # it may hold a password, and is not said again


def _is_there(store: str) -> bool:
    """Whether a remembered store is still there; a database is believed to be."""
    from campaign.store.protocol import is_url

    return is_url(store) or Path(store).is_file()


def _has(where: str, name: str) -> bool:
    from campaign.store.protocol import StoreError
    from campaign.store.reader import open_store

    has = False
    with suppress(StoreError, OSError, ValueError), closing(open_store(where)) as store:
        has = store.exists() and store.version(name) > 0
    return has


def within(seconds: float, ask: Callable[[], T], otherwise: T) -> T:
    """What is found in some seconds; a server that does not answer keeps nobody waiting."""
    answers: list[T] = []

    def tried() -> None:
        with suppress(Exception):  # whatever is wrong with it, others are told so
            answers.append(ask())

    from campaign.world import threads

    asking = threads.thread(tried, "asks")
    asking.start()
    asking.join(seconds)
    return answers[0] if answers else otherwise
