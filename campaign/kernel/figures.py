"""The figures of a campaign that can be explained, and their values in a state. Pure.

A game lists the kinds. What was typed names a kind, and whose figure it is.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Generic, NamedTuple

import msgspec

from campaign.kernel.decisions import Refused
from campaign.kernel.state import S
from campaign.kernel.transition import Transition
from events.base import Event


class Cause(NamedTuple):
    """What an event did to a figure, in the figure's own words."""

    text: str
    rule: str = ""
    """Where it is another than the event's."""


Causes = Mapping[tuple[int, type[Event]], Cause]
"""What events did to a figure, by version and type."""
_FEW = 10
"""How many names are listed when an unknown one was typed."""


def no_causes(steps: object, of: Sequence[str]) -> Causes:
    """No words of its own: each event is described by its sentence."""
    return {}


class Figure(msgspec.Struct, Generic[S], frozen=True):
    """One figure of a campaign: what it is called, and its value in a state."""

    title: str
    value: Callable[[S], int | str]


class FigureKind(msgspec.Struct, Generic[S], frozen=True):
    """A kind of figure: what it is, which words name one, and how its value is found."""

    meaning: str
    of: str
    """The words after its name, such as `SEAT`."""
    figure: Callable[[S, Sequence[str]], Figure[S]]
    known: tuple[Callable[[S], Collection[str]], ...] = ()
    """The possible values of each word."""
    closed: bool = True
    """Whether only those are allowed; the record may name things that the state has since lost."""
    causes: Callable[[Iterable[Transition[S]], Sequence[str]], Causes] = no_causes
    """What events did to it, if their sentences do not say so."""


FigureKinds = Mapping[str, FigureKind[S]]
"""Every kind of figure by its name."""


def figure(kinds: FigureKinds[S], state: S, name: str, of: Sequence[str]) -> Figure[S] | Refused:
    """A figure by its name and whose it is. Refuses one that does not exist."""
    kind = kinds.get(name)
    if kind is None:
        return Refused(None, f"figure: there is no {name!r}; there is {', '.join(kinds) or 'none'}")
    if len(of) != len(kind.of.split()):
        return Refused(None, f"figure: write it as {name} {kind.of}".rstrip())
    stranger = unknown(kinds, state, name, of)
    if kind.closed and stranger is not None:
        what, word, known = stranger
        there = f"; there is {', '.join(known)}" if 0 < len(known) < _FEW else ""
        return Refused(None, f"{what}: there is no {word!r}{there}")
    return kind.figure(state, of)


def unknown(
    kinds: FigureKinds[S], state: S, name: str, of: Sequence[str]
) -> tuple[str, str, Collection[str]] | None:
    """The first word after a figure's name that the state does not know: what it should be, the
    word itself, and the known values.
    """
    kind = kinds[name]
    for what, word, known in zip(kind.of.lower().split(), of, kind.known, strict=True):
        found = known(state)
        if word not in found:
            return what, word, found
    return None
