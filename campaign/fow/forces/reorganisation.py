"""FoW Reorganise: how a force changes between battles, and what its platoons are in one. Pure."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec.structs import replace

from campaign.fow.forces import rosters
from campaign.fow.forces.commands import Kampfgruppe, OrganiseForce, ReorganiseForce
from campaign.fow.forces.validity import (
    as_changed,
    as_it_is,
    checked,
    cost,
    fights_now,
    fought,
    line_of,
    may_muster,
    prices,
)
from campaign.fow.members.permissions import may_act_for, speaks_for, the_line, the_side
from campaign.fow.names import names_of
from campaign.fow.state import Deciders, Evolvers, Force, State, force_of, with_line
from campaign.kernel.decisions import RECORD, Decision, Refused, Supplied, bad_field, filled
from campaign.text.english import near
from events.base import Event
from events.fow import forces
from events.fow.missions import VictoryPointsSpent

# --- FoW Reorganise: how a force may be changed, at what price, and the force afterwards --------
#
# `applied` changes a force that may be changed so; `permitted` says whether it may.

REORGANISE = "FoW Reorganise"
CORE = ("combat", "weapons")
MOST = 9_999
"""Points that a platoon or air support costs at most."""


Asked = ReorganiseForce | forces.ForceReorganised


def price(asked: Asked) -> int:
    """FoW Reorganise: 5 victory points for each option taken; the rest is free."""
    moves = came_and_went(asked)
    return sum(price_of(out, into) for field, out, into in moves if field == "core")


def price_of(out: str, into: forces.Platoon | None) -> int:
    """FoW Reorganise: what an option costs: a platoon added, removed or swapped."""
    return prices()[f"{'swap' if out and into else 'add' if into else 'remove'}-platoon"]


# --- what may be changed ------------------------------------------------------------------------


def permitted(force: Force, asked: ReorganiseForce) -> Refused | None:
    """FoW Reorganise: why a force may not be changed so; its points and its price aside."""
    moves = list(came_and_went(asked))
    if not any((asked.squads, asked.air, asked.core, moves)):
        return Refused(RECORD, "there is nothing to change")
    if asked.air and asked.air == (force.air or forces.AirSupport("none")):
        return Refused(RECORD, f"the air support is {asked.air.level} already, at the same points")
    if asked.air and (refused := fits_air(asked.air)):
        return refused
    if refused := rosters.refused(tuple(into for _, _, into in moves if into is not None)):
        return refused
    each = (
        *(_squads(force, change) for change in asked.squads),
        *(_twice(force, asked.squads)),
        *_classes(force, asked),
        *_ids(force, asked),
    )
    return next(filter(None, each), None)


def fits_air(air: forces.AirSupport) -> Refused | None:
    """FoW Air Support: a level has its points, and none costs nothing."""
    if not 0 <= air.points <= MOST:
        return bad_field("air", f"its points are a number from 0 to {MOST}")
    if air.level == "none" and air.points:
        return bad_field("air", f"no air support costs nothing, not {air.points} points")
    return None


def _squads(force: Force, change: forces.SquadChange) -> Refused | None:
    """FoW Reorganise: one squad or section more or fewer in each platoon (FoW ruling 21)."""
    platoon = force.platoons.get(change.platoon)
    if platoon is None:
        return _unknown(force, "squads", change.platoon)
    if change.platoon in force.squads_changed:
        text = "had a squad added or removed since the last battle: one at most"
        return Refused(REORGANISE, f"{force.platoon(change.platoon)} {text}")
    if not 0 <= change.points <= MOST:
        return bad_field(
            "squads", f"{force.platoon(change.platoon)}: points are a number from 0 to {MOST}"
        )
    if change.change == "remove" and platoon.squads == 1:
        text = (
            f"{force.platoon(change.platoon)} has one squad; without it there would be no platoon"
        )
        return Refused(REORGANISE, text)
    rises = change.change == "add"
    if (change.points < platoon.points) if rises else (change.points > platoon.points):
        what = "more" if rises else "fewer"
        text = f"with a squad {what} it cannot go from {platoon.points} points to {change.points}"
        return bad_field("squads", f"{force.platoon(change.platoon)}: {text}")
    return None


def _twice(force: Force, squads: Sequence[forces.SquadChange]) -> Iterator[Refused]:
    named = [change.platoon for change in squads]
    for one in sorted({one for one in named if named.count(one) > 1}):
        text = "has one squad added or removed between two battles, not two"
        yield Refused(REORGANISE, f"{force.platoon(one)} {text}")


def _classes(force: Force, asked: ReorganiseForce) -> Iterator[Refused | None]:
    """FoW Reorganise: Support platoons are free, Combat and Weapons platoons are options."""
    core = iter(asked.core)
    for field, out, into in came_and_went(asked):
        if field == "core":
            change = next(core)
            ways = (change.add is not None, bool(change.remove), change.swap is not None)
            if sum(ways) != 1:
                yield bad_field("core", "each option adds, removes or swaps one platoon")
        classes = CORE if field == "core" else ("support",)
        if out:
            yield _of_class(force, field, out, classes)
        if into is not None:
            yield _new_class(field, into, classes)


def _of_class(force: Force, field: str, one: str, classes: Sequence[str]) -> Refused | None:
    platoon = force.platoons.get(one)
    if platoon is None:
        return _unknown(force, field, one)
    if platoon.unit_class == "hq":
        text = f"{force.platoon(one)} is the headquarters, which changes by squads alone"
        return Refused("FoW ruling 65", text)
    if platoon.unit_class in classes:
        return None
    if field == "support":
        text = f"is a {platoon.unit_class.title()} platoon: only Support platoons change free"
    else:
        text = "is a Support platoon, which changes free: name it under support"
    return Refused(REORGANISE, f"{force.platoon(one)} {text}")


def _new_class(field: str, platoon: forces.Platoon, classes: Sequence[str]) -> Refused | None:
    if platoon.unit_class in classes:
        return None
    takes = "Support platoons" if field == "support" else "Combat and Weapons platoons"
    name = platoon.name or platoon.id
    return Refused(REORGANISE, f"{name} is {platoon.unit_class}; {field} takes {takes}")


def _ids(force: Force, asked: ReorganiseForce) -> Iterator[Refused]:
    """Every platoon that goes is there, and none comes in beside another of its id."""
    there = set(force.platoons)
    for field, out, into in came_and_went(asked):
        if out and out not in there:
            yield Refused(REORGANISE, f"{force.platoon(out)} cannot leave the force twice")
        there.discard(out)
        if into is not None:
            if into.id in there:
                name = force.platoon(into.id)
                yield bad_field(field, f"there is a platoon {name} in the force already")
            there.add(into.id)


def came_and_went(asked: Asked) -> Iterator[tuple[str, str, forces.Platoon | None]]:
    """Who goes and who comes, step by step: Support first, and who goes before who comes."""
    support = asked.support or forces.SupportChange()
    for one in support.remove:
        yield "support", one, None
    for platoon in support.add:
        yield "support", "", platoon
    for change in asked.core:
        if change.swap is not None:
            yield "core", change.swap.out, change.swap.into
        else:
            yield "core", change.remove, change.add


def _unknown(force: Force, field: str, one: str) -> Refused:
    names = ", ".join(map(force.platoon, force.platoons))
    hint = near(one, force.platoons) or f"; it has {names}"
    return bad_field(field, f"{force.called} has no platoon {one!r}{hint}")


# --- the force afterwards -----------------------------------------------------------------------


def applied(force: Force, asked: Asked) -> Force:
    """FoW Reorganise: the force after all the changes, with its points.

    Raises `ValueError` where a platoon that goes or changes is not there, or one that comes is.
    """
    platoons = dict(force.platoons)
    for change in asked.squads:
        _there(force, platoons, change.platoon)
        platoons[change.platoon] = _resized(platoons[change.platoon], change)
    for _, out, into in came_and_went(asked):
        platoons = _after(force, platoons, out, into)
    air = asked.air or force.air
    return replace(
        force,
        platoons=platoons,
        air=air,
        points=cost(tuple(platoons.values()), air),
        squads_changed=force.squads_changed | {change.platoon for change in asked.squads},
    )


def _after(
    force: Force, platoons: dict[str, forces.Platoon], out: str, into: forces.Platoon | None
) -> dict[str, forces.Platoon]:
    """A platoon that comes for another takes its place in the roster; otherwise it comes last."""
    if out:
        _there(force, platoons, out)
    if into is None:
        return {name: one for name, one in platoons.items() if name != out}
    if into.id in platoons and into.id != out:
        raise ValueError(f"{force.id} has a platoon {into.id} already")
    if not out:
        return {**platoons, into.id: into}
    return dict((into.id, into) if name == out else (name, one) for name, one in platoons.items())


def _there(force: Force, platoons: dict[str, forces.Platoon], one: str) -> None:
    if one not in platoons:
        raise ValueError(f"{force.id} has no platoon {one!r}")


def _resized(platoon: forces.Platoon, change: forces.SquadChange) -> forces.Platoon:
    """FoW Reorganise: a squad more or fewer, and the platoon's points brought up to date."""
    by = 1 if change.change == "add" else -1
    squads = max(0, platoon.squads + by) if platoon.squads else 0
    return replace(platoon, points=change.points, squads=squads)


