"""A campaign as it is now: what is waited for and of whom, one button if it is mine, the news."""

from campaign.desk.awaited import first_lines, still_open
from campaign.desk.due import lines as due_lines
from campaign.kernel.decisions import Refused
from campaign.kernel.rooms import SeatFigure, TableCard
from campaign.kernel.screen import Status
from campaign.text.english import capital
from campaign.web.journal_lines import last_lines
from campaign.web.own_time import by_when
from campaign.web.place import Place
from campaign.web.replies import Reply
from campaign.web.screens import campaign_screen, href, mine, names
from campaign.web.signing import signer
from campaign.web.stages import hosts_next
from campaign.web.visits import Entered, Visit

FEW = 5
"""How many lines of the journal the page has."""


def _waits(here: Entered, status: Status) -> list[str]:
    """What is waited for, in sentences: the table's own, while somebody is to answer there."""
    if here.campaign.closed:
        return ["The campaign is over."]
    room = here.live.system.rooms.table(here.live.state)
    if room is not None and room.pips and not here.campaign.record.frozen_for:
        return [room.sentence]
    first, *more = (*first_lines(here.campaign, status), "")
    return [f"Waiting for {line}." for line in (first, *more) if line]


def _card(here: Entered) -> TableCard | None:
    """What is on the table, which the Board's page has in full."""
    room = here.live.system.rooms.table(here.live.state)
    return None if room is None or here.campaign.closed else room.card


def _mine_first(here: Entered) -> list[SeatFigure]:
    """The figure of each seat that everybody follows, those of the visitor's seats first."""
    found = here.live.system.rooms.figures(here.live.state)
    return sorted(found, key=lambda one: one.seat not in here.seats)


def _may_vouch(visit: Visit) -> bool:
    """Whether the visitor can countersign the record, which they have not done in this turn."""
    campaign = visit.here.campaign
    last = campaign.record.keys.last(visit.here.member)
    is_due = last is None or last.turn != campaign.turn
    return is_due and signer(visit, visit.here) is not None


def now(visit: Visit) -> Reply:
    """The turn, what is waited for, and the last events."""
    here, house = visit.here, visit.house
    system, state = here.live.system, here.live.state
    status = system.front.screens.status(state)
    called = names(here)
    asks = mine(here, house.clock())
    on_cards = {part.dispute for part in asks}
    open_disputes = [
        one
        for one in here.campaign.record.disputes.values()
        if here.campaign.record.awaits(one) and one.id not in on_cards
    ]
    return campaign_screen(
        visit,
        "now.html",
        "now",
        waits=_waits(here, status),
        open=[f"{capital(part.text)}." for part in still_open(here.campaign, status)],
        card=_card(here),
        asks=[
            (part.owed, capital(part.owed.does), by_when(here, part.until), href(here, part))
            for part in asks
        ],
        step=hosts_next(here, house.clock()),
        due=list(due_lines(system, state, house.clock())),
        frozen=here.campaign.record.frozen_for,
        disputes=open_disputes,
        table=status.seats,
        own=[called.seat(seat) for seat in here.seats],
        figures=_mine_first(here),
        has_own=not isinstance(system.secrets.private_needs(state, here.member), Refused),
        lines=last_lines(house, here, FEW),
        vouch=_may_vouch(visit),
    )


PLACES = (Place("/c/{name}", now, "member", about="a campaign now"),)
