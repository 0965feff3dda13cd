"""A chapter of a game's rules, and how the chapters of a game are put together. Pure.

All chapters have the same shape. If two of them claim the same thing, that is a bug, found when the
program loads.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from campaign.kernel.answers import Choice, Invalid
from campaign.kernel.asking import Asking, Asks, Consequences
from campaign.kernel.decisions import Command, Decision, Needs, Supplied
from campaign.kernel.recorded import Readers
from campaign.kernel.state import S
from campaign.kernel.tables import Tables
from campaign.text.json_values import JsonObject
from events.base import Event

K = TypeVar("K")
V = TypeVar("V")


class Chapter(msgspec.Struct, Generic[S], frozen=True):
    """What a chapter of the rules decides, and what its events do to the state."""

    name: str
    decide: Mapping[type[Command], Callable[[S, Any, Supplied], Decision]] = {}
    """The events that follow from each of its commands, or why it is refused."""
    needs: Mapping[type[Command], Callable[[S, Any], Needs]] = {}
    """What its commands need from the world, for those that need anything."""
    evolve: Mapping[type[Event], Callable[[S, Any], S]] = {}
    """The state after each of its events."""
    at_turn: Callable[[S, str, Supplied], tuple[Event, ...]] | None = None
    """The events that the beginning of a turn brings by itself, given the state before it."""
    at_close: Callable[[S, Supplied], tuple[Event, ...]] | None = None
    """The events that reveal hidden things just before the campaign closes."""
    sentences: Mapping[type[Event], Callable[[Any, Any], str]] = {}
    """Each of its events as a sentence, given the names."""
    recorded: Readers[S] = {}
    """What the world supplied for a recorded act, by command, where it opens or seals something."""
    trusted: Mapping[type[Event], str] = {}
    """Its events that rest only on what people saw or said, by kind: a war's target, a place. That
    the rules allow it is checked, never that it happened."""
    counted: Mapping[type[Event], Callable[[S, Any], Iterable[tuple[str, int]]]] = {}
    """What else of its events rests on that, by kind, and how often."""
    field_of: Mapping[type[Event], Callable[[Any], JsonObject]] = {}
    """What its events say of their commands otherwise than in fields of the same names."""
    asked: Mapping[type[Command], Asks] = {}
    """The questions of its commands that ask more than their fields say."""
    choices: Mapping[str, Callable[[S], Choice]] = {}
    """The options of fields that name them in `about(…, choices=…)`."""
    consequences: Mapping[type[Command], Consequences] = {}
    """What somebody must know who sends one of its commands, as it cannot be taken back."""
    keyed: Mapping[str, Callable[[S, str], str | Invalid]] = {}
    """For a field with a value by key: the key of a word that was given without one."""
    tables: Tables[S] = Tables()
    """Its read tables."""


def asking(
    chapters: Iterable[Chapter[S]], shared: Mapping[type[Command], Asks] | None = None
) -> Asking[S]:
    """What a game's chapters ask, and the commands that every game shares.

    Raises `ValueError` where two claim the same.
    """
    chapters = tuple(chapters)
    return Asking(
        joined(chapter.choices for chapter in chapters),
        joined((shared or {}, *(chapter.asked for chapter in chapters))),
        joined(chapter.consequences for chapter in chapters),
        joined(chapter.keyed for chapter in chapters),
    )


def joined(parts: Iterable[Mapping[K, V]]) -> dict[K, V]:
    """Several tables merged into one. Raises `ValueError` if two have an entry for the same key."""
    whole: dict[K, V] = {}
    for part in parts:
        if doubled := whole.keys() & part.keys():
            names = ", ".join(sorted(getattr(key, "__name__", str(key)) for key in doubled))
            raise ValueError(f"two chapters claim {names}")
        whole |= part
    return whole
