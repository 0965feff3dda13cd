"""A volume: what the book of a campaign consists of, in blocks that know no game. Pure.

A printer turns each block into ink. Nothing here is sealed: it is made from what the pages of the
report say.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Generic

import msgspec

from campaign.kernel.drawing import Drawing
from campaign.kernel.members import Calendar, S
from campaign.kernel.pages import GameAbout, PageContext, RulingLine, TurnStory
from campaign.kernel.projections import GameLog, T
from campaign.text.english import counted

FEW = 4
"""So many turns make a chapter in a game whose calendar has no years."""

# --- Words that members wrote: a tree of nodes, never the source of a printer -------------------


class Wording(msgspec.Struct, frozen=True, tag="wording"):
    """Letters, printed as they are."""

    text: str


class NewLine(msgspec.Struct, frozen=True, tag="line"):
    """The end of a line within a paragraph."""


class Emphasis(msgspec.Struct, frozen=True, tag="emphasis"):
    """Words in italics."""

    of: tuple["Node", ...]


class Strength(msgspec.Struct, frozen=True, tag="strength"):
    """Words in bold."""

    of: tuple["Node", ...]


class Paragraph(msgspec.Struct, frozen=True, tag="paragraph"):
    """A paragraph."""

    of: tuple["Node", ...]


class Quotation(msgspec.Struct, frozen=True, tag="quotation"):
    """What somebody quotes."""

    of: tuple["Node", ...]


class Bullets(msgspec.Struct, frozen=True, tag="bullets"):
    """A list, each item with the nodes in it."""

    items: tuple[tuple["Node", ...], ...]


Node = Wording | NewLine | Emphasis | Strength | Paragraph | Quotation | Bullets


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


class VolumeSource(msgspec.Struct, Generic[S, T], frozen=True):
    """What the parts of a volume are made from."""

    context: PageContext[S, T]
    """Every turn; its own is the last."""
    stories: tuple[TurnStory, ...]
    """What is told of each turn."""
    verdict: str
    """How the campaign stands, or ended."""
    about: GameAbout
    calendar: Calendar
    seats: dict[str, str]
    """The seats by name."""


class Volumes(msgspec.Struct, Generic[S, T], frozen=True):
    """What a game brings to its book."""

    parts: Callable[[VolumeSource[S, T]], VolumeParts]


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


# --- What a game gets that says nothing, and what others share ----------------------------------


def plain_parts(source: VolumeSource[S, T]) -> VolumeParts:
    """A chapter a year, else every four turns; the players; the rulings."""
    return VolumeParts(
        front=(Prose((source.verdict,)), *the_table(source)),
        chapters=tuple(
            BookChapter(
                title, headline_of(source, places), tuple(leaf(source, at) for at in places)
            )
            for title, places in divided(source)
        ),
        appendices=tuple(rulings(source.about)),
        byline=byline(source.context.log),
    )


def divided(source: VolumeSource[S, T]) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The turns by chapters: those of a year, else four at a time; each with its title."""
    calendar, logs = source.calendar, source.context.logs
    begins = [place for place, log in enumerate(logs) if calendar.starts_year(log.turn)]
    starts = sorted({0, *begins}) if begins else list(range(0, len(logs), FEW))
    for start, end in zip(starts, (*starts[1:], len(logs)), strict=True):
        first, last = (calendar.in_words(logs[at].turn) for at in (start, end - 1))
        title = first if first == last else f"{first} to {last}"
        yield title, tuple(range(start, end))


def leaf(source: VolumeSource[S, T], place: int) -> Leaf:
    """A turn as its story tells it."""
    story, log = source.stories[place], source.context.logs[place]
    news = tuple(line.text for line in story.news if not line.in_headline and not line.of_opening)
    shared = log.end.campaign
    return Leaf(
        log.turn,
        source.calendar.in_words(log.turn),
        source.calendar.noun,
        place + 1,
        max(source.calendar.count(shared.first_turn, shared.last_turn), place + 1),
        story.headline,
        news or ((story.lede,) if story.lede else ()),
    )


def headline_of(source: VolumeSource[S, T], places: Sequence[int]) -> str:
    """The heaviest news of some turns, the earliest of several; empty where there is none."""

    def weight(place: int) -> int:
        return max((line.weight for line in source.stories[place].news), default=0)

    known = [place for place in places if source.stories[place].headline]
    return source.stories[max(known, key=weight)].headline if known else ""


def players_of(logs: Sequence[GameLog[S]], seat: str) -> str:
    """Who played a seat, one behind the other where it changed hands."""
    names: dict[str, None] = {}
    for log in logs:
        shared = log.end.campaign
        names |= dict.fromkeys(shared.called(who) for who in shared.who_plays(seat))
    return ", then ".join(names) or "the host"


def the_table(source: VolumeSource[S, T]) -> tuple[PrintedTable, ...]:
    """Who played what."""
    logs = source.context.logs
    rows = tuple((name, players_of(logs, seat)) for seat, name in source.seats.items())
    return (PrintedTable(("seat", "played by"), rows, caption="Who played what"),) if rows else ()


def byline(log: GameLog[S]) -> str:
    """Those who played, each once, in the order of their seats."""
    shared = log.end.campaign
    playing = dict.fromkeys(who for seat in shared.seats for who in shared.who_plays(seat))
    return " · ".join(shared.called(who) for who in playing)


def rulings(about: GameAbout) -> Iterator[BookChapter]:
    """The rulings that differ from what a club gets that says nothing; none where none does."""
    rows = tuple(_ruling(line) for line in about.rulings if line.house)
    if rows:
        words = f"{counted(len(rows), 'answer')} of this club’s own"
        heads = ("question", "here", "otherwise")
        yield BookChapter("Rulings", words, (PrintedTable(heads, rows),))


def _ruling(line: RulingLine) -> tuple[str, ...]:
    return line.question, line.answer, line.house
