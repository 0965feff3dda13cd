"""The page of a whole campaign: its state and its turns. Pure."""

from collections.abc import Sequence

import msgspec

from campaign.kernel.pages import CampaignStory, PageContext, TurnStory
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.turn_log import GameLog
from campaign.reports.corrections import Fix
from campaign.reports.disputes import Disputes, all_disputes
from campaign.reports.frame import PageFrame, frame
from campaign.reports.links import listed as listed_pages
from campaign.reports.marks import marks
from campaign.reports.rail import Rail, rail
from campaign.reports.schedule import DeadlineLine, deadline_lines
from campaign.reports.section_views import SectionView, section_views
from campaign.reports.telling import asked_next
from campaign.text.english import listed


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
    rail: Rail
    closed: bool
    story: CampaignStory
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
    context = PageContext(logs, last, marks(system, logs, last, fixes, index=True))
    stories = [system.pages.stories.turn(PageContext(logs, place)) for place in range(len(logs))]
    sections = section_views(system.pages.sections.index, context)
    disputed = all_disputes(system, logs)
    asked = asked_next(system, log, stories[-1])
    deadlines = () if shared.closed else deadline_lines(system, log)
    return IndexPage(
        frame=frame(system, log.end, links=listed_pages(system, logs)),
        turn=log.turn,
        name=system.calendar.in_words(log.turn),
        rail=rail(system, logs, last, is_turn=False),
        closed=shared.closed,
        story=system.pages.stories.index(context),
        asked=asked,
        deadlines=deadlines,
        disputes=disputed,
        sections=sections,
        contents=_contents(
            sections, bool(disputed), system.calendar.noun, is_asked=bool(asked or deadlines)
        ),
        turns=tuple(_turn(system, log, story) for log, story in zip(logs, stories, strict=True)),
        members=_members(system, log.end),
        version=log.version,
        head=log.head,
    )


def _contents(
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


def _turn(system: System[S], log: GameLog[S], story: TurnStory) -> IndexTurn:
    calendar, turn = system.calendar, log.turn
    number = calendar.count(log.end.campaign.first_turn, turn)
    return IndexTurn(turn, calendar.in_words(turn), number, story.headline, story.lede)


def _members(system: System[S], state: S) -> tuple[tuple[str, str, str], ...]:
    shared, names = state.campaign, system.view.names(state)
    return tuple(
        (
            member.name,
            listed(member.roles),
            listed(map(names.seat, shared.seats_of(who))),
        )
        for who, member in shared.members.items()
    )
