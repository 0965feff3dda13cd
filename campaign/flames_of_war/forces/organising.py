"""FoW Choosing Your Force: what a force's platoons are in one battle, told before it. Pure."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from campaign.flames_of_war.forces.commands import Kampfgruppe, OrganiseForce
from campaign.flames_of_war.forces.counts import Changes, as_changed
from campaign.flames_of_war.state import Deciders, Evolvers, Force, State, force_of, with_line
from campaign.flames_of_war.who_may import may_act_for, the_line, the_side
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field
from campaign.text.suggest import near
from events.fow.forces import ForceOrganised

RULE = "FoW Choosing Your Force"
TROOPS = range(2, 4)
"""FoW Eight-gun Batteries: Gun Troops of a battery (p. 171)."""


def organise_force(state: State, command: OrganiseForce, given: Supplied) -> Decision:
    """FoW Choosing Your Force: attachments, a Kampfgruppe, Gun Troops; told again, it is anew."""
    line, side = the_line(state, command.line), the_side(state, command.side)
    if isinstance(line, Refused):
        return line
    if isinstance(side, Refused):
        return side
    if refused := may_act_for(state, command, line.id, side):
        return refused
    if line.phase not in ("mission", "change", "preparation"):
        text = "the battle has begun; platoons are attached and put together before it"
        return Refused(RULE, text)
    force = force_of(state, line.id, side)
    if force is None:
        return Refused(
            RULE, f"no force of {state.sides[side]} fights on {line.name} yet; enter it first"
        )
    if refused := next(_faults(force, command), None):
        return refused
    group, troops = command.kampfgruppe, command.troops or {}
    changes = Changes(command.attached_out, group.id if group else "", troops)
    organised = ForceOrganised(
        line=line.id,
        battle=line.battle,
        side=side,
        force=force.id,
        platoons=as_changed(force, changes, state.rulings.gun_troops == "separate"),
        attached_out=command.attached_out,
        kampfgruppe=changes.kampfgruppe,
        squads=group.squads if group else {},
        troops=troops,
        allotted=command.allotted or {},
    )
    return (organised,)


def _faults(force: Force, command: OrganiseForce) -> Iterator[Refused]:
    yield from _attached(force, command.attached_out)
    if command.kampfgruppe is not None:
        yield from _kampfgruppe(force, command.kampfgruppe, command.attached_out)
    yield from _troops(force, command)
    yield from _allotted(force, command.allotted or {})
    yield from _new_ids(force, command)


def _attached(force: Force, named: tuple[str, ...]) -> Iterator[Refused]:
    """FoW Making Combat Attachments: only Weapons platoons give their squads to others."""
    for one, times in Counter(named).items():
        if one not in force.platoons:
            yield _unknown(force, "attached_out", one)
        elif times > 1:
            yield bad_field("attached_out", f"{one} is named {times} times")
        elif (unit_class := force.platoons[one].unit_class) != "weapons":
            text = f"{one} is {unit_class}; only Weapons platoons are attached to others"
            yield Refused(RULE, text)


def _kampfgruppe(force: Force, group: Kampfgruppe, out: tuple[str, ...]) -> Iterator[Refused]:
    """FoW Kampfgruppe: up to half the squads of Combat and Weapons platoons (p. 166)."""
    if force.nation and not force.nation.lower().startswith("german"):
        yield Refused(RULE, f"a Kampfgruppe is German, and {force.id} is {force.nation}")
    if not group.squads:
        yield bad_field("kampfgruppe", "say how many squads it takes from which platoons")
    for one, squads in group.squads.items():
        platoon = force.platoons.get(one)
        if platoon is None:
            yield _unknown(force, "kampfgruppe", one)
        elif platoon.unit_class not in ("combat", "weapons"):
            text = f"{one} is {platoon.unit_class}; squads come from Combat and Weapons platoons"
            yield Refused(RULE, text)
        elif one in out:
            yield Refused(RULE, f"{one} is attached out, and has no squads left")
        elif not platoon.squads:
            text = f"the roster does not say how many squads {one} has"
            yield bad_field("kampfgruppe", text)
        elif squads > platoon.squads // 2:
            text = f"{one} has {platoon.squads} squads, and gives {platoon.squads // 2} at most"
            yield Refused(RULE, f"{text}, not {squads}")


def _troops(force: Force, command: OrganiseForce) -> Iterator[Refused]:
    """FoW Eight-gun Batteries: a British battery of two or three Gun Troops."""
    troops = command.troops or {}
    if troops and force.nation and not force.nation.lower().startswith("brit"):
        yield Refused(
            RULE, f"only a British force has Gun Troops, and {force.id} is {force.nation}"
        )
    for battery, named in troops.items():
        if battery not in force.platoons:
            yield _unknown(force, "troops", battery)
        elif force.platoons[battery].unit_class == "hq" or battery in command.attached_out:
            yield Refused(RULE, f"{battery} is no battery on the table")
        if len(named) not in TROOPS:
            yield bad_field("troops", f"{battery} has two or three Gun Troops, not {len(named)}")


def _allotted(force: Force, allotted: dict[str, str]) -> Iterator[Refused]:
    """FoW Battalion-sized Battles: Support platoons are given to companies for the battle."""
    companies = sorted({one.company for one in force.platoons.values() if one.company})
    for platoon, company in allotted.items():
        if platoon not in force.platoons:
            yield _unknown(force, "allotted", platoon)
        elif force.platoons[platoon].unit_class != "support":
            yield Refused(RULE, f"{platoon} is no Support platoon; only those are given out")
        elif company not in companies:
            hint = near(company, companies) or f"; it has {', '.join(companies) or 'only one'}"
            yield bad_field("allotted", f"{force.id} has no company {company!r}{hint}")


def _new_ids(force: Force, command: OrganiseForce) -> Iterator[Refused]:
    """The platoons that come into being have ids of their own."""
    group = command.kampfgruppe
    batteries = command.troops or {}
    new = [*((group.id,) if group else ()), *chain.from_iterable(batteries.values())]
    for one, times in Counter(new).items():
        field = "kampfgruppe" if group and one == group.id else "troops"
        if times > 1 or (one in force.platoons and one not in batteries):
            yield bad_field(field, f"there is a platoon {one} already; choose another id")


def _unknown(force: Force, field: str, one: str) -> Refused:
    hint = near(one, force.platoons) or f"; it has {', '.join(force.platoons)}"
    return bad_field(field, f"{force.id} has no platoon {one!r}{hint}")


def _organised(state: State, event: ForceOrganised) -> State:
    line = state.lines[event.line]
    return with_line(state, replace(line, organised={**line.organised, event.side: event}))


DECIDE: Deciders = {OrganiseForce: organise_force}
EVOLVE: Evolvers = {ForceOrganised: _organised}
