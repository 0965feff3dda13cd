"""FoW Campaign Sequence: a line's battle begins; mission, roles and forces are fixed. Pure."""

from collections.abc import Mapping

from msgspec.structs import replace

from campaign.flames_of_war.forces.counts import in_battle
from campaign.flames_of_war.lines.route import rules_at
from campaign.flames_of_war.missions.catalogue import Mission, missions
from campaign.flames_of_war.results.battle_people import side_of
from campaign.flames_of_war.results.commands import BeginBattle
from campaign.flames_of_war.state import (
    Battle,
    Deciders,
    Evolvers,
    LineState,
    State,
    commander,
    force_of,
    with_battle,
    with_line,
)
from campaign.flames_of_war.who_may import the_line
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field
from campaign.text.suggest import near
from events.fow.battles import BattleBegun
from events.fow.words import BySide

SEQUENCE = "FoW Campaign Sequence"


def _begin(state: State, command: BeginBattle, given: Supplied) -> Decision:
    """FoW Campaign Sequence: once mission and roles are settled either side or a host begins."""
    line = the_line(state, command.line)
    if isinstance(line, Refused):
        return line
    battle = _battle(state, line)
    if not state.campaign.is_host(command.by) and not side_of(state, battle, command.by):
        name = state.campaign.called(command.by)
        return Refused("Members", f"{name} commands neither side on {line.name}")
    if refused := _not_ready(state, line):
        return refused
    forces = {side: force_of(state, line.id, side) for side in state.sides}
    rosters = {side: in_battle(line, side, force) for side, force in forces.items() if force}
    platoons = _platoons(state, rosters, command.platoons)
    if isinstance(platoons, Refused):
        return platoons
    return (
        BattleBegun(
            line=line.id,
            battle=line.battle,
            mission=line.mission,
            attacker=battle.attacker,
            defender=battle.defender,
            sector=line.sector,
            commanders=battle.commanders,
            forces={side: force.id for side, force in forces.items() if force},
            platoons=platoons,
            rules=tuple(dict.fromkeys(_rules(line))),
            time_limit=command.time_limit,
            battalion=command.battalion,
            rosters=rosters,
        ),
    )


def _rules(line: LineState) -> tuple[str, ...]:
    """FoW missions: the mission's special rules, those that come with one of them, and those of
    the sector that hold in this attack.
    """
    mission: Mission = missions()[line.mission]
    here = rules_at(line.axis, line.sector, line.attacker) if line.axis else ()
    return (*mission.rules, *mission.implied, *here)


def _battle(state: State, line: LineState) -> Battle:
    """This round's battle as the line has it so far."""
    return Battle(
        line.battle,
        line.id,
        state.campaign.turn,
        line.mission,
        line.attacker,
        state.other(line.attacker) if line.attacker else "",
        line.sector,
        commanders={side: commander(state, line.id, side) for side in state.sides},
    )


def _not_ready(state: State, line: LineState) -> Refused | None:
    """What the battle still waits for."""
    match line.phase:
        case "mission":
            return Refused(SEQUENCE, f"{line.name} has no mission yet: roll for it first")
        case "change" if not line.change.lapsed:
            asked = state.sides[line.change.offered_to]
            return Refused(SEQUENCE, f"{asked} may still pay for another mission, or decline")
        case "battle" | "reported":
            return Refused(SEQUENCE, f"the battle on {line.name} has begun already")
        case "settled":
            return Refused(SEQUENCE, f"this round's battle on {line.name} is over")
    if line.here is not None and not line.here.battle:
        text = f"no battle is fought in {line.here.name}, which is an objective"
        return Refused("FoW ruling 15", text)
    if not line.attacker:
        text = f"nobody attacks on {line.name} yet: roll for it, or tell the company types"
        return Refused("FoW Defensive Battle", text)
    return None


def _platoons(
    state: State, rosters: Mapping[str, tuple[str, ...]], told: BySide
) -> BySide | Refused:
    """FoW Choosing Your Force: how many platoons each side has, by its roster or as it is told.

    What the players say stands: at the table a platoon may be made of others, or wait elsewhere.
    """
    if strange := next((side for side in told if side not in state.sides), None):
        return bad_field("platoons", f"{strange!r} is no side{near(strange, state.sides)}")
    counted = {side: len(platoons) for side, platoons in rosters.items()}
    figures = {**counted, **told}
    return {side: figures[side] for side in state.sides if side in figures}


def _begun(state: State, event: BattleBegun) -> State:
    line = state.lines[event.line]
    battle = Battle(
        event.battle,
        event.line,
        state.campaign.turn,
        event.mission,
        event.attacker,
        event.defender,
        event.sector,
        commanders=event.commanders,
        forces=event.forces,
        platoons=event.platoons,
        rules=event.rules,
        time_limit=event.time_limit,
        battalion=event.battalion,
        rosters=event.rosters,
        weather=line.battlefield.weather,
    )
    fought = {
        name: replace(state.forces[name], battles=(*state.forces[name].battles, event.battle))
        for name in event.forces.values()
        if name in state.forces
    }
    state = replace(state, forces={**state.forces, **fought}) if fought else state
    return with_battle(with_line(state, replace(line, phase="battle")), battle)


DECIDE: Deciders = {BeginBattle: _begin}
EVOLVE: Evolvers = {BattleBegun: _begun}
