"""FoW Choosing Your Force: put together: rules, sentences, read tables, corrections. Pure."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from campaign.fow.csv_tables import read_tables
from campaign.fow.forces import commands, entries, reorganisation, rosters
from campaign.fow.forces.reorganisation import came_and_went, price_of
from campaign.fow.forces.validity import RULE, VARIANT, battles_of, platoons_of
from campaign.fow.names import Names, Sentences
from campaign.fow.state import Force, State
from campaign.kernel import chapters, decisions, projections
from campaign.text.english import capital, counted, listed, says
from campaign.text.json_values import JsonObject
from events.base import Event
from events.fow import forces

# --- Forces in sentences: what they cost, and every change --------------------------------------
# An army list is only counted.

CHECKED = {"list": "checked by the club's army list", "word": "on the player's word"}
MANY = 12
"""More platoons than these are counted, not named."""


def air_in_words(air: forces.AirSupport | None) -> str:
    """Air support by its level: `limited air support`."""
    return f"{air.level} air support" if air and air.level != "none" else "no air support"


def _entered_in_words(event: forces.ForceEntered, names: Names) -> str:
    limit = f" as {event.variant.name}" if event.variant else ""
    platoons = sum(platoon.unit_class != "hq" for platoon in event.platoons)
    has = f"{counted(platoons, 'platoon')} and {air_in_words(event.air)}"
    name = event.name or event.company or event.force
    whose = f"{names.member(event.member)}'s force for" if event.member else "a force of"
    costs = f"{event.points:,} points of {event.limit:,}{limit}"
    text = f"{capital(name)} is {whose} {names.the_seat(event.side)}: {has}, {costs}"
    return f"{text}, {CHECKED[event.checked]}."


def _reorganised(event: forces.ForceReorganised, names: Names) -> str:
    changes = list(_changes_in_words(event, names))
    what = listed(changes) if len(changes) <= MANY else counted(len(changes), "change")
    points = counted(event.points, "point")
    return f"{capital(names.force(event.force))} was reorganised: {what}. It costs {points}."


def _changes_in_words(event: forces.ForceReorganised, names: Names) -> Iterator[str]:
    for change in event.squads:
        more = "one squad more in" if change.change == "add" else "one squad fewer in"
        yield f"{more} {names.platoon(event.force, change.platoon)}"
    yield from _moves_in_words(event, names, "support")
    if event.air is not None:
        yield f"{air_in_words(event.air)} from now on"
    yield from _moves_in_words(event, names, "core")


def _moves_in_words(event: forces.ForceReorganised, names: Names, field: str) -> Iterator[str]:
    for one, out, into in came_and_went(event):
        if one == field:
            gone, new = names.platoon(event.force, out), (into.name or into.id) if into else ""
            where = f"in the place of {gone}" if out else "in"
            yield f"{new} {where}" if into else f"{gone} out"


def _organised(event: forces.ForceOrganised, names: Names) -> str:
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


SENTENCES: Sentences = {
    forces.ForceEntered: _entered_in_words,
    forces.ForceReorganised: _reorganised,
    forces.ForceOrganised: _organised,
    forces.ArmyListImported: says(
        "The club's own army list was imported: {companies:counted company/companies} in "
        "{rows:counted row}."
    ),
}
"""A sentence for every type of event in `events/fow/forces.py`."""


# --- Read tables of forces: what they are now, their platoons, and every reorganisation ---------

_READ = read_tables()
FORCES = _READ.table("forces")
PLATOONS = _READ.table("platoons")
REORGANISATIONS = _READ.table("reorganisations")


def rows(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """FoW Reorganise: every change of a force, with its price."""
    event = step.record.event
    if step.record.struck_by or not isinstance(event, forces.ForceReorganised):
        return
    for part, change in enumerate(_change_rows(event), 1):
        yield REORGANISATIONS.of(step, event, part=part, **{**_NOTHING, **change})


_NOTHING: projections.Row = {"platoon": "", "instead_of": "", "class": "", "points": 0, "price": 0}


def _change_rows(event: forces.ForceReorganised) -> Iterator[projections.Row]:
    for squad in event.squads:
        how = "squad-added" if squad.change == "add" else "squad-removed"
        yield {"change": how, "platoon": squad.platoon, "points": squad.points}
    yield from _moves(event, "support")
    if event.air is not None:
        yield {"change": "air", "points": event.air.points}
    yield from _moves(event, "core")


def _moves(event: forces.ForceReorganised, field: str) -> Iterator[projections.Row]:
    for one, out, into in came_and_went(event):
        if one != field:
            continue
        price = {"price": price_of(out, into) if field == "core" else 0}
        if into is None:
            yield {"change": "out", "platoon": out, **price}
        else:
            new: projections.Row = {
                "platoon": into.id,
                "class": into.unit_class,
                "points": into.points,
            }
            yield {"change": "swap" if out else "in", "instead_of": out, **new, **price}


def current(state: State) -> projections.Current:
    """FoW Choosing Your Force: every force and every platoon as they are now."""
    forces = state.forces.values()
    yield FORCES, [_force(state, force) for force in forces]
    yield PLATOONS, [row for force in forces for row in _platoons(force)]


def _force(state: State, force: Force) -> projections.Row:
    return FORCES.row(
        force,
        force=force.id,
        type=force.company_type,
        max_points=force.limit,
        variant=force.variant.name if force.variant else "",
        air=force.air.level if force.air else "none",
        air_points=force.air.points if force.air else 0,
        platoons=len(platoons_of(force)),
        battles=len(battles_of(state, force)),
    )


def _platoons(force: Force) -> Iterator[projections.Row]:
    for place, one in enumerate(force.platoons.values(), 1):
        kind = {"class": one.unit_class}
        yield PLATOONS.row(one, force=force.id, platoon=one.id, place=place, **kind)


TABLES = projections.Projections[State](
    tables=(FORCES, PLATOONS, REORGANISATIONS),
    rows=lambda: rows,
    current=current,
    made_from=lambda state: (state.forces, state.earlier, state.fought, state.running),
)


# --- Corrections of forces: what stays, and what would be impossible ----------------------------


_FORCE_STAYS = chapters.stay("which force it was", "force", "side", "line", "battle")
_LIST_STAYS = dict.fromkeys(
    ("sheet", "rows", "companies", "sheet_digest"),
    "comes from the club's file; import the list again",
)


def faults(state: State) -> Iterator[decisions.Refused]:
    """FoW Choosing Your Force: a force costs no more than it may."""
    for force in state.forces.values():
        if force.points > force.limit:
            rule = VARIANT if force.variant and force.variant.limit else RULE
            text = f"{force.called} would cost {force.points:,} points and may cost {force.limit:,}"
            yield decisions.Refused(rule, text)


CORRECTED = chapters.Corrected[State](
    staying={
        forces.ForceEntered: _FORCE_STAYS,
        forces.ForceReorganised: _FORCE_STAYS,
        forces.ForceOrganised: _FORCE_STAYS,
        forces.ArmyListImported: _LIST_STAYS,
    },
    faults=faults,
)


# --- What recorded acts about forces had as a sheet, told by their events -----------------------


def _entered_supplied(
    state: State, command: commands.EnterForce, events: Sequence[Event]
) -> decisions.RecordedAct:
    """FoW Choosing Your Force: the platoons are named, also where they came as a sheet."""
    first = events[0]
    named = first.platoons if isinstance(first, forces.ForceEntered) else command.platoons
    return decisions.RecordedAct(replace(command, platoons=named))


def _listed_supplied(
    state: State, command: commands.ImportArmyList, events: Sequence[Event]
) -> decisions.RecordedAct:
    """FoW ruling 67: the rows are judged again; the digest is of the club's own file."""
    first = events[0]
    sheet = rosters.written_list(first.sheet) if isinstance(first, forces.ArmyListImported) else ""
    return decisions.RecordedAct(replace(command, sheet=sheet), veil=_without_digest)


def _without_digest(event: Event) -> Event:
    return replace(event, sheet_digest="") if isinstance(event, forces.ArmyListImported) else event


def _split(event: forces.ForceOrganised) -> JsonObject:
    """FoW Choosing Your Force: a battle group is told with its squads."""
    group = {"id": event.kampfgruppe, "squads": event.squads} if event.kampfgruppe else None
    return {
        "kampfgruppe": group,
        "troops": event.troops or None,
        "allotted": event.allotted or None,
    }


# --- FoW Choosing Your Force, FoW Reorganise: the chapter put together --------------------------


CHAPTER = chapters.of_rules(
    chapters.Chapter[State](
        name="forces",
        recorded={
            commands.EnterForce: _entered_supplied,
            commands.ImportArmyList: _listed_supplied,
        },
        sentences=SENTENCES,
        trusted={
            forces.ForceEntered: "rosters",
            forces.ForceReorganised: "rosters",
            forces.ForceOrganised: "attachments",
            forces.ArmyListImported: "army lists",
        },
        field_of={
            forces.ForceEntered: lambda event: {"type": event.company_type},
            forces.ForceOrganised: _split,
        },
        tables=TABLES,
    ),
    entries,
    reorganisation,
)
