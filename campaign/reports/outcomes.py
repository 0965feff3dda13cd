"""How a file compares with the record. Values."""

from typing import Literal

import msgspec

Outcome = Literal["same", "then", "facts", "newer", "differs", "unknown", "missing", "uncompared"]
"""As the record gives it today; as it was at the page's own digest; by another version of the
program, with the facts that it had on its day; by a version that this program does not know yet;
different; without a digest of this record; missing from the folder; no file that can be written
again here.
"""
Why = Literal["", "words", "facts", "unread", "extra", "day", "version"]
"""In what a page differs: in its words alone; in facts; it bears none that can be read; the record
gives no page of its name. Of a picture or the feed: it is neither today's nor of the day
of the pages beside it; these name another version, which may have drawn it otherwise.
"""


class Compared(msgspec.Struct, frozen=True):
    """A page, picture or feed in a folder, compared with what the record gives."""

    file: str
    turn: str
    version: int
    """The last event that it covers; 0 if unknown."""
    head: str
    """The digest printed on it; empty if it bears none."""
    outcome: Outcome
    written_by: str = ""
    """The version of the program that wrote the page; empty if unknown."""
    facts: tuple[str, ...] = ()
    """The facts by which it was compared, where they were."""
    unread: tuple[str, ...] = ()
    """Facts that it bears and this version does not know."""
    why: Why = ""
    """In what it differs."""
    other: tuple[str, ...] = ()
    """The facts in which it differs."""
