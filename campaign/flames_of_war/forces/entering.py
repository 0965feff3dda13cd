"""FoW Choosing Your Force: entering a force, and handing it over. Pure."""

from msgspec.structs import replace

from campaign.flames_of_war.forces import roster
from campaign.flames_of_war.forces.changing import fits_air
from campaign.flames_of_war.forces.commands import LONGEST, EnterForce
from campaign.flames_of_war.forces.counts import as_it_is
from campaign.flames_of_war.forces.fighting import fought, may_muster
from campaign.flames_of_war.forces.validity import checked, cost
from campaign.flames_of_war.state import Deciders, Evolvers, Force, State
from campaign.flames_of_war.who_may import the_side
from campaign.kernel.decisions import (
    Decision,
    Refused,
    Supplied,
    bad_field,
    missing_field,
)
from campaign.text.suggest import near
from events.fow.forces import ForceEntered, Platoon, Variant

BEGUN = "FoW ruling 65"
_LINES = ("name", "company", "nation", "period", "handbook")


def enter_force(state: State, command: EnterForce, given: Supplied) -> Decision:
    """FoW Choosing Your Force: a force, with what it costs and whether it was checked by a list.

    Before its first battle it may be entered again; then it is reorganised (FoW ruling 65).
    """
    side = the_side(state, command.side)
    if isinstance(side, Refused):
        return side
    member = _owner(state, command)
    if isinstance(member, Refused):
        return member
    platoons = _platoons(command)
    if isinstance(platoons, Refused):
        return platoons
    if refused := (
        may_muster(state, command.by, side, member)
        or _words(command)
        or _numbers(command)
        or _another_player_s(state, command, member)
    ):
        return refused
    wanted = _force(state, command, member, platoons)
    if refused := _too_late(state, wanted):
        return refused
    force = checked(wanted, state.army_list)
    if isinstance(force, Refused):
        return force
    entered = ForceEntered(
        force=force.id,
        side=side,
        company_type=force.company_type,
        limit=force.limit,
        points=force.points,
        checked=force.checked,
        platoons=platoons,
        member=member,
        name=force.name,
        company=force.company,
        nation=force.nation,
        skill=force.skill,
        motivation=force.motivation,
        period=force.period,
        handbook=force.handbook,
        air=force.air,
        variant=force.variant,
        companies=force.companies,
    )
    return (entered,)


def handed_over(force: Force, member: str, by: str) -> EnterForce:
    """FoW ruling 65: the command that gives a force to another player as it is."""
    return EnterForce(
        by=by,
        force=force.id,
        side=force.side,
        member=member,
        name=force.name,
        company=force.company,
        type=force.company_type,
        nation=force.nation,
        skill=force.skill or None,
        motivation=force.motivation or None,
        period=force.period,
        handbook=force.handbook,
        air=force.air,
        variant=force.variant,
        companies=force.companies,
        platoons=tuple(force.platoons.values()),
    )


def _force(state: State, command: EnterForce, member: str, platoons: tuple[Platoon, ...]) -> Force:
    variant = command.variant
    known = state.forces.get(command.force)
    return Force(
        id=command.force,
        side=command.side,
        company_type=command.type,
        limit=variant.limit if variant and variant.limit else state.limit,
        points=cost(platoons, command.air),
        platoons={platoon.id: platoon for platoon in platoons},
        member=member,
        name=command.name,
        company=command.company,
        nation=command.nation,
        skill=command.skill or "",
        motivation=command.motivation or "",
        period=command.period,
        handbook=command.handbook,
        air=command.air,
        variant=variant,
        companies=command.companies,
        battles=known.battles if known else (),
    )


