"""Settles addresses whose command was decided by a program that ended before it could say so. IO.

An address is pending before its command is decided. Whether the log has the command's key, or the
campaign that was to start, says what became of it.
"""

from collections.abc import Callable

from campaign.people.people import Pending, People
from campaign.store.ledger import Ledger
from campaign.store.place import Where
from campaign.store.protocol import StoreError
from events.campaign import MemberEnrolled


def opened(store: Where, ledger: Ledger, warn: Callable[[str], None]) -> People:
    """The people of a store, once what is pending is settled.

    Where their file cannot be used, that is said, and stops only what needs it.
    """
    people = People(store)
    if ledger.store.place.is_database:
        ledger.store.exists()  # a server that does not answer is told of once, by the record
    try:
        settle(people, ledger)
    except StoreError as error:
        warn(f"{error}. Campaigns go on without addresses")
    return people


def settle(people: People, ledger: Ledger) -> None:
    """Finishes or drops every address that is pending, of any campaign of the store.

    Whoever is just deciding such a command is waited for.
    """
    if not people.pending() or not ledger.store.exists():
        return
    for name in dict.fromkeys(waiting.name for waiting in people.pending()):
        with ledger.store.alone(name):
            for waiting in people.pending():
                if waiting.name == name:
                    settle_one(people, ledger, waiting)


def settle_one(people: People, ledger: Ledger, waiting: Pending) -> None:
    """Finishes or drops one; the caller is alone with the campaign."""
    if _was_accepted(ledger, waiting):
        people.finish(waiting)
    else:
        people.drop(waiting)


def _was_accepted(ledger: Ledger, waiting: Pending) -> bool:
    if ledger.store.version(waiting.name) == 0:
        return False
    campaign = ledger.live(waiting.name).state.campaign
    if campaign.id != waiting.campaign:
        return False
    if not waiting.key:
        return waiting.member in campaign.members
    versions = ledger.store.versions_of(waiting.name, waiting.key)
    return versions is not None and any(
        isinstance(entry.event, MemberEnrolled) and entry.event.member == waiting.member
        for entry in ledger.history(waiting.name, versions[0] - 1, versions[1])
    )
