"""What every page says about its campaign. Pure."""

import msgspec

from campaign.kernel.members import Campaign
from campaign.kernel.pages import GameAbout
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.reports.links import LinkedPage


class PageFrame(msgspec.Struct, frozen=True):
    """What every page of a campaign says about it."""

    campaign: str
    title: str
    """What the campaign is called in headings."""
    about: GameAbout
    """What is said about the game."""
    first_turn: str
    last_turn: str
    turns: int
    modules: tuple[str, ...]
    what_if: str
    """For a branch: its origin and where it begins; empty for a campaign."""
    countersigned: tuple[str, ...] = ()
    """Which member countersigned the record up to which event: in the page's turn, or overall."""
    links: tuple[LinkedPage, ...] = ()
    """The game's further pages that every page links to."""


def frame(
    system: System[S], state: S, now: S | None = None, links: tuple[LinkedPage, ...] = ()
) -> PageFrame:
    """What every page says about the campaign. Every turn of a branch is marked as a branch's.

    `now` is the state at the end of the record.
    """
    latest = (now or state).campaign
    shared = state.campaign
    return PageFrame(
        latest.name,
        latest.title or latest.name,
        system.pages.about(state),
        shared.first_turn,
        shared.last_turn,
        system.calendar.count(shared.first_turn, shared.last_turn),
        shared.modules,
        _what_if(latest),
        _countersigned(shared, ever=now is None),
        links,
    )


def _countersigned(shared: Campaign, *, ever: bool) -> tuple[str, ...]:
    """Who countersigned what, in the turn or overall; anybody can check it with `verify`."""
    members = shared.members
    return tuple(
        f"{members[seen.member].name if seen.member in members else seen.member} countersigned the "
        f"record up to event {seen.about}, with key {seen.key}."
        for seen in shared.record.keys.witnessed
        if ever or seen.turn == shared.turn
    )


def _what_if(latest: Campaign) -> str:
    origin = latest.record.branch_of
    if origin is None:
        return ""
    maker = latest.members[origin.maker].name if origin.maker in latest.members else origin.maker
    shared = f"{maker} made this page’s campaign of {origin.name}: they share the past up to event"
    return f"{shared} {origin.version}, and what comes after that never happened there."
