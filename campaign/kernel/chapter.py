"""A chapter of a game's rules, and how the chapters of a game are put together. Pure.

All chapters have the same shape. What two of them both claim is a mistake of the program, and found
when it is loaded.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from campaign.kernel.decisions import Command, Decision, Needs, Supplied
from campaign.kernel.readback import Readers
from campaign.kernel.state import S
from campaign.kernel.tables import Tables
from events.base import Event

K = TypeVar("K")
V = TypeVar("V")


class Chapter(msgspec.Struct, Generic[S], frozen=True):
    """What a chapter of the rules decides, and what its events do to the state."""

    name: str
    decide: Mapping[type[Command], Callable[[S, Any, Supplied], Decision]] = {}
    """The events that follow from each of its commands, or why it is refused."""
    needs: Mapping[type[Command], Callable[[S, Any], Needs]] = {}
    """What those of its commands need from the world that need anything."""
    evolve: Mapping[type[Event], Callable[[S, Any], S]] = {}
    """The state after each of its events."""
    at_turn: Callable[[S, str, Supplied], tuple[Event, ...]] | None = None
    """What the beginning of a turn brings by itself, given the state before it."""
    at_close: Callable[[S, Supplied], tuple[Event, ...]] | None = None
    """What the campaign's end brings to light, before it."""
    sentences: Mapping[type[Event], Callable[[Any, Any], str]] = {}
    """Each of its events as a sentence, given the names."""
    readback: Readers[S] = {}
    """How a command is read back from each event that begins an act of it."""
    tables: Tables[S] = Tables()
    """Its read tables."""


def joined(parts: Iterable[Mapping[K, V]]) -> dict[K, V]:
    """One table of several. Raises `ValueError` where two of them have an entry for the same."""
    whole: dict[K, V] = {}
    for part in parts:
        if doubled := whole.keys() & part.keys():
            names = ", ".join(sorted(getattr(key, "__name__", str(key)) for key in doubled))
            raise ValueError(f"two chapters claim {names}")
        whole |= part
    return whole
