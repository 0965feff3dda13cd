"""Lets somebody in with a passkey or a typed code, on a device of their own, and has them show
again
that it is theirs. IO.
"""

import hmac
import re
from datetime import timedelta

import msgspec

from campaign.accounts import addresses, devices, people, sign_ins
from campaign.kernel.keys import asserted, from_text
from campaign.text.moments import in_words
from campaign.web.auth.sign_in import at_the_door
from campaign.web.context import House, RequestContext, seats_of
from campaign.web.replies import PublicAddress, Reply, see_other

# --- What a browser hands in of a passkey, checked beside its signature -------------------------

LONGEST_CLIENT_DATA = 4096
_COUNT = slice(33, 37)
"""Where a passkey says how often it signed."""


class _Made(msgspec.Struct, frozen=True, rename="camel"):
    type: str
    challenge: str
    origin: str
    cross_origin: bool = False


class _Touched(msgspec.Struct, frozen=True, rename="camel"):
    authenticator_data: str


def is_made_here(client: str, address: PublicAddress, challenge: bytes) -> bool:
    """Whether a browser made a passkey on a page of this service, for this challenge."""
    if len(client) > LONGEST_CLIENT_DATA or not client.isascii():
        return False
    try:
        client_data = msgspec.json.decode(from_text(client) or b"", type=_Made)
        asked = from_text(client_data.challenge) or b""
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return (
        client_data.type == "webauthn.create"
        and not client_data.cross_origin
        and bool(challenge)
        and hmac.compare_digest(asked, challenge)
        and client_data.origin.lower() in address.origins
    )


def count_of(assertion: str) -> int:
    """How often a passkey says that it signed; only of an assertion that was found good."""
    touched = msgspec.json.decode(from_text(assertion) or b"", type=_Touched)
    return int.from_bytes((from_text(touched.authenticator_data) or b"")[_COUNT], "big")


# --- A passkey that was touched, from a form: whose it is, or that it does not count ------------


def touched(visit: RequestContext, purpose: str) -> str:
    """The person whose passkey answered a challenge made for this purpose; empty if none did.

    A passkey that is known and did not pass is written into its owner's list.
    """
    door, form = visit.house.entrance, visit.form
    challenge = door.challenges.take(form.get("challenge", ""), purpose)
    passkey = door.passkeys.known(form.get("credential", "")) if door.party else None
    if passkey is None:
        return ""
    assertion = form.get("assertion", "")
    good = (
        challenge
        and form.get("handle", "") in ("", passkey.person)
        and assertion.isascii()
        and asserted(passkey.public, door.party, assertion, at_the_door(challenge))
        and door.passkeys.touched(passkey.id, count_of(assertion))
    )
    if not good:
        door.signins.note(passkey.person, "passkey", "not accepted", visit.network)
        return ""
    return passkey.person


# --- Codes by mail as they are typed, and what pages say of one that does not count -------------

SECRET_BYTES = 32
DIGITS = 6
NOT_ACCEPTED = "This passkey was not accepted. Use another, or ask for a code or an invitation."
NOT_SIX = "A code has six digits."
WRONG = "That is not the code that was sent."
OVER = "No code counts in this browser any more. Ask for a new one."


def six(typed: str) -> str:
    """The six digits of a code, however they were spaced; empty if it has others."""
    digits = "".join(typed.split()).replace("-", "")
    return digits if digits.isascii() and digits.isdecimal() and len(digits) == DIGITS else ""


def note_wrong(visit: RequestContext, typed: sign_ins.TypedCode) -> None:
    """A wrong code is in the list of whoever was sent one."""
    for person in typed.meant:
        visit.house.entrance.signins.note(person, "code", "wrong code", visit.network)


def in_part(address: str) -> str:
    """An address, so that its owner knows it and nobody else learns it: `a…@example.org`."""
    name, at, domain = address.rpartition("@")
    return f"{name[:1]}…{at}{domain}" if at else ""


# --- Fresh proof: for what matters most, a device must have shown lately whose it is ------------

