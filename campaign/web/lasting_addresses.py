"""Addresses that last until they are ended: feeds, calendars and guests' links."""

from campaign.people.handed_out import HandedOut
from campaign.web.visits import House

FEED, DEADLINES = ".xml", ".ics"


def handed_out(house: House) -> HandedOut:
    """The lasting addresses of the service."""
    return HandedOut(house.people.file, house.doors, house.clock)
