"""Where my mail goes: another address counts once its owner has typed a code that went there."""

from campaign.kernel.enrolment import address_fault
from campaign.text.english import capital
from campaign.web.door.fresh import is_fresh, proof_first
from campaign.web.door.typed_codes import NOT_SIX, WRONG, in_part, six
from campaign.web.pages.errors import too_often
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import own_screen
from campaign.web.visits import Visit

HERE = "/me/address"
NO_MAIL = "This club sends no mail, so that no code can go there. Ask your host to record it."
THE_SAME = "Your mail goes there already."
ENOUGH = "You were sent several codes within the hour. Wait a while before you ask for another."
OVER = "No code counts any more. Give the address again for a new one."


def my_address(
    visit: Visit, status: int = 200, field: str = "", why: str = "", notice: str = ""
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


def change(visit: Visit) -> Reply:
    """Sends a code, takes the one that was typed, or takes the address away."""
    steps = {"send": _send, "code": _type, "none": _take_away}
    step = steps.get(visit.form.get("do", ""))
    if step is None:
        return my_address(visit, 422, notice="Nothing was chosen. Nothing was recorded.")
    return proof_first(visit, HERE) or step(visit)


def _send(visit: Visit) -> Reply:
    assert visit.device is not None
    house, door, person = visit.house, visit.house.entrance, visit.person
    address = visit.form.get("address", "").strip()
    if not door.post.is_set_up():
        return my_address(visit, 409, "address", NO_MAIL)
    if fault := address_fault(address):
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
        f"it to nobody.\n\n{house.address.to(HERE)}\n"
    )
    door.post.later(lambda: door.post.send(address, "Your code for a new address", text))
    return see_other(HERE)


def _type(visit: Visit) -> Reply:
    assert visit.device is not None
    house, door, person = visit.house, visit.house.entrance, visit.person
    digits = six(visit.form.get("code", ""))
    if not digits:
        return my_address(visit, 422, "code", NOT_SIX)
    if wait := door.limits.wait_for_code(visit.network):
        return too_often(house, wait)
    found = door.moves.typed(person, visit.device.digest, digits)
    if not found.address:
        field, why = ("address", OVER) if found.is_over else ("code", WRONG)
        return my_address(visit, 403, field, why)
    _move(visit, found.address)
    return see_other(f"{HERE}?done=1")


def _take_away(visit: Visit) -> Reply:
    _move(visit, "")
    return see_other(f"{HERE}?done=1")


def _move(visit: Visit, address: str) -> None:
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


PLACES = (
    Place(HERE, my_address, "signed-in", about="where my mail goes"),
    Place(HERE, change, "signed-in", ("POST",), about="change where my mail goes"),
)