# --- FoW Reorganise: a force changes between two of its battles, as a whole or not at all -------

PAYS = "FoW ruling 73"
ORDER = "FoW Campaign Sequence"


def _may(state: State, by: str, line: str, force: Force) -> Refused | None:
    if line and speaks_for(state, by, line, force.side) and not force.member:
        return None
    return may_muster(state, by, force.side, force.member)


def reorganise_force(state: State, command: ReorganiseForce, supplied: Supplied) -> Decision:
    """FoW Reorganise: the changes, which must leave a valid force, and the points that they cost.

    Squads, Support platoons and air support are free; each option of Combat and Weapons platoons
    costs 5 victory points of the line on which the force's player commands.
    """
    force = state.forces.get(command.force)
    if force is None:
        return no_force(state, command.force)
    line = _line(state, command, force)
    if isinstance(line, Refused):
        return line
    if refused := (
        _may(state, command.by, line, force)
        or _between(state, force)
        or permitted(force, command)
        or (_unpaid(state, line, force, command) if command.core else None)
    ):
        return refused
    after = checked(applied(force, command), state.army_list)
    if isinstance(after, Refused):
        return after
    events: tuple[Event, ...] = (
        filled(forces.ForceReorganised, command, after, force=force.id, line=line),
    )
    if command.core:
        paid, side = price(command), force.side
        events += (VictoryPointsSpent(line=line, side=side, points=paid, on="reorganise"),)
    return events


