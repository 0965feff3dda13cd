"""The lines of a published page that name its address on the web, for previews in chats. Pure.

They are no part of what the record proves: a page without them is the page that `report` writes.
"""

import re
from html import escape

from campaign.kernel.page_links import INDEX
from campaign.reports import posters
from campaign.store.protocol import StoreError


class AddressError(StoreError):
    """What was given is no address on the web. One line for the user."""


_HEAD = "</title>\n"
"""After which the lines stand that name an address."""
_CARD = '<meta name="twitter:card" content="summary_large_image">\n'
"""Has chats show the picture large."""
_ADDRESSED = re.compile(
    r'<meta property="og:(?:url|image|image:width|image:height)" content="[^"<>]*">\n|'
    + re.escape(_CARD)
)
_WEB = re.compile(r"https?://[^\s\"<>]+/")


def with_address(html: str, file: str, image: str, base: str) -> str:
    """A page that says where it is, and which picture a chat may show for it."""
    if not base:
        return html
    own = base if file == INDEX else f"{base}{file}"
    lines = [("url", own)]
    if image:
        size = (("image:width", str(posters.WIDTH)), ("image:height", str(posters.HEIGHT)))
        lines += [("image", f"{base}{image}"), *size]
    text = "".join(
        f'<meta property="og:{key}" content="{escape(value)}">\n' for key, value in lines
    )
    return html.replace(_HEAD, f"{_HEAD}{text}{_CARD if image else ''}", 1)


def without_address(html: bytes) -> bytes:
    """A published page as `report` writes it."""
    return _ADDRESSED.sub("", html.decode("utf-8", "surrogateescape")).encode(
        "utf-8", "surrogateescape"
    )


def web_address(address: str) -> str:
    """The address of a folder on the web, with a slash; raises `AddressError` if it is none."""
    if not address:
        return ""
    base = address if address.endswith("/") else f"{address}/"
    if not _WEB.fullmatch(base):
        text = f"{address!r} is no address of a web page; it looks like https://example.org/club/"
        raise AddressError(text)
    return base
