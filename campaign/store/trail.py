"""Snapshots kept on the way while a long log is folded, one every `snapshots.EVERY` events. IO.

So there is one before any event, and whatever goes back to that event is folded from there and not
from the opening: a correction, an undo, an earlier version.
"""

from types import TracebackType
from typing import Self

from campaign.kernel.state import GameState
from campaign.store import snapshots
from campaign.store.protocol import EventStore
from events import chain

BATCH = 64
"""How many are written at once."""
NEVER = 1 << 62
"""The version at which the next one is due where none is kept."""


class Trail:
    """The snapshots of one fold. Those that it finds are not written again."""

    def __init__(
        self, store: EventStore, name: str, system: str, start: int, *, kept: bool
    ) -> None:
        """`start` is the version that the fold starts from; without `kept` there are none."""
        self._store, self._name, self._label = store, name, snapshots.fingerprint(system)
        self._states: list[tuple[int, bytes]] = []
        self.due = start + snapshots.EVERY if kept else NEVER
        """The version from which on the next one is due."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Also a fold that failed leaves what is right up to there."""
        self._write()

    def keep(self, version: int, state: GameState) -> int:
        """Keeps the state after the last event of an act; returns when the next one is due."""
        self.due = version + snapshots.EVERY
        found = self._store.snapshot(self._name, self._label, version)
        if found is None or found[0] <= version - snapshots.EVERY:
            for _, _, stored in self._store.rows(self._name, version - 1, version):
                body = snapshots.encoded(version, chain.head(stored), state)
                self._states.append((version, body))
        if len(self._states) == BATCH:
            self._write()
        return self.due

    def _write(self) -> None:
        if self._states:
            self._store.keep_snapshots(self._name, self._label, self._states)
            self._states.clear()
