"""FoW Defensive Battle: who attacks: by company types, or by a die each. Pure."""

from collections.abc import Iterator, Mapping

from campaign.flames_of_war import rolling
from campaign.flames_of_war.missions import scores
from campaign.flames_of_war.missions.catalogue import Mission, missions
from campaign.flames_of_war.missions.commands import MOST, RollRoles
from campaign.flames_of_war.state import Deciders, LineState, Needing, State, company_type
from campaign.flames_of_war.who_may import may_act_for, the_line
from campaign.kernel.decisions import Command, Decision, Needs, Refused, Supplied, bad_field
from campaign.kernel.dice import Dice
from campaign.text.english import listed
from campaign.text.suggest import near
from events.base import Event
from events.fow.missions import RolesDecided, RolesRolled
from events.fow.words import CompanyType, DiceSource, RolesHow

DEFENSIVE = "FoW Defensive Battle"
LABEL = "roles"


def types_of(state: State, line: LineState) -> dict[str, str]:
    """The company types of both sides, as far as they are known."""
    return {side: company_type(state, line.id, side) for side in state.sides}


def attacker_of(state: State, line: LineState, mission: Mission) -> str:
    """FoW Defensive Battle: the attacker by company types; empty where dice decide."""
    if mission.roles == "roll-off":
        return ""
    return scores.attacker_by_types(types_of(state, line))


def decided(state: State, line: LineState, mission: Mission) -> Iterator[Event]:
    """FoW Defensive Battle: who attacks in a mission just chosen, where company types say so."""
    if attacker := attacker_of(state, line, mission):
        yield RolesDecided(line=line.id, attacker=attacker, how="company-types")


def decided_again(state: State, line: LineState, mission: Mission) -> Iterator[Event]:
    """FoW ruling 8: who attacks after the mission was changed.

    An attacker by score stays. Roles that the old mission decided are decided by the new one; a
    roll stands as long as the new mission asks for the same.
    """
    if line.roles_how == "score":
        return
    old = missions().get(line.mission)
    if line.roles_how == "roll" and old is not None and old.roles == mission.roles:
        return
    attacker = attacker_of(state, line, mission)
    how: RolesHow = "company-types" if attacker else "roll"
    if attacker == line.attacker and (not attacker or how == line.roles_how):
        return
    yield RolesDecided(line=line.id, attacker=attacker, how=how)


def heading(mission: Mission) -> str:
    """The rule that decides the roles of a mission."""
    return DEFENSIVE if mission.roles == "defensive-battle" else mission.heading


# --- the roll -----------------------------------------------------------------------------------


def roll(state: State, command: RollRoles, supplied: Supplied) -> Decision:
    """FoW Defensive Battle: a die each; equal dice are thrown again (p. 196-201)."""
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    if refused := may_roll(state, command, line) or open_to_roll(line):
        return refused
    mission = missions()[line.mission]
    told = _types(state, line, command.types or {}, mission)
    if isinstance(told, Refused):
        return told
    known = {**types_of(state, line), **told}
    attacker = scores.attacker_by_types(known) if mission.roles == "defensive-battle" else ""
    if attacker:
        return _by_types(state, line, command, told, attacker)
    return _rolled(state, line, command, told, supplied)


def may_roll(state: State, command: Command, line: LineState) -> Refused | None:
    """Members: dice of both sides are rolled by whoever acts for either, or by a host."""
    if state.campaign.is_host(command.by):
        return None
    refusals = [may_act_for(state, command, line.id, side) for side in state.sides]
    return None if None in refusals else refusals[0]


def open_to_roll(line: LineState) -> Refused | None:
    """Why nobody rolls for the attack now; None where it is open."""
    if not line.mission:
        return Refused(DEFENSIVE, "roll for the mission first; it says how the attack is settled")
    rule = heading(missions()[line.mission])
    if line.phase == "change":
        text = "first settle whether a side pays for another mission"
        return Refused(rule, f"{text}; only then does anybody roll for the attack")
    if line.attacker:
        return Refused(rule, "who attacks is settled already")
    if line.phase != "preparation":
        return Refused(rule, "the battle has begun; nobody rolls for the attack any more")
    return None


