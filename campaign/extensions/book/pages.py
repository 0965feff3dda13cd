"""The book on the service: the page that scrolls, for members. IO."""

from collections import OrderedDict

from msgspec.structs import replace

from campaign.extensions.book.shelf.seats import persons
from campaign.web.context import RequestContext, get
from campaign.web.replies import Reply
from campaign.web.screens import styled

_KEPT: OrderedDict[tuple[str, ...], Reply] = OrderedDict()
"""The books that were asked for last, by the campaign's name, its random id, its head, the digest
over what members wrote, and the names that they chose."""
_MOST = 4


def book(visit: RequestContext) -> Reply:
    """The book so far. While nothing is recorded, it is made once."""
    from campaign.extensions.book.files import diary_of, named_book
    from campaign.extensions.book.made import volume_of
    from campaign.extensions.book.page import links_of, page

    house, shared = visit.house, visit.here.campaign
    made = house.books.book(shared.name)
    names = persons(house.people.file).names(shared.id)
    chosen = [f"{who} {called}" for who, called in sorted(names.items())]
    diary = diary_of(house.ledger, made)
    key = (shared.name, shared.id, made.head, diary.marks, *chosen)
    reply = _KEPT.pop(key, None)
    if reply is None:
        base = f"/c/{visit.here.name}"
        if names:
            made = named_book(made, house.ledger, names)
            diary = diary_of(house.ledger, made)
        html = page(
            volume_of(made, diary.letters),
            links_of(made, f"{base}/turns/"),
            {name: f"{base}/diary/{_place(name)}" for name in diary.files},
            back=base,
        )
        reply = replace(styled(html), is_same=True)
    _KEPT[key] = reply
    while len(_KEPT) > _MOST:
        _KEPT.popitem(last=False)
    return reply


def _place(file: str) -> str:
    """Where the diary shows a picture: by its dispatch and number."""
    return file.removesuffix(".jpg").replace("-", "/")


PLACES = (get("/c/{name}/book", book, "member"),)
