"""Signing in again: a passkey, or a code by mail typed in the browser that asked for it.

The answer and its time are the same whether or not somebody has the address.
"""

import secrets

from campaign.web.door.admitting import admitted, code_cookie, send_codes
from campaign.web.door.fresh import own_path
from campaign.web.door.touching import touched
from campaign.web.door.typed_codes import (
    NOT_ACCEPTED,
    NOT_SIX,
    OVER,
    SECRET_BYTES,
    WRONG,
    note_wrong,
    six,
)
from campaign.web.pages.errors import too_often
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import own_screen
from campaign.web.visits import Visit

PURPOSE = "sign in"
LONGEST = 254
"""How many letters an address may have."""
NO_ADDRESS = "This is not an address that mail can go to."


def sign_in(visit: Visit, status: int = 200, why: str = "") -> Reply:
    """One field, one button; the browser offers a passkey in the field."""
    if visit.device is not None:
        return see_other(_to(visit))
    door = visit.house.entrance
    return own_screen(
        visit.house,
        "sign_in.html",
        status,
        club=visit.house.address.host,
        has_mail=door.post.is_set_up(),
        party=door.party,
        challenge=door.challenges.made(PURPOSE) if door.party else "",
        typed=visit.form.get("address", ""),
        to=_to(visit),
        why=why,
    )


def ask(visit: Visit) -> Reply:
    """Sends a code to whoever has the address; who that is, is looked up after the answer."""
    house, door = visit.house, visit.house.entrance
    if visit.device is not None:
        return see_other("/")
    address = visit.form.get("address", "").strip()
    if not door.post.is_set_up():
        return sign_in(visit, 409, "This club sends no mail. Ask your host for an invitation.")
    if not 3 <= len(address) <= LONGEST or "@" not in address[1:-1] or any(map(_odd, address)):
        return sign_in(visit, 422, NO_ADDRESS)
    if wait := door.limits.wait_for_code(visit.network):
        return too_often(house, wait)
    browser = secrets.token_urlsafe(SECRET_BYTES)
    door.codes.ask(browser)
    door.post.later(lambda: send_codes(house, browser, address))
    back = "" if (to := _to(visit)) == "/" else f"?to={to}"
    return see_other(f"/in/code{back}", code_cookie(house, browser))


def code(visit: Visit, status: int = 200, why: str = "") -> Reply:
    """Where the code is typed."""
    if visit.device is not None:
        return see_other("/")
    if not why and not (visit.awaits and visit.house.entrance.codes.awaits(visit.awaits)):
        return see_other("/in")
    return own_screen(visit.house, "code.html", status, why=why, is_over=why == OVER, to=_to(visit))


def type_code(visit: Visit) -> Reply:
    """Lets in whoever typed the code that was sent for this browser."""
    house, door = visit.house, visit.house.entrance
    if visit.device is not None:
        return see_other("/")
    digits = six(visit.form.get("code", ""))
    if not digits:
        return code(visit, 422, NOT_SIX)
    if wait := door.limits.wait_for_code(visit.network):
        return too_often(house, wait)
    found = door.codes.typed(visit.awaits, digits)
    if found.person:
        return admitted(visit, found.person, "code", _to(visit)).with_header(
            *code_cookie(house, "")
        )
    note_wrong(visit, found)
    return code(visit, 403, OVER if found.is_over else WRONG)


def with_passkey(visit: Visit) -> Reply:
    """Lets in whoever touched a passkey that is known."""
    if visit.device is not None:
        return see_other("/")
    if wait := visit.house.entrance.limits.wait_for_code(visit.network):
        return too_often(visit.house, wait)
    person = touched(visit, PURPOSE)
    if not person:
        return sign_in(visit, 403, NOT_ACCEPTED)
    return admitted(visit, person, "passkey", _to(visit))


def _to(visit: Visit) -> str:
    """Where somebody wanted to go who was asked to sign in first."""
    return own_path(visit.form.get("to") or visit.query.get("to", "/"))


def _odd(letter: str) -> bool:
    return letter.isspace() or not letter.isprintable() or letter in "<>,;\"'"


PLACES = (
    Place("/in", sign_in, "anybody", about="sign in again"),
    Place("/in", ask, "anybody", ("POST",), about="ask for a code"),
    Place("/in/code", code, "anybody", about="type the code"),
    Place("/in/code", type_code, "anybody", ("POST",), about="sign in with it"),
    Place("/in/passkey", with_passkey, "anybody", ("POST",), about="sign in with a passkey"),
)
