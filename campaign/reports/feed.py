"""The feed of a campaign's turns (Atom, RFC 4287): one entry for each turn that is over. Pure.

Ids are made from the campaign's own, so that they never change; and the same record always gives
the same bytes.
"""

import re
import uuid
from xml.etree import ElementTree

from msgspec.structs import replace

from campaign.kernel.page_links import page_name
from campaign.kernel.pages import NewsLine, PageContext, TurnStory
from campaign.reports.book import Book
from campaign.reports.correction_news import corrected_here
from campaign.reports.last_change import last_change
from campaign.text.english import capital

FEED = "turns.atom"
"""The feed's file."""
_ATOM = "http://www.w3.org/2005/Atom"
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML does not allow in a text."""
_NAMESPACE = uuid.UUID("6d1c6f0e-8f0a-5c39-9d0f-52a0b6a9f6c1")
"""Under which ids are made; it never changes."""


def feed(made: Book, address: str) -> bytes:
    """The turns that are over, the newest first. `address` is where the pages lie, with a slash."""
    shared = made.logs[-1].end.campaign
    over = len(made.logs) if shared.closed else len(made.logs) - 1
    title = shared.title or shared.name
    named = f"{title} ({origin})" if (origin := _origin(made)) else title
    newest = max((last_change(made, place) for place in range(over)), default=None)
    root = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": "en"})
    _text(root, "id", _id(shared.id))
    _text(root, "title", named)
    _text(root, "updated", newest.at if newest else made.logs[0].began)
    _text(ElementTree.SubElement(root, "author"), "name", named)
    ElementTree.SubElement(root, "link", {"rel": "self", "href": f"{address}{FEED}"})
    ElementTree.SubElement(root, "link", {"rel": "alternate", "href": f"{address}index.html"})
    for place in reversed(range(over)):
        _entry(root, made.whole(place), place, address)
    ElementTree.indent(root)
    written: bytes = ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _entry(root: ElementTree.Element, made: Book, place: int, address: str) -> None:
    log, system = made.logs[place], made.system
    story = system.pages.stories.turn(PageContext(made.logs, place))
    ruled = tuple(map(NewsLine, corrected_here(made.logs, place)))
    story = replace(story, news=(*ruled, *story.news))
    name = system.calendar.in_words(log.turn)
    title = f"{name}: {story.headline}" if story.headline else name
    origin, recorded = _origin(made), last_change(made, place)
    entry = ElementTree.SubElement(root, "entry")
    _text(entry, "id", _id(log.end.campaign.id, log.turn))
    _text(entry, "title", f"{capital(origin)}. {title}" if origin else title)
    _text(entry, "updated", recorded.at)
    ElementTree.SubElement(entry, "link", {"href": f"{address}{page_name(log.turn)}"})
    when = recorded.corrected
    note = f"Corrected in {system.calendar.in_words(when)}.\n" if when else ""
    _text(entry, "content", f"{note}{in_lines(story)}").set("type", "text")


def in_lines(story: TurnStory) -> str:
    """The news that the headline does not tell, one below the other; else the line below it."""
    news = [f"- {line.text}" for line in story.news if not line.in_headline]
    return "\n".join(news) or story.lede


def _origin(made: Book) -> str:
    """`a what-if of club`; empty for a campaign that is none."""
    origin = made.logs[-1].end.campaign.record.branch_of
    return f"a what-if of {origin.name}" if origin else ""


def _id(*parts: str) -> str:
    return uuid.uuid5(_NAMESPACE, "/".join(parts)).urn


def _text(parent: ElementTree.Element, name: str, text: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, name)
    element.text = _UNFIT.sub("", text)
    return element
