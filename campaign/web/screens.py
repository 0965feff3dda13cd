"""A screen of the service, with what every screen has: where one is, and what presses."""

from collections.abc import Mapping
from typing import Any

from campaign.desk.waiting import Asked, asked, place_of
from campaign.kernel.names import Naming
from campaign.store.reader import Live
from campaign.web.rendering import shown
from campaign.web.replies import Reply
from campaign.web.signing import signer
from campaign.web.visits import Entered, House, Visit


def own_screen(house: House, template: str, status: int = 200, **values: Any) -> Reply:
    """A screen that belongs to no campaign."""
    return shown(template, status, is_plain=house.is_plain, **values)


def campaign_screen(
    visit: Visit, template: str, place: str, status: int = 200, **values: Any
) -> Reply:
    """A screen of the campaign that is visited; `place` is its place in the bar."""
    here = visit.here
    origin = here.campaign.record.branch_of
    signs = signer(visit, here)
    return shown(
        template,
        status,
        here.live.system,
        is_plain=visit.house.is_plain,
        here=here,
        place=place,
        new_id=visit.house.ids,
        is_asked=visit.method == "GET",
        findings=visit.house.checks.findings(here.campaign.id),
        signer=signs.in_json if signs else "",
        **_seats(here.live),
        what_if=f"A what-if of {origin.name}, from event {origin.version} on." if origin else "",
        **values,
    )


def _seats(live: Live) -> dict[str, Mapping[str, str]]:
    """What seats are called in a campaign that names its own."""
    if live.system.view.seats is None:
        return {}
    seats = live.system.seats_of(live.state)
    return {"seat_names": seats.names, "seat_codes": seats.codes}


def names(here: Entered) -> Naming:
    """What members, seats and pieces of a campaign are called."""
    return here.live.system.view.names(here.live.state)


def mine(here: Entered, now: str) -> tuple[Asked, ...]:
    """What is asked of the visitor in a campaign."""
    found = asked(here.live.system, here.live.state, now)
    return tuple(part for part in found if here.member in part.members)


def called_in_figures(here: Entered) -> dict[str, str]:
    """What seats and pieces are called in tables of figures, by their ids."""
    called, live = names(here), here.live
    pieces = live.system.rooms.called(live.state)
    return {**pieces, **{seat: called.seat(seat) for seat in here.campaign.seats}}


def href(here: Entered, part: Asked) -> str:
    """Where the visitor can do what is asked."""
    return f"/c/{here.name}{place_of(part.owed, is_host=here.is_host)}"
