"""What is only shown: a view from a pure function, the same for terminal, page and program. Pure.

def pools(state: State) -> View:
    return View(data, (Grid(("pool", "cards"), rows), Facts((("common", "12 cards"),))))

Verb(words="pools", shows=looking(State, pools), …)
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from campaign.kernel.terminal import steps
from campaign.kernel.terminal.screens import Grid, Labelled

LABEL = 10
"""The column in which the texts of facts begin."""


class Heading(msgspec.Struct, frozen=True):
    """What the blocks below it are about."""

    text: str


class Facts(msgspec.Struct, frozen=True):
    """Labels, each with its text; a text without a label is a paragraph."""

    rows: Sequence[Labelled]
    column: int | None = LABEL
    """The column in which the texts begin; None for two blanks behind the longest label."""
    indent: int = 0
    """The column in which the labels begin."""


class Lines(msgspec.Struct, frozen=True):
    """Sentences, each on a line."""

    lines: Sequence[str]


class Diagram(msgspec.Struct, frozen=True):
    """Text whose blanks and line ends matter."""

    text: str


Block = Heading | Facts | Grid | Lines | Diagram


class View(msgspec.Struct, frozen=True):
    """What is shown."""

    data: object
    """For a program, as JSON."""
    blocks: tuple[Block, ...] = ()
    """For a person, one below the other."""


def paragraphs(texts: Iterable[str], indent: int = 0) -> Facts:
    """Texts without labels, each folded under itself."""
    return Facts(tuple(("", text) for text in texts), indent)


def in_text(blocks: Iterable[Block]) -> Iterator[steps.Step[None]]:
    """The steps that print blocks."""
    for block in blocks:
        match block:
            case Heading():
                yield steps.ShowHeading(block.text)
            case Grid():
                yield steps.ShowTable(block.heads, block.rows, block.numbers)
            case Facts():
                yield from _entries(block)
            case Lines():
                yield from map(steps.Say, block.lines)
            case Diagram():
                yield steps.Say(block.text, end=False)


def _entries(facts: Facts) -> Iterator[steps.Step[None]]:
    column = facts.column
    if column is None:
        column = max((len(label) for label, _ in facts.rows), default=0) + 2
    for label, text in facts.rows:
        yield steps.ShowEntry(f"{'':{facts.indent}}{label:<{column}}", text)
