"""Taking a club along that a visitor has begun: the record of each campaign, and a host's copy."""

import io
import zipfile

import msgspec

from campaign.store import export
from campaign.text.json_values import JsonObject
from campaign.web.auth.admission import proof_first
from campaign.web.context import Entered, RequestContext, get, post, seats_of
from campaign.web.errors import for_hosts, missing
from campaign.web.replies import Reply
from campaign.web.screens import own_screen

HERE = "/take-along"


def shown(visit: RequestContext) -> Reply:
    """What can be taken along; nothing in a club that stays for good."""
    stay = visit.house.allowance.stay()
    if stay is None or stay.is_demo:
        return missing(visit.house)
    seats = list(seats_of(visit.house, visit.person))
    is_host = any(here.is_host for here in seats)
    return own_screen(visit.house, "take_along.html", campaigns=seats, is_host=is_host)


def copied(visit: RequestContext) -> Reply:
    """A host's copy: the records of their campaigns, and what is kept of them; never the key."""
    if visit.house.allowance.stay() is None:
        return missing(visit.house)
    seats = list(seats_of(visit.house, visit.person))
    if not any(here.is_host for here in seats):
        return for_hosts(visit.house)
    if (first := proof_first(visit, HERE)) is not None:
        return first
    body = io.BytesIO()
    with zipfile.ZipFile(body, "w", zipfile.ZIP_DEFLATED) as packed:
        for here in seats:
            header = export.header_of(visit.house.ledger, here.name)
            lines = export.lines(visit.house.ledger, header)
            packed.writestr(f"{here.name}.jsonl", b"".join(lines))
        packed.writestr("me.json", msgspec.json.format(msgspec.json.encode(_own(visit, seats))))
    name = ("Content-Disposition", 'attachment; filename="club.zip"')
    return Reply(body.getvalue(), media="application/zip", headers=(name,))


def _own(visit: RequestContext, seats: list[Entered]) -> JsonObject:
    """What is kept of the visitor besides the records."""
    house = visit.house
    return {
        "club": house.entrance.operators.club_name(),
        "seats": [
            {
                "campaign": here.name,
                "member": here.member,
                "choices": msgspec.to_builtins(house.people.choices(here.campaign.id, here.member)),
            }
            for here in seats
        ],
        "devices": [
            {"label": one.label, "first_seen": one.first_seen, "last_seen": one.last_seen}
            for one in house.doors.devices(visit.person)
        ],
        "sign_ins": [msgspec.to_builtins(one) for one in house.entrance.signins.of(visit.person)],
    }


PLACES = (get(HERE, shown, "signed-in"), post(HERE, copied, "signed-in"))
