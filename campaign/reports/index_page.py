"""The page of a whole campaign: its state and its turns. Pure."""

from collections.abc import Sequence

import msgspec

from campaign.kernel.pages import CampaignStory, PageContext
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.turn_log import GameLog
from campaign.reports.corrections import Fix
from campaign.reports.disputes import Disputes, all_disputes
from campaign.reports.frame import PageFrame, frame
from campaign.reports.links import listed as listed_pages
from campaign.reports.marks import marks
from campaign.reports.section_views import SectionView, section_views
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
    number: int
    closed: bool
    story: CampaignStory
    disputes: Disputes | None
    sections: tuple[SectionView, ...]
    """The game's sections; the first comes above the disputes."""
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
    return IndexPage(
        frame=frame(system, log.end, links=listed_pages(system, logs)),
        turn=log.turn,
        name=system.calendar.in_words(log.turn),
        number=system.calendar.count(shared.first_turn, log.turn),
        closed=shared.closed,
        story=system.pages.stories.index(context),
        disputes=all_disputes(system, logs),
        sections=section_views(system.pages.sections.index, context),
        turns=tuple(_turn(system, logs, place) for place in range(len(logs))),
        members=_members(system, log.end),
        version=log.version,
        head=log.head,
    )


def _turn(system: System[S], logs: Sequence[GameLog[S]], place: int) -> IndexTurn:
    turn = logs[place].turn
    first = logs[place].end.campaign.first_turn
    story = system.pages.stories.turn(PageContext(logs, place))
    number = system.calendar.count(first, turn)
    return IndexTurn(turn, system.calendar.in_words(turn), number, story.headline, story.lede)


def _members(system: System[S], state: S) -> tuple[tuple[str, str, str], ...]:
    shared, names = state.campaign, system.view.names(state)
    return tuple(
        (
            member.name,
            listed(member.roles),
            listed(names.seat(seat) for seat in system.seats.ids if shared.powers.get(seat) == who),
        )
        for who, member in shared.members.items()
    )
