"""States of a campaign to read its rows on from, and its history as it counts from there. IO.

The whole log is never held: what was struck, amended or forgotten is worked out event by event.
"""

from collections.abc import Iterable

from campaign.history.effective import rewriting, step
from campaign.history.timeline import Base, BaseError, Checkpoints, named
from campaign.kernel.system import AnySystem
from campaign.store.entries import LogEntry, counted
from campaign.store.reader import Reader


def first_touched(reader: Reader, name: str, made: Iterable[LogEntry]) -> int:
    """The first event whose effect corrections change, directly or through one another."""
    waiting, seen = list(made), set()
    while waiting:
        entry = waiting.pop()
        if entry.version in seen:
            continue
        seen.add(entry.version)
        for version in named(entry.event):
            if version > 0 and version not in seen:
                found = reader.history(name, version - 1, version)
                rewrites = [one for one in found if rewriting(one.event)]
                waiting += rewrites
                if not rewrites:
                    seen.add(version)
    return min(seen)


class Bases:
    """The states of one campaign before its events, as the corrections up to a version leave it."""

    def __init__(
        self, reader: Reader, name: str, system: AnySystem, until: int, kept: Checkpoints | None
    ) -> None:
        self._reader = reader
        self._name = name
        self._system = system
        self._until = until
        self._kept = kept

    def before(self, version: int) -> Base:
        """The version just before an event, and the state there."""
        base, state = self._nearest(version)
        if base < version - 1:
            made = self._reader.corrections(self._name, base, self._until)
            log = self._reader.history(self._name, base, version - 1)
            for entry in counted(made, log):
                state = step(self._system, state, entry)
        return version - 1, state

    def kept_up_to(self, base: Base) -> Checkpoints:
        """The states that are kept up to one of them, and it; later ones are dropped."""
        try:
            if self._kept is not None:
                self._kept.back_to(base[0] + 1)
                return self._kept
        except BaseError:
            pass
        return Checkpoints(base)

    def _nearest(self, version: int) -> Base:
        """A kept state from which few events have to be folded."""
        if self._kept is not None:
            try:
                return self._kept.before(version)
            except BaseError:
                pass
        older = self._reader.older(self._name, version)
        return self._reader.timeline(self._name, older, self._until).before(version)
