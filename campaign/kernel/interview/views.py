"""What is only shown: a view from a pure function, and how it is put out as text or as JSON. Pure.

def pools(state: State) -> View:
    return View(data, (Grid(("pool", "cards"), rows), Facts((("common", "12 cards"),))))

Verb(words="pools", course=looking(State, pools), …)
"""

from collections.abc import Callable, Sequence
from typing import TypeVar

import msgspec

from campaign.kernel.decisions import Refused
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.screens import Grid
from campaign.text.json_values import JsonObject

T = TypeVar("T")
LABEL = 10
"""The column in which the texts of facts begin."""


class Facts(msgspec.Struct, frozen=True):
    """Labels, each with its text."""

    rows: Sequence[tuple[str, str]]


class Lines(msgspec.Struct, frozen=True):
    """Sentences."""

    lines: Sequence[str]


class View(msgspec.Struct, frozen=True):
    """What is shown."""

    data: object
    """For a program, as JSON."""
    blocks: tuple[Facts | Grid | Lines, ...] = ()
    """For a person, one below the other."""


def looking(
    kind: type[T], look: Callable[..., View | Refused]
) -> Callable[..., verbs.Course[None]]:
    """A course that shows a view of the campaign's state, with what was typed."""

    def course(call: verbs.Call, **typed: object) -> verbs.Course[None]:
        yield from shows(call, look((yield from verbs.state_of(kind)), **typed))

    course.__doc__ = look.__doc__
    return course


def looking_at_own(look: Callable[[JsonObject], View]) -> Callable[..., verbs.Course[None]]:
    """A course that shows a view of what only the acting member may see."""

    def course(call: verbs.Call) -> verbs.Course[None]:
        yield from shows(call, look((yield from verbs.private())))

    course.__doc__ = look.__doc__
    return course


def shows(call: verbs.Call, view: View | Refused) -> verbs.Course[None]:
    """Puts a view out: as JSON for a program, else its blocks as text."""
    if isinstance(view, Refused):
        yield from verbs.refuse(view.reason, view.rule or "")
    elif call.as_json:
        yield from verbs.json_page(view.data)
    else:
        for block in view.blocks:
            yield from _shown(block)


def _shown(block: Facts | Grid | Lines) -> verbs.Course[None]:
    match block:
        case Grid():
            yield from verbs.table(block.heads, block.rows, block.numbers)
        case Facts():
            for label, text in block.rows:
                yield from verbs.entry(f"{label:<{LABEL}}", text)
        case Lines():
            for line in block.lines:
                yield from verbs.say(line)