def _owner(state: State, command: EnterForce) -> str | Refused:
    """Whose a force is: who is named; or as before; or who enters it, if they play for its side."""
    member = command.member
    if member is None:
        known = state.forces.get(command.force)
        if known is not None and known.side == command.side:
            return known.member
        return command.by if state.players.get(command.by) == command.side else ""
    if member and member not in state.campaign.members:
        hint = near(member, state.campaign.members)
        return bad_field("member", f"{member!r} is not enrolled in this campaign{hint}")
    if member and state.players.get(member) != command.side:
        name = state.campaign.called(member)
        return Refused("Members", f"{name} does not play for {state.sides[command.side]}")
    return member


def _platoons(command: EnterForce) -> tuple[Platoon, ...] | Refused:
    """The platoons, told or as a sheet. Refuses with every fault at once."""
    if command.sheet and command.platoons:
        return bad_field("sheet", "name the platoons or hand in a sheet, not both")
    if command.sheet:
        sheet = roster.read(command.sheet)
        if sheet.bad:
            return bad_field("sheet", "; ".join(map(str, sheet.bad)))
        return sheet.platoons
    if not command.platoons:
        return missing_field("platoons", "name the platoons, or hand in a sheet")
    return roster.refused(command.platoons) or command.platoons


def _words(command: EnterForce) -> Refused | None:
    """The club's own words, each of one line."""
    named = [(field, getattr(command, field)) for field in _LINES]
    if command.variant:
        named.append(("variant", command.variant.name))
        if not command.variant.name.strip():
            return bad_field("variant", "has no name; write it as the handbook does")
    for field, text in named:
        if len(text) > LONGEST or not text.isprintable():
            return bad_field(field, f"takes one line of up to {LONGEST} characters")
    return None


def _numbers(command: EnterForce) -> Refused | None:
    if command.air and (refused := fits_air(command.air)):
        return refused
    limit = (command.variant or Variant("")).limit
    if not 0 <= limit <= roster.RANGES["points"][-1]:
        return bad_field("variant", "its limit is a number from 1 to 9999, or nothing")
    return None


def _another_player_s(state: State, command: EnterForce, member: str) -> Refused | None:
    """Members: a force that is there already is replaced by its own player or their side."""
    known = state.forces.get(command.force)
    if known is None:
        return None
    if known.side != command.side:
        text = f"{command.force} is a force of {state.sides[known.side]}; choose another id"
        return bad_field("force", text)
    return may_muster(state, command.by, known.side, known.member)


def _too_late(state: State, force: Force) -> Refused | None:
    """FoW ruling 65: after its first battle a force is reorganised, and its player keeps it.

    The force of a player who has left is handed over as it is.
    """
    known, member = state.forces.get(force.id), force.member
    if known is not None and fought(state, known):
        left = state.players.get(known.member) != known.side
        same = replace(force, member="", checked="word") == replace(
            known, member="", checked="word", squads_changed=frozenset()
        )
        if left and same and member != known.member:
            return None
        text = f"{force.id} has fought; from now on it is reorganised"
        return Refused(BEGUN, text)
    if not member or state.kind == "linked":
        return None
    for other in state.forces.values():
        if other.member == member and other.side == force.side and fought(state, other):
            name = state.campaign.called(member)
            text = f"{name} began the campaign with {other.id}, which is reorganised instead"
            return Refused(BEGUN, text)
    return None


# --- fold ---------------------------------------------------------------------------------------


def _entered(state: State, event: ForceEntered) -> State:
    known = state.forces.get(event.force)
    force = Force(
        id=event.force,
        side=event.side,
        company_type=event.company_type,
        limit=event.limit,
        points=cost(event.platoons, event.air),
        platoons={platoon.id: platoon for platoon in event.platoons},
        checked=event.checked,
        member=event.member,
        name=event.name,
        company=event.company,
        nation=event.nation,
        skill=event.skill,
        motivation=event.motivation,
        period=event.period,
        handbook=event.handbook,
        air=event.air,
        variant=event.variant,
        companies=event.companies,
        battles=known.battles if known else (),
        squads_changed=known.squads_changed if known else frozenset(),
    )
    return as_it_is(state, force)


DECIDE: Deciders = {EnterForce: enter_force}
EVOLVE: Evolvers = {ForceEntered: _entered}
