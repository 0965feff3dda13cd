"""What the program remembers between two calls: stores, selected campaigns, terminals. IO.

It is a convenience and never evidence: a file that is lost or damaged counts as empty, and one that
cannot be written is left alone.
"""

import json
import os
import sys
from contextlib import suppress
from pathlib import Path

KEPT_TERMINALS = 20
"""How many terminals are remembered as having heard which store they use."""

KEPT_STORES = 10
"""How many stores are remembered."""


def place() -> Path:
    """The file that remembers, in the user's folder for such things."""
    from platformdirs import user_state_path

    return user_state_path("campaign-tracker") / "selected.json"


class Remembered:
    """What an earlier call left, read once."""

    def __init__(self, file: Path) -> None:
        self.file = file
        found = _read(file)
        self.selected = _text(found.get("store"))
        """The store of the campaign that was selected last; empty if none was."""
        self.last = _text(found.get("last"))
        """The store that was used last."""
        campaigns, terminals = found.get("campaigns"), found.get("terminals")
        stores = found.get("stores")
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
        self._as_read = self._written()

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
        text = self._written()
        if text == self._as_read:
            return True
        ahead = self.file.with_suffix(f".{os.getpid()}")
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            ahead.write_text(text, encoding="utf-8")
            ahead.replace(self.file)
        except OSError:
            with suppress(OSError):
                ahead.unlink(missing_ok=True)
            return False
        self._as_read = text
        return True

    def _written(self) -> str:
        kept = {
            "store": self.selected,
            "last": self.last,
            "stores": self.stores,
            "campaigns": self.campaigns,
            "terminals": self.terminals,
        }
        return json.dumps(kept, indent=1) + "\n"


def _read(file: Path) -> dict[str, object]:
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


def is_interactive() -> bool:
    """Whether somebody at a terminal can be asked."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def terminal() -> str:
    """This terminal and the shell in it; another one opened later has another name."""
    try:
        return f"{os.ttyname(sys.stdin.fileno())} {os.getsid(0)}"
    except (OSError, ValueError):
        return ""
