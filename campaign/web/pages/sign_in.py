"""Coming in: an invitation, a passkey, a code by mail, and showing again that it is still you."""

import re

from campaign.accounts import devices, protocol
from campaign.kernel.keys import is_passkey
from campaign.web.auth import admission
from campaign.web.context import Entered, RequestContext, get, post, seat_with, seats_of
from campaign.web.errors import too_often, used_up
from campaign.web.parts.visited import names
from campaign.web.replies import Reply, see_other
from campaign.web.screens import own_screen
from campaign.world import chance

# --- Signing in again: a passkey, or a code by mail typed in the browser that asked for it ------
#
# The answer and its time are the same whether or not somebody has the address.

PURPOSE = "sign in"
LONGEST_ADDRESS = 254
"""How many letters an address may have."""
NO_ADDRESS = "This is not an address that mail can go to."


def sign_in(visit: RequestContext, status: int = 200, why: str = "") -> Reply:
    """One field, one button; the browser offers a passkey in the field."""
    if visit.device is not None:
        return see_other(_wanted(visit))
    door = visit.house.entrance
    return own_screen(
        visit.house,
        "sign_in.html",
        status,
        club=visit.house.address.host,
        has_mail=door.post.is_set_up(),
        has_code=door.operators.has_code(),
        party=door.party,
        challenge=door.challenges.made(PURPOSE) if door.party else "",
        typed=visit.form.get("address", ""),
        to=_wanted(visit),
        why=why,
    )


def ask(visit: RequestContext) -> Reply:
    """Sends a code to whoever has the address; who that is, is looked up after the answer."""
    house, door = visit.house, visit.house.entrance
    if visit.device is not None:
        return see_other("/")
    address = visit.form.get("address", "").strip()
    if not door.post.is_set_up():
        return sign_in(visit, 409, "This club sends no mail. Ask your host for an invitation.")
    if (
        not 3 <= len(address) <= LONGEST_ADDRESS
        or "@" not in address[1:-1]
        or any(map(_odd, address))
    ):
        return sign_in(visit, 422, NO_ADDRESS)
    if wait := door.limits.wait_for_code(visit.network):
        return too_often(house, wait)
    browser = chance.token_urlsafe(admission.SECRET_BYTES)
    door.codes.ask(browser)
    door.post.later(lambda: admission.send_codes(house, browser, address))
    back = "" if (to := _wanted(visit)) == "/" else f"?to={to}"
    return see_other(f"/in/code{back}", admission.code_cookie(house, browser))


def code(visit: RequestContext, status: int = 200, why: str = "") -> Reply:
    """Where the code is typed."""
    if visit.device is not None:
        return see_other("/")
    if not why and not (visit.awaits and visit.house.entrance.codes.awaits(visit.awaits)):
        return see_other("/in")
    return own_screen(
        visit.house, "code.html", status, why=why, is_over=why == admission.OVER, to=_wanted(visit)
    )


def type_code(visit: RequestContext) -> Reply:
    """Lets in whoever typed the code that was sent for this browser."""
    house, door = visit.house, visit.house.entrance
    if visit.device is not None:
        return see_other("/")
    digits = admission.six(visit.form.get("code", ""))
    if not digits:
        return code(visit, 422, admission.NOT_SIX)
    if wait := door.limits.wait_for_code(visit.network):
        return too_often(house, wait)
    typed = door.codes.typed(visit.awaits, digits)
    if typed.person:
        return admission.admitted(visit, typed.person, "code", _wanted(visit)).with_header(
            *admission.code_cookie(house, "")
        )
    admission.note_wrong(visit, typed)
    return code(visit, 403, admission.OVER if typed.is_over else admission.WRONG)


