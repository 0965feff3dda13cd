"""What several pages show of the journal: its last lines, and who is spoken for in it."""

from campaign.disputes.inserted_names import named_unsigned
from campaign.kernel.turn_log import JournalLine
from campaign.web.screens import names
from campaign.web.visits import Entered, House
from events.disputes import EventsInserted


def last_lines(house: House, here: Entered, count: int) -> list[JournalLine]:
    """The last lines of the running turn's journal, the newest first."""
    made = house.books.book(here.name)
    lines = made.whole(len(made.logs) - 1).logs[-1].lines
    return list(reversed(lines[-count:]))


def unsigned(house: House, here: Entered) -> dict[int, list[str]]:
    """The names of members who sign everything, by the correction that speaks in their name."""
    if not any(key.only for key in here.campaign.record.keys.enrolled.values()):
        return {}
    called, found = names(here), {}
    for entry in house.ledger.corrections(here.name):
        if isinstance(entry.event, EventsInserted):
            then = house.ledger.live(here.name, entry.version - 1).state.campaign.record.keys
            if whom := named_unsigned(entry.event, then):
                found[entry.version] = [called.member(who) for who in whom]
    return found
