"""FoW missions: the mission card: what two players need at the table, in words. Pure."""

import re
from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from campaign.fow.forces.validity import in_battle
from campaign.fow.missions import catalogue
from campaign.fow.missions.catalogue import (
    Distance,
    Mission,
    MissionDeployment,
    MissionEnd,
    MissionObjective,
    PlatoonRange,
    SpecialRule,
    missions,
    special_rules,
)
from campaign.fow.opening.axes import rules_at
from campaign.fow.state import LineState, Role, State, force_of
from campaign.fow.terrain.charts import weather_line
from campaign.text.english import capital, counted, listed
from events.fow.axes import SectorRule

Units = Literal["inches", "centimetres"]
_BOTH = r'(\d+)"/(\d+)cm'


class CardRule(msgspec.Struct, frozen=True):
    """A special rule on the card."""

    slug: str
    name: str
    binds: str
    """Whom it binds or serves, in words; empty for both sides."""
    text: str


class CardSector(msgspec.Struct, frozen=True):
    """What the sector adds."""

    name: str
    rules: tuple[CardRule, ...]
    terrain: tuple[str, ...]
    weather: str


def distance(pair: Distance, units: Units) -> str:
    """A distance in the units of the campaign."""
    return f'{pair[0]}"' if units == "inches" else f"{pair[1]} cm"


def in_units(text: str, units: Units) -> str:
    """A text in which every distance of two units is left with one."""
    return re.sub(
        _BOTH,
        lambda match: distance((int(match[1]), int(match[2])), units),
        text,
    )


def sector_of(state: State, line: LineState) -> CardSector | None:
    """FoW Anzio: what the sector adds: its rules, its terrain, and the weather."""
    sector, weather = line.here, weather_line(line.battlefield.weather)
    if line.axis is None or sector is None:
        return CardSector("", (), (), weather) if weather else None
    rules = tuple(
        CardRule(
            slug, capital(slug.replace("-", " ")), state.sides.get(rule.side, ""), in_words(rule)
        )
        for slug, rule in rules_at(line.axis, sector.place, line.attacker).items()
    )
    if not (rules or sector.terrain or weather):
        return None
    return CardSector(sector.name, rules, sector.terrain, weather)


def in_words(rule: SectorRule) -> str:
    """FoW Anzio: a sector's rule with its numbers, in a sentence."""
    dice = f"{counted(rule.dice, 'die', 'dice')}, {rule.needed}+" if rule.dice else ""
    figures = (
        counted(rule.guns, "gun") if rule.guns else "",
        f"Anti-tank {rule.anti_tank}" if rule.anti_tank else "",
        f"Firepower {rule.firepower}+" if rule.firepower else "",
    )
    numbers = ", ".join(figure for figure in figures if figure)
    text = ": ".join(part for part in (rule.when, dice, rule.does) if part)
    return f"{capital(text)}{f' ({numbers})' if numbers else ''}."


# --- FoW missions: the steps of setting up a mission, with the numbers of this battle -----------

ROLES: tuple[Role, ...] = ("attacker", "defender")
Numbers = Mapping[Role, int]


def set_up(mission: Mission, units: Units, numbers: Numbers, own_roles: bool) -> tuple[str, ...]:
    """What is done before the battle, in the mission's order."""
    steps = [_roles(mission, own_roles)]
    if feet := mission.table_feet:
        size = [f"{side} feet" if units == "inches" else f"{side * 30} cm" for side in feet]
        steps.append(f"The table is {' by '.join(size)}.")
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
    return f"{text}: {listed(limits)}." if limits else f"{text}."


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
    return listed(limits)


def _holds_back(part: MissionDeployment, role: Role, platoons: int) -> list[str]:
    """What a side does not deploy, in the order in which it is named."""
    if part.reserve == "targets-only":
        return _column(part, platoons)
    steps = []
    if part.reserve != "none":
        rules = listed(special_rules()[rule].name for rule in part.reserve_rules)
        allowed = catalogue.in_reserve(part, platoons)
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
        going = counted(catalogue.escorts(part, platoons), "platoon")
        off = catalogue.in_reserve(part, platoons).most
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
    reserve = catalogue.in_reserve(part, platoons).least
    most = catalogue.in_ambush(part, platoons, reserve).most
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


