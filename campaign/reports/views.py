"""The pages' content: of a turn, of the whole campaign, and those that a game adds. Pure."""

import re
from collections.abc import Iterator, Sequence

import msgspec

from campaign.kernel import pages
from campaign.kernel.members import S
from campaign.kernel.projections import GameLog, JournalLine
from campaign.kernel.system import System
from campaign.reports.corrections import Disputes, Fix, all_disputes, disputes, marks
from campaign.reports.layout import (
    DeadlineLine,
    LinkedPage,
    Navigation,
    PageFrame,
    SectionView,
    absence_lines,
    deadline_lines,
    frame,
    rail,
    section_views,
)
from campaign.reports.layout import listed as listed_pages
from campaign.reports.turn_log import in_short
from campaign.reports.turn_text import asked_next, is_open, turn_story
from campaign.text.english import capital, counted, listed

RULINGS = "rulings.html"
_FILE = re.compile(r"[a-z0-9][a-z0-9-]*\.html")


class FurtherPage(msgspec.Struct, frozen=True):
    """A page that a game adds, in the report's frame."""

    frame: PageFrame
    file: str
    title: str
    lede: str
    template: str
    view: object
    turn: str
    """The latest turn."""
    version: int
    head: str


def more_pages(
    system: System[S], logs: Sequence[GameLog[S]], fixes: Sequence[Fix] = ()
) -> tuple[pages.MorePage, ...]:
    """The page of the rulings, and the game's own.

    Raises `ValueError` for a file's name that another page has.
    """
    last = len(logs) - 1
    context = pages.PageContext(logs, last, marks(system, logs, last, fixes, index=True))
    further = (*system.pages.more(context), *_rulings(system, logs[-1]))
    taken = {pages.INDEX, *(pages.page_name(log.turn) for log in logs)}
    for page in further:
        if page.file in taken or not _FILE.fullmatch(page.file):
            raise ValueError(f"a further page cannot be called {page.file!r}")
        taken.add(page.file)
    return further


def _rulings(system: System[S], log: GameLog[S]) -> tuple[pages.MorePage, ...]:
    """The page of all rulings in force, in a game that has any."""
    about = system.pages.about(log.end)
    if not about.rulings:
        return ()
    count = len(about.rulings)
    house = sum(bool(line.house) for line in about.rulings)
    differ = f"{house} of them differ from the default" if house else "all as the default has them"
    lede = f"{counted(count, 'point')} that the rulebook leaves open, {differ}."
    return (
        pages.MorePage(RULINGS, "Rulings", "rulings.html", lambda: about.rulings, capital(lede)),
    )


def further_page(
    system: System[S],
    logs: Sequence[GameLog[S]],
    page: pages.MorePage,
    links: tuple[LinkedPage, ...],
) -> FurtherPage:
    """One of them, with what its template shows, and links to those that are listed."""
    last = logs[-1]
    return FurtherPage(
        frame(system, last.end, links=links),
        page.file,
        page.title,
        page.lede,
        page.template,
        page.view(),
        last.turn,
        last.version,
        last.head,
    )


# --- The page of a whole campaign: its state and its turns --------------------------------------


class IndexTurn(msgspec.Struct, frozen=True):
    """A turn in the list of turns."""

    turn: str
    name: str
    number: int
    headline: str
    """Its most important news; empty where it has none yet."""
    lede: str


class IndexPage(msgspec.Struct, frozen=True):
    """The whole campaign."""

    frame: PageFrame
    turn: str
    name: str
    rail: Navigation
    closed: bool
    story: pages.CampaignStory
    asked: tuple[str, ...]
    """What is asked next and of whom; of the record alone when the campaign is over."""
    deadlines: tuple[DeadlineLine, ...]
    disputes: Disputes | None
    sections: tuple[SectionView, ...]
    """The game's sections: those of the top come before the list of turns."""
    contents: tuple[tuple[str, str], ...]
    """The page's parts: each one's id and name, the record as one."""
    turns: tuple[IndexTurn, ...]
    members: tuple[tuple[str, str, str], ...]
    """Name, roles, seats."""
    version: int
    head: str


def index_page(
    system: System[S], logs: Sequence[GameLog[S]], fixes: Sequence[Fix] = ()
) -> IndexPage:
    """The page of the whole campaign."""
    log, last = logs[-1], len(logs) - 1
    shared = log.end.campaign
    context = pages.PageContext(logs, last, marks(system, logs, last, fixes, index=True))
    sections = section_views(system.pages.sections.index, context)
    disputed = all_disputes(system, logs)
    asked = asked_next(system, log, system.pages.stories.turn(context))
    deadlines = () if shared.closed else deadline_lines(system, log)
    return IndexPage(
        frame=frame(system, log.end, links=listed_pages(system, logs)),
        turn=log.turn,
        name=system.calendar_of(log.end).in_words(log.turn),
        rail=rail(system, logs, last, is_turn=False),
        closed=shared.closed,
        story=system.pages.stories.index(context),
        asked=asked,
        deadlines=deadlines,
        disputes=disputed,
        sections=sections,
        contents=_index_contents(
            sections,
            bool(disputed),
            system.calendar_of(log.end).noun,
            is_asked=bool(asked or deadlines),
        ),
        turns=tuple(_turns(system, logs)),
        members=_members(system, log.end),
        version=log.version,
        head=log.head,
    )


