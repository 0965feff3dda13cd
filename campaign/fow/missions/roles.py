"""FoW Mission Selector: the arithmetic of choosing a mission, and who attacks. Pure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from campaign.fow.dice import draws
from campaign.fow.members.permissions import may_act_for, no_such, the_line
from campaign.fow.missions.catalogue import Mission, company_roles, missions, selection, selector
from campaign.fow.missions.commands import MOST, RollRoles
from campaign.fow.state import Deciders, LineState, MissionChange, State, company_type
from campaign.kernel.decisions import Command, Decision, Refused, Supplied, bad_field
from campaign.kernel.draws import Dice
from campaign.text.english import counted, listed
from events.base import Event
from events.fow.missions import MissionScore, RolesDecided, RolesRolled
from events.fow.words import CompanyType, RolesHow

_LOWEST, _HIGHEST = 4, 12


def one_off(dice: Mapping[str, Sequence[int]]) -> dict[str, MissionScore]:
    """FoW Mission Selector: the dice of a single game, or of the first one (p. 232)."""
    return {side: MissionScore(tuple(thrown), score=sum(thrown)) for side, thrown in dice.items()}


def linked(
    dice: Mapping[str, Sequence[int]],
    last: Mapping[str, int],
    totals: Mapping[str, int],
    won_defending: str,
) -> dict[str, MissionScore]:
    """FoW Linked Missions: a die, the last mission's points, the lead, a defender's win (p. 232).

    `won_defending`: the side that won the last game as the defender of a mission without Fair
    Fight, or nobody.
    """
    value = selection()
    ahead = higher(totals)
    added = {
        side: (
            last.get(side, 0),
            value["lead"] if side == ahead else 0,
            value["won-defending"] if side == won_defending else 0,
        )
        for side in dice
    }
    return {
        side: MissionScore(tuple(thrown), *added[side], sum((*thrown, *added[side])))
        for side, thrown in dice.items()
    }


def higher(totals: Mapping[str, int]) -> str:
    """The side with the higher number; empty where they are equal."""
    ordered = sorted(totals, key=totals.__getitem__)
    if len(ordered) < 2 or totals[ordered[-1]] == totals[ordered[-2]]:
        return ""
    return ordered[-1]


def row_of(score: int) -> int:
    """FoW Mission Selector: the row of a score; 12 or more, and 4 or less, are one row each."""
    return max(_LOWEST, min(_HIGHEST, score))


def mission_of(row: int) -> str:
    """FoW Mission Selector: the mission of a row."""
    return selector()[row].mission


def row_with(mission: str) -> int:
    """FoW Mission Selector: the row of a mission; 0 where it has none."""
    return next((row.number for row in selector().values() if row.mission == mission), 0)


def neighbours(row: int) -> tuple[int, ...]:
    """FoW Axis of Attack: the rows above and below, as far as there are any (ruling 8)."""
    return tuple(number for number in (row + 1, row - 1) if number in selector())


def agreeable(row: int, mission: str, any_mission: bool) -> tuple[str, ...]:
    """FoW Mission Selector: what both sides may play instead: footnotes, or any (ruling 34)."""
    footnotes = selector()[row].agreed if row in selector() else ()
    offered = tuple(missions()) if any_mission else footnotes
    return tuple(slug for slug in offered if slug != mission)


def attacker_by_types(types: Mapping[str, str]) -> str:
    """FoW Defensive Battle: the side that its company type makes the attacker (p. 196-201).

    Empty where the types are alike or unknown: then a die each decides.
    """
    sides = tuple(types)
    for side in sides:
        for other in sides:
            if (types[side], types[other]) in company_roles():
                return side
    return ""


def rolled_off(dice: Mapping[str, Sequence[int]]) -> str:
    """FoW Defensive Battle: the higher of the last dice thrown; empty where they are equal.

    Raises `ValueError` where the dice do not belong together.
    """
    throws = list(dice.values())
    number = len(throws[0]) if throws else 0
    if not number or any(len(thrown) != number for thrown in throws):
        raise ValueError("needs the same number of dice for both sides, and at least one")
    for count in range(number - 1):
        if len({thrown[count] for thrown in throws}) > 1:
            raise ValueError(f"throw {count + 1} has decided it; there is nothing more to throw")
    return higher({side: thrown[-1] for side, thrown in dice.items()})


# --- FoW ruling 7: which side is asked whether it pays for another mission ----------------------


def affords(state: State, line: LineState, side: str) -> bool:
    """FoW ruling 6: whether a side has the price of a change, or may spend what it has not got."""
    if state.rulings.overdraw == "yes":
        return True
    return line.points[side].balance >= state.change_price


def total(state: State, line: LineState, side: str) -> int:
    """FoW ruling 4: the total that is compared: what is left, or what was won."""
    points = line.points[side]
    return points.won if state.rulings.lead == "won" else points.balance


def order(state: State, line: LineState) -> tuple[str, str]:
    """FoW Axis of Attack: the side with more points first (p. 239).

    On equal totals the side that will attack, where that is settled, or the side named first.
    """
    one, other = state.sides
    first, second = total(state, line, one), total(state, line, other)
    if first == second:
        return (other, one) if line.attacker == other else (one, other)
    return (one, other) if first > second else (other, one)


def asked(state: State, line: LineState) -> tuple[str, ...]:
    """The sides that are asked whether they change the mission just rolled, in their order."""
    if state.kind == "linked":
        return ()
    return tuple(side for side in order(state, line) if affords(state, line, side))


def attacker_first(state: State, line: LineState) -> tuple[str, ...]:
    """The sides asked, once it is settled who attacks: on equal totals the attacker goes first."""
    totals = {total(state, line, side) for side in state.sides}
    if len(totals) > 1 or line.attacker not in line.change.asked:
        return line.change.asked
    others = (side for side in line.change.asked if side != line.attacker)
    return (line.attacker, *others)


def next_asked(state: State, line: LineState, change: MissionChange) -> str:
    """The side that is asked now; empty where all declined or cannot pay any more."""
    if line.how != "roll" or change.paid_by:
        return ""
    for side in change.asked:
        if side not in change.declined and affords(state, line, side):
            return side
    return ""


# --- FoW Defensive Battle: who attacks: by company types, or by a die each ----------------------

DEFENSIVE = "FoW Defensive Battle"
LABEL = "roles"


def types_of(state: State, line: LineState) -> dict[str, str]:
    """The company types of both sides, as far as they are known."""
    return {side: company_type(state, line.id, side) for side in state.sides}


def attacker_of(state: State, line: LineState, mission: Mission) -> str:
    """FoW Defensive Battle: the attacker by company types; empty where dice decide."""
    if mission.roles == "roll-off":
        return ""
    return attacker_by_types(types_of(state, line))


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
    types = _types(state, line, command.types or {}, mission)
    if isinstance(types, Refused):
        return types
    known = {**types_of(state, line), **types}
    attacker = attacker_by_types(known) if mission.roles == "defensive-battle" else ""
    if not attacker:
        return _rolled(state, line, command, types, supplied)
    if command.dice is not None:
        text = f"company types settle it without dice: the attacker is {state.sides[attacker]}"
        return Refused(DEFENSIVE, text)
    rolled = RolesRolled(line=line.id, battle=line.battle, dice={}, types={**types})
    return (rolled, RolesDecided(line=line.id, attacker=attacker, how="company-types"))


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
    state: State, line: LineState, types: Mapping[str, CompanyType], mission: Mission
) -> dict[str, CompanyType] | Refused:
    """Company types that were told with the roll: only where nobody knew them."""
    for side, kind in types.items():
        if refused := no_such("types", "side", (side,), state.sides):
            return refused
        known = company_type(state, line.id, side)
        if known and known != kind:
            text = f"{state.sides[side]}: the company type is {known}, not {kind}"
            return Refused(DEFENSIVE, text)
    if types and mission.roles == "roll-off":
        return Refused(mission.heading, "company types play no part in this mission")
    return dict(types)


def _rolled(
    state: State, line: LineState, command: RollRoles, types: dict[str, Any], supplied: Supplied
) -> Decision:
    whose = draws.source(state, command.dice)
    if isinstance(whose, Refused):
        return whose
    if refused := draws.witnessed(state, command.witness, command.by):
        return refused
    dice, draw = dict[str, tuple[int, ...]](), 0
    if command.dice is not None:
        typed = sides_dice(state, command.dice)
        if isinstance(typed, Refused):
            return typed
        dice = typed
    else:
        drawn = draws.dice(state, supplied, LABEL)
        dice = _throw(drawn, sorted(state.sides))
        draw = drawn.last
    try:
        attacker = rolled_off(dice)
    except ValueError as error:
        return bad_field("dice", str(error))
    rolled = RolesRolled(
        line=line.id,
        battle=line.battle,
        dice=dice,
        types=types,
        source=whose,
        witness=command.witness,
        draw=draw,
    )
    decides = RolesDecided(line=line.id, attacker=attacker, how="roll")
    return (rolled, decides) if attacker else (rolled,)


def _throw(drawn: Dice, sides: list[str]) -> dict[str, tuple[int, ...]]:
    """The ledger's dice, a throw of both sides after the other until one is higher."""
    fell: dict[str, tuple[int, ...]] = dict.fromkeys(sides, ())
    for _ in range(MOST):
        for side in sides:
            fell[side] = (*fell[side], drawn.roll(draws.FACES))
        if len({thrown[-1] for thrown in fell.values()}) > 1:
            break
    return fell


def sides_dice(
    state: State, typed: Mapping[str, tuple[int, ...]], count: int = 0
) -> dict[str, tuple[int, ...]] | Refused:
    """Dice typed in for both sides, in their order; `count` of each, where it is given."""
    if refused := no_such("dice", "side", typed, state.sides):
        return refused
    if missing := [name for side, name in state.sides.items() if side not in typed]:
        return bad_field("dice", f"the dice of {listed(missing)} are missing")
    for thrown in typed.values():
        if refused := draws.impossible(thrown):
            return refused
    dice = {side: tuple(typed[side]) for side in state.sides}
    for side, thrown in dice.items() if count else ():
        if len(thrown) != count:
            name, many = state.sides[side], counted(count, "die", "dice")
            return bad_field("dice", f"{name}: {many} for this mission, not {len(thrown)}")
    return dice


DECIDE: Deciders = {RollRoles: roll}
