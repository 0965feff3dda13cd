"""A campaign's first event, and the request read back from it. Pure."""

from collections.abc import Mapping, Sequence

from campaign.kernel.members import RULES
from campaign.kernel.new_campaign import OpenCampaign, SeedChain
from events.base import Event
from events.campaign import CampaignOpened


def opening(
    request: OpenCampaign,
    chain: SeedChain,
    system: str,
    rulebook: str,
    turns: tuple[str, str],
    rulings: Mapping[str, str | int | bool] = {},
    modules: tuple[str, ...] = (),
) -> CampaignOpened:
    """The opening event, with the newest rules and the end of the chain of seeds.

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
        rules=RULES,
    )


def request_of(events: Sequence[Event], without_setup: bool) -> OpenCampaign | None:
    """The request, for a game whose opening event holds all of it; None if it is not an opening."""
    first = events[0]
    if not isinstance(first, CampaignOpened):
        return None
    return OpenCampaign(
        name=first.campaign,
        system=first.system,
        scenario=first.scenario,
        rulebook=first.rulebook,
        rulings=first.rulings,
        modules=dict.fromkeys(first.modules, True),
    )
