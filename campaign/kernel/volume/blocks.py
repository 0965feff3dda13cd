"""A volume: what the book of a campaign consists of, in blocks that know no game. Pure.

A printer turns each block into ink. Nothing here is sealed: it is made from what the pages of the
report say.
"""

import msgspec

from campaign.kernel.volume.charts import Drawing
from campaign.text.prose import Node

# --- What members wrote --------------------------------------------------------------------------


class Picture(msgspec.Struct, frozen=True):
    """A picture that a member sent."""

    file: str
    """Its name among the files beside the volume."""
    alt: str
    caption: str = ""


class Letter(msgspec.Struct, frozen=True):
    """What a member wrote, about a turn or something in it."""

    author: str
    when: str
    """In words."""
    about: str = ""
    """In words; empty for the turn itself."""
    words: tuple[Node, ...] = ()
    pictures: tuple[Picture, ...] = ()
    removed: bool = False


# --- The blocks ---------------------------------------------------------------------------------


class Prose(msgspec.Struct, frozen=True, tag="prose"):
    """Paragraphs of the game's own words."""

    paragraphs: tuple[str, ...]
    small: bool = False


class KeyFigures(msgspec.Struct, frozen=True, tag="figures"):
    """A few numbers in a row, each with what it counts."""

    pairs: tuple[tuple[str, str], ...]


class PrintedTable(msgspec.Struct, frozen=True, tag="grid"):
    """A table."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()
    """The columns that hold numbers."""
    caption: str = ""


class PrintedChart(msgspec.Struct, frozen=True, tag="chart"):
    """A drawing, with the same in words for those who do not see it."""

    drawing: Drawing
    alt: str
    caption: str = ""


class BookCard(msgspec.Struct, frozen=True):
    """A card in type alone: a commander, a force."""

    title: str
    sign: str
    """What stands above the title: whose it is."""
    stars: int
    figures: tuple[tuple[str, str], ...]
    lines: tuple[tuple[str, str], ...]
    """When, and what happened."""
    end: str
    """How it stands at the end."""


class BookCards(msgspec.Struct, frozen=True, tag="cards"):
    """BookCards, one behind the other."""

    cards: tuple[BookCard, ...]


class Honour(msgspec.Struct, frozen=True):
    """A distinction: for what, who has it, and by what figure."""

    title: str
    name: str
    why: str


class Honours(msgspec.Struct, frozen=True, tag="honours"):
    """The distinctions of a campaign."""

    honours: tuple[Honour, ...]


class Report(msgspec.Struct, frozen=True, tag="report"):
    """A battle: where, between whom, and how it ended."""

    title: str
    place: str
    result: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    """A row a side."""
    notes: tuple[str, ...]


class SignRow(msgspec.Struct, frozen=True):
    """A row of signs."""

    label: str
    signs: tuple[str, ...]
    result: str
    remark: str = ""


class SignGrid(msgspec.Struct, frozen=True):
    """A table whose cells are signs, with a key."""

    heads: tuple[str, ...]
    rows: tuple[SignRow, ...]
    key: tuple[tuple[str, str], ...]
    label: str = ""
    """What the rows are; it heads their column."""


class Leaf(msgspec.Struct, frozen=True, tag="leaf"):
    """A turn."""

    turn: str
    title: str
    noun: str
    """What the game calls a turn."""
    number: int
    of: int
    headline: str
    text: tuple[str, ...]
    small: str = ""
    board: SignGrid | None = None
    names: tuple[str, ...] = ()
    """Who is in it, for the index."""


class Dispatches(msgspec.Struct, frozen=True, tag="dispatches"):
    """What members wrote."""

    letters: tuple[Letter, ...]


VolumeBlock = (
    Prose
    | KeyFigures
    | PrintedTable
    | PrintedChart
    | BookCards
    | Honours
    | Report
    | Leaf
    | Dispatches
)


class BookChapter(msgspec.Struct, frozen=True):
    """A chapter, which begins on a page of its own."""

    title: str
    headline: str
    """A sentence below the title, and in the contents."""
    blocks: tuple[VolumeBlock, ...]


class VolumeParts(msgspec.Struct, frozen=True):
    """What a game puts into its book."""

    front: tuple[VolumeBlock, ...]
    """How it ended, who played, the whole in one picture."""
    chapters: tuple[BookChapter, ...]
    """Turns in their order."""
    reckoning: tuple[BookChapter, ...] = ()
    """KeyFigures and honours."""
    appendices: tuple[BookChapter, ...] = ()
    byline: str = ""
    """Who played, for the title page."""
    index: tuple[str, ...] = ()
    """The names in the index, as leaves have them, in the order of print."""


class Volume(msgspec.Struct, frozen=True):
    """A whole book, as a printer reads it."""

    title: str
    game: str
    span: str
    """From its first turn to its last."""
    parts: VolumeParts
    is_over: bool
    imprint: tuple[tuple[str, str], ...]
    """What is on record about it: each with its label."""
    notes: tuple[str, ...]
    """What a reader should know before the rest: that it is a what-if, or still being played."""
    colophon: tuple[str, ...]
