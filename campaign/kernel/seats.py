"""A game's seats: who plays which, and who is a host. Pure."""

from collections.abc import Iterable, Mapping

import msgspec

from campaign.kernel.decisions import Refused
from campaign.kernel.members import Campaign


class Seats(msgspec.Struct, frozen=True):
    """The powers, sides or people that members play in a game."""

    kind: str
    """What a seat is called: a power, a side."""
    names: Mapping[str, str]
    """Every seat by its id, in order, with its name as a heading has it."""
    codes: Mapping[str, str]
    """A few letters for each, where there is no room for a name."""

    @property
    def ids(self) -> tuple[str, ...]:
        """The seats in their order."""
        return tuple(self.names)


def host_only(campaign: Campaign, by: str, what: str) -> Refused | None:
    """Members: what only a host may do."""
    return None if campaign.is_host(by) else Refused("Members", f"{what} is for a host")


def holds(campaign: Campaign, member: str, seats: Iterable[str]) -> list[str]:
    """Which of these seats a member plays; the host plays those that nobody holds."""
    host = campaign.is_host(member)
    return [
        seat
        for seat in seats
        if campaign.powers.get(seat) == member or (host and seat not in campaign.powers)
    ]


def plays(campaign: Campaign, member: str) -> bool:
    """Whether a member plays any seat."""
    return bool(holds(campaign, member, campaign.seats))
