"""The forces: rosters by class with points, and what changed in the round. Pure."""

from collections.abc import Iterator

from campaign.fow.forces.reorganisation import came_and_went
from campaign.fow.report.turn_notes import Context, GameSection, Shown
from campaign.fow.state import Force, State
from campaign.text.english import capital, counted
from events.base import Event
from events.fow.forces import ForceEntered, ForceReorganised, Platoon
from events.fow.missions import VictoryPointsSpent
from events.fow.words import PlatoonClass

CLASSES: dict[PlatoonClass, str] = {
    "hq": "Headquarters",
    "combat": "Combat",
    "weapons": "Weapons",
    "support": "Support",
}
"""The classes of platoons, in the order of a roster."""
CHECKED = {"list": "checked by the club’s army list", "word": "on the player’s word"}


_Changed = tuple[ForceEntered | ForceReorganised, int]
"""A change of a force, and the victory points that were spent on it."""


def forces(context: Context) -> Shown | None:
    """FoW Choosing Your Force: every force as it is at the round's end."""
    log = context.log
    state = log.end
    events: dict[str, list[_Changed]] = {}
    last: list[_Changed] = []
    both = (*log.notes.details, *log.notes.events)
    for note in sorted(both, key=lambda note: note.version):
        if isinstance(note.event, ForceReorganised | ForceEntered):
            last = events.setdefault(note.event.force, [])
            last.append((note.event, 0))
        elif isinstance(note.event, VictoryPointsSpent) and note.event.on == "reorganise" and last:
            last[-1] = (last[-1][0], note.event.points)
    order = list(state.sides)
    in_order = sorted(state.forces.values(), key=lambda force: order.index(force.side))
    views = tuple(
        _force(state, log.notes.start, force, events.get(force.id, [])) for force in in_order
    )
    return Shown(forces=views) if views else None


def _force(state: State, start: State, force: Force, events: list[_Changed]) -> Shown:
    before = start.forces.get(force.id)
    return Shown(
        id=force.id,
        side=force.side,
        name=force.called,
        member=state.campaign.called(force.member) if force.member else "",
        points=force.points,
        limit=force.limit,
        about=f"{capital(', '.join(_about(force)))}.",
        classes=tuple(_classes(force)),
        changes=tuple(
            sentence for event, paid in events for sentence in changed(event, before, paid)
        ),
    )


def _about(force: Force) -> Iterator[str]:
    yield (
        f"{force.company_type} company"
        if force.companies == 1
        else (f"{force.companies} {force.company_type} companies")
    )
    if force.name and force.company:
        yield force.company
    if force.nation:
        yield force.nation
    rating = " ".join(word for word in (force.motivation, force.skill) if word)
    if rating:
        yield rating
    if force.variant:
        limit = f" with its own limit of {force.variant.limit}" if force.variant.limit else ""
        yield f"variant {force.variant.name}{limit}"
    if force.air and force.air.level != "none":
        yield f"{force.air.level} air support for {counted(force.air.points, 'point')}"
    yield CHECKED[force.checked]


def _classes(force: Force) -> Iterator[Shown]:
    for slug, name in CLASSES.items():
        platoons = [one for one in force.platoons.values() if one.unit_class == slug]
        if platoons:
            rows = tuple((named(one), one.points) for one in platoons)
            yield Shown(name=name, platoons=rows, points=sum(one.points for one in platoons))


def named(platoon: Platoon) -> str:
    """A platoon by name, with what it is besides."""
    parts = [
        counted(platoon.squads, "squad") if platoon.squads else "",
        "recce" if platoon.recce else "",
        "transport" if platoon.transport else "",
        "allied" if platoon.allied else "",
        platoon.company,
    ]
    said = ", ".join(part for part in parts if part)
    return f"{platoon.name or platoon.id}{f' ({said})' if said else ''}"


# --- what changed -------------------------------------------------------------------------------


def changed(event: Event, before: Force | None, paid: int) -> Iterator[str]:
    """FoW Reorganise: what a change of a force did, and what was paid for it."""
    if isinstance(event, ForceEntered):
        again = "entered again" if before else "entered"
        yield f"The force was {again}: {counted(len(event.platoons), 'platoon')}."
    elif isinstance(event, ForceReorganised):
        known = before.platoons if before else {}
        parts = [*_squads(event, known), *_moves(event, known, "support"), *_air(event)]
        if parts:
            yield f"Without a price: {'; '.join(parts)}."
        if core := list(_moves(event, known, "core")):
            price = counted(paid, "victory point")
            yield f"For {price}: {'; '.join(core)}."


def _squads(event: ForceReorganised, known: dict[str, Platoon]) -> Iterator[str]:
    for change in event.squads:
        what = "one squad more in" if change.change == "add" else "one squad fewer in"
        yield f"{what} {_called(change.platoon, known)}, now {change.points} points"


def _air(event: ForceReorganised) -> Iterator[str]:
    if event.air is not None:
        level = event.air.level
        yield "no air support any more" if level == "none" else f"air support is now {level}"


def _moves(event: ForceReorganised, known: dict[str, Platoon], of: str) -> Iterator[str]:
    for field, out, into in came_and_went(event):
        if field != of:
            continue
        gone, is_core = _called(out, known), field == "core"
        if into is None:
            yield f"{gone} was removed" if is_core else f"{gone} left the support"
        elif out:
            yield f"{named(into)} took the place of {gone}"
        else:
            came = "was added" if is_core else f"joined it for {into.points} points"
            yield f"{named(into)} {came}"


def _called(platoon: str, known: dict[str, Platoon]) -> str:
    match = known.get(platoon)
    return (match.name if match else "") or platoon


FORCES = GameSection("forces", "Forces", "templates/forces.html", forces, part="rest")
