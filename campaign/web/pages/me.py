"""What is mine: devices and sign-ins, campaigns, programs, address, seal secret and signing
keys.
"""

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from campaign import extend
from campaign.accounts import devices
from campaign.accounts.sign_ins import StoredPasskey
from campaign.handler.own_data import own_data, packed
from campaign.kernel import members, record
from campaign.kernel.keys import key_id
from campaign.kernel.members import FORMER, LONGEST_NAME, is_name
from campaign.text.english import capital
from campaign.web import context, errors, replies, screens
from campaign.web.auth.admission import NOT_SIX, WRONG, cookie, in_part, is_fresh, proof_first, six
from campaign.web.context import Entered, House, RequestContext, get, post, seats_of
from campaign.web.errors import FOR_GOOD, missing, too_often
from campaign.web.parts.visited import names
from campaign.web.replies import JSON, Reply, number, see_other
from campaign.web.screens import Signer, not_recorded, own_screen, passkeys_of, signer
from events import chain

# --- The pages below `/me`: each module that brings one has a line here; `/me` links to them ----


class MyPage(NamedTuple):
    """A page of what is mine."""

    path: str
    title: str
    about: str
    """What I do there, in a few words."""
    is_encrypted_only: bool = False
    """Whether browsers allow it only over HTTPS or on the machine itself."""
    wants: str = ""
    """The pages of an extension without which it is not there."""


MY_PAGES: tuple[MyPage, ...] = (
    MyPage("/me/notices", "Notices", "what I am told and how, feeds, my calendar"),
    MyPage("/me/table", "Table talk", "who sees that I am here, what I said"),
    MyPage("/me/address", "Address", "where my mail goes"),
    MyPage("/me/keys", "Signing keys", "to sign what I send"),
    MyPage("/me/seal", "Seal secret", "to seal on this device", is_encrypted_only=True),
    MyPage(
        "/me/push", "Notices on my devices", "what waits for me, at once", is_encrypted_only=True
    ),
    MyPage("/me/passkeys", "Passkeys", "to sign in again", is_encrypted_only=True),
    MyPage("/me/devices", "Sign-ins", "when, how and from where"),
    MyPage("/me/shelf", "The shelf", "finished campaigns, what I am called there", wants="shelf"),
    MyPage("/me/hold", "Second thoughts", "how long I can take an act back"),
    MyPage("/me/tokens", "Programs", "that look or act for me"),
    MyPage("/me/data", "My data", "as a file; leaving a campaign"),
)


# --- What is mine: the devices that I am signed in on, and my campaigns -------------------------


def me(visit: RequestContext) -> Reply:
    """My devices, each with a button that ends it."""
    assert visit.device is not None
    return own_screen(
        visit.house,
        "me.html",
        devices=visit.house.doors.devices(visit.person),
        seats=[(here, names(here)) for here in seats_of(visit.house, visit.person)],
        this=visit.device,
        is_operator=visit.is_operator,
        pages=[one for one in MY_PAGES if _is_offered(one, visit.house)],
    )


def _is_offered(page: MyPage, house: House) -> bool:
    """Whether something can be done on a page of mine; in a demo nothing can on any."""
    stay = house.allowance.stay()
    if stay is not None and (stay.is_demo or page.path.startswith(FOR_GOOD)):
        return False
    is_allowed = not (page.is_encrypted_only and house.is_plain)
    return is_allowed and (not page.wants or bool(extend.found("pages", page.wants)))


def end(visit: RequestContext) -> Reply:
    """Ends one of my devices, or all of them; this one is signed out with it."""
    assert visit.device is not None
    digest = visit.form.get("device", "")
    if digest == "all":
        visit.house.doors.end(visit.person)
    elif digest:
        visit.house.doors.end(visit.person, digest)
    if digest in ("all", visit.device.digest):
        return see_other("/", ("Set-Cookie", cookie(visit.house.address, "", 0)))
    return see_other("/me")


# --- When and how somebody signed in as me, for half a year -------------------------------------


def sign_ins(visit: RequestContext) -> Reply:
    """My own sign-ins, those that failed among them."""
    signins = visit.house.entrance.signins.of(visit.person)
    return own_screen(visit.house, "sign_ins.html", signins=signins)


# --- Tokens for my programs: made after a fresh proof, shown once, and ended --------------------

TOKENS_PATH = "/me/tokens"
SCOPES = {"read": "look only", "act": "look and act for me"}
NAME_LETTERS = 60