def _types(
    state: State, line: LineState, told: Mapping[str, CompanyType], mission: Mission
) -> dict[str, CompanyType] | Refused:
    """Company types that were told with the roll: only where nobody knew them."""
    for side, kind in told.items():
        if side not in state.sides:
            hint = near(side, state.sides) or f"; it is one of {', '.join(state.sides)}"
            return bad_field("types", f"{side!r} is no side{hint}")
        known = company_type(state, line.id, side)
        if known and known != kind:
            text = f"{state.sides[side]}: the company type is {known}, not {kind}"
            return Refused(DEFENSIVE, text)
    if told and mission.roles == "roll-off":
        return Refused(mission.heading, "company types play no part in this mission")
    return dict(told)


def _by_types(
    state: State,
    line: LineState,
    command: RollRoles,
    told: Mapping[str, CompanyType],
    attacker: str,
) -> Decision:
    if command.dice is not None:
        text = f"company types settle it without dice: the attacker is {state.sides[attacker]}"
        return Refused(DEFENSIVE, text)
    rolled = RolesRolled(line=line.id, battle=line.battle, dice={}, types=dict(told))
    return (rolled, RolesDecided(line=line.id, attacker=attacker, how="company-types"))


def _rolled(
    state: State,
    line: LineState,
    command: RollRoles,
    told: Mapping[str, CompanyType],
    supplied: Supplied,
) -> Decision:
    whose = rolling.source(state, command.dice)
    if isinstance(whose, Refused):
        return whose
    if refused := rolling.witnessed(state, command.witness, command.by):
        return refused
    dice, draw = dict[str, tuple[int, ...]](), 0
    if command.dice is not None:
        typed = sides_dice(state, command.dice)
        if isinstance(typed, Refused):
            return typed
        dice = typed
    else:
        drawn = rolling.dice(state, supplied, LABEL)
        dice = _throw(drawn, sorted(state.sides))
        draw = drawn.last
    try:
        attacker = scores.rolled_off(dice)
    except ValueError as error:
        return bad_field("dice", str(error))
    return _facts(line, command, dict(told), whose, dice, draw, attacker)


def _throw(drawn: Dice, sides: list[str]) -> dict[str, tuple[int, ...]]:
    """The ledger's dice, a throw of both sides after the other until one is higher."""
    fell: dict[str, tuple[int, ...]] = dict.fromkeys(sides, ())
    for _ in range(MOST):
        for side in sides:
            fell[side] = (*fell[side], drawn.roll(rolling.FACES))
        if len({thrown[-1] for thrown in fell.values()}) > 1:
            break
    return fell


def _facts(
    line: LineState,
    command: RollRoles,
    told: dict[str, str],
    whose: DiceSource,
    dice: dict[str, tuple[int, ...]],
    draw: int,
    attacker: str,
) -> tuple[Event, ...]:
    rolled = RolesRolled(
        line=line.id,
        battle=line.battle,
        dice=dice,
        types=told,
        source=whose,
        witness=command.witness,
        draw=draw,
    )
    if not attacker:
        return (rolled,)
    return (rolled, RolesDecided(line=line.id, attacker=attacker, how="roll"))


def sides_dice(
    state: State, typed: Mapping[str, tuple[int, ...]]
) -> dict[str, tuple[int, ...]] | Refused:
    """Dice typed in for both sides, in the order of the sides."""
    for side in typed:
        if side not in state.sides:
            hint = near(side, state.sides) or f"; it is one of {', '.join(state.sides)}"
            return bad_field("dice", f"{side!r} is no side{hint}")
    if missing := [name for side, name in state.sides.items() if side not in typed]:
        return bad_field("dice", f"the dice of {listed(missing)} are missing")
    for thrown in typed.values():
        if refused := rolling.impossible(thrown):
            return refused
    return {side: tuple(typed[side]) for side in state.sides}


DECIDE: Deciders = {RollRoles: roll}


def _needs(state: State, command: RollRoles) -> Needs:
    return rolling.needs(state, command.dice)


NEEDS: Needing = {RollRoles: _needs}
