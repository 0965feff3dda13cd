"""LiF 4: the countries of the map, by their English names. Pure, but for reading the table.

The list is the project's own, from the sources and from what the map of the years 1936 to 1949 is
known to show; what a campaign knows already belongs to it as well.
"""

import csv
from functools import cache
from importlib.resources import files

from campaign.kernel.decisions import RECORD, Refused
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.state import State
from campaign.text.suggest import near


@cache
def minors() -> tuple[str, ...]:
    """The minor countries and territories, in alphabetical order."""
    text = files("campaign.leaders_in_flames").joinpath("tables/countries.csv")
    rows = csv.DictReader(text.read_text(encoding="utf-8").splitlines())
    return tuple(sorted(row["id"] for row in rows))


def known(state: State, country: str) -> bool:
    """Whether a name is a country's: on the list, in the record, or on a leader's counter."""
    return country in POWERS or country in minors() or country in on_record(state)


def on_record(state: State) -> frozenset[str]:
    """The countries that a campaign knows beside the list's: in its record, or on its counters."""
    at_war = (country for sides in state.at_war for country in sides)
    return frozenset((*state.minors, *at_war, *(leader.power for leader in state.sheet.values())))


def unknown(state: State, *countries: str, new: str = "`new` (--new)") -> Refused | None:
    """Refuses a name that is no country's, with the nearest ones, and says what records it."""
    for name in countries:
        if not known(state, name):
            text = f"{name} is not on the list of countries, and {new} records it even so"
            return Refused(RECORD, f"{text}{near(name, (*POWERS, *minors()))}")
    return None
