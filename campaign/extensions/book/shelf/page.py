"""Prints the shelf of a club as one page of HTML, with no script. IO to read its template.

Every text on it is letters: the template escapes what it is given, and letters that nobody can see
are left out.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

import jinja2

from campaign.extensions.book.made import visible
from campaign.extensions.book.shelf.made import Shelf, cells, ended_in_words, heads

HEADING = "The shelf"


class BookLink(NamedTuple):
    """Where a book of a campaign is."""

    text: str
    address: str


Links = Mapping[str, Sequence[BookLink]]
"""The books of each campaign, by its name."""


def shelf_page(shelf: Shelf, links: Links, club: str = "", back: str = "") -> str:
    """The shelf as a page. `club` is what the club is called, `back` where its reader came from;
    without an address there is no link.
    """
    return _template().render(
        heading=HEADING,
        club=club,
        entries=[
            (entry, ended_in_words(entry), links.get(entry.name, ())) for entry in shelf.entries
        ],
        players=shelf.players,
        tables=[
            (table, heads(table), [cells(table, row) for row in table.rows])
            for table in shelf.tables
        ],
        back=back,
    )


@cache
def _template() -> jinja2.Template:
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("campaign.extensions.book"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    return environment.get_template("shelf.html")
