"""Who plays which power, and who is a host. Pure."""

from collections.abc import Iterable

from campaign.kernel.decisions import Refused
from campaign.kernel.members import POWERS, Campaign


def host_only(campaign: Campaign, by: str, what: str) -> Refused | None:
    """Members: what only a host may do."""
    return None if campaign.is_host(by) else Refused("Members", f"{what} is for a host")


def holds(campaign: Campaign, member: str, powers: Iterable[str]) -> list[str]:
    """Which of these powers a member plays; the host plays those that nobody holds."""
    host = campaign.is_host(member)
    return [
        power
        for power in powers
        if campaign.powers.get(power) == member or (host and power not in campaign.powers)
    ]


def plays(campaign: Campaign, member: str) -> bool:
    """Whether a member plays any power."""
    return bool(holds(campaign, member, POWERS))
