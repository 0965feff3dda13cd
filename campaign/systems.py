"""The rule systems by name: the only file that knows them all."""

from campaign import leaders_in_flames
from campaign.kernel.decisions import Command, Decision, bad_field
from campaign.kernel.new_campaign import OpenCampaign, SeedChain
from campaign.kernel.system import AnySystem
from events.codec import Codec

SYSTEMS: dict[str, AnySystem] = {system.name: system for system in (leaders_in_flames.SYSTEM,)}

CODEC = Codec(kind for system in SYSTEMS.values() for kind in system.codec.events.values())
"""Reads the events of every campaign, whatever is played."""


def open_campaign(request: OpenCampaign, chain: SeedChain) -> Decision:
    """A campaign's first facts under its system's rules."""
    if request.system not in SYSTEMS:
        return bad_field("system", f"{request.system!r} is not one of {', '.join(SYSTEMS)}")
    return SYSTEMS[request.system].rules.open(request, chain)


def commands() -> dict[str, type[Command]]:
    """Every command of every system by its name."""
    return {
        name: kind for system in SYSTEMS.values() for name, kind in system.rules.commands.items()
    }
