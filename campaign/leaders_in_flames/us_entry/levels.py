"""LiF 5.3.2: the USA's entry level against a theatre, and the chits that it is made of. Pure."""

from collections.abc import Mapping

from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.state import (
    ENTRY,
    POOL_NAMES,
    TENSION,
    THEATRE_NAMES,
    chits_in,
)
from events.lif.us_entry import Theatre


def level_chits(state: State, theatre: Theatre) -> tuple[str, ...]:
    """Ruling 52: the chits of the entry pool, or of both pools where the club counts both."""
    chits = chits_in(state.entry, ENTRY[theatre])
    if state.rulings.entry_level == "entry":
        return chits
    return (*chits, *chits_in(state.entry, TENSION[theatre]))


def level_of(state: State, theatre: Theatre, values: Mapping[str, int]) -> int:
    """LiF 5.3.2: the USA's entry level against a theatre, given the values of its chits."""
    return sum(values[chit] for chit in level_chits(state, theatre))


def where_level_lies(state: State, theatre: Theatre) -> str:
    """Ruling 52: the pools that are counted, in words."""
    if state.rulings.entry_level == "entry":
        return POOL_NAMES[ENTRY[theatre]]
    return f"the {THEATRE_NAMES[theatre]} pools"