def no_force(state: State, named: str) -> Refused:
    """A force that the campaign does not have."""
    known = state.forces
    hint = near(named, known) or (f"; there is {', '.join(known)}" if known else "")
    return bad_field("force", f"there is no force {named!r}{hint}")


def _line(state: State, command: ReorganiseForce, force: Force) -> str | Refused:
    """FoW ruling 73: the line on which the player commands; without a player, the line named."""
    own = line_of(state, force)
    if not command.line:
        if not force.member and not own and command.core:
            line = the_line(state, None)
            return line if isinstance(line, Refused) else line.id
        return own
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    if force.member and line.id != own:
        name = state.campaign.called(force.member)
        where = f"commands on {state.lines[own].name}" if own else "commands nowhere"
        return Refused(PAYS, f"{name} {where} in this round, not on {line.name}")
    return line.id


def _between(state: State, force: Force) -> Refused | None:
    """FoW Reorganise: after its first battle, and not while it fights."""
    if not fought(state, force):
        text = f"{force.called} has not fought yet; before its first battle it is entered again"
        return Refused(REORGANISE, text)
    if battle := fights_now(state, force):
        where = names_of(state).battle(battle)
        text = f"{force.called} fights in {where}, and changes when that is booked"
        return Refused(REORGANISE, text)
    return None


def _unpaid(state: State, name: str, force: Force, asked: ReorganiseForce) -> Refused | None:
    """FoW Reorganise: paid options come after the mission, from points that the line has left."""
    if state.kind == "linked":
        text = "only a campaign with sectors pays victory points for Combat and Weapons platoons"
        return Refused(REORGANISE, text)
    if not name:
        who = state.campaign.called(force.member)
        return Refused(PAYS, f"{who} commands on no line in this round, and can pay nothing")
    line = state.lines[name]
    if line.phase != "preparation":
        first = "the mission of the next battle is chosen first"
        return Refused(ORDER, f"{first}, then points are spent on the force")
    has = line.points[force.side].balance
    if price(asked) <= has or state.rulings.overdraw == "yes":
        return None
    options = "1 option costs" if len(asked.core) == 1 else f"{len(asked.core)} options cost"
    left = f"on {line.name} {has} {'is' if has == 1 else 'are'} left"
    return Refused(REORGANISE, f"{options} {price(asked)} victory points, and {left}")


# --- fold ---------------------------------------------------------------------------------------


def _reorganised(state: State, event: forces.ForceReorganised) -> State:
    if event.force not in state.forces:
        raise ValueError(f"there is no force {event.force!r}")
    force = applied(state.forces[event.force], event)
    return as_it_is(state, replace(force, checked=event.checked))


# --- FoW Choosing Your Force: what a force's platoons are in one battle, told before it ---------

CHOOSING = "FoW Choosing Your Force"
TROOPS = range(2, 4)
"""FoW Eight-gun Batteries: Gun Troops of a battery (p. 171)."""


