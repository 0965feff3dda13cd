"""FoW missions: the steps of setting up a mission, with the numbers of this battle. Pure."""

from collections.abc import Mapping

from campaign.flames_of_war.missions import deployment
from campaign.flames_of_war.missions.card_words import Units, capital, distance, names
from campaign.flames_of_war.missions.catalogue import (
    Mission,
    MissionDeployment,
    MissionObjective,
    Role,
    special_rules,
)
from campaign.flames_of_war.missions.deployment import PlatoonRange
from campaign.text.english import counted

ROLES: tuple[Role, ...] = ("attacker", "defender")
Numbers = Mapping[Role, int]


def set_up(mission: Mission, units: Units, numbers: Numbers, own_roles: bool) -> tuple[str, ...]:
    """What is done before the battle, in the mission's order."""
    steps = [_roles(mission, own_roles)]
    if mission.table_feet:
        steps.append(_table(mission.table_feet, units))
    steps += [_edge(mission, units), *(_objective(part, units) for part in mission.objectives)]
    if mission.manholes:
        apart = distance(mission.manholes.apart, units)
        steps.append(
            f"Attacker first, each side in turn places {mission.manholes.each} manholes, outside "
            f"buildings and at least {apart} apart."
        )
    if mission.fortifications:
        into = distance(mission.fortifications["into_enemy_half"], units)
        steps.append(
            "The defender places the fortifications that they bought, up to "
            f"{into} into the attacker's half."
        )
    for part in mission.deploy:
        steps += _deploys(part, units, numbers)
    steps.append(_independents(mission, units))
    return tuple(step for step in steps if step)


def begins(mission: Mission, units: Units) -> tuple[str, ...]:
    """What is done between set-up and the first turn."""
    steps = []
    if mission.prepared:
        both = len(mission.prepared) == len(ROLES)
        who = "Both sides begin" if both else f"The {mission.prepared[0]} begins"
        steps.append(f"{who} in Prepared Positions.")
    if "preliminary-bombardment" in mission.rules:
        steps.append("The attacker carries out the Preliminary Bombardment.")
    if "ambuscade" in mission.rules:
        steps.append(
            "The defender sets up the platoon of the Ambuscade on their side of the road; it fires."
        )
    steps.append(_recce(mission))
    steps.append(_first_turn(mission))
    if any(part.ambush_rule == "immediate-ambush" for part in mission.deploy):
        steps.append("The defender's first turn begins with the Immediate Ambush.")
    return tuple(steps)


# --- who and where ------------------------------------------------------------------------------


def _roles(mission: Mission, own_roles: bool) -> str:
    """FoW Linked Missions: who attacks by score attacks whatever the mission says (ruling 10)."""
    if not own_roles:
        return "The higher score in the mission roll has settled who attacks."
    if mission.roles == "roll-off":
        return "Each side rolls a die. The higher attacks."
    return "Company types settle who attacks; like types roll a die each, and the higher attacks."


def _table(feet: tuple[int, int], units: Units) -> str:
    size = " by ".join(f"{side} feet" if units == "inches" else f"{side * 30} cm" for side in feet)
    return f"The table is {size}."


def _edge(mission: Mission, units: Units) -> str:
    text = f"The {mission.edge.chosen_by} chooses {mission.edge.text}."
    if mission.edge.road:
        keeps = distance(mission.edge.road, units)
        text += f" The road keeps {keeps} from the centre line and from the long edge."
    return text


def _objective(part: MissionObjective, units: Units) -> str:
    if part.count < 0:
        return f"The {part.by} takes one of the objectives away."
    text = f"The {part.by} places {counted(part.count, 'objective')} {part.where}"
    limits = [
        f"at least {distance(pair, units)} from {what}"
        for pair, what in (
            (part.centre_line, "the centre line"),
            (part.edges, "every table edge"),
            (part.side_edges, "the side edges"),
        )
        if pair
    ]
    if part.within_centre:
        limits.append(f"within {distance(part.within_centre, units)} of the centre point")
    if part.apart:
        limits.append(f"at least {distance(part.apart, units)} from each other")
    if part.pair_within:
        limits.append(f"no objective more than {distance(part.pair_within, units)} from another")
    if part.road_ends:
        least, most = part.road_ends.least, part.road_ends.most
        span = f"{distance(least, units)} to {distance(most, units)}"
        limits.append(f"{span} from that end of the road")
    return f"{text}: {names(limits)}." if limits else f"{text}."


# --- deployment ---------------------------------------------------------------------------------


