"""The report of one turn, from the events up to its end and what later corrections did to them.

Pure.
"""

from collections.abc import Iterator, Sequence

import msgspec

from campaign.kernel.page_links import event_href, turn_of
from campaign.kernel.pages import PageContext, Part, TurnStory
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.turn_log import GameLog, JournalLine
from campaign.reports.corrections import Fix
from campaign.reports.disputes import Disputes, disputes
from campaign.reports.frame import PageFrame, frame
from campaign.reports.journal import in_short
from campaign.reports.links import listed as listed_pages
from campaign.reports.marks import marks
from campaign.reports.rail import Rail, rail
from campaign.reports.schedule import DeadlineLine, absence_lines, deadline_lines
from campaign.reports.section_views import SectionView, section_views
from campaign.reports.telling import is_open, turn_story

RECORDED = (("rulings", "Rulings"), ("seal", "Seal"), ("journal", "Journal"))
"""What every game's record has, below the game's own."""


class TurnPage(msgspec.Struct, frozen=True):
    """A turn report."""

    frame: PageFrame
    turn: str
    name: str
    rail: Rail
    open: bool
    """Whether the turn is still being played."""
    story: TurnStory
    deadlines: tuple[DeadlineLine, ...]
    """Of the turn being played."""
    away: tuple[str, ...]
    """Who was away in the turn, each in a sentence."""
    disputes: Disputes | None
    sections: tuple[SectionView, ...]
    """The game's sections."""
    contents: tuple[tuple[str, str], ...]
    """The page's parts: each one's id and name, the record as one."""
    recorded: tuple[tuple[str, str], ...]
    """The parts of the record."""
    version: int
    head: str
    journal: tuple[JournalLine, ...]
    corrections: dict[int, str]
    """Corrections of lines of this journal, with links to them."""


def turn_page(
    system: System[S], logs: Sequence[GameLog[S]], place: int, fixes: Sequence[Fix] = ()
) -> TurnPage:
    """The report of the turn at a place in the logs."""
    log = logs[place]
    context = PageContext(logs, place, marks(system, logs, place, fixes))
    sections = section_views(system.pages.sections.turn, context)
    story = turn_story(system, context)
    disputed = disputes(system, logs, place, fixes)
    open_turn = is_open(logs, place)
    away = absence_lines(system, logs, place)
    has_news = bool(story.news or away)
    return TurnPage(
        frame=frame(system, log.end, logs[-1].end, listed_pages(system, logs[: place + 1])),
        turn=log.turn,
        name=system.calendar.in_words(log.turn),
        rail=rail(system, logs, place),
        open=open_turn,
        story=story,
        deadlines=deadline_lines(system, log) if open_turn else (),
        away=away,
        disputes=disputed,
        sections=sections,
        contents=_contents(sections, disputed, is_open=open_turn, has_news=has_news),
        recorded=(*_of(sections, "record"), *RECORDED),
        version=log.version,
        head=log.head,
        journal=in_short(log.lines),
        corrections=_corrections(logs, log),
    )


def _corrections(logs: Sequence[GameLog[S]], log: GameLog[S]) -> dict[int, str]:
    found = {
        version
        for line in log.lines
        for version in (line.struck_by, line.amended_by, line.version if line.inserted else 0)
        if version
    }
    return {
        version: event_href(log.turn, turn_of(logs, version), version) for version in sorted(found)
    }


def _contents(
    sections: Sequence[SectionView],
    disputed: Disputes | None,
    *,
    is_open: bool,
    has_news: bool,
) -> tuple[tuple[str, str], ...]:
    """The contents of the page in its order, the record as one. Empty parts are left out."""
    return (
        *((("asked", "What is next"),) if is_open else ()),
        *_of(sections, "top"),
        *((("news", "News"),) if has_news else ()),
        *((("disputes", "Disputes"),) if disputed is not None else ()),
        *_of(sections, "turn"),
        ("record", "Record"),
    )


def _of(sections: Sequence[SectionView], part: Part) -> Iterator[tuple[str, str]]:
    """The sections of a part of the page that have something to show."""
    for section in sections:
        if section.part == part and section.view is not None:
            yield section.id, section.title
