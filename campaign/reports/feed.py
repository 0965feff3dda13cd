"""The feed of a campaign's turns (Atom, RFC 4287): one entry for each turn that is over. Pure.

Ids are made from the campaign's own, so that they never change; and the same record always gives
the same bytes.
"""

import re
import uuid
from xml.etree import ElementTree

from campaign.kernel.page_links import page_name
from campaign.kernel.pages import PageContext, TurnStory
from campaign.reports.book import Book

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
    root = ElementTree.Element("feed", {"xmlns": _ATOM, "xml:lang": "en"})
    _text(root, "id", _id(shared.id))
    _text(root, "title", shared.title or shared.name)
    _text(root, "updated", made.logs[over - 1].latest if over else made.logs[0].began)
    _text(ElementTree.SubElement(root, "author"), "name", shared.title or shared.name)
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
    name = system.calendar.in_words(log.turn)
    entry = ElementTree.SubElement(root, "entry")
    _text(entry, "id", _id(log.end.campaign.id, log.turn))
    _text(entry, "title", f"{name}: {story.headline}" if story.headline else name)
    _text(entry, "updated", log.latest)
    ElementTree.SubElement(entry, "link", {"href": f"{address}{page_name(log.turn)}"})
    _text(entry, "content", in_lines(story)).set("type", "text")


def in_lines(story: TurnStory) -> str:
    """A turn's line and its news, one below the other."""
    return "\n".join((story.lede, *(f"- {line.text}" for line in story.news)))


def _id(*parts: str) -> str:
    return uuid.uuid5(_NAMESPACE, "/".join(parts)).urn


def _text(parent: ElementTree.Element, name: str, text: str) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, name)
    element.text = _UNFIT.sub("", text)
    return element
