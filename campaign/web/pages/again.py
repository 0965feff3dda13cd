"""Fresh proof: who is signed in shows by passkey or code that the device is still theirs."""

import secrets

from campaign.web.door.admitting import code_cookie, send_own_code
from campaign.web.door.fresh import own_path
from campaign.web.door.touching import touched
from campaign.web.door.typed_codes import (
    NOT_ACCEPTED,
    NOT_SIX,
    OVER,
    SECRET_BYTES,
    WRONG,
    in_part,
    note_wrong,
    six,
)
from campaign.web.pages.errors import too_often
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import own_screen
from campaign.web.visits import Visit


def again(visit: Visit, status: int = 200, why: str = "") -> Reply:
    """What this device can prove with."""
    assert visit.device is not None
    house, door = visit.house, visit.house.entrance
    address = door.codes.address_of(visit.person) if door.post.is_set_up() else ""
    kept = door.passkeys.of(visit.person) if door.party else []
    return own_screen(
        house,
        "again.html",
        status,
        party=door.party,
        ids=" ".join(one.id for one in kept),
        challenge=door.challenges.made(_purpose(visit)) if kept else "",
        address=in_part(address),
        awaits=bool(visit.awaits and door.codes.awaits(visit.awaits)),
        to=_to(visit),
        why=why,
    )


def prove(visit: Visit) -> Reply:
    """A passkey was touched, a code asked for, or typed."""
    assert visit.device is not None
    house, door, form = visit.house, visit.house.entrance, visit.form
    if wait := door.limits.wait_for_code(visit.network):
        return too_often(house, wait)
    if form.get("send"):
        browser, person = secrets.token_urlsafe(SECRET_BYTES), visit.person
        door.codes.ask(browser)
        door.post.later(lambda: send_own_code(house, browser, person))
        return see_other(f"/in/again?to={_to(visit)}", code_cookie(house, browser))
    if form.get("assertion"):
        if touched(visit, _purpose(visit)) != visit.person:
            return again(visit, 403, NOT_ACCEPTED)
        return _proved(visit)
    digits = six(form.get("code", ""))
    if not digits:
        return again(visit, 422, NOT_SIX)
    found = door.codes.typed(visit.awaits, digits)
    if found.person != visit.person:
        note_wrong(visit, found)
        return again(visit, 403, OVER if found.is_over else WRONG)
    return _proved(visit, code_cookie(house, ""))


def _proved(visit: Visit, *headers: tuple[str, str]) -> Reply:
    assert visit.device is not None
    visit.house.entrance.signins.prove(visit.device.digest)
    return see_other(_to(visit), *headers)


def _to(visit: Visit) -> str:
    return own_path(visit.form.get("to") or visit.query.get("to", "/me"))


def _purpose(visit: Visit) -> str:
    assert visit.device is not None
    return f"again {visit.device.digest}"


PLACES = (
    Place("/in/again", again, "signed-in", about="show that it is still you"),
    Place("/in/again", prove, "signed-in", ("POST",), about="show it"),
)
