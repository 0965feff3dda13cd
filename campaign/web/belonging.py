"""Who belongs where: a person's campaigns, one of them by name, one by its random id. IO.

Whoever looks through several campaigns passes over one that cannot be read: that stops its own
pages and nobody's others.
"""

from collections.abc import Iterator

from campaign.kernel.members import Campaign
from campaign.people.doors import Device
from campaign.store.ledger import Live
from campaign.store.protocol import StoreError
from campaign.web.visits import Entered, House


def readable(house: House) -> Iterator[tuple[str, Live]]:
    """Every campaign that can be read, in order of their names."""
    for name in house.ledger.names():
        try:
            yield name, house.ledger.live(name)
        except StoreError:
            continue


def seats_of(house: House, person: str) -> Iterator[Entered]:
    """A person's campaigns, in order of their names; others are not looked at."""
    campaigns = house.people.campaigns_of(person)
    for name in sorted(filter(None, map(house.ledger.name_of, campaigns))):
        try:
            seat = _seat(house, person, name, house.ledger.live(name))
        except StoreError:
            continue
        if seat is not None:
            yield seat


def seat_in(house: House, person: str, name: str) -> Entered | None:
    """A person's seat in the campaign of a name; None if it is not theirs, or there is none.

    Raises `StoreError` if the campaign cannot be read.
    """
    if not house.ledger.has(name):
        return None
    return _seat(house, person, name, house.ledger.live(name))


def visited(house: House, secret: str, name: str | None) -> tuple[Device | None, Entered | None]:
    """Who came in with a device's secret, and the campaign if they are a member of it.

    A campaign that is not theirs is none to them.
    """
    device = house.doors.device(secret) if secret else None
    if device is None or name is None:
        return device, None
    return device, seat_in(house, device.person, name)


def has_seat(house: House, person: str, name: str) -> bool:
    """Whether a person is a member of the campaign of a name; of one that can be read."""
    try:
        return seat_in(house, person, name) is not None
    except StoreError:
        return False


def seat_with(house: House, campaign_id: str, member: str) -> Entered | None:
    """A member's seat in the campaign with a random id; None if either is gone."""
    if not (name := house.ledger.name_of(campaign_id)):
        return None
    try:
        live = house.ledger.live(name)
    except StoreError:
        return None
    return Entered(name, live, member) if member in live.state.campaign.members else None


def name_with(house: House, campaign_id: str) -> str:
    """The name of the campaign with a random id; empty if it is gone."""
    return house.ledger.name_of(campaign_id)


def _seat(house: House, person: str, name: str, live: Live) -> Entered | None:
    shared: Campaign = live.state.campaign
    member = house.people.member_of(person, shared.id)
    if member is None or member not in shared.members:
        return None
    return Entered(name, live, member, house.people.choices(shared.id, member).zone)
