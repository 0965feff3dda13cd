"""LiF 3.2: whose units a leader's abilities may serve. Pure."""

from collections.abc import Sequence

from campaign.leaders_in_flames.abilities.catalogue import (
    AXIS_PAIR,
    CHINESE_ATTACK,
    HELPS_NO_FOREIGN_POWER,
    HELPS_OWN_NATION_ONLY,
    OF_THE_WHOLE_COMBAT,
)
from campaign.leaders_in_flames.leader_sheet import is_minor
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State, aligned_with, cooperating

NAMED = {AXIS_PAIR: ("germany", "italy"), CHINESE_ATTACK: ("china",)}
"""Ruling 41: abilities whose own text says whose units they serve; it beats the general limits."""


def beyond(state: State, leader: str, number: int, countries: Sequence[str]) -> str:
    """LiF 3.2, ruling 42: why an ability cannot serve these together; nothing where it can.

    A modifier of a whole combat may serve a mixed force where the club allows it and at least one
    of them is within his limits. Any other ability serves none beyond them.
    """
    reasons = [not_for(state, leader, number, country) for country in countries]
    if number in OF_THE_WHOLE_COMBAT and state.rulings.mixed_combats == "any" and not all(reasons):
        return ""
    return next((reason for reason in reasons if reason), "")


def not_for(state: State, leader: str, number: int, country: str) -> str:
    """LiF 3.2: why a leader's ability cannot serve a country's units; empty if it can."""
    counter = state.sheet[leader]
    if country in own(state, leader) or country in NAMED.get(number, ()):
        return ""
    if is_minor(counter):
        return f"{counter.name} serves only the units of {the_country(counter.power)}"
    if counter.power == "italy":
        return f"{counter.name} is Italian and serves only Italian units"
    if HELPS_OWN_NATION_ONLY in counter.abilities:
        return f"{counter.name} serves only his own power's units (ability 2)"
    if country not in POWERS:
        aligned = aligned_with(state, country) == counter.power
        return (
            ""
            if aligned
            else f"{the_country(country)} is not aligned with {the_country(counter.power)}"
        )
    if HELPS_NO_FOREIGN_POWER in counter.abilities:
        return f"{counter.name} serves no other major power's units (ability 1)"
    if cooperating(state, counter.power, country):
        return ""
    text = f"{the_country(country)} does not co-operate with {the_country(counter.power)}"
    return f"{text}, as far as the record says"


def own(state: State, leader: str) -> tuple[str, ...]:
    """The names of the leader's own units: while Vichy exists, there are two Frances."""
    counter = state.sheet[leader]
    match counter.allegiance:
        case "free-france":
            return ("france", "free-france")
        case "vichy-france" if state.vichy == "installed":
            return ("vichy-france",)
    return (counter.power,)
