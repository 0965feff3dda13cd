"""FoW missions: the mission card: what two players need at the table, in words. Pure.

Made from the mission's data, the units of measurement, the numbers of platoons and the sector; who
attacks and why is told beside it.
"""

import re
from collections.abc import Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from campaign.flames_of_war.forces.counts import in_battle
from campaign.flames_of_war.missions import card_steps
from campaign.flames_of_war.missions.card_words import (
    CardRule,
    CardSector,
    Units,
    in_units,
    names,
    sector_of,
)
from campaign.flames_of_war.missions.catalogue import (
    Mission,
    MissionEnd,
    Role,
    SpecialRule,
    missions,
    special_rules,
)
from campaign.flames_of_war.state import LineState, State, force_of

_HELD = (
    'A side holds an objective if it begins its turn with a team within 4"/10cm of it and the '
    "enemy has none there."
)
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
    roles: dict[Role, str] = (
        {"attacker": line.attacker, "defender": state.other(line.attacker)} if line.attacker else {}
    )
    numbers = {role: platoons_in(state, line, side) for role, side in roles.items()}
    card = mission_card(
        line.mission,
        state.units,
        {role: number for role, number in numbers.items() if number},
        line.roles_how != "score",
        state.rulings.breakthrough_reserves == "delayed",
    )
    if line.roles_how == "campaign":
        named = "The campaign's first mission comes with its attacker."
        card = replace(card, set_up=(named, *card.set_up[1:]))
    return replace(card, sector=sector_of(state, line))


def platoons_in(state: State, line: LineState, side: str) -> int:
    """FoW Choosing Your Force: how many platoons a side has in a line's battle; 0 if unknown."""
    battle = state.battles.get(line.battle)
    if battle is not None:
        return battle.platoons.get(side, 0)
    force = force_of(state, line.id, side)
    return len(in_battle(line, side, force)) if force else 0


def mission_card(
    slug: str,
    units: Units = "inches",
    platoons: Mapping[Literal["attacker", "defender"], int] | None = None,
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
        card_steps.set_up(mission, units, numbers, own_roles),
        card_steps.begins(mission, units),
        tuple(_rule(mission, special_rules()[rule], units) for rule in rules_of(mission)),
        _ends(mission, units),
        _wins(mission),
        _points(mission),
        _holding(mission, units),
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


def _rule(mission: Mission, rule: SpecialRule, units: Units) -> CardRule:
    return CardRule(rule.slug, rule.name, _binds(mission, rule), in_units(rule.what, units))


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
            roles = tuple(role for role in card_steps.ROLES if _uses(mission, role, rule.slug))
    return "" if len(roles) == len(card_steps.ROLES) else names(roles)


def _uses(mission: Mission, role: Role, rule: str) -> bool:
    part = mission.deployment(role)
    if rule == "reserves" and part.reserve_rules == ("mobile-reserves",):
        return True  # what waits there waits in Reserve (ruling 41)
    ambushes = {"ambush", part.ambush_rule} if part.ambush != "none" else set()
    return rule in part.reserve_rules or rule in ambushes


# --- the end ------------------------------------------------------------------------------------


def _ends(mission: Mission, units: Units) -> tuple[str, ...]:
    return tuple(_end(end, units) for end in mission.end)


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


def _holding(mission: Mission, units: Units) -> tuple[str, ...]:
    """FoW Mission Objectives: who holds one when a turn begins (p. 193-195)."""
    return (
        mission.hold or in_units(_HELD, units),
        "Independent and Transport teams, tanks that are Bailed Out or Bogged Down, and teams "
        "that were At the Double neither hold an objective nor keep it from the enemy.",
    )


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
