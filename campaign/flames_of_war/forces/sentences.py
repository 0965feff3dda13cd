"""Forces in sentences: what they cost, and every change. An army list is only counted. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war.names import Names, Sentences
from campaign.text.english import capital, counted, listed
from events.fow.forces import (
    AirSupport,
    ArmyListImported,
    ForceEntered,
    ForceOrganised,
    ForceReorganised,
    Platoon,
)

CHECKED = {"list": "checked by the club's army list", "word": "on the player's word"}
MANY = 12
"""More platoons than these are counted, not named."""


def air_in_words(air: AirSupport | None) -> str:
    """Air support by its level: `limited air support`."""
    return f"{air.level} air support" if air and air.level != "none" else "no air support"


def _entered(event: ForceEntered, names: Names) -> str:
    limit = f" as {event.variant.name}" if event.variant else ""
    platoons = sum(platoon.unit_class != "hq" for platoon in event.platoons)
    has = f"{counted(platoons, 'platoon')} and {air_in_words(event.air)}"
    name = event.name or event.company or event.force
    whose = f"{names.member(event.member)}'s force for" if event.member else "a force of"
    costs = f"{event.points:,} points of {event.limit:,}{limit}"
    text = f"{capital(name)} is {whose} {names.the_seat(event.side)}: {has}, {costs}"
    return f"{text}, {CHECKED[event.checked]}."


def _reorganised(event: ForceReorganised, names: Names) -> str:
    changes = list(_changes(event, names))
    what = listed(changes) if len(changes) <= MANY else counted(len(changes), "change")
    points = counted(event.points, "point")
    return f"{capital(names.force(event.force))} was reorganised: {what}. It costs {points}."


def _changes(event: ForceReorganised, names: Names) -> Iterator[str]:
    for change in event.squads:
        more = "one squad more in" if change.change == "add" else "one squad fewer in"
        yield f"{more} {names.platoon(event.force, change.platoon)}"
    if event.support is not None:
        for one in event.support.remove:
            yield f"{names.platoon(event.force, one)} out"
        for platoon in event.support.add:
            yield f"{_name(platoon)} in"
    if event.air is not None:
        yield f"{air_in_words(event.air)} from now on"
    for option in event.core:
        if option.swap is not None:
            out = names.platoon(event.force, option.swap.out)
            yield f"{_name(option.swap.into)} in the place of {out}"
        elif option.add is not None:
            yield f"{_name(option.add)} in"
        else:
            yield f"{names.platoon(event.force, option.remove)} out"


def _organised(event: ForceOrganised, names: Names) -> str:
    parts = [f"{names.platoon(event.force, one)} is attached out" for one in event.attached_out]
    if event.kampfgruppe:
        squads = listed(
            f"{counted(number, 'squad')} of {names.platoon(event.force, one)}"
            for one, number in event.squads.items()
        )
        parts.append(f"{event.kampfgruppe} is a Kampfgruppe of {squads}")
    for battery, troops in event.troops.items():
        parts.append(f"{names.platoon(event.force, battery)} is the Gun Troops {listed(troops)}")
    for platoon, company in event.allotted.items():
        parts.append(f"{names.platoon(event.force, platoon)} goes to {company}")
    has = counted(len(event.platoons), "platoon")
    what = f": {listed(parts)}" if parts else " as it is"
    where = names.battle(event.battle)
    return f"{capital(names.force(event.force))} fights in {where}{what}; it has {has} there."


def _listed(event: ArmyListImported, names: Names) -> str:
    companies = counted(event.companies, "company", "companies")
    rows = counted(event.rows, "row")
    return f"The club's own army list was imported: {companies} in {rows}."


def _name(platoon: Platoon) -> str:
    return platoon.name or platoon.id


SENTENCES: Sentences = {
    ForceEntered: _entered,
    ForceReorganised: _reorganised,
    ForceOrganised: _organised,
    ArmyListImported: _listed,
}
"""A sentence for every type of event in `events/fow/forces.py`."""