def organise_force(state: State, command: OrganiseForce, supplied: Supplied) -> Decision:
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
        return Refused(CHOOSING, text)
    force = force_of(state, line.id, side)
    if force is None:
        return Refused(
            CHOOSING, f"no force of {state.sides[side]} fights on {line.name} yet; enter it first"
        )
    if refused := next(_faults(force, command), None):
        return refused
    group = command.kampfgruppe
    organised = filled(
        forces.ForceOrganised,
        command,
        line=line.id,
        battle=line.battle,
        force=force.id,
        platoons=as_changed(force, command, state.rulings.gun_troops == "separate"),
        kampfgruppe=group.id if group else "",
        squads=group.squads if group else {},
        troops=command.troops or {},
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
            yield bad_field("attached_out", f"{force.platoon(one)} is named {times} times")
        elif (unit_class := force.platoons[one].unit_class) != "weapons":
            text = f"is {unit_class}; only Weapons platoons are attached to others"
            yield Refused(CHOOSING, f"{force.platoon(one)} {text}")


def _kampfgruppe(force: Force, group: Kampfgruppe, out: tuple[str, ...]) -> Iterator[Refused]:
    """FoW Kampfgruppe: up to half the squads of Combat and Weapons platoons (p. 166)."""
    if force.nation and not force.nation.lower().startswith("german"):
        yield Refused(CHOOSING, f"a Kampfgruppe is German, and {force.called} is {force.nation}")
    if not group.squads:
        yield bad_field("kampfgruppe", "say how many squads it takes from which platoons")
    for one, squads in group.squads.items():
        platoon, name = force.platoons.get(one), force.platoon(one)
        if platoon is None:
            yield _unknown(force, "kampfgruppe", one)
        elif platoon.unit_class not in ("combat", "weapons"):
            text = f"{name} is {platoon.unit_class}; squads come from Combat and Weapons platoons"
            yield Refused(CHOOSING, text)
        elif one in out:
            yield Refused(CHOOSING, f"{name} is attached out, and has no squads left")
        elif not platoon.squads:
            text = f"the roster does not say how many squads {name} has"
            yield bad_field("kampfgruppe", text)
        elif squads > platoon.squads // 2:
            text = f"{name} has {platoon.squads} squads, and gives {platoon.squads // 2} at most"
            yield Refused(CHOOSING, f"{text}, not {squads}")


def _troops(force: Force, command: OrganiseForce) -> Iterator[Refused]:
    """FoW Eight-gun Batteries: a British battery of two or three Gun Troops."""
    troops = command.troops or {}
    if troops and force.nation and not force.nation.lower().startswith("brit"):
        yield Refused(
            CHOOSING, f"only a British force has Gun Troops, and {force.called} is {force.nation}"
        )
    for battery, named in troops.items():
        if battery not in force.platoons:
            yield _unknown(force, "troops", battery)
        elif force.platoons[battery].unit_class == "hq" or battery in command.attached_out:
            yield Refused(CHOOSING, f"{force.platoon(battery)} is no battery on the table")
        if len(named) not in TROOPS:
            yield bad_field(
                "troops", f"{force.platoon(battery)} has two or three Gun Troops, not {len(named)}"
            )


def _allotted(force: Force, allotted: dict[str, str]) -> Iterator[Refused]:
    """FoW Battalion-sized Battles: Support platoons are given to companies for the battle."""
    companies = sorted({one.company for one in force.platoons.values() if one.company})
    for platoon, company in allotted.items():
        if platoon not in force.platoons:
            yield _unknown(force, "allotted", platoon)
        elif force.platoons[platoon].unit_class != "support":
            text = f"{force.platoon(platoon)} is no Support platoon; only those are given out"
            yield Refused(CHOOSING, text)
        elif company not in companies:
            hint = near(company, companies) or f"; it has {', '.join(companies) or 'only one'}"
            yield bad_field("allotted", f"{force.called} has no company {company!r}{hint}")


def _new_ids(force: Force, command: OrganiseForce) -> Iterator[Refused]:
    """The platoons that come into being have ids of their own."""
    group = command.kampfgruppe
    batteries = command.troops or {}
    new = [*((group.id,) if group else ()), *chain.from_iterable(batteries.values())]
    for one, times in Counter(new).items():
        field = "kampfgruppe" if group and one == group.id else "troops"
        if times > 1 or (one in force.platoons and one not in batteries):
            yield bad_field(
                field, f"there is a platoon {force.platoon(one)} already; choose another name"
            )


def _organised(state: State, event: forces.ForceOrganised) -> State:
    line = state.lines[event.line]
    return with_line(state, replace(line, organised={**line.organised, event.side: event}))


DECIDE: Deciders = {
    ReorganiseForce: reorganise_force,
    OrganiseForce: organise_force,
}
EVOLVE: Evolvers = {
    forces.ForceReorganised: _reorganised,
    forces.ForceOrganised: _organised,
}
