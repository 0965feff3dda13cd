"""FoW Choosing Your Force: forces entered, handed over; army lists imported. Pure."""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.fow.forces import rosters
from campaign.fow.forces.commands import LONGEST, MODULE, EnterForce, ImportArmyList
from campaign.fow.forces.reorganisation import fits_air
from campaign.fow.forces.validity import as_it_is, checked, cost, fought, may_muster
from campaign.fow.members.permissions import WITHOUT, the_side
from campaign.fow.state import Deciders, Evolvers, Force, State
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field, filled, missing_field
from campaign.text.english import near
from campaign.text.moments import is_seen
from events.base import Event
from events.fow.forces import ArmyListImported, ForceEntered, ListRow, Platoon, Variant

# --- FoW ruling 67: the club's own army list comes in; it is for checking alone -----------------


def import_army_list(state: State, command: ImportArmyList, supplied: Supplied) -> Decision:
    """FoW ruling 67: a club's own list; forces entered or reorganised from now on follow it."""
    sheet = rosters.read_list(command.sheet)
    if sheet.bad:
        return bad_field("sheet", "; ".join(map(str, sheet.bad)))
    return (_imported(sheet.rows, command.sheet),)


def at_opening(text: str) -> tuple[ArmyListImported, ...] | Refused:
    """FoW ruling 67: a list that comes with a campaign's opening; its first fault refuses it.

    Its digest is that of the rows as they are written here, so that the opening can be judged.
    """
    if not text:
        return ()
    sheet = rosters.read_list(text)
    if sheet.bad:
        return Refused(None, f"army_list, {sheet.bad[0]}")
    return (_imported(sheet.rows, rosters.written_list(sheet.rows)),)


def _imported(rows: tuple[ListRow, ...], text: str) -> ArmyListImported:
    return ArmyListImported(
        companies=rosters.companies(rows),
        rows=len(rows),
        sheet_digest=hashlib.sha256(text.encode()).hexdigest(),
        sheet=rows,
    )


# --- FoW Choosing Your Force: entering a force, and handing it over -----------------------------

BEGUN = "FoW ruling 65"
_LINES = ("name", "company", "nation", "period", "handbook")


def enter_force(state: State, command: EnterForce, supplied: Supplied) -> Decision:
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
    return (filled(ForceEntered, force, force=force.id, platoons=platoons),)


def handed_over(force: Force, member: str, by: str) -> EnterForce:
    """FoW ruling 65: the command that gives a force to another player as it is."""
    return filled(
        EnterForce,
        force,
        by=by,
        force=force.id,
        type=force.company_type,
        skill=force.skill or None,
        motivation=force.motivation or None,
        platoons=tuple(force.platoons.values()),
        member=member,
    )


def _force(state: State, command: EnterForce, member: str, platoons: tuple[Platoon, ...]) -> Force:
    variant = command.variant
    known = state.forces.get(command.force)
    return filled(
        Force,
        command,
        id=command.force,
        company_type=command.type,
        limit=variant.limit if variant and variant.limit else state.limit,
        points=cost(platoons, command.air),
        platoons={platoon.id: platoon for platoon in platoons},
        skill=command.skill or "",
        motivation=command.motivation or "",
        battles=known.battles if known else (),
        member=member,
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
        sheet = rosters.read_roster(command.sheet)
        if sheet.bad:
            return bad_field("sheet", "; ".join(map(str, sheet.bad)))
        return sheet.rows
    if not command.platoons:
        return missing_field("platoons", "name the platoons, or hand in a sheet")
    return rosters.refused(command.platoons) or command.platoons


def _words(command: EnterForce) -> Refused | None:
    """The club's own words, each of one line."""
    named = [(field, getattr(command, field)) for field in _LINES]
    if command.variant:
        named.append(("variant", command.variant.name))
        if not is_seen(command.variant.name):
            return bad_field("variant", "has no name; write it as the handbook does")
    for field, text in named:
        if len(text) > LONGEST or not text.isprintable():
            return bad_field(field, f"takes one line of up to {LONGEST} characters")
    return None


def _numbers(command: EnterForce) -> Refused | None:
    if command.air and (refused := fits_air(command.air)):
        return refused
    limit = (command.variant or Variant("")).limit
    if not 0 <= limit <= rosters.RANGES["points"][-1]:
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
        text = f"{force.called} has fought; from now on it is reorganised"
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
    force = filled(
        Force,
        event,
        id=event.force,
        points=cost(event.platoons, event.air),
        platoons={platoon.id: platoon for platoon in event.platoons},
        battles=known.battles if known else (),
        squads_changed=known.squads_changed if known else frozenset(),
    )
    return as_it_is(state, force)


DECIDE: Deciders = {
    ImportArmyList: import_army_list,
    EnterForce: enter_force,
}
EVOLVE: Evolvers = {
    ArmyListImported: lambda state, event: replace(state, army_list=event.sheet),
    ForceEntered: _entered,
}


# --- FoW Choosing Your Force: the forces that a set-up enters with its campaign -----------------


def of_set_up(state: State, forces: Mapping[str, Mapping[str, Any]]) -> Decision:
    """The forces of a set-up, as `EnterForce` takes them. Refuses with the first fault's place."""
    if MODULE not in state.campaign.modules:
        return Refused(f"Module {MODULE}", WITHOUT[MODULE])
    events: list[Event] = []
    for name, fields in forces.items():
        try:
            command = msgspec.convert({"member": None, **fields, "force": name}, EnterForce)
        except msgspec.ValidationError as error:
            return Refused(None, f"set-up: forces.{name}: {error}")
        decided = enter_force(state, command, Supplied())
        if isinstance(decided, Refused):
            return Refused(decided.rule, f"set-up: forces.{name}: {decided.reason}", decided.about)
        for event in decided:
            assert isinstance(event, ForceEntered)
            state = EVOLVE[ForceEntered](state, event)
        events += decided
    return tuple(events)
