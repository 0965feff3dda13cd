"""The book on the service: the page that scrolls, for members. IO."""

from collections import OrderedDict
from http.client import OK

from msgspec.structs import replace

from campaign.kernel.pages import page_name
from campaign.web.context import RequestContext, get
from campaign.web.replies import Reply
from campaign.web.screens import styled

_KEPT: OrderedDict[tuple[str, ...], Reply] = OrderedDict()
"""The books that were asked for last, by the campaign's name, its random id, its head, and the
digest over what members wrote."""
_MOST = 4


def book(visit: RequestContext) -> Reply:
    """The book so far. While nothing is recorded, it is made once."""
    from campaign.extensions.book.diary import diary_of
    from campaign.extensions.book.made import volume_of
    from campaign.extensions.book.page import page

    made = visit.house.books.book(visit.here.name)
    diary = diary_of(visit.house.ledger, made)
    key = (visit.here.name, visit.here.campaign.id, made.head, diary.marks)
    reply = _KEPT.pop(key, None)
    if reply is None:
        base = f"/c/{visit.here.name}"
        html = page(
            volume_of(made, diary.letters),
            lambda turn: f"{base}/turns/{page_name(turn)}",
            {name: f"{base}/diary/{_place(name)}" for name in diary.files},
            back=base,
        )
        reply = replace(styled(html), is_same=True)
    if reply.status == OK:
        _KEPT[key] = reply
        while len(_KEPT) > _MOST:
            _KEPT.popitem(last=False)
    return reply


def _place(file: str) -> str:
    """Where the diary shows a picture: by its dispatch and number."""
    return file.removesuffix(".jpg").replace("-", "/")


PLACES = (get("/c/{name}/book", book, "member"),)
