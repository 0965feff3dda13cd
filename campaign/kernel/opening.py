"""A campaign's first event, and the request read back from it. Pure."""

import re
from collections.abc import Mapping, Sequence

from campaign.kernel.decisions import Refused, bad_field
from campaign.kernel.new_campaign import OpenCampaign, SeedChain
from campaign.text.lines import A_NAME
from events.base import Event
from events.campaign import CampaignOpened

LONGEST = 80
"""How many characters a campaign's title may have."""


def opening(
    request: OpenCampaign,
    chain: SeedChain,
    system: str,
    rulebook: str,
    turns: tuple[str, str],
    rulings: Mapping[str, str | int | bool] = {},
    modules: tuple[str, ...] = (),
    number: int = 1,
) -> CampaignOpened:
    """The opening event, with the number of the rules and the end of the chain of seeds.

    `turns` are the first and the last turn.
    """
    return CampaignOpened(
        campaign=request.name,
        id=chain.campaign_id,
        system=system,
        rulebook=rulebook,
        scenario=request.scenario,
        first_turn=turns[0],
        last_turn=turns[1],
        rulings=dict(rulings),
        modules=modules,
        seed_anchor=chain.anchor,
        seed_links=chain.links,
        seed_sealed=chain.sealed,
        rules=number,
        title=request.title,
    )


def untitled(title: str) -> Refused | None:
    """Why a campaign cannot have a title: it is one line of at most 80 characters."""
    if not title or (len(title) <= LONGEST and re.match(A_NAME, title)):
        return None
    return bad_field("title", f"write one line of at most {LONGEST} characters")


def request_of(events: Sequence[Event], without_setup: bool) -> OpenCampaign | None:
    """The request, for a game whose opening event holds all of it; None if it is not an opening."""
    first = events[0]
    if not isinstance(first, CampaignOpened):
        return None
    return OpenCampaign(
        name=first.campaign,
        title=first.title,
        system=first.system,
        scenario=first.scenario,
        rulebook=first.rulebook,
        rulings=first.rulings,
        modules=dict.fromkeys(first.modules, True),
    )
