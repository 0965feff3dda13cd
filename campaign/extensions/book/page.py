"""Prints a volume as one page of HTML that scrolls, and the shelf of a club as another, with no
script. IO to read their templates.
"""

import base64
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import jinja2
from markupsafe import Markup

from campaign.extensions.book.made import printable, visible
from campaign.extensions.book.shelf.made import Shelf, cells, heads
from campaign.kernel.pages import page_name
from campaign.kernel.volume.blocks import Volume
from campaign.kernel.volume.drawing import SCREEN, svg
from campaign.reports import publishing
from campaign.reports.book import Book
from campaign.text.moments import in_words

_SPACE = re.compile(r"\n\s+")
MOST_WITHIN = 3_000_000
"""So many bytes of pictures lie in the page itself."""


def embedded(files: Mapping[str, bytes]) -> dict[str, str]:
    """Addresses of pictures that hold them; of those only that fit, the first ones first."""
    addresses, left = {}, MOST_WITHIN
    for name, jpeg in files.items():
        if len(jpeg) <= left:
            left -= len(jpeg)
            addresses[name] = f"data:image/jpeg;base64,{base64.b64encode(jpeg).decode()}"
    return addresses


class TurnLinks(NamedTuple):
    """Where a turn has more than its leaf."""

    page: str
    picture: str = ""
    """Empty where the game draws none."""


def links_of(made: Book, folder: str = "") -> dict[str, TurnLinks]:
    """Where the reports have each turn of a book, in a folder or on the service."""
    drawn = (publishing.is_png_drawn(made, place) for place in range(len(made.logs)))
    return {
        log.turn: TurnLinks(
            f"{folder}{page_name(log.turn)}",
            f"{folder}{publishing.picture_name(log.turn)}.svg" if is_drawn else "",
        )
        for log, is_drawn in zip(made.logs, drawn, strict=True)
    }


def page(
    volume: Volume,
    links: Mapping[str, TurnLinks] = {},
    pictures: Mapping[str, str] = {},
    back: str = "",
) -> str:
    """The book as a page. `links` are for the leaves that have any, `pictures` where each file of
    a picture is, `back` where its reader came from; without an address there is no link.
    """
    values = printable(volume, visible, lambda drawing: Markup(svg(drawing, SCREEN)))
    parts = values["parts"]
    chapters = [*parts["chapters"], *parts["reckoning"], *parts["appendices"]]
    for number, chapter in enumerate(chapters, 1):
        chapter["id"] = f"chapter-{number}"
        chapter["leaves"] = [block for block in chapter["blocks"] if block["type"] == "leaf"]
    html = template("book.html").render(
        volume=values,
        parts=parts,
        chapters=chapters,
        index=list(_index(parts)),
        links=links,
        pictures=pictures,
        back=back,
    )
    return _SPACE.sub("\n", html)


def _index(parts: dict[str, Any]) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """Each name of the index with the turns in which it stands."""
    leaves = [leaf for chapter in parts["chapters"] for leaf in chapter["leaves"]]
    for name in parts["index"]:
        if turns := [(one["turn"], one["title"]) for one in leaves if name in one["names"]]:
            yield name, turns


@cache
def template(name: str) -> jinja2.Template:
    """A template of books and shelf: every text is escaped, and what nobody can see left out."""
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("campaign.extensions.book"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        finalize=lambda value: visible(value) if type(value) is str else value,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    return environment.get_template(name)


# --- The shelf ----------------------------------------------------------------------------------

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
    return template("shelf.html").render(
        heading=HEADING,
        club=club,
        entries=[
            (entry, in_words(entry.ended), links.get(entry.name, ())) for entry in shelf.entries
        ],
        players=shelf.players,
        tables=[
            (table, heads(table), [cells(table, row) for row in table.rows])
            for table in shelf.tables
        ],
        back=back,
    )
