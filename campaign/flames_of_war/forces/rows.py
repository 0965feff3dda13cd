"""Rows of the read tables of forces. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war.forces.changing import Reorganisation
from campaign.flames_of_war.forces.counts import platoons_of
from campaign.flames_of_war.forces.fighting import battles_of
from campaign.flames_of_war.forces.read_tables import FORCES, PLATOONS, REORGANISATIONS
from campaign.flames_of_war.state import Force, State
from campaign.kernel.tables import Current, Row, TableRow, Tables
from campaign.kernel.transition import Transition
from events.fow.forces import CoreChange, ForceReorganised, Platoon


def rows(step: Transition[State]) -> Iterator[TableRow]:
    """FoW Reorganise: every change of a force, with its price."""
    event = step.record.event
    if step.record.struck_by or not isinstance(event, ForceReorganised):
        return
    base: Row = {
        "version": step.record.version,
        "turn": step.turn,
        "force": event.force,
        "line": event.line or None,
    }
    for part, change in enumerate(_changes(event), 1):
        yield REORGANISATIONS, {**base, "part": part, **change}


def _changes(event: ForceReorganised) -> Iterator[Row]:
    for squad in event.squads:
        how = "squad-added" if squad.change == "add" else "squad-removed"
        yield {**_change(how, squad.platoon), "points": squad.points}
    if event.support is not None:
        for one in event.support.remove:
            yield _change("out", one)
        for platoon in event.support.add:
            yield _into("in", platoon)
    if event.air is not None:
        yield {**_change("air", ""), "points": event.air.points}
    for option in event.core:
        yield {**_option(option), "price": Reorganisation(core=(option,)).price}


def _option(option: CoreChange) -> Row:
    if option.swap is not None:
        return {**_into("swap", option.swap.into), "instead_of": option.swap.out}
    if option.add is not None:
        return _into("in", option.add)
    return _change("out", option.remove)


def _into(how: str, platoon: Platoon) -> Row:
    new: Row = {"class": platoon.unit_class, "points": platoon.points}
    return {**_change(how, platoon.id), **new}


def _change(how: str, platoon: str) -> Row:
    return {
        "change": how,
        "platoon": platoon or None,
        "instead_of": None,
        "class": None,
        "points": 0,
        "price": 0,
    }


def current(state: State) -> Current:
    """FoW Choosing Your Force: every force and every platoon as they are now."""
    forces = state.forces.values()
    yield FORCES, [_force(state, force) for force in forces]
    yield PLATOONS, [row for force in forces for row in _platoons(force)]


def _force(state: State, force: Force) -> Row:
    return {
        "force": force.id,
        "side": force.side,
        "member": force.member or None,
        "name": force.name,
        "company": force.company,
        "type": force.company_type,
        "nation": force.nation,
        "points": force.points,
        "max_points": force.limit,
        "variant": force.variant.name if force.variant else "",
        "air": force.air.level if force.air else "none",
        "air_points": force.air.points if force.air else 0,
        "companies": force.companies,
        "platoons": len(platoons_of(force)),
        "battles": len(battles_of(state, force)),
        "checked": force.checked,
    }


def _platoons(force: Force) -> Iterator[Row]:
    for place, platoon in enumerate(force.platoons.values(), 1):
        yield {
            "force": force.id,
            "platoon": platoon.id,
            "place": place,
            "name": platoon.name,
            "class": platoon.unit_class,
            "points": platoon.points,
            "squads": platoon.squads,
            "recce": int(platoon.recce),
            "transport": int(platoon.transport),
            "allied": int(platoon.allied),
            "infantry_teams": platoon.infantry_teams,
            "skill": platoon.skill,
            "motivation": platoon.motivation,
            "company": platoon.company,
        }


TABLES = Tables[State](
    tables=(FORCES, PLATOONS, REORGANISATIONS),
    rows=lambda: rows,
    current=current,
    made_from=lambda state: (state.forces, state.battles),
)
