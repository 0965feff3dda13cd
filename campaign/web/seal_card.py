"""The sealing card: one page that seals from a disk, without a service or a network. IO to read it.

It is the same program as on the service's own pages, in one file; everybody can compare the file's
digest. Its policy forbids it to load or send anything.
"""

import base64
import hashlib
from collections.abc import Iterable

from markupsafe import Markup

from campaign.web.rendering import STATIC, filled, in_one


def card(kinds: Iterable[tuple[str, tuple[str, ...]]], seats: Iterable[tuple[str, str]]) -> str:
    """The page, for kinds of seals with their choices, and seats with their names."""
    script = in_one("seal", "card")
    style = (STATIC / "card.css").read_text(encoding="utf-8")
    return filled(
        "seal_card.html",
        kinds=tuple(kinds),
        seats=tuple(seats),
        script=Markup(script),  # the project's own file
        style=Markup(style),
        script_digest=_digest(script),
        style_digest=_digest(style),
    )


def _digest(text: str) -> str:
    """As a content policy names what it allows."""
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