def tokens(visit: RequestContext, status: int = 200, why: str = "", made: str = "") -> Reply:
    """My programs in each campaign; a new token is on this page alone, once."""
    house = visit.house
    seats = list(seats_of(house, visit.person))
    lines = [(devices.program_id(one), here.title, one) for here, one in _programs(house, seats)]
    return own_screen(
        house,
        "tokens.html",
        status,
        lines=lines,
        campaigns=[(one.name, one.title, names(one).member(one.member)) for one in seats],
        scopes=SCOPES,
        typed=visit.form,
        is_fresh=is_fresh(visit),
        made=made,
        api=house.address.to("/api/v1"),
        why=why,
    )


def _programs(house: House, seats: Iterable[Entered]) -> list[tuple[Entered, devices.Token]]:
    """The tokens of somebody's programs, with the seat that each acts for."""
    return [
        (here, one)
        for here in seats
        for one in devices.programs(house.people.file, here.campaign.id)
        if one.member == here.member
    ]


def _end_program(house: House, seats: Iterable[Entered], ended: str) -> None:
    for here, one in _programs(house, seats):
        if devices.program_id(one) == ended:
            devices.end_program(house.people.file, here.campaign.id, ended, house.clock())


def change_token(visit: RequestContext) -> Reply:
    """Makes a token, or ends one."""
    house, form = visit.house, visit.form
    seats = {here.name: here for here in seats_of(house, visit.person)}
    if ended := form.get("end"):
        _end_program(house, seats.values(), ended)
        return see_other(TOKENS_PATH)
    if (first := proof_first(visit, TOKENS_PATH)) is not None:
        return first
    name, scope = " ".join(form.get("called", "").split()), form.get("scope", "")
    chosen = seats.get(form.get("campaign", ""))
    if not name or len(name) > NAME_LETTERS or not name.isprintable():
        return tokens(visit, 422, "Give the program a name of at most 60 letters.")
    if chosen is None or scope not in SCOPES:
        return tokens(visit, 422, "Choose a campaign, and what the program may do.")
    token = house.doors.hand_out("program", chosen.campaign.id, chosen.member, scope, None, name)
    return tokens(visit, made=token)


# --- Where my mail goes: another address counts once its owner has typed a code that went there -

ADDRESS_PATH = "/me/address"
NO_MAIL = "This club sends no mail, so that no code can go there. Ask your host to record it."
THE_SAME = "Your mail goes there already."
ENOUGH = "You were sent several codes within the hour. Wait a while before you ask for another."
OVER = "No code counts any more. Give the address again for a new one."


def my_address(
    visit: RequestContext, status: int = 200, field: str = "", why: str = "", notice: str = ""
) -> Reply:
    """The address, and the form of another; `field` is the one that is wrong."""
    assert visit.device is not None
    door = visit.house.entrance
    return own_screen(
        visit.house,
        "my_address.html",
        status,
        address=door.codes.address_of(visit.person),
        is_proved=door.codes.has_confirmed(visit.person),
        has_mail=door.post.is_set_up(),
        is_fresh=is_fresh(visit),
        awaited=door.moves.awaited(visit.person, visit.device.digest),
        typed=visit.form.get("address", ""),
        wrong={field: f"{why} Nothing was recorded."} if why else {},
        notice=notice,
        is_done="done" in visit.query and not why,
    )


def change_address(visit: RequestContext) -> Reply:
    """Sends a code, takes the one that was typed, or takes the address away."""
    steps = {"send": _send, "code": _type, "none": _take_away}
    step = steps.get(visit.form.get("do", ""))
    if step is None:
        return my_address(visit, 422, notice="Nothing was chosen. Nothing was recorded.")
    return proof_first(visit, ADDRESS_PATH) or step(visit)


def _send(visit: RequestContext) -> Reply:
    assert visit.device is not None
    house, door, person = visit.house, visit.house.entrance, visit.person
    address = visit.form.get("address", "").strip()
    if not door.post.is_set_up():
        return my_address(visit, 409, "address", NO_MAIL)
    if fault := members.address_fault(address):
        return my_address(visit, 422, "address", f"{capital(fault)}.")
    if address == door.codes.address_of(person) and door.codes.has_confirmed(person):
        return my_address(visit, 422, "address", THE_SAME)
    if wait := door.limits.wait_for_code(visit.network):
        return too_often(house, wait)
    code = door.moves.ask(person, visit.device.digest, address)
    if not code:
        return my_address(visit, 429, "address", ENOUGH)
    text = (
        f"{code[:3]} {code[3:]}\n\nType it on the device that asked for it, within fifteen "
        "minutes. Your mail\ncomes here from then on. Did you not ask? Then do nothing, and give "
        f"it to nobody.\n\n{house.address.to(ADDRESS_PATH)}\n"
    )
    door.post.later(lambda: door.post.send(address, "Your code for a new address", text))
    return see_other(ADDRESS_PATH)