# --- FoW missions: the mission card: what two players need at the table, in words ---------------
#
# Made from the mission's data, the units of measurement, the numbers of platoons and the sector;
# who attacks and why is told beside it.

_HELD = (
    'A side holds an objective if it begins its turn with a team within 4"/10cm of it and the '
    "enemy has none there."
)
_NEITHER = (
    "Independent and Transport teams, tanks that are Bailed Out or Bogged Down, and teams "
    "that were At the Double neither hold an objective nor keep it from the enemy."
)
"""FoW Mission Objectives: who holds none when a turn begins (p. 193-195)."""
_DEPLOYING = (
    "All teams begin In Command. Independent teams are set up last.",
    "Transports go with their platoons, or stay off the table for the whole battle.",
    'Recce moves are not At the Double and keep more than 16"/40cm from all enemies.',
)


class CardOrders(msgspec.Struct, frozen=True):
    """A side's orders."""

    role: Role
    text: str


class MissionCard(msgspec.Struct, frozen=True):
    """A mission in words."""

    mission: str
    name: str
    page: int
    orders: tuple[CardOrders, ...]
    set_up: tuple[str, ...]
    """The steps before the battle, in order; the card numbers them."""
    begins: tuple[str, ...]
    """What is done between set-up and the first turn, in order."""
    rules: tuple[CardRule, ...]
    ends: tuple[str, ...]
    wins: tuple[str, ...]
    points: tuple[str, ...]
    """What its victory points come to."""
    holding: tuple[str, ...]
    """When an objective is held."""
    deploying: tuple[str, ...]
    """What holds for setting up in every mission."""
    sector: CardSector | None = None
    """What the sector adds, on the card of a battle."""


def card_of(state: State, line: LineState) -> MissionCard:
    """FoW missions: the card of a line's battle: its own numbers of platoons, and its sector.

    Whatever shows a battle's card takes it from here.
    """
    roles = state.roles(line.attacker).items()
    numbers = {role: number for role, side in roles if (number := platoons_in(state, line, side))}
    card = mission_card(
        line.mission,
        state.units,
        numbers,
        line.roles_how != "score",
        state.rulings.breakthrough_reserves == "delayed",
    )
    if line.roles_how == "campaign":
        named = "The campaign's first mission comes with its attacker."
        card = replace(card, set_up=(named, *card.set_up[1:]))
    return replace(card, sector=sector_of(state, line))


def platoons_in(state: State, line: LineState, side: str) -> int:
    """FoW Choosing Your Force: how many platoons a side has in a line's battle; 0 if unknown."""
    battle = state.known_battle(line.battle)
    if battle is not None:
        return battle.platoons.get(side, 0)
    force = force_of(state, line.id, side)
    return len(in_battle(line, side, force)) if force else 0


def mission_card(
    slug: str,
    units: Units = "inches",
    platoons: Numbers | None = None,
    own_roles: bool = True,
    defender_delayed: bool = False,
) -> MissionCard:
    """The card of a mission; the numbers of platoons make its counts exact.

    `own_roles`: whether the mission's own rule says who attacks, and not the scores.
    `defender_delayed`: ruling 41, the defender of a Breakthrough has Delayed Reserves.
    """
    mission = missions()[slug]
    if defender_delayed:
        mission = _delayed(mission)
    numbers = platoons or {}
    return MissionCard(
        mission.slug,
        mission.name,
        mission.page,
        (
            CardOrders("attacker", mission.orders.attacker),
            CardOrders("defender", mission.orders.defender),
        ),
        set_up(mission, units, numbers, own_roles),
        begins(mission, units),
        tuple(
            CardRule(one.slug, one.name, _binds(mission, one), in_units(one.what, units))
            for one in map(special_rules().__getitem__, rules_of(mission))
        ),
        tuple(_end(end, units) for end in mission.end),
        _wins(mission),
        _points(mission),
        (mission.hold or in_units(_HELD, units), _NEITHER),
        tuple(in_units(line, units) for line in _DEPLOYING),
    )