def with_passkey(visit: RequestContext) -> Reply:
    """Lets in whoever touched a passkey that is known."""
    if visit.device is not None:
        return see_other("/")
    if wait := visit.house.entrance.limits.wait_for_code(visit.network):
        return too_often(visit.house, wait)
    person = admission.touched(visit, PURPOSE)
    if not person:
        return sign_in(visit, 403, admission.NOT_ACCEPTED)
    return admission.admitted(visit, person, "passkey", _wanted(visit))


def with_code(visit: RequestContext) -> Reply:
    """Lets in the founder of a club who typed the code that they were shown."""
    if visit.device is not None:
        return see_other("/")
    if wait := visit.house.entrance.limits.wait_for_code(visit.network):
        return too_often(visit.house, wait)
    person = visit.house.entrance.operators.with_code(visit.form.get("code", ""))
    if not person:
        return sign_in(visit, 403, "That is not the code of whoever began this club.")
    return admission.admitted(visit, person, "recovery", _wanted(visit))


def _wanted(visit: RequestContext) -> str:
    """Where somebody wanted to go who was asked to sign in first."""
    return admission.own_path(visit.form.get("to") or visit.query.get("to", "/"))


def _odd(letter: str) -> bool:
    return letter.isspace() or not letter.isprintable() or letter in "<>,;\"'"


# --- Fresh proof: who is signed in shows by passkey or code that the device is still theirs -----


def again(visit: RequestContext, status: int = 200, why: str = "") -> Reply:
    """What this device can prove with."""
    assert visit.device is not None
    house, door = visit.house, visit.house.entrance
    address = door.codes.address_of(visit.person) if door.post.is_set_up() else ""
    registered = door.passkeys.of(visit.person) if door.party else []
    return own_screen(
        house,
        "again.html",
        status,
        party=door.party,
        ids=" ".join(one.id for one in registered),
        challenge=door.challenges.made(_purpose_of_proof(visit)) if registered else "",
        address=admission.in_part(address),
        awaits=bool(visit.awaits and door.codes.awaits(visit.awaits)),
        to=_way_back(visit),
        why=why,
    )


def prove(visit: RequestContext) -> Reply:
    """A passkey was touched, a code asked for, or typed."""
    assert visit.device is not None
    house, door, form = visit.house, visit.house.entrance, visit.form
    if wait := door.limits.wait_for_code(visit.network):
        return too_often(house, wait)
    if form.get("send"):
        browser, person = chance.token_urlsafe(admission.SECRET_BYTES), visit.person
        door.codes.ask(browser)
        door.post.later(lambda: admission.send_own_code(house, browser, person))
        return see_other(f"/in/again?to={_way_back(visit)}", admission.code_cookie(house, browser))
    if form.get("assertion"):
        if admission.touched(visit, _purpose_of_proof(visit)) != visit.person:
            return again(visit, 403, admission.NOT_ACCEPTED)
        return _proved(visit)
    digits = admission.six(form.get("code", ""))
    if not digits:
        return again(visit, 422, admission.NOT_SIX)
    typed = door.codes.typed(visit.awaits, digits)
    if typed.person != visit.person:
        admission.note_wrong(visit, typed)
        return again(visit, 403, admission.OVER if typed.is_over else admission.WRONG)
    return _proved(visit, admission.code_cookie(house, ""))


def _proved(visit: RequestContext, *headers: tuple[str, str]) -> Reply:
    assert visit.device is not None
    visit.house.entrance.signins.prove(visit.device.digest)
    return see_other(_way_back(visit), *headers)


def _way_back(visit: RequestContext) -> str:
    return admission.own_path(visit.form.get("to") or visit.query.get("to", "/me"))


def _purpose_of_proof(visit: RequestContext) -> str:
    assert visit.device is not None
    return f"again {visit.device.digest}"


# --- My passkeys: made, named and taken away; and the one that is offered after an invitation ---

HERE = "/me/passkeys"
LONGEST_PASSKEY = 1024
NOT_KEPT = "The passkey was not kept. Nothing was recorded; try again."


