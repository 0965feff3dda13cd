"""A figure down to the events that made it what it is: one answer for every door. IO: it reads."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from campaign.desk.sentences import sentences
from campaign.history.explain import FigureEvent
from campaign.history.explain import explain as lines_of
from campaign.history.transitions import transitions
from campaign.kernel import figures
from campaign.kernel.decisions import Refused
from campaign.kernel.figures import Cause, Causes, Figure
from campaign.kernel.system import AnySystem
from campaign.kernel.transition import HistoryEntry
from campaign.store.reader import Live, Reader
from campaign.text.json_values import JsonObject
from campaign.text.suggest import near


class NoFigureError(Exception):
    """There is no such figure; one line, with the nearest that there is."""


class FigureExplained(msgspec.Struct, frozen=True):
    """A figure, its value, and each event that changed it, with the reason."""

    name: str
    of: tuple[str, ...]
    title: str
    value: int | str
    lines: tuple[tuple[FigureEvent, str], ...]

    def in_json(self) -> JsonObject:
        """For programs."""
        events = [_line_in_json(line, why) for line, why in self.lines]
        return {"figure": self.name, "of": self.of, "value": self.value, "events": events}


def explained(reader: Reader, name: str, figure: str, of: Sequence[str]) -> FigureExplained:
    """What made a figure what it is. Raises `NoFigureError`."""
    live = reader.live(name)
    words = _in_full(live, figure, tuple(word.lower().replace(" ", "-") for word in of))
    found = _figure(live, figure, words)
    lines = list(lines_of(live.system, reader.effective(name), found.value))
    if not lines:
        _must_be_known(live, name, figure, words)
    causes = _causes(live.system, reader.effective(name), figure, words)
    sentence = sentences(reader, name)
    told: list[tuple[FigureEvent, str]] = []
    for line in lines:
        cause = causes.get((line.version, type(line.event)), Cause(""))
        by_rule = msgspec.structs.replace(line, rule=cause.rule or line.rule)
        told.append((by_rule, cause.text or sentence(line.event, line.version)))
    return FigureExplained(figure, words, found.title, found.value(live.state), tuple(told))


def _line_in_json(line: FigureEvent, why: str) -> JsonObject:
    return {
        "version": line.version,
        "turn": line.turn,
        "rule": line.rule,
        "type": type(line.event).__name__,
        "before": line.before,
        "change": line.change,
        "after": line.after,
        "told": why,
        "amended_by": line.amended_by or None,
        "inserted": line.inserted,
    }


def _causes(
    system: AnySystem, history: Iterable[HistoryEntry], figure: str, words: tuple[str, ...]
) -> Causes:
    """What events did to a figure, if the game has its own words for it."""
    return system.view.figures[figure].causes(transitions(system, history), words)


def _in_full(live: Live, name: str, words: tuple[str, ...]) -> tuple[str, ...]:
    """The words after a figure's name, with a seat's code or beginning written out."""
    kind = live.system.view.figures.get(name)
    if kind is None or len(words) != len(kind.known):
        return words
    in_full: list[str] = []
    seats = live.system.seats_of(live.state)
    for word, known in zip(words, kind.known, strict=True):
        found = known(live.state)
        meant = [seat for seat in seats.meant(word) if seat in found]
        in_full.append(meant[0] if word not in found and len(meant) == 1 else word)
    return tuple(in_full)


def _figure(live: Live, name: str, words: tuple[str, ...]) -> Figure[Any]:
    """A figure as typed; fails on an unknown one, suggesting a similar name."""
    kinds, state = live.system.view.figures, live.state
    if name not in kinds:
        hint = near(name, kinds) or f"; there is {', '.join(kinds) or 'none'}"
        raise NoFigureError(f"there is no figure {name!r}{hint}")
    found = figures.figure(kinds, state, name, words)
    if not isinstance(found, Refused):
        return found
    fits = len(words) == len(kinds[name].of.split())
    stranger = figures.unknown(kinds, state, name, words) if fits else None
    hint = near(stranger[1], stranger[2]) if stranger else ""
    if stranger and hint:
        raise NoFigureError(f"{stranger[0]}: there is no {stranger[1]!r}{hint}")
    raise NoFigureError(found.reason)


def _must_be_known(live: Live, campaign: str, name: str, words: tuple[str, ...]) -> None:
    """Fails on a name that no event mentions: it may not exist at all."""
    if stranger := figures.unknown(live.system.view.figures, live.state, name, words):
        _, word, known = stranger
        raise NoFigureError(f"nothing in {campaign} tells of {word!r}{near(word, known)}")