def rules_of(mission: Mission) -> tuple[str, ...]:
    """The special rules of a mission, each followed by those that come with it."""
    return (*mission.rules, *mission.implied)


def _delayed(mission: Mission) -> Mission:
    """Ruling 41: a Breakthrough whose defender has Delayed Reserves."""
    parts = (
        replace(part, reserve_rules=(*part.reserve_rules, "delayed-reserves"))
        if "mobile-reserves" in part.reserve_rules
        else part
        for part in mission.deploy
    )
    implied = tuple(rule for rule in mission.implied if rule != "reserves")
    return replace(mission, deploy=tuple(parts), implied=implied)


# --- rules --------------------------------------------------------------------------------------


def _binds(mission: Mission, rule: SpecialRule) -> str:
    """Whom a rule binds: a rule of its owner binds whoever holds platoons back under it."""
    match rule.binds:
        case "attacker" | "defender":
            return rule.binds
        case "both":
            return ""
        case "listed":
            roles = mission.prepared
        case "owner":
            roles = tuple(role for role in ROLES if _uses(mission, role, rule.slug))
    return "" if len(roles) == len(ROLES) else listed(roles)


def _uses(mission: Mission, role: Role, rule: str) -> bool:
    part = mission.deployment(role)
    if rule == "reserves" and part.reserve_rules == ("mobile-reserves",):
        return True  # what waits there waits in Reserve (ruling 41)
    ambushes = {"ambush", part.ambush_rule} if part.ambush != "none" else set()
    return rule in part.reserve_rules or rule in ambushes


# --- the end ------------------------------------------------------------------------------------


def _end(end: MissionEnd, units: Units) -> str:
    what = end.what
    if end.within:
        distance = in_units(f'{end.within[0]}"/{end.within[1]}cm', units)
        what = re.sub(r"\bnear\b", f"within {distance} of", what)
    if end.when == "time":
        return "The agreed time runs out."
    who = "Either side" if end.side == "either" else f"The {end.side}"
    if end.when == "last-turn":
        return f"{who} begins {what}."
    since = f", from their own turn {end.begins} on" if end.begins > 1 else ""
    holds = "holding" if end.when == "holds" else "with"
    return f"{who} begins a turn {holds} {what}{since}."


def _wins(mission: Mission) -> tuple[str, ...]:
    """FoW missions: who has won, and who has not taken an end into account (p. 202-226)."""
    won = []
    for end in mission.end:
        if end.winner == "side":
            won.append("Whoever took the objective has won.")
        elif end.when == "holds" and end.winner != mission.otherwise:
            won.append(f"The {end.winner} has won if the battle ended with the objective.")
        elif end.when == "cleared" and end.winner != mission.otherwise:
            won.append(f"The {end.winner} has won if the battle ended with the ground cleared.")
    if mission.otherwise == "nobody":
        won.append("A side that fails Company Morale has lost. Otherwise nobody has won.")
    else:
        won.append("A side that fails Company Morale has lost.")
        won.append(f"The {mission.otherwise} has won in every other case.")
    return tuple(won)


def _points(mission: Mission) -> tuple[str, ...]:
    """FoW Victory Points: the winner's lost platoons make the score of both sides (p. 195)."""
    lines = ["The winner lost no platoon: 6 points to 1. One: 5 to 2. Two or more: 4 to 3."]
    if mission.fair:
        lines.append(
            "Nobody won: a side that destroyed no enemy platoon has 1 point, one 2, two or more 3."
        )
    if "intense-battle" in mission.rules:
        lines.append("The first platoon that a side lost does not count.")
    if {"ambuscade", "preliminary-bombardment"} & set(mission.rules):
        lines.append("Platoons lost before the first turn do not count.")
    return tuple(lines)