def _deploys(part: MissionDeployment, units: Units, numbers: Numbers) -> list[str]:
    """A side's holding back and setting up; for both sides at once where the mission does so."""
    roles: tuple[Role, ...] = ROLES if part.side == "both" else (part.side,)
    steps = [step for role in roles for step in _holds_back(part, role, numbers.get(role, 0))]
    if part.order == "alternate":
        text = f"Platoon by platoon, attacker first, both sides deploy in {part.area}"
    elif part.reserve == "targets-only":
        text = f"The attacker deploys the target and its escorts on {part.area}"
    elif part.random:
        text = f"The {part.side} deploys what is left in the {part.area}"
    else:
        left = "what is left" if steps else "their whole force"
        text = f"The {part.side} deploys {left} in {part.area}"
    limits = _limits(part, units)
    text += f", {limits}." if limits else "."
    if part.pioneers_forward:
        text += f" Pioneers: {distance(part.pioneers_forward, units)} further forward."
    return [*steps, text.replace(" in the centre", " round the centre")]


def _limits(part: MissionDeployment, units: Units) -> str:
    limits = [
        words.format(distance(pair, units))
        for pair, words in (
            (part.centre_line, "at least {} from the centre line"),
            (part.within_centre, "within {} of the centre point"),
            (part.into_enemy_half, "up to {} into the attacker's half"),
            (part.from_enemy, "more than {} from all enemies"),
            (part.from_enemy_in_sight, "more than {} from enemies in sight"),
        )
        if pair
    ]
    return names(limits)


def _holds_back(part: MissionDeployment, role: Role, platoons: int) -> list[str]:
    """What a side does not deploy, in the order in which it is named."""
    if part.reserve == "targets-only":
        return _column(part, platoons)
    steps = []
    if part.reserve != "none":
        rules = names(special_rules()[rule].name for rule in part.reserve_rules)
        allowed = deployment.in_reserve(part, platoons)
        count = _count(allowed, platoons)
        words = {"at-least-half": "at least half", "any": "any", "one-to-half": "one to half"}
        count = count or f"{words[part.reserve]} of their platoons"
        verb = "may hold" if part.reserve == "any" else "holds"
        steps.append(f"The {role} {verb} back {count} ({rules}).")
    if part.ambuscade:
        steps.append("The defender names one platoon that is left for the Ambuscade.")
    if part.ambush != "none":
        steps.append(_ambush(part, role, platoons))
    if part.sewers:
        steps.append(f"The {role} may send one Recce platoon into the sewers.")
    return steps


def _column(part: MissionDeployment, platoons: int) -> list[str]:
    """FoW Roadblock: the target of the Ambuscade, its escorts, and the rest (p. 208)."""
    steps = ["The defender picks one attacking platoon as the target of the Ambuscade."]
    if platoons:
        going = counted(deployment.escorts(part, platoons), "platoon")
        off = deployment.in_reserve(part, platoons).most
        escort = f"The attacker picks {going} to escort it"
        steps.append(f"{escort}; the other {off} of {platoons} wait off the table.")
    else:
        steps.append(
            f"The attacker picks {part.escorts} platoon to escort it, {part.escorts_large} with "
            f"{part.large_from} or more in the force; all others wait off the table."
        )
    return steps


def _ambush(part: MissionDeployment, role: Role, platoons: int) -> str:
    name = special_rules()[part.ambush_rule].name
    verb = "holds" if part.ambush == "one" else "may hold"
    if part.ambush != "up-to-half-of-rest":
        return f"The {role} {verb} one platoon in {name}."
    text = f"The {role} {verb} up to half of what is left in {name}"
    if not platoons:
        return f"{text}."
    reserve = deployment.in_reserve(part, platoons).least
    most = deployment.in_ambush(part, platoons, reserve).most
    are = counted(platoons - reserve, "is", "are")
    return f"{text}: {most or 'none'} where {are} left."


def _count(allowed: PlatoonRange, platoons: int) -> str:
    if not platoons:
        return ""
    if allowed.most == allowed.least:
        return f"{allowed.most} of {platoons} platoons"
    if allowed.most == platoons:
        least = f"at least {allowed.least}" if allowed.least else "any"
        return f"{least} of {platoons} platoons"
    return f"{allowed.least} to {allowed.most} of {platoons} platoons"


def _independents(mission: Mission, units: Units) -> str:
    rule = mission.independents
    if len(rule.order) == 1:
        text = f"The {rule.order[0]} deploys their Independent teams"
    else:
        how = "in turn" if rule.alternate else "all of theirs at once"
        text = f"{capital(rule.order[0])} first, both sides deploy Independent teams, {how}"
    if rule.centre_line:
        text += f", at least {distance(rule.centre_line, units)} from the centre line"
    return f"{text}."


# --- beginning the battle -----------------------------------------------------------------------


def _recce(mission: Mission) -> str:
    if len(mission.recce) == 1:
        return f"The {mission.recce[0]} alone makes Reconnaissance Deployment moves."
    return f"{capital(mission.recce[0])} first, both sides make Reconnaissance Deployment moves."


def _first_turn(mission: Mission) -> str:
    rule = mission.first_turn
    if rule.who != "roll-off":
        return " ".join(filter(None, (f"The {rule.who} has the first turn.", rule.note)))
    text = "Each side rolls a die, with 1 added for the side that finished deploying first."
    tie = " Equal: roll again." if rule.tie else ""
    return f"{text} The higher has the first turn.{tie}"
