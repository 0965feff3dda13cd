"""Events as sentences, and points of a campaign as people name them: a version, a turn, or `now`.
IO:
it reads.
"""

from collections.abc import Callable
from typing import Any

from campaign.kernel.members import as_called
from campaign.store.reader import Reader
from events.base import Event

NEAR = 500
"""Over so many events a position is worked out from an earlier one; else from what was kept."""

# --- Events as sentences, with the campaign's names: one answer for every door ------------------
# IO: it reads.


def sentences(reader: Reader, name: str) -> Callable[..., str]:
    """A function that turns an event into a sentence, with the campaign's current names.

    Where the words depend on the position at the time, it looks that up by the event's version.
    """
    live = reader.live(name)
    view, now = live.system.view, live.system.view.names(live.state)
    positions, left = _Positions(reader, name), reader.called(name)

    def sentence(event: Event, version: int | None = None) -> str:
        event = as_called(event, left)
        if version is not None and isinstance(event, view.then):
            return view.sentence(event, view.names(positions.at(version)))
        return view.sentence(event, now)

    return sentence


class _Positions:
    """Positions of the past that are looked up one after the other: each from the one before."""

    def __init__(self, reader: Reader, name: str) -> None:
        self._reader, self._name = reader, name
        self._is_plain = not reader.corrected(name)
        self._version = 0
        self._state: Any = None

    def at(self, version: int) -> Any:
        """The state after an event."""
        if not self._is_plain or not 0 <= version - self._version <= NEAR or not self._version:
            live = self._reader.live(self._name, version)
            self._state = live.state
        else:
            evolve = self._reader.live(self._name).system.rules.evolve
            for entry in self._reader.history(self._name, self._version, version):
                self._state = evolve(self._state, entry.event)
        self._version = version
        return self._state


# --- Points of a campaign as people and programs name them: a version, a turn, or `now` ---------
# IO: reads.

NOW = "now"


class NoVersionError(Exception):
    """There is no such point in a campaign; one line, with what there is."""


def version_of(reader: Reader, name: str, point: str) -> int:
    """The version that a point stands for; a turn stands for its end. Raises `NoVersionError`."""
    last = reader.store.version(name)
    if point == NOW:
        return last
    if point.isascii() and point.isdecimal():
        if not 1 <= int(point[:18]) <= last:
            raise NoVersionError(f"{name} has no version {point[:18]}; it has 1 to {last}")
        return int(point)
    calendar = reader.live(name).system.calendar
    if (turn := calendar.parse(point)) is not None:
        return span_of(reader, name, turn)[1]
    example = calendar.written.example
    text = f"{point[:40]!r} is no point of {name}"
    raise NoVersionError(f"{text}; give a version, a turn such as {example}, or now")


def version_at(reader: Reader, name: str, at: int | None, turn: str | None) -> int | None:
    """The version that an event or a turn's end stands for; None for now. Raises
    `NoVersionError`.
    """
    if at is not None and turn is not None:
        raise NoVersionError("give either --at or --turn")
    if turn is not None:
        return span_of(reader, name, turn)[1]
    last = reader.store.version(name)
    if at is not None and not 1 <= at <= last:
        raise NoVersionError(f"{name} has no version {at}; it has 1 to {last}")
    return at


def span_of(reader: Reader, name: str, turn: str) -> tuple[int, int]:
    """The first and the last version of a turn, as the journal divides them.

    Raises `NoVersionError`.
    """
    spans = reader.spans(name)
    if turn not in spans:
        begun = list(spans)
        raise NoVersionError(
            f"{name} has not played {turn}; it began in {begun[0]} and is in {begun[-1]}"
        )
    return spans[turn]
