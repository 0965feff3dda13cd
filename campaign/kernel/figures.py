"""Figures of a campaign that can be explained: which there are, and what each is in a state. Pure.

A game says which kinds there are; what was typed names a kind, and what it is to be of.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Generic

import msgspec

from campaign.kernel.decisions import Refused
from campaign.kernel.state import S
from campaign.kernel.transition import Transition
from events.base import Event

Causes = Mapping[tuple[int, type[Event]], str]
"""Events, by version and type, with what they did to a figure in words of its own."""
_FEW = 10
"""So many names are listed where none of them was meant."""


def no_causes(steps: object, of: Sequence[str]) -> Causes:
    """Every event is told by its sentence."""
    return {}


class Figure(msgspec.Struct, Generic[S], frozen=True):
    """One figure of a campaign: what it is called, and its value in a state."""

    title: str
    value: Callable[[S], int | str]


class FigureKind(msgspec.Struct, Generic[S], frozen=True):
    """A kind of figure: what it is, what names one of them, and how it is had."""

    meaning: str
    of: str
    """What stands behind its name, as `SEAT`."""
    figure: Callable[[S, Sequence[str]], Figure[S]]
    known: tuple[Callable[[S], Collection[str]], ...] = ()
    """What may stand there, for each word."""
    closed: bool = True
    """Whether nothing else may: the record may tell of something that the state knows no more."""
    causes: Callable[[Iterable[Transition[S]], Sequence[str]], Causes] = no_causes
    """What events did to it, where their sentences do not say it."""


FigureKinds = Mapping[str, FigureKind[S]]
"""Every kind of figure by its name."""


def figure(kinds: FigureKinds[S], state: S, name: str, of: Sequence[str]) -> Figure[S] | Refused:
    """A figure by its name and what it is of. Refuses what there is not."""
    kind = kinds.get(name)
    if kind is None:
        return Refused(None, f"figure: there is no {name!r}; there is {', '.join(kinds)}")
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
    """The first word behind a figure's name that the state does not know: what it should be, the
    word, and what is known.
    """
    kind = kinds[name]
    for what, word, known in zip(kind.of.lower().split(), of, kind.known, strict=True):
        found = known(state)
        if word not in found:
            return what, word, found
    return None
