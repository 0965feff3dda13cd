"""LiF 3.2: whose units a leader's abilities may serve. Pure."""

from campaign.leaders_in_flames.abilities.catalogue import (
    AXIS_PAIR,
    HELPS_NO_FOREIGN_POWER,
    HELPS_OWN_NATION_ONLY,
)
from campaign.leaders_in_flames.leader_sheet import is_minor
from campaign.leaders_in_flames.on_map.impulses import cooperating
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.rulings import LIF_1998
from campaign.leaders_in_flames.state import State, aligned_with


def not_for(state: State, leader: str, number: int, country: str) -> str:
    """LiF 3.2: why a leader's ability cannot serve a country's units; empty if it can."""
    counter = state.sheet[leader]
    if country in _own(state, leader):
        return ""
    if is_minor(counter):
        return f"{leader} serves none but the units of {counter.power}"
    if counter.power == "italy":
        pair = number == AXIS_PAIR and state.campaign.rulebook == LIF_1998
        if pair and country == "germany":
            return ""
        return f"{leader} is Italian and serves Italian units alone"
    if HELPS_OWN_NATION_ONLY in counter.abilities:
        return f"{leader} serves his own power's units alone (ability 2)"
    if country not in POWERS:
        aligned = aligned_with(state, country) == counter.power
        return "" if aligned else f"{country} is not aligned with {counter.power}"
    if HELPS_NO_FOREIGN_POWER in counter.abilities:
        return f"{leader} serves no other major power's units (ability 1)"
    if cooperating(state, counter.power, country):
        return ""
    return f"{country} does not co-operate with {counter.power}, as far as the record says"


def _own(state: State, leader: str) -> tuple[str, ...]:
    """The names of the leader's own units: while Vichy exists, there are two Frances."""
    counter = state.sheet[leader]
    match counter.allegiance:
        case "free-france":
            return ("france", "free-france")
        case "vichy-france" if state.vichy == "installed":
            return ("vichy-france",)
    return (counter.power,)
