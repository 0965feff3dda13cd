"""The shelf on the service: a member's finished campaigns, and what they are called there. IO."""

from collections import OrderedDict
from collections.abc import Mapping
from typing import TYPE_CHECKING

from campaign.extensions.book.shelf import seats
from campaign.kernel.members import LONGEST_NAME, is_name
from campaign.web.context import House, RequestContext, get, post, seats_of
from campaign.web.replies import Reply, see_other
from campaign.web.screens import own_screen, styled

if TYPE_CHECKING:
    from campaign.extensions.book.shelf.made import ShelfEntry

PATH = "/me/shelf"
NOTHING = "Nothing was chosen. Nothing was changed."
NO_NAME = f"A name has 1 to {LONGEST_NAME} letters that can be seen. Nothing was changed."

_KEPT: OrderedDict[tuple[str, ...], "ShelfEntry"] = OrderedDict()
"""The campaigns that were asked for last, by name, random id, head, and the names chosen in it."""
_MOST = 40


def shelf(visit: RequestContext) -> Reply:
    """The finished campaigns in which the visitor has a seat; what is in others is not theirs."""
    from campaign.extensions.book.page import BookLink, shelf_page
    from campaign.extensions.book.shelf import made

    house = visit.house
    persons = seats.persons(house.people.file)
    entries = [
        _entry(house, here.name, here.campaign.id, persons.names(here.campaign.id))
        for here in seats_of(house, visit.person)
        if made.is_finished(here.campaign)
    ]
    links = {one.name: (BookLink("The book", f"/c/{one.name}/book"),) for one in entries}
    club = house.entrance.operators.club_name()
    return styled(shelf_page(made.shelf_of(entries, persons), links, club, back=PATH))


def _entry(house: House, name: str, campaign_id: str, names: Mapping[str, str]) -> "ShelfEntry":
    """A campaign on the shelf. While nothing changes, it is made once."""
    from campaign.extensions.book.files import named_book
    from campaign.extensions.book.shelf.made import entry_of

    head = house.ledger.store.head(name)[1]
    key = (name, campaign_id, head, *(f"{who} {called}" for who, called in sorted(names.items())))
    entry = _KEPT.pop(key, None)
    if entry is None:
        entry = entry_of(named_book(house.books.book(name), house.ledger, names))
    _KEPT[key] = entry
    while len(_KEPT) > _MOST:
        _KEPT.popitem(last=False)
    return entry


def mine(visit: RequestContext, status: int = 200, why: str = "") -> Reply:
    """What I am called on the shelf and in books, with a form to change it."""
    seat = _seat(visit)
    persons = seats.persons(visit.house.people.file)
    is_forgotten = seat is not None and persons.is_forgotten(seat)
    return own_screen(
        visit.house,
        "my_shelf.html",
        status,
        has_seat=seat is not None,
        called=persons.called(seat) if seat and not is_forgotten else "",
        is_forgotten=is_forgotten,
        typed=visit.form.get("called", ""),
        longest=LONGEST_NAME,
        why=why,
    )


def choose(visit: RequestContext) -> Reply:
    """Chooses a name, none at all, or that of the record again; in all my campaigns."""
    seat, wanted = _seat(visit), visit.form.get("do", "")
    called = " ".join(visit.form.get("called", "").split())
    if wanted not in ("name", "forget", "record"):
        return mine(visit, 422, NOTHING)
    if wanted == "name" and not is_name(called):
        return mine(visit, 422, NO_NAME)
    if seat is not None and wanted == "forget":
        seats.forget(visit.house.people.file, seat)
    elif seat is not None:
        seats.call(visit.house.people.file, seat, called if wanted == "name" else "")
    return see_other(PATH)


def _seat(visit: RequestContext) -> seats.Seat | None:
    """A seat of the visitor; all others of theirs go with it."""
    here = next(seats_of(visit.house, visit.person), None)
    return None if here is None else (here.campaign.id, here.member)


PLACES = (
    get("/shelf", shelf, "signed-in"),
    get(PATH, mine, "signed-in"),
    post(PATH, choose, "signed-in"),
)
