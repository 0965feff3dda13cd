"""The parts of a volume: what a game gets that says nothing, and what others share. Pure."""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Generic

import msgspec

from campaign.kernel.decisions import empty
from campaign.kernel.members import S
from campaign.kernel.pages import GameAbout, PageContext, RulingLine, TurnStory
from campaign.kernel.projections import GameLog, T
from campaign.kernel.volume.blocks import BookChapter, Leaf, PrintedTable, Prose, VolumeParts
from campaign.text.english import counted
from campaign.text.turns import Calendar

FEW = 4
"""So many turns make a chapter in a game whose calendar has no years."""


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


class ClubFigure(msgspec.Struct, frozen=True):
    """A number of one member in one campaign, which adds up over the campaigns of a game."""

    member: str
    key: str
    label: str
    """What heads its column."""
    value: int
    expected: Fraction | None = None
    """What was to be expected; None where nothing was."""
    how: str = ""
    """How it is counted, in a sentence."""


class Volumes(msgspec.Struct, Generic[S, T], frozen=True):
    """What a game brings to its book, and to the figures of a club."""

    parts: Callable[[VolumeSource[S, T]], VolumeParts]
    club: Callable[[PageContext[S, T]], tuple[ClubFigure, ...]] = empty


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