KNOWN = timedelta(days=1)
"""How long a device must have been signed in to be enough by itself."""
LONGEST_PATH = 200
"""The longest address of our own to come back to."""
_OWN = re.compile(r"/(?:[A-Za-z0-9._~-]+(?:/[A-Za-z0-9._~-]+)*/?)?(?:\?[A-Za-z0-9._~=&%+-]*)?")


def is_fresh(visit: RequestContext) -> bool:
    """Whether the device proved within ten minutes whose it is, by passkey, code or invitation.

    Somebody who has neither passkey nor an address that is proved can't; a day's age suffices.
    """
    assert visit.device is not None, "a page for anybody asks for proof"
    door = visit.house.entrance
    if door.signins.has_proof(visit.device.digest):
        return True
    if has_means(visit):
        return False
    age = devices.moment(visit.house.clock()) - devices.moment(visit.device.first_seen)
    return age >= KNOWN


def has_means(visit: RequestContext) -> bool:
    """Whether the visitor has a passkey, or gets codes at an address that is proved."""
    door = visit.house.entrance
    has_passkey = bool(door.party and door.passkeys.of(visit.person))
    return has_passkey or (door.codes.has_confirmed(visit.person) and door.post.is_set_up())


def proof_first(visit: RequestContext, to: str) -> Reply | None:
    """Where the visitor proves who they are, coming back to `to`; None if they have done so."""
    return None if is_fresh(visit) else see_other(f"/in/again?to={to}")


def own_path(to: str) -> str:
    """An address of the service's own to go to; its first page where it is none."""
    return to if len(to) <= LONGEST_PATH and _OWN.fullmatch(to) else "/"


# --- The cookie that a device keeps: its secret, which no script and no other site can use ------

NAME = "Set-Cookie"


def cookie(
    address: PublicAddress, secret: str, lasts: int = int(devices.REMEMBERED.total_seconds())
) -> str:
    """The line that gives a device its secret."""
    return address.cookie_line(address.cookie, secret, lasts)


def with_renewed_cookie(house: House, visit: RequestContext, reply: Reply, secret: str) -> Reply:
    """An answer that gives a device its cookie again, so that its ninety days begin anew.

    Not one that anybody may keep, nor one that takes the cookie away.
    """
    device = visit.device
    if device is None or reply.is_kept or not device.is_seen_again(house.clock()):
        return reply
    own = f"{house.address.cookie}="
    if any(name == NAME and value.startswith(own) for name, value in reply.headers):
        return reply
    return reply.with_header(NAME, cookie(house.address, secret))


# --- What a device is called, from what its browser calls itself --------------------------------

_BROWSERS = {
    "Firefox": "Firefox",
    "Edg": "Edge",
    "OPR": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
_MACHINES = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS X": "Mac",
    "CrOS": "Chromebook",
    "Linux": "Linux",
}


def label_of(agent: str) -> str:
    """What a device is called in lists: `Firefox on Android`."""
    browser = next((name for word, name in _BROWSERS.items() if word in agent), "A browser")
    machine = next((name for word, name in _MACHINES.items() if word in agent), "")
    return f"{browser} on {machine}" if machine else browser


# --- Lets somebody in: a device of their own, a line in their list, a letter to them ------------

HOW = {
    "invitation": "an invitation",
    "passkey": "a passkey",
    "code": "a code by mail",
    "recovery": "the recovery code",
}
CODE_LASTS = 15 * 60


def admitted(visit: RequestContext, person: str, how: str, to: str = "/") -> Reply:
    """Lets a person in on this device, which has just proved whose it is."""
    house = visit.house
    secret = house.doors.admit(person, label_of(visit.agent))
    if visit.device is not None:
        if visit.device.person == person:
            house.entrance.operators.follow(visit.device.digest, devices.digest_of(secret))
        house.doors.end(visit.device.person, visit.device.digest)
    came_in(visit, person, how, devices.digest_of(secret))
    return see_other(to, (NAME, cookie(house.address, secret)))