def _index_contents(
    sections: Sequence[SectionView], is_disputed: bool, noun: str, *, is_asked: bool
) -> tuple[tuple[str, str], ...]:
    """The contents of the page in its order, the record as one."""
    shown = [section for section in sections if section.view is not None]
    return (
        *((("asked", "What is next"),) if is_asked else ()),
        *((section.id, section.title) for section in shown if section.part == "top"),
        *((("disputes", "Disputes"),) if is_disputed else ()),
        ("turns", f"{noun.capitalize()} by {noun}"),
        *((section.id, section.title) for section in shown if section.part != "top"),
        ("record", "Record"),
    )


def _turns(system: System[S], logs: Sequence[GameLog[S]]) -> Iterator[IndexTurn]:
    """The list of turns; of those that are over the game may know it without the whole story."""
    calendar, stories, first = (
        system.calendar_of(logs[-1].end),
        system.pages.stories,
        logs[-1].end.campaign.first_turn,
    )
    for place, log in enumerate(logs):
        if stories.in_the_list is not None and place + 1 < len(logs):
            headline, lede = stories.in_the_list(log)
        else:
            story = stories.turn(pages.PageContext(logs, place))
            headline, lede = story.headline, story.lede
        number = calendar.count(first, log.turn)
        yield IndexTurn(log.turn, calendar.in_words(log.turn), number, headline, lede)


def _members(system: System[S], state: S) -> tuple[tuple[str, str, str], ...]:
    shared, names = state.campaign, system.view.names(state)
    return tuple(
        (
            shared.called(who),
            listed(member.roles),
            listed(map(names.seat, shared.seats_of(who))),
        )
        for who, member in shared.members.items()
    )


# --- turn page ----------------------------------------------------------------------------------
# The report of one turn, from the events up to its end and what later corrections did to them.

RECORDED = (("rulings", "Rulings"), ("seal", "Seal"), ("journal", "Journal"))
"""What every game's record has, below the game's own."""


class TurnPage(msgspec.Struct, frozen=True):
    """A turn report."""

    frame: PageFrame
    turn: str
    name: str
    rail: Navigation
    open: bool
    """Whether the turn is still being played."""
    story: pages.TurnStory
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
    context = pages.PageContext(logs, place, marks(system, logs, place, fixes))
    sections = section_views(system.pages.sections.turn, context)
    story = turn_story(system, context)
    disputed = disputes(system, logs, place, fixes)
    open_turn = is_open(logs, place)
    away = absence_lines(system, logs, place)
    has_news = bool(story.news or away)
    return TurnPage(
        frame=frame(system, log.end, logs[-1].end, listed_pages(system, logs[: place + 1])),
        turn=log.turn,
        name=system.calendar_of(log.end).in_words(log.turn),
        rail=rail(system, logs, place),
        open=open_turn,
        story=story,
        deadlines=deadline_lines(system, log) if open_turn else (),
        away=away,
        disputes=disputed,
        sections=sections,
        contents=_turn_contents(sections, disputed, is_open=open_turn, has_news=has_news),
        recorded=(*_of(sections, "record"), *RECORDED),
        version=log.version,
        head=log.head,
        journal=in_short(log.lines),
        corrections=_corrections(logs, log),
    )


def _corrections(logs: Sequence[GameLog[S]], log: GameLog[S]) -> dict[int, str]:
    versions = {
        version
        for line in log.lines
        for version in (line.struck_by, line.amended_by, line.version if line.inserted else 0)
        if version
    }
    return {
        version: pages.event_href(log.turn, pages.turn_of(logs, version), version)
        for version in sorted(versions)
    }


def _turn_contents(
    sections: Sequence[SectionView],
    disputed: Disputes | None,
    *,
    is_open: bool,
    has_news: bool,
) -> tuple[tuple[str, str], ...]:
    """The contents of the page in its order, the record as one. Empty parts are left out."""
    return (
        *_of(sections, "top"),
        *((("news", "News"),) if has_news else ()),
        *((("disputes", "Disputes"),) if disputed is not None else ()),
        *_of(sections, "turn"),
        *((("asked", "What is next"),) if is_open else ()),
        *_of(sections, "rest"),
        ("record", "Record"),
    )


def _of(sections: Sequence[SectionView], part: pages.Part) -> Iterator[tuple[str, str]]:
    """The sections of a part of the page that have something to show."""
    for section in sections:
        if section.part == part and section.view is not None:
            yield section.id, section.title
