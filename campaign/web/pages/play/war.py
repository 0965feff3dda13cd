"""How the war stands: the game's picture of it, the turn reports, and the pages of figures."""

from markupsafe import Markup

from campaign.kernel.pages import PageContext, page_name
from campaign.kernel.terminal.screens import WarPicture
from campaign.reports import book, layout
from campaign.web.context import RequestContext, get
from campaign.web.parts.visited import seats_called
from campaign.web.rendering import drawn
from campaign.web.replies import Reply
from campaign.web.screens import campaign_screen

FEW = 6
"""How many turns are listed before the rest is folded away."""
LETTERS = 63
"""An id has no more."""


def war(visit: RequestContext) -> Reply:
    """The picture at the end of the record; with `of` something in it is chosen, by its id."""
    here = visit.here
    made = visit.house.books.book(here.name)
    chosen = visit.query.get("of", "")[:LETTERS]
    context = PageContext(made.logs, len(made.logs) - 1)
    picture = here.live.system.rooms.war(context, chosen)
    turns = _turns(made)
    return campaign_screen(
        visit,
        "war.html",
        "war",
        picture=_drawn(visit, picture),
        empty=picture.empty if picture is not None and picture.view is None else "",
        turns=turns[:FEW],
        earlier=turns[FEW:],
        sheets=here.live.system.rooms.sheets,
    )


def _drawn(visit: RequestContext, picture: WarPicture | None) -> Markup | None:
    if picture is None or picture.view is None:
        return None
    here = visit.here
    section = layout.SectionView("war", "", picture.template, picture.view, "top")
    return drawn(here.live.system, here.name, here.campaign.turn, section, seats_called(here))


def _turns(made: book.Book) -> list[tuple[str, str, str, str]]:
    """Every turn, the newest first: its page, its number, its name and its headline."""
    system, stories = made.system, made.system.pages.stories
    first = made.logs[0].end.campaign.first_turn
    return [
        (
            page_name(log.turn),
            str(system.calendar.count(first, log.turn)),
            system.calendar.in_words(log.turn),
            stories.turn(PageContext(made.logs, place)).headline,
        )
        for place, log in reversed(list(enumerate(made.logs)))
    ]


PLACES = (get("/c/{name}/war", war, "member", is_packed=True),)
