"""FoW Reserves: what a mission has a side hold back when it sets up, checked and recorded. Pure."""

from collections.abc import Iterator, Mapping

import msgspec

from campaign.flames_of_war.battle_log import platoons
from campaign.flames_of_war.battle_log.commands import RecordDeployment
from campaign.flames_of_war.missions import deployment
from campaign.flames_of_war.missions.catalogue import Mission, MissionDeployment
from campaign.flames_of_war.missions.deployment import PlatoonRange
from campaign.flames_of_war.results.losses import roster
from campaign.flames_of_war.state import Battle, Deciders, State
from campaign.kernel.decisions import RECORD, Decision, Refused, Supplied, bad_field
from campaign.text.english import counted
from events.fow.table_top import DeploymentRecorded

GROUPS = ("reserve", "flank", "ambush", "ambuscade", "target", "escorts", "sewers")
WORDS = {
    "reserve": "in Reserve",
    "flank": "in the flank force",
    "ambush": "in Ambush",
    "ambuscade": "for the Ambuscade",
    "target": "as its target",
    "escorts": "as escorts",
    "sewers": "in the sewers",
}


class Groups(msgspec.Struct, frozen=True):
    """How many platoons are in each group, and which, where they were named."""

    numbers: dict[str, int]
    named: dict[str, tuple[str, ...]]


def deploy(state: State, command: RecordDeployment, supplied: Supplied) -> Decision:
    """FoW Reserves: how many platoons begin off the table or hidden, within the mission's limits.

    Half of an odd number: at least half takes the odd platoon in, up to half leaves it out (p. 20).
    """
    battle = platoons.fought(state, command.line)
    if isinstance(battle, Refused):
        return battle
    side = platoons.acting(state, battle, command, command.side)
    if isinstance(side, Refused):
        return side
    name = state.sides[side]
    if battle.table.turn_of:
        return Refused("FoW Turn Order", "the first turn has begun, and all have deployed")
    total = platoons.deploying(state, battle, side)
    if not total:
        text = f"nobody said how many platoons {name} has; say so when the battle begins"
        return Refused(RECORD, text)
    groups = _groups(state, battle, side, command)
    if isinstance(groups, Refused):
        return groups
    if refused := _no_scouts(state, battle, side, groups.named.get("sewers", ())):
        return refused
    mission, rule = platoons.mission_of(battle), platoons.deployment_of(battle, side)
    numbers = groups.numbers
    if rule.reserve == "targets-only" and command.reserve is None:
        numbers = {**numbers, "reserve": deployment.in_reserve(rule, total).most}
    for wrong in _wrong(mission, rule, name, total, numbers):
        return wrong
    off = sum(numbers[group] for group in platoons.OFF_TABLE)
    return (
        DeploymentRecorded(
            battle=battle.id,
            side=side,
            reserve=numbers["reserve"],
            flank=numbers["flank"],
            ambush=numbers["ambush"],
            ambuscade=numbers["ambuscade"],
            target=numbers["target"],
            escorts=numbers["escorts"],
            sewers=numbers["sewers"],
            on_table=total - off,
            platoons=groups.named,
        ),
    )


def _groups(state: State, battle: Battle, side: str, command: RecordDeployment) -> Groups | Refused:
    """The groups as they were told, each platoon in one of them."""
    numbers: dict[str, int] = {}
    named: dict[str, tuple[str, ...]] = {}
    for group in GROUPS:
        told = getattr(command, group)
        if isinstance(told, int):
            if told < 0:
                return bad_field(group, f"expected 0 or more, got {told}")
            numbers[group] = told
        else:
            numbers[group] = len(told or ())
            if told:
                named[group] = told
    known, name = roster(state, battle, side), state.sides[side]
    seen: set[str] = set()
    for group, ids in named.items():
        for one in ids:
            if known and one not in known:
                return bad_field(group, f"{name} has no platoon {one!r} in this battle")
            if one in seen:
                return bad_field(group, f"{one} is named twice")
            seen.add(one)
    return Groups(numbers, named)


def _no_scouts(state: State, battle: Battle, side: str, sewers: tuple[str, ...]) -> Refused | None:
    """FoW Not One Step Back: only a Recce Platoon comes through the sewers (p. 225)."""
    force = state.forces.get(battle.forces.get(side, ""))
    known = force.platoons if force else {}
    for one in sewers:
        if one in known and not known[one].recce:
            heading = platoons.mission_of(battle).heading
            return Refused(heading, f"{one} is no Recce Platoon, and cannot use the sewers")
    return None


def _wrong(
    mission: Mission, rule: MissionDeployment, name: str, total: int, numbers: Mapping[str, int]
) -> Iterator[Refused]:
    """The first group that breaks the mission's limits."""
    if sum(numbers.values()) > total:
        text = f"{name} has {counted(total, 'platoon')}, and {sum(numbers.values())} are told"
        yield Refused(mission.heading, text)
    for group, allowed in limits(rule, total, numbers).items():
        if numbers[group] not in allowed:
            text = f"of {counted(total, 'platoon')} {name} has {_allowed(allowed)} {WORDS[group]}"
            yield Refused(mission.heading, f"{text}, not {numbers[group]}")


def limits(
    rule: MissionDeployment, total: int, numbers: Mapping[str, int]
) -> dict[str, PlatoonRange]:
    """FoW Reserves: how many platoons may be in each group, given those that are held back."""
    held, none = deployment.in_reserve(rule, total), PlatoonRange(0, 0)
    flank = rule.reserve == "one-to-half"
    off = numbers["flank" if flank else "reserve"]
    targets = rule.reserve == "targets-only"
    escorts = deployment.escorts(rule, total)
    return {
        "reserve": none if flank else held,
        "flank": held if flank else none,
        "ambush": deployment.in_ambush(rule, total, off),
        "ambuscade": deployment.in_ambuscade(rule, total, off),
        "target": PlatoonRange(1, 1) if targets else none,
        "escorts": PlatoonRange(escorts, escorts) if targets else none,
        "sewers": deployment.in_sewers(rule, total, off),
    }


def _allowed(allowed: PlatoonRange) -> str:
    if allowed.least == allowed.most:
        return "exactly " + str(allowed.least) if allowed.most else "none"
    return f"{allowed.least} to {allowed.most}"


DECIDE: Deciders = {RecordDeployment: deploy}
