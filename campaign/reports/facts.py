"""The facts of a page, which it bears in a small block that programs can read. Pure.

They are what a page can be held to by another version of the program, whose words and form differ.
The block is a `meta` element: readers do not see it, and a page stays without scripts.
"""

import re
from collections.abc import Sequence
from html import unescape

import msgspec

from campaign.kernel.pages import PageContext
from campaign.kernel.state import S
from campaign.kernel.system import System
from campaign.kernel.turn_log import GameLog
from campaign.text.json_values import JsonFields, JsonObject

EVERY = ("campaign", "turn", "number", "version", "digest")
"""The facts of every game, beside the version of the program."""
_BLOCK = re.compile(rb'<meta name="campaign-facts" content="([^"]*)">')


def facts(system: System[S], logs: Sequence[GameLog[S]], place: int, program: str) -> JsonFields:
    """The facts of a turn's page, or of one of the whole campaign at the end of a turn.

    The game's come after those of every game, and cannot replace them.
    """
    log = logs[place]
    campaign = log.end.campaign
    return {
        **system.pages.facts(PageContext(logs, place)),
        "campaign": campaign.name,
        "turn": log.turn,
        "number": system.calendar.count(campaign.first_turn, log.turn),
        "version": log.version,
        "digest": log.head,
        "program": program,
    }


def same(told: JsonFields, known: JsonFields) -> bool:
    """Whether what a page of another version tells is what the record gives.

    Only facts that both versions know are compared; those of every game must be among them.
    """
    both = compared(told, known)
    if any(key not in both for key in EVERY):
        return False
    return written({key: told[key] for key in both}) == written({key: known[key] for key in both})


def compared(told: JsonFields, known: JsonFields) -> tuple[str, ...]:
    """The facts that both know, but for the version of the program."""
    return tuple(sorted(key for key in told.keys() & known.keys() if key != "program"))


def differing(told: JsonFields, known: JsonFields, every: bool) -> tuple[str, ...]:
    """The facts in which a page differs from the record, those of every game that it lacks too.

    A page of this version must bear every fact that the record gives, and no other.
    """
    both = told.keys() & known.keys()
    other = {key for key in both if written({"": told[key]}) != written({"": known[key]})}
    lacking = told.keys() ^ known.keys() if every else {*EVERY, "program"} - told.keys()
    return tuple(sorted(other | lacking))


def written(found: JsonFields) -> str:
    """Facts as a page bears them: JSON in one line, the same for the same facts."""
    return msgspec.json.encode(found, order="sorted").decode()


def facts_in(text: bytes) -> JsonFields | None:
    """The facts that a page bears; None if it bears none that can be read, or several."""
    found = _BLOCK.findall(text)
    if len(found) != 1:
        return None
    try:
        return msgspec.json.decode(unescape(found[0].decode()), type=JsonObject)
    except (UnicodeDecodeError, msgspec.DecodeError):
        return None
