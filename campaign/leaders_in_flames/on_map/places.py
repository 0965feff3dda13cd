"""LiF 2: places in a reader's words, and the theatre each belongs to. Pure."""

from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames.abilities.command_range import Dot, Hex, SeaBox, maps, parse
from campaign.leaders_in_flames.names import country

AT_SEA = "At sea"
OFF_MAP = "Off the maps"
UNKNOWN = "Place unknown"


def in_words(location: str) -> str:
    """A place inside a sentence: `E1429`, `the North Sea, section 3`, `Canada (off-map)`."""
    found = _parsed(location)
    match found:
        case SeaBox():
            return f"the {country(found.area)}, section {found.section}"
        case Dot():
            return f"{country(found.name)} (off-map)"
    return location


def theatre(location: str) -> str:
    """LiF 2: the map a place is on, by name; or the sea, or off the maps."""
    match _parsed(location):
        case Hex(map=letter):
            return maps()[letter].name
        case SeaBox():
            return AT_SEA
        case Dot():
            return OFF_MAP
    return UNKNOWN


def theatres() -> tuple[str, ...]:
    """LiF 2: every theatre, in the order of a report."""
    return (*(sheet.name for sheet in maps().values()), AT_SEA, OFF_MAP, UNKNOWN)


def _parsed(location: str) -> Hex | SeaBox | Dot | None:
    found = parse(location) if location else None
    return None if isinstance(found, Refused) else found