def _type(visit: RequestContext) -> Reply:
    assert visit.device is not None
    house, door, person = visit.house, visit.house.entrance, visit.person
    digits = six(visit.form.get("code", ""))
    if not digits:
        return my_address(visit, 422, "code", NOT_SIX)
    if wait := door.limits.wait_for_code(visit.network):
        return too_often(house, wait)
    move = door.moves.typed(person, visit.device.digest, digits)
    if not move.address:
        field, why = ("address", OVER) if move.is_over else ("code", WRONG)
        return my_address(visit, 403, field, why)
    _move(visit, move.address)
    return see_other(f"{ADDRESS_PATH}?done=1")


def _take_away(visit: RequestContext) -> Reply:
    _move(visit, "")
    return see_other(f"{ADDRESS_PATH}?done=1")


def _move(visit: RequestContext, address: str) -> None:
    """The new address counts; a letter to the one before says so, in case it was somebody else."""
    house, door = visit.house, visit.house.entrance
    before = door.codes.address_of(visit.person)
    door.codes.move(visit.person, address)
    if not before or before.lower() == address.lower() or not door.post.is_set_up():
        return
    goes = (
        f"Your mail goes to {in_part(address)} from now on" if address else "You get no more mail"
    )
    text = (
        f"{goes}, as was asked on a device of yours.\n\nWas it not you? Then end that device, "
        f"and tell your host:\n{house.address.to('/me')}\n"
    )
    door.post.later(lambda: door.post.send(before, "Your address was changed", text))


# --- A person's seal secret: a page that makes, keeps and restores it on the device alone -------


def seal(visit: RequestContext) -> Reply:
    """The page; whether this device keeps a secret, the service does not learn."""
    return own_screen(visit.house, "seal.html", who=visit.person)


# --- My signing keys: which passkey signs for me in which campaign, and the heads of the record -

KEYS_PATH = "/me/keys"
UNKNOWN = "There is no such passkey of yours. Nothing was recorded."


class KeysIn(msgspec.Struct, frozen=True):
    """What signs for the visitor in one campaign, and what could."""

    here: Entered
    keys: dict[str, record.Key]
    signer: Signer | None
    free: list[StoredPasskey]
    """Passkeys that are not known there yet."""
    only: bool
    why: str = ""


def keys(visit: RequestContext, refused: tuple[str, str] = ("", ""), status: int = 200) -> Reply:
    """My keys in each campaign; `refused` is a campaign, and why something was refused there."""
    passkeys, by_campaign = passkeys_of(visit), []
    for here in seats_of(visit.house, visit.person):
        known = here.campaign.record.keys
        free = [one for one in passkeys if key_id(one.public) not in known.enrolled]
        why = refused[1] if refused[0] == here.name else ""
        only = known.only(here.member)
        mine = known.of(here.member)
        by_campaign.append(KeysIn(here, mine, signer(visit, here), free, only, why))
    return own_screen(
        visit.house,
        "keys.html",
        status,
        found=by_campaign,
        has_passkeys=bool(passkeys),
        party=visit.house.entrance.party,
        labels={key_id(one.public): one.label for one in passkeys},
        new_id=visit.house.ids,
    )


def change_key(visit: RequestContext) -> Reply:
    """Makes a passkey known as a key in a campaign, or retires a key there."""
    form, name = visit.form, visit.form.get("campaign", "")
    here = next((one for one in seats_of(visit.house, visit.person) if one.name == name), None)
    if here is None:
        return missing(visit.house)
    command: dict[str, object] = {"member": here.member}
    if retired := form.get("retire"):
        command |= {"command": "RetireKey", "key": retired}
    else:
        passkeys = passkeys_of(visit)
        passkey = next((one for one in passkeys if one.id == form.get("passkey")), None)
        if passkey is None:
            return keys(visit, (name, UNKNOWN), 422)
        command |= {"command": "EnrolKey", "public": passkey.public, "algorithm": "webauthn"}
        command |= {"party": visit.house.entrance.party, "only": form.get("only") == "on"}
    if (refused := msgspec.structs.replace(visit, entered=here).send(command).refused) is not None:
        return keys(visit, (name, not_recorded(refused.reason)), 409)
    return see_other(KEYS_PATH)