def passkeys(visit: RequestContext, status: int = 200, why: str = "") -> Reply:
    """My passkeys, each with its name and a button that takes it away."""
    return _page(visit, "passkeys.html", status, why)


def offer(visit: RequestContext) -> Reply:
    """A passkey is offered, or not now."""
    return _page(visit, "offer.html")


def change(visit: RequestContext) -> Reply:
    """Keeps a new passkey, calls one by another name, or takes one away."""
    door, form = visit.house.entrance, visit.form
    if not door.party:
        return passkeys(visit, 409, "There are no passkeys on this service.")
    if label := " ".join(form.get("label", "").split()):
        if not label.isprintable() or not door.passkeys.rename(
            visit.person, form.get("rename", ""), label
        ):
            return passkeys(visit, 422, "This name was not taken. Nothing was recorded.")
        return see_other(HERE)
    if form.get("take"):
        if (first := admission.proof_first(visit, HERE)) is not None:
            return first
        door.passkeys.take_away(visit.person, form["take"])
        return see_other(HERE)
    return _made(visit)


def _made(visit: RequestContext) -> Reply:
    """Keeps a passkey that the browser has just made after a fresh proof, the first one too: it
    would itself prove who its maker is, also to whoever has found a phone.
    """
    door, form = visit.house.entrance, visit.form
    if (first := admission.proof_first(visit, HERE)) is not None:
        return first
    challenge = door.challenges.take(form.get("challenge", ""), _purpose_of_making(visit))
    credential, public = form.get("credential", ""), form.get("public", "")
    good = (
        0 < len(credential) <= LONGEST_PASSKEY
        and credential.isascii()
        and len(public) <= LONGEST_PASSKEY
        and public.isascii()
        and admission.is_made_here(form.get("client", ""), visit.house.address, challenge)
        and is_passkey(public)
        and door.passkeys.add(credential, visit.person, public, admission.label_of(visit.agent))
    )
    if not good:
        return passkeys(visit, 422, NOT_KEPT)
    return see_other(admission.own_path(form.get("to") or HERE))


def _page(visit: RequestContext, template: str, status: int = 200, why: str = "") -> Reply:
    door, house = visit.house.entrance, visit.house
    registered = door.passkeys.of(visit.person) if door.party else []
    return own_screen(
        house,
        template,
        status,
        party=door.party,
        club=house.address.host,
        handle=visit.person,
        ids=" ".join(one.id for one in registered),
        challenge=door.challenges.made(_purpose_of_making(visit)) if door.party else "",
        kept=registered,
        is_fresh=admission.is_fresh(visit),
        to=admission.own_path(visit.query.get("to", "/")),
        why=why,
    )


def _purpose_of_making(visit: RequestContext) -> str:
    return f"make {visit.person}"


# --- enter --------------------------------------------------------------------------------------
# Coming in: an invitation is used up by its button alone, since mail programs open every link.

_MADE_BY_US = re.compile(r"[A-Za-z0-9_-]{20,100}")
"""What a token can look like."""


def invitation(visit: RequestContext) -> Reply:
    """Who is invited to what, and one button. Looking at it changes nothing."""
    invited = _invited(visit)
    if invited is None:
        return _used(visit)
    if (asks := _as_whom(visit, invited)) is not None:
        return asks
    called = names(invited)
    return own_screen(
        visit.house,
        "enter.html",
        title=invited.title,
        who=called.member(invited.member),
        plays=[called.the_seat(seat) for seat in invited.seats],
        is_taken=invited.member in invited.campaign.seats_offered,
    )


