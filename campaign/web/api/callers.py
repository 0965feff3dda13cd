"""Who calls: a program by its token, or a browser by its device. IO at the door."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from campaign.kernel.members import Campaign
from campaign.store.protocol import StoreError
from campaign.web.visits import Entered, House

Scope = Literal["read", "act"]
"""What a caller may do: look, or send commands too."""
_BEARER = "bearer "


class Caller(msgspec.Struct, frozen=True):
    """Somebody who was let in."""

    door: str
    """The digest of their token, or of their device's secret."""
    who: str
    """Whose streams and requests are counted together."""
    scope: Scope
    person: str = ""
    """The person whose device it is; empty for a program."""
    campaign: str = ""
    """A program's one campaign, by its random id."""
    member: str = ""
    """The member in whose name a program acts."""


class Unknown(msgspec.Struct, frozen=True):
    """Somebody who was not let in."""

    tried: bool
    """Whether they came with a token or a device that lets nobody in."""


def caller(house: House, authorization: str, secret: str) -> Caller | Unknown:
    """Who calls. Where a token is sent, the device that it came from does not matter."""
    if authorization:
        if not authorization.lower().startswith(_BEARER):
            return Unknown(tried=True)
        return _program(house, authorization[len(_BEARER) :].strip())
    device = house.doors.device(secret) if secret else None
    if device is None:
        return Unknown(tried=bool(secret))
    return Caller(device.digest, f"person {device.person}", "act", person=device.person)


def _program(house: House, token: str) -> Caller | Unknown:
    found = house.doors.token(token, "program")
    if found is None or not found.counts(house.clock()):
        return Unknown(tried=True)
    who = f"member {found.campaign} {found.member}"
    scope: Scope = "act" if found.scope == "act" else "read"
    return Caller(found.digest, who, scope, campaign=found.campaign, member=found.member)


class Belonging:
    """Which campaigns callers belong to.

    Their seats are looked up for each request, whichever was asked for, and nobody else's: a
    campaign that is somebody else's takes as long as one that is none.
    """

    def __init__(self, house: House) -> None:
        self._house = house

    def all_of(self, caller: Caller) -> Iterator[Entered]:
        """A caller's campaigns, in order of their names."""
        for name, (campaign, member) in sorted(self._mine(caller).items()):
            try:
                found = self._entered(name, campaign, member)
            except StoreError:  # it stops its own calls alone
                continue
            if found is not None:
                yield found

    def one_of(self, caller: Caller, name: str) -> Entered | None:
        """The campaign of this name, if the caller is a member of it."""
        seat = self._mine(caller).get(name)
        return None if seat is None else self._entered(name, *seat)

    def _mine(self, caller: Caller) -> dict[str, tuple[str, str]]:
        """The names of a caller's campaigns, each with its id and the member that they are."""
        house = self._house
        if not caller.person:
            seats = {caller.campaign: caller.member}
        else:
            campaigns = house.people.campaigns_of(caller.person)
            found = ((one, house.people.member_of(caller.person, one)) for one in campaigns)
            seats = {one: member for one, member in found if member is not None}
        names = ((house.ledger.name_of(one), one, member) for one, member in seats.items())
        return {name: (one, member) for name, one, member in names if name}

    def _entered(self, name: str, campaign: str, member: str) -> Entered | None:
        live = self._house.ledger.live(name)
        shared: Campaign = live.state.campaign
        if shared.id != campaign or member not in shared.members:
            return None
        return Entered(name, live, member)
