"""How shared facts, which belong to no game, change a campaign's state. Pure.

A game's chapters say what else such a fact changes; `assembly` puts both together.
"""

from msgspec.structs import replace

from campaign.kernel import handover, members, record, schedule
from campaign.kernel.members import Campaign
from events.base import Event
from events.campaign import (
    CampaignClosed,
    EntropyAdded,
    MemberEnrolled,
    PowerAssigned,
    PowerReleased,
    SeedsRenewed,
    TurnBegan,
)
from events.disputes import Branched, CampaignReopened

ABOUT_PLAY: tuple[type[Event], ...] = (
    MemberEnrolled,
    PowerAssigned,
    PowerReleased,
    TurnBegan,
    CampaignClosed,
    EntropyAdded,
    SeedsRenewed,
)
"""Members, seats, turns and seeds."""
FACTS: tuple[type[Event], ...] = (
    *ABOUT_PLAY,
    *handover.FACTS,
    *schedule.FACTS,
    *record.FACTS,
    Branched,
)
"""Every fact of the frame except the opening, and corrections, which stop a plain fold."""


def evolve(campaign: Campaign, event: Event) -> Campaign:
    """The shared part of a state after a fact of the frame."""
    if isinstance(event, schedule.FACTS):
        return replace(campaign, schedule=schedule.evolve(campaign.schedule, event))
    if isinstance(event, handover.FACTS):
        return handover.evolve(campaign, event)
    if isinstance(event, TurnBegan) and campaign.schedule.deadlines:
        campaign = replace(campaign, schedule=schedule.evolve(campaign.schedule, event))
    if isinstance(event, ABOUT_PLAY):
        return members.evolve(campaign, event)
    if isinstance(event, Branched):
        campaign = _branched(campaign, event)
    kept = replace(campaign, record=record.evolve(campaign.record, event, campaign.turn))
    return members.evolve(kept, event) if isinstance(event, CampaignReopened) else kept


def struck(campaign: Campaign, event: Event) -> Campaign:
    """Draws: what a struck fact leaves behind: a revealed seed stays revealed."""
    match event:
        case TurnBegan() | CampaignClosed() if event.seed_revealed:
            number = campaign.seed_number + 1
            return replace(campaign, seed_number=number, last_revealed=event.seed_revealed)
    return campaign


def _branched(campaign: Campaign, event: Branched) -> Campaign:
    """A what-if draws from its own chain. Only its maker hosts it, and they play every seat."""
    return replace(
        campaign,
        name=event.name,
        title="",
        id=event.id,
        seed_anchor=event.seed_anchor,
        seed_links=event.seed_links,
        seed_sealed=event.seed_sealed,
        seed_number=1,
        last_revealed=event.seed_anchor,
        closed=False,
        seats_offered=(),
        members={
            who: replace(member, roles=_roles(member.roles, hosts=who == event.maker))
            for who, member in campaign.members.items()
        },
        powers={},
        schedule=schedule.evolve(campaign.schedule, event),
    )


def _roles(roles: tuple[str, ...], *, hosts: bool) -> tuple[str, ...]:
    """Roles in a what-if: only its maker hosts it, so only they see what a host may see."""
    others = tuple(role for role in roles if role != "host")
    return ("host", *others) if hosts else others or ("observer",)
