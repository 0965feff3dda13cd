"""A letter to the address that mail went to before, once a command has named another. IO."""

from campaign.people.people import Pending
from campaign.web.visits import House

SUBJECT = "Your address was changed"


def tell_old_addresses(house: House) -> None:
    """From now on whoever reads mail at the address before hears of a change by somebody else."""
    post = house.entrance.post

    def told(replaced: Pending, before: str) -> None:
        if post.is_set_up():
            post.later(lambda: post.send(before, SUBJECT, _text(house, replaced)))

    house.people.replaced = told


def _text(house: House, replaced: Pending) -> str:
    campaign = house.ledger.live(replaced.name).state.campaign
    return (
        f"Your mail of {campaign.title or campaign.name} does not come here any more. A host has\n"
        "written down another address for you, or none.\n\n"
        "Is that right? Then there is nothing to do. If not, tell your host, and say here where\n"
        f"your mail goes:\n{house.address.to('/me/address')}\n"
    )