def head(visit: RequestContext) -> Reply:
    """The digest of one event, so that a device can hold what it saw against it."""
    here, version = visit.here, number(visit.path["version"])
    if not 0 < version <= here.live.version:
        return Reply(b'{"head":null}', 404, JSON)
    rows = visit.house.ledger.store.rows(here.name, version - 1, version)
    digest = next(chain.head(stored) for _, _, stored in rows)
    return Reply(msgspec.json.encode({"version": version, "head": digest}), media=JSON)


# --- My data as a file, and leaving a campaign; a host may say that somebody else has left --------

DATA = "/me/data"
UNFIT = f"Write a name of at most {LONGEST_NAME} letters. Nothing was recorded."


def data(visit: context.RequestContext) -> replies.Reply:
    """What the file holds, and the campaigns that I may leave."""
    return screens.own_screen(
        visit.house, "my_data.html", seats=list(context.seats_of(visit.house, visit.person))
    )


def take_data(visit: context.RequestContext) -> replies.Reply:
    """All that is kept of me, a folder for each of my campaigns."""
    if (first := proof_first(visit, DATA)) is not None:
        return first
    house = visit.house
    body = packed(
        {
            here.name: own_data(house.ledger, house.people, here.name, here.member)
            for here in context.seats_of(house, visit.person)
        }
    )
    name = ("Content-Disposition", 'attachment; filename="my-data.zip"')
    return replies.Reply(body, media="application/zip", headers=(name,))


def leave(visit: context.RequestContext, status: int = 200, why: str = "") -> replies.Reply:
    """What leaving ends, and what stays; nothing happens before the button."""
    here, who = visit.here, _who(visit)
    may_say = who == here.member or here.is_host
    if who not in here.campaign.members or not may_say:
        return errors.missing(visit.house)
    return screens.campaign_screen(
        visit,
        "leave.html",
        "members",
        status,
        who=who,
        called=visit.form.get("called", FORMER),
        seats=here.campaign.seats_of(who),
        why=why,
    )


def left(visit: context.RequestContext) -> replies.Reply:
    """Records that somebody leaves; whoever is signed in nowhere else here is signed out."""
    here, who = visit.here, _who(visit)
    if not visit.form.get("member"):
        return leave(visit, 422, "Nobody was named. Nothing was recorded.")
    if (first := proof_first(visit, f"/c/{here.name}/leave?member={who}")) is not None:
        return first
    called = " ".join(visit.form.get("called", "").split()) or FORMER
    if not is_name(called):
        return leave(visit, 422, UNFIT)
    outcome = visit.send({"command": "LeaveCampaign", "member": who, "called": called})
    if outcome.refused is not None:
        return leave(visit, 409, screens.not_recorded(outcome.refused.reason))
    if who != here.member:
        return replies.see_other(f"/c/{here.name}/members")
    if visit.house.doors.devices(visit.person):
        return replies.see_other("/")
    return replies.see_other("/", ("Set-Cookie", cookie(visit.house.address, "", 0)))


def _who(visit: context.RequestContext) -> str:
    """Who leaves: the visitor, where nobody else is named."""
    return visit.form.get("member", "") or visit.query.get("member", "") or visit.here.member


PLACES = (
    get("/me", me, "signed-in"),
    post("/me", end, "signed-in"),
    get("/me/devices", sign_ins, "signed-in"),
    get(TOKENS_PATH, tokens, "signed-in"),
    post(TOKENS_PATH, change_token, "signed-in"),
    get(ADDRESS_PATH, my_address, "signed-in"),
    post(ADDRESS_PATH, change_address, "signed-in"),
    get("/me/seal", seal, "signed-in"),
    get(KEYS_PATH, keys, "signed-in"),
    post(KEYS_PATH, change_key, "signed-in", sends=True),
    get("/c/{name}/heads/{version}", head, "member"),
    get(DATA, data, "signed-in"),
    post(DATA, take_data, "signed-in"),
    get("/c/{name}/leave", leave, "member"),
    post("/c/{name}/leave", left, "member", sends=True),
)