def locked_out(house: House, campaign_id: str, member: str) -> None:
    """Ends all that lets somebody in as a member: devices, passkeys, programs of theirs here."""
    if person := house.people.person_in(campaign_id, member):
        house.doors.end(person)
        house.entrance.passkeys.forget(person)
        house.entrance.operators.end_code(person)
    devices.end_all(house.people.file, campaign_id, member, house.clock())


def came_in(visit: RequestContext, person: str, how: str, device: str) -> None:
    """Writes down that a device was let in, and tells the person by mail."""
    door = visit.house.entrance
    door.signins.prove(device)
    door.signins.note(person, how, "let in", visit.network)
    label, at, url = label_of(visit.agent), visit.house.clock(), visit.house.address.to("/me")
    if not door.post.is_set_up():
        return

    def told() -> None:
        address = door.codes.address_of(person)
        if address:
            door.post.send(
                address,
                "A new device is signed in",
                f"{label} was signed in for you with {HOW[how]}, {in_words(at)}.\n\n"
                "Was it you? Then there is nothing to do. If not, end that device here, from one\n"
                f"of yours, and tell your host:\n{url}\n",
            )

    door.post.later(told)


def code_cookie(house: House, secret: str) -> tuple[str, str]:
    """The header that gives a browser the secret which its code belongs to; empty takes it away."""
    lasts = CODE_LASTS if secret else 0
    return NAME, house.address.cookie_line(code_name(house), secret, lasts)


def code_name(house: House) -> str:
    """What that cookie is called."""
    return "__Host-code" if house.address.is_encrypted else "code"


def may_have_code(house: House, person: str) -> bool:
    """Whether a code lets somebody in: their address proved to be theirs, or they never came in.

    Whoever runs a campaign may write down a member's address; a seat that was used is given to
    somebody else by an invitation alone, which the record tells everybody.
    """
    address = house.entrance.codes.address_of(person)
    return addresses.is_taken_as_theirs(house.people.file, person, address)


def send_codes(house: House, browser: str, address: str) -> None:
    """Sends each person at an address a code for a browser; nothing where nobody is there."""
    codes = house.entrance.codes
    made = []
    for person in codes.people_at(address):
        if may_have_code(house, person) and (code := codes.made(browser, person, address)):
            made.append((person, code))
    _write(house, made)


def send_own_code(house: House, browser: str, person: str) -> None:
    """Sends somebody who is signed in a code, by which their address proves to be theirs."""
    address = house.entrance.codes.address_of(person)
    if address and (code := house.entrance.codes.made(browser, person, address)):
        _write(house, [(person, code)])


def _write(house: House, made: list[tuple[str, str]]) -> None:
    if not made:
        return
    lines = []
    for person, code in made:
        called = ", ".join(
            f"{one.campaign.called(one.member)} in {one.title}" for one in seats_of(house, person)
        )
        lines.append(f"{code[:3]} {code[3:]}   {called}")
    text = "\n".join(lines)
    house.entrance.post.send(
        house.entrance.codes.address_of(made[0][0]),  # as it was written down, not as typed
        "Your code to sign in",
        f"{text}\n\nType it in the browser that asked for it, within fifteen minutes. It counts\n"
        "nowhere else. Did you not ask? Then do nothing, and give it to nobody.\n\n"
        f"{house.address.url}\n",
    )


# --- A letter to the address that mail went to before, once a command has named another ---------

SUBJECT = "Your address was changed"


def tell_old_addresses(house: House) -> None:
    """From now on whoever reads mail at the address before hears of a change by somebody else."""
    post = house.entrance.post

    def told(replaced: people.Pending, before: str) -> None:
        if post.is_set_up():
            post.later(lambda: post.send(before, SUBJECT, _text(house, replaced)))

    house.people.replaced = told


def _text(house: House, replaced: people.Pending) -> str:
    campaign = house.ledger.live(replaced.name).state.campaign
    return (
        f"Your mail of {campaign.title or campaign.name} does not come here any more. A host has\n"
        "written down another address for you, or none.\n\n"
        "Is that right? Then there is nothing to do. If not, tell your host, and say here where\n"
        f"your mail goes:\n{house.address.to('/me/address')}\n"
    )
