"""Taking a club along that a visitor has begun: the record of each campaign, and a host's copy."""

import io
import tempfile
import zipfile
from contextlib import closing
from pathlib import Path

import msgspec

from campaign.accounts.copying import copied as copied_store
from campaign.extensions.clubs.changes import make_archive, packed
from campaign.extensions.clubs.directory import ClubAllowance
from campaign.handler.command_handler import Actor
from campaign.handler.dispatches import archived
from campaign.store import export
from campaign.store.reader import open_store
from campaign.text.json_values import JsonObject
from campaign.web.auth.admission import proof_first
from campaign.web.context import Entered, RequestContext, get, post, seats_of
from campaign.web.errors import for_hosts, missing
from campaign.web.replies import Reply
from campaign.web.screens import own_screen

HERE = "/take-along"
ELSEWHERE = "another installation"
"""Where a club has moved that was taken along."""


def shown(visit: RequestContext, status: int = 200, why: str = "") -> Reply:
    """What can be taken along; nothing in a club that stays for good."""
    stay = visit.house.allowance.stay()
    if stay is None or stay.is_demo:
        return missing(visit.house)
    seats = list(seats_of(visit.house, visit.person))
    is_host = any(here.is_host for here in seats)
    return own_screen(
        visit.house, "take_along.html", status, campaigns=seats, is_host=is_host, why=why
    )


def copied(visit: RequestContext) -> Reply:
    """A host's copy: the records of their campaigns, the diaries of those that they look after, and
    what is kept of them; never the key.
    """
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
            count, diary = archived(visit.house.ledger, here.name) if here.is_host else (0, b"")
            if count:
                packed.writestr(f"{here.name}.diary.zip", diary)
        packed.writestr("me.json", msgspec.json.format(msgspec.json.encode(_own(visit, seats))))
    name = ("Content-Disposition", 'attachment; filename="club.zip"')
    return Reply(body.getvalue(), media="application/zip", headers=(name,))


def moved(visit: RequestContext) -> Reply:
    """The whole club with its key: it ends here in the same moment, and goes on elsewhere."""
    house, allowance = visit.house, visit.house.allowance
    stay = allowance.stay()
    if stay is None or not isinstance(allowance, ClubAllowance):
        return missing(house)
    hosted = _hosted(visit)
    if not hosted:
        return for_hosts(house)
    if (first := proof_first(visit, HERE)) is not None:
        return first
    if not stay.has_moved:
        if why := next(filter(None, (_why_not(visit, here) for here in hosted)), ""):
            return shown(visit, 409, why)
        _packed(visit, allowance)
    name = ("Content-Disposition", 'attachment; filename="club.zip"')
    return Reply(allowance.taken_along.read_bytes(), media="application/zip", headers=(name,))


def _hosted(visit: RequestContext) -> list[Entered]:
    """The campaigns of the club, if the visitor is host of them all; else none."""
    seats = {here.name: here for here in seats_of(visit.house, visit.person) if here.is_host}
    ledger = visit.house.ledger
    campaigns = {name: ledger.live(name).state.campaign for name in ledger.names()}
    played = [name for name, one in campaigns.items() if one.record.branch_of is None]
    return [seats[name] for name in played] if set(played) <= seats.keys() else []


def _why_not(visit: RequestContext, here: Entered) -> str:
    """Why a campaign can't go now: elsewhere it begins with a new key, which must be possible."""
    if here.campaign.closed:
        return ""
    sent = msgspec.json.encode({"command": "RenewVault"})
    refused = visit.house.desk.foresee(here.name, sent, Actor(here.member))
    return f"{here.title}: {refused.reason}" if refused is not None else ""


def _packed(visit: RequestContext, allowance: ClubAllowance) -> None:
    """Shuts the store, writes the zip, and ends the club. Raises `StoreError`; then it goes on."""
    place = visit.house.ledger.store.place
    draft = tempfile.TemporaryDirectory(dir=place.folder, prefix=".moving-")
    with draft as made, closing(open_store(place)) as store:
        with store.handing_over(ELSEWHERE):
            pass
        try:
            make_archive(place, Path(made) / "club", copied_store)
            packed(Path(made) / "club", allowance.taken_along)
        except BaseException:
            store.open_again()
            raise
    allowance.end()


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


PLACES = (
    get(HERE, shown, "signed-in"),
    post(HERE, copied, "signed-in"),
    post(f"{HERE}/move", moved, "signed-in"),
)
