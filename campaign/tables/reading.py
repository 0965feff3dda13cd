"""A part of a history read for its rows, event by event; and two readings of it compared. Pure."""

from collections.abc import Iterable
from typing import Any

from campaign.history.timeline import EVERY, Base, Checkpoints
from campaign.history.transitions import transitions
from campaign.kernel.system import AnySystem
from campaign.kernel.tables import RowMaker
from campaign.kernel.transition import HistoryEntry
from campaign.tables.rows import Rows


class RowReading:
    """Reads the events of a campaign from one of its states on."""

    def __init__(
        self,
        name: str,
        system: AnySystem,
        entries: Iterable[HistoryEntry],
        base: Base,
        of_game: RowMaker[Any] | None = None,
        kept: Checkpoints | None = None,
    ) -> None:
        """Without `of_game` a fresh row maker is used; `kept` gets states along the way."""
        self.of_game = of_game or system.tables.rows()
        self.rows = Rows(name, system, self.of_game)
        self.version, self.state = base
        """The last event that was read, and the state after it."""
        self.head = ""
        self.kept = kept
        self._begun = self.version
        self._steps = transitions(system, entries, self.state)
        self._ahead = next(self._steps, None)

    @property
    def count(self) -> int:
        """How many events of the log were read."""
        return self.version - self._begun

    def through(self, version: int) -> bool:
        """Reads up to an event, with what was inserted behind it; whether more follows."""
        while (step := self._ahead) is not None:
            placed = step.record
            if not placed.inserted:
                if placed.version > version:
                    return True
                self.version, self.head = placed.version, placed.digest
                kept = self.kept
                if kept and step.before and placed.version - 1 - kept.last[0] >= EVERY:
                    kept.keep(placed.version - 1, step.before)
            self.rows.add(step)
            self.state = step.after
            self._ahead = next(self._steps, None)
        return False
