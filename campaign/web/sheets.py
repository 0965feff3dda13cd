"""A sheet of the reports as a page of the service: as on paper, with its one style element."""

import base64
import hashlib
import re

from campaign.web.rendering import bar_name
from campaign.web.replies import Reply
from campaign.web.running.guard import POLICY

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)
_ALONE = '<p class="alone">Links to other pages need the whole folder.</p>'
"""What a page says as a file; in the service every link leads somewhere."""
_HEAD, _SKIP = "</head>", '<a class="skip" href="#main">Skip to the page</a>'


def sheet(html: str, name: str, picture: str = "") -> Reply:
    """A page of the reports with a way back; its style is allowed by its digest, no other is.

    `picture` is the file of its turn's picture to share.
    """
    style = f'<link rel="stylesheet" href="/style/{bar_name()}">'
    shared = ((f"/turns/{picture}", "Picture"),) if picture else ()
    ways = (("", "Now"), ("/board", "Board"), ("/journal", "Record"), *shared)
    links = "".join(f'<a href="/c/{name}{path}">{text}</a>' for path, text in ways)
    back = f'<nav class="back" aria-label="Back to play"><a href="/">‹ Campaigns</a>{links}</nav>'
    html = html.replace(_ALONE, "", 1)
    return styled(html.replace(_HEAD, style + _HEAD, 1).replace(_SKIP, _SKIP + back, 1))


def styled(html: str) -> Reply:
    """A page of the reports as it is on paper; of styles its own alone is allowed."""
    found = _STYLE.search(html)
    digest = base64.b64encode(hashlib.sha256((found[1] if found else "").encode()).digest())
    policy = POLICY.replace("style-src 'self'", f"style-src 'self' 'sha256-{digest.decode()}'")
    return Reply(html.encode(), headers=(("Content-Security-Policy", policy),))