def join(visit: RequestContext) -> Reply:
    """Uses the invitation up, and remembers this device.

    Where the member had a device before, the record says first that the seat is taken again.
    """
    invited, house = _invited(visit), visit.house
    if invited is None:
        return _used(visit)
    answer = visit.form.get("as", "")
    if visit.device is not None and answer == "new":
        house.doors.end(visit.device.person, visit.device.digest)
        return see_other(
            f"/in/{visit.path['token']}", ("Set-Cookie", admission.cookie(house.address, "", 0))
        )
    is_second = visit.device is not None and _holds(visit, invited)
    if (answer != "me" or is_second) and (asks := _as_whom(visit, invited, 409)) is not None:
        return asks
    if invited.member in invited.campaign.seats_offered:
        command = {"command": "TakeSeat", "member": invited.member}
        RequestContext(house, "POST", {}, {}, {}, "", entered=invited).send(command)
    wanted = visit.device.person if visit.device else ""

    def person(db: protocol.PeopleRows, campaign_id: str, member: str) -> str:
        return house.people.seated(db, campaign_id, member, wanted)

    let_in = house.doors.let_in(visit.path["token"], person, admission.label_of(visit.agent))
    if let_in is None:
        return _used(visit)
    if visit.device is not None:
        house.entrance.operators.follow(visit.device.digest, devices.digest_of(let_in[1]))
        house.doors.end(visit.device.person, visit.device.digest)
    came = house.people.person_in(invited.campaign.id, invited.member)
    admission.came_in(visit, came, "invitation", devices.digest_of(let_in[1]))
    door, to = house.entrance, f"/c/{invited.name}"
    if door.party and door.passkeys.offer_once(came):
        to = f"/in/offer?to={to}"
    return see_other(to, ("Set-Cookie", admission.cookie(house.address, let_in[1])))


def _holds(visit: RequestContext, invited: Entered) -> bool:
    """Whether the visitor is a member of the campaign already."""
    return visit.house.people.member_of(visit.person, invited.campaign.id) is not None


def _as_whom(visit: RequestContext, invited: Entered, status: int = 200) -> Reply | None:
    """Asks somebody who is signed in as another whether they mean it; None where it is clear."""
    if visit.device is None:
        return None
    house, person = visit.house, visit.device.person
    mine = {here.name: here for here in seats_of(house, person)}
    if not mine or house.people.person_in(invited.campaign.id, invited.member) == person:
        return None
    called = names(invited)
    return own_screen(
        house,
        "as_whom.html",
        status,
        title=invited.title,
        who=called.member(invited.member),
        mine=[(names(one).member(one.member), one.title) for one in mine.values()],
        may_stay=not _holds(visit, invited),
        is_taken=invited.member in invited.campaign.seats_offered,
    )


def _invited(visit: RequestContext) -> Entered | None:
    """The campaign and member of an invitation that counts."""
    house, token = visit.house, visit.path["token"]
    stored = house.doors.token(token, "invitation") if _MADE_BY_US.fullmatch(token) else None
    if stored is None or not stored.counts(house.clock()):
        return None
    return seat_with(house, stored.campaign, stored.member)


def _used(visit: RequestContext) -> Reply:
    """Whoever is in already comes to their own pages. Guessing is slowed down."""
    if visit.device is not None:
        return see_other("/")
    house, token = visit.house, visit.path["token"]
    if _MADE_BY_US.fullmatch(token) and house.doors.token(token, "invitation") is not None:
        return used_up(house)
    wait = house.entrance.limits.wait_for_token(visit.network)
    return too_often(house, wait) if wait else used_up(house)


PLACES = (
    get("/in", sign_in, "anybody"),
    post("/in", ask, "anybody"),
    get("/in/code", code, "anybody"),
    post("/in/code", type_code, "anybody"),
    post("/in/passkey", with_passkey, "anybody"),
    post("/in/recovery", with_code, "anybody"),
    get("/in/again", again, "signed-in"),
    post("/in/again", prove, "signed-in"),
    get(HERE, passkeys, "signed-in"),
    post(HERE, change, "signed-in"),
    get("/in/offer", offer, "signed-in"),
    get("/in/{token}", invitation, "anybody"),
    post("/in/{token}", join, "anybody"),
)
