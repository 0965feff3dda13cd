"""Lets somebody in: a device of their own, a line in their list, a letter to them. IO."""

from campaign.people.doors import digest_of
from campaign.people.programs import end_all
from campaign.people.proving import is_taken_as_theirs
from campaign.text.moments import in_words
from campaign.web.belonging import seats_of
from campaign.web.door.cookies import cookie
from campaign.web.door.labels import label_of
from campaign.web.replies import Reply, see_other
from campaign.web.visits import House, Visit

HOW = {"invitation": "an invitation", "passkey": "a passkey", "code": "a code by mail"}
CODE_LASTS = 15 * 60


def admitted(visit: Visit, person: str, how: str, to: str = "/") -> Reply:
    """Lets a person in on this device, which has just proved whose it is."""
    house = visit.house
    secret = house.doors.admit(person, label_of(visit.agent))
    if visit.device is not None:
        if visit.device.person == person:
            house.entrance.operators.follow(visit.device.digest, digest_of(secret))
        house.doors.end(visit.device.person, visit.device.digest)
    came_in(visit, person, how, digest_of(secret))
    return see_other(to, ("Set-Cookie", cookie(house.address, secret)))


def locked_out(house: House, campaign_id: str, member: str) -> None:
    """Ends all that lets somebody in as a member: devices, passkeys, programs of theirs here."""
    if person := house.people.person_in(campaign_id, member):
        house.doors.end(person)
        house.entrance.passkeys.forget(person)
    end_all(house.people.file, campaign_id, member, house.clock())


def came_in(visit: Visit, person: str, how: str, device: str) -> None:
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
    secure = "; Secure" if house.address.is_encrypted else ""
    lasts = CODE_LASTS if secret else 0
    name = code_name(house)
    line = f"{name}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={lasts}{secure}"
    return "Set-Cookie", line


def code_name(house: House) -> str:
    """What that cookie is called."""
    return "__Host-code" if house.address.is_encrypted else "code"


def may_have_code(house: House, person: str) -> bool:
    """Whether a code lets somebody in: their address proved to be theirs, or they never came in.

    Whoever runs a campaign may write down a member's address; a seat that was used is given to
    somebody else by an invitation alone, which the record tells everybody.
    """
    address = house.entrance.codes.address_of(person)
    return is_taken_as_theirs(house.people.file, person, address)


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
