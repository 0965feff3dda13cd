"""The reports as pages of the service: the sheets as on paper, with their one style element."""

from campaign.kernel.decisions import Refused
from campaign.kernel.page_links import INDEX, page_name
from campaign.reports import posters
from campaign.reports.book import Book
from campaign.reports.pages import index_html, more, more_html, private_html, turn_html
from campaign.web.pages.errors import missing, only_for
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.sheets import sheet
from campaign.web.visits import Visit

SVG = "image/svg+xml"


def all_turns(visit: Visit) -> Reply:
    """The page of the whole campaign is beside those of the turns."""
    return see_other(f"/c/{visit.here.name}/turns/{INDEX}")


def report(visit: Visit) -> Reply:
    """A turn's page by its turn or its file, the index, or a page that the game adds."""
    name, wanted = visit.here.name, visit.path["page"]
    made = visit.house.books.book(name)
    if wanted == INDEX:
        return sheet(index_html(made), name, _picture(made, len(made.logs) - 1))
    for place, log in enumerate(made.logs):
        if wanted in (log.turn, page_name(log.turn)):
            return sheet(turn_html(made, place), name, _picture(made, place))
        if wanted == _picture_file(log.turn) and (drawing := posters.svg(made, place)):
            return Reply(drawing.encode(), media=SVG)
    for page in more(made):
        if page.file == wanted:
            return sheet(more_html(made, page), name)
    return missing(visit.house)


def _picture_file(turn: str) -> str:
    return f"{posters.picture_name(turn)}.svg"


def _picture(made: Book, place: int) -> str:
    """The file of a turn's picture; empty where the game draws none."""
    return _picture_file(made.logs[place].turn) if posters.is_drawn(made, place) else ""


def mine(visit: Visit) -> Reply:
    """What the visitor alone may see; for everybody else a page that says whose it is."""
    here = visit.here
    if isinstance(
        why := here.live.system.secrets.private_needs(here.live.state, here.member), Refused
    ):
        return only_for(visit, why.reason)
    return sheet(private_html(visit.house.ledger, here.name, here.member), here.name)


PLACES = (
    Place("/c/{name}/mine", mine, "member", about="what one member alone may see"),
    Place("/c/{name}/turns", all_turns, "member", about="the reports"),
    Place("/c/{name}/turns/{page}", report, "member", about="a page of the reports"),
)
