"""What is mine: the devices that I am signed in on, and my campaigns."""

from campaign.text.moments import in_words
from campaign.web.belonging import seats_of
from campaign.web.door.cookies import cookie
from campaign.web.my_pages import MY_PAGES
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import names, own_screen
from campaign.web.visits import Visit


def me(visit: Visit) -> Reply:
    """My devices, each with a button that ends it."""
    assert visit.device is not None
    seats = []
    for here in seats_of(visit.house, visit.person):
        called = names(here)
        plays = [called.seat(seat) for seat in here.seats]
        seats.append((here.name, here.title, called.member(here.member), plays))
    devices = [
        (one, in_words(one.first_seen), in_words(one.last_seen))
        for one in visit.house.doors.devices(visit.person)
    ]
    return own_screen(
        visit.house,
        "me.html",
        devices=devices,
        seats=seats,
        this=visit.device,
        is_operator=visit.is_operator,
        pages=[one for one in MY_PAGES if not (one.is_encrypted_only and visit.house.is_plain)],
    )


def end(visit: Visit) -> Reply:
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


PLACES = (
    Place("/me", me, "signed-in", about="my devices and campaigns"),
    Place("/me", end, "signed-in", ("POST",), about="end a device"),
)
