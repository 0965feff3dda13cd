"""LiF 4, 4.1: the countries of the map, and whose leader it is. Pure, but for its table."""

from collections.abc import Iterable
from functools import cache

import msgspec

from campaign.kernel.decisions import RECORD, Refused
from campaign.lif.roster import POWERS, is_minor, rows
from campaign.lif.rulings import Side
from campaign.lif.state import State, aligned_with, with_status
from campaign.text.english import near
from events.lif.cup import Mark

AGAINST = 1
OWN = 2
ALLIED = 3
"""LiF 4.1(2): points for a veto on the other side's leader, your own power's, your side's."""

GERMAN_CONTROLLED = "finland"
"""LiF 4.1: Mannerheim's country; as its leader he counts as German controlled."""
ENEMY_MARKS: dict[str, Mark] = {"germany": "Ge", "japan": "Ja"}
"""LiF 4: the marks of reserves that are called out against these powers."""


class Allegiance(msgspec.Struct, frozen=True):
    """The power and the side that a leader counts for; neither if the leader is nobody's."""

    power: str | None = None
    side: Side | None = None


NOBODYS = Allegiance()


def allegiance(state: State, leader: str) -> Allegiance:
    """LiF 4.1: Mannerheim is Germany's, Franco nobody's while Spain is neutral.

    Other minors' leaders follow the power that their country is aligned with (ruling 13). While
    Vichy exists, its leaders follow ruling 14.
    """
    counter = state.sheet[leader]
    if counter.power == GERMAN_CONTROLLED:
        return _of(state, "germany")
    if is_minor(counter):
        power = aligned_with(state, counter.power)
        return NOBODYS if power is None else _of(state, power)
    if counter.allegiance == "vichy-france" and state.vichy == "installed":
        match state.rulings.vichy_leaders:
            case "neutral":
                return NOBODYS
            case "axis":
                return Allegiance(side="axis")
    return _of(state, counter.power)


def _of(state: State, power: str) -> Allegiance:
    return Allegiance(power, state.rulings.sides[power])


def supports(state: State, leader: str, power: str) -> bool:
    """LiF 4.1(2b): a marker of the leader's own side supports the leader."""
    return allegiance(state, leader).side == state.rulings.sides[power]


def backers(state: State, leader: str, powers: Iterable[str]) -> tuple[str, ...]:
    """LiF 4.1(2b): those of some powers whose markers support a leader, in their order."""
    side, of_powers = allegiance(state, leader).side, state.rulings.sides
    return tuple([power for power in powers if of_powers[power] == side])


def cost(state: State, leader: str, power: str) -> int:
    """LiF 4.1(2): a veto costs 1 against the other side's or nobody's leader, 2 for a leader of
    your own power or of a minor you control, 3 for any other leader of your side.

    In veto points. Mannerheim's cost to Germany is ruling 15's.
    """
    return _cost(state, leader, allegiance(state, leader), power)


def _cost(state: State, leader: str, whose: Allegiance, power: str) -> int:
    if whose.side != state.rulings.sides[power]:
        return AGAINST
    if whose.power != power:
        return ALLIED
    if state.sheet[leader].power == GERMAN_CONTROLLED:
        return state.rulings.mannerheim_cost
    return OWN


def costs(state: State, leader: str) -> dict[str, int]:
    """What a veto on a leader costs each power, in veto points."""
    whose = allegiance(state, leader)
    return {power: _cost(state, leader, whose, power) for power in POWERS}


# --- LiF 4: the countries of the map, by their English names ------------------------------------
#
# The list is the project's own, from the sources and from what the map of the years 1936 to 1949
# is known to show; what a campaign knows already belongs to it as well.


@cache
def minors() -> tuple[str, ...]:
    """The minor countries and territories, in alphabetical order."""
    return tuple(sorted(row["id"] for row in rows("countries")))


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


# --- Leaders whose country settles where they may be --------------------------------------------

_FRENCH = ("free-france", "vichy-france")


def awaits_country(state: State, leader: str) -> bool:
    """Ruling 12: whether a minor's leader cannot be placed yet, its country being nobody's."""
    counter = state.sheet[leader]
    return is_minor(counter) and aligned_with(state, counter.power) is None


def must_move(state: State) -> tuple[str, ...]:
    """LiF 4.1: French leaders who still have to move since Vichy was installed, in id order."""
    return tuple(sorted(state.play.vichy_moves))


def concerned(state: State) -> tuple[str, ...]:
    """LiF 4.1: leaders on the map who are Free French or Vichy French, in id order."""
    return tuple(who for who in with_status(state, "map") if state.sheet[who].allegiance in _FRENCH)
