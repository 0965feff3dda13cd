"""The newest known state of each campaign, shared by all threads. Pure but for its lock.

States are frozen values, so whoever got one keeps it, whatever is recorded meanwhile.
"""

import threading
from typing import Any

import msgspec

from campaign.kernel.system import AnySystem


class Live(msgspec.Struct, frozen=True):
    """A campaign folded up to a version."""

    version: int
    head: str
    state: Any
    system: AnySystem
    at: str = ""
    """When its last event was recorded."""


class LiveStates:
    """What one store's readers and its writer know of its campaigns.

    A state gives way only to a later one: a reader who was slow does not take back what the writer
    has recorded since. Only if the campaign itself is gone is its state forgotten.
    """

    def __init__(self) -> None:
        self._states: dict[str, Live] = {}
        self._turn = threading.Lock()

    def get(self, name: str) -> Live | None:
        """The newest known state of a campaign; None if none is known."""
        return self._states.get(name)

    def keep(self, name: str, live: Live) -> None:
        """Keeps a state, unless a later one is known."""
        with self._turn:
            known = self._states.get(name)
            if known is None or known.version <= live.version:
                self._states[name] = live

    def forget(self, name: str) -> None:
        """Forgets a campaign that was deleted, or is another one under its name."""
        with self._turn:
            self._states.pop(name, None)
