"""LiF 3.3: what a combat's losses mean for the leaders in it: who may be recalled. Pure."""

import re
from collections.abc import Collection
from typing import Literal

import msgspec

from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.rulings import LIF_1998, LIF_LIST, Rulings
from campaign.leaders_in_flames.state import State
from events.lif.on_map import CombatKind, CombatReported, Involved, Loss, Side

SIDES: tuple[Side, Side] = ("attacker", "defender")

AIRCRAFT = frozenset(
    {"AIRCRAFT", "ATR", "BOMBER", "CVP", "FIGHTER", "FTR", "KAM", "LND", "NAV", "PILOT", "PLANE"}
)
"""LiF 3.3: types that are lost in the air; every other loss of a naval-air combat is the fleet's.

A type is read up to its first digit, hyphen or blank, in either case: `ftr-2` is a `FTR`.
"""

SHIPS = frozenset(
    {
        "AMPH",
        "ASW",
        "BB",
        "BC",
        "CA",
        "CB",
        "CL",
        "CONV",
        "CONVOY",
        "CP",
        "CV",
        "CVE",
        "CVL",
        "DD",
        "FROGMAN",
        "MTB",
        "SCS",
        "SHIP",
        "SUB",
        "TANKER",
        "TRS",
    }
)
"""LiF 3.3: types that are lost at sea. What is neither aircraft nor ship is a land unit."""

_WORD = re.compile(r"[A-Z]*")


class Thresholds(msgspec.Struct, frozen=True):
    """LiF 3.3: build points more than the opponent that a side must lose for a recall."""

    attacker: int
    defender: int
    naval_or_air: int


THRESHOLDS = {
    LIF_1998: Thresholds(attacker=5, defender=7, naval_or_air=10),
    LIF_LIST: Thresholds(attacker=6, defender=6, naval_or_air=11),
}


def word_of(kind: str) -> str:
    """A type up to its first digit, hyphen or blank, in capitals; empty if it has no letters."""
    found = _WORD.match(kind.upper())
    return found.group() if found else ""


def branch(kind: str) -> Literal["air", "sea", "land"]:
    """LiF 3.3: whether a type of unit is an aircraft, a ship or a land unit."""
    word = word_of(kind)
    if word in AIRCRAFT:
        return "air"
    return "sea" if word in SHIPS else "land"


def threshold(rulebook: str, kind: CombatKind, side: Side) -> int:
    """LiF 3.3: how many build points more than its opponent a side must lose for a recall."""
    needed = THRESHOLDS[rulebook]
    if kind != "land":
        return needed.naval_or_air
    return needed.attacker if side == "attacker" else needed.defender


def counts(loss: Loss, recalled: Side, rulings: Rulings) -> bool:
    """Rulings 33 and 48: whether a loss counts for the recall of one side's leaders.

    A shattered unit is not destroyed and costs no build points, unless the club counts them.
    """
    if loss.fate == "shattered" and not rulings.shattered_counts:
        return False
    return loss.counts_for_attacker if recalled == "attacker" else loss.counts_for_defender


def excess(
    combat: CombatReported, recalled: Side, rulings: Rulings, *, aircraft: bool = False
) -> int:
    """LiF 3.3: build points that a side lost beyond its opponent's, over the whole combat.

    With `aircraft`, over its air-to-air part only.
    """
    return sum(
        loss.build_points if loss.side == recalled else -loss.build_points
        for loss in combat.losses
        if counts(loss, recalled, rulings) and (not aircraft or branch(loss.type) == "air")
    )


def concerned(rulebook: str, leader: Involved) -> bool:
    """Ruling 31: 1998: one of the units used the leader's ability. List edition: the leader took
    part in the attack, or was stacked with the defenders.
    """
    if rulebook == LIF_1998:
        return leader.ability_used
    return leader.took_part if leader.side == "attacker" else leader.stacked


def by_air_part(rulebook: str, combat: CombatReported, leader: Involved) -> bool:
    """LiF 3.3, 1998 edition: a leader who helped only aircraft answers for the air part only."""
    return rulebook == LIF_1998 and combat.kind == "naval-air" and leader.helps_aircraft_only


def liable(rulebook: str, combat: CombatReported, side: Side, rulings: Rulings) -> list[str]:
    """LiF 3.3(a)-(c): the leaders of a side whom its losses expose to recall."""
    needed = threshold(rulebook, combat.kind, side)
    return [
        leader.leader
        for leader in combat.leaders
        if leader.side == side
        and concerned(rulebook, leader)
        and excess(combat, side, rulings, aircraft=by_air_part(rulebook, combat, leader)) >= needed
    ]


def candidates(
    state: State, combat: CombatReported, side: Side, dead: Collection[str] = ()
) -> list[str]:
    """LiF 3.3: a side's leaders of whom one will be recalled, in id order (ruling 32).

    1998: the highest rank, then those of the power that lost most. List edition: all exposed to it.
    A leader who died in the combat cannot be recalled; one of the others is.
    """
    rulebook = state.campaign.rulebook
    exposed = [
        who
        for who in liable(rulebook, combat, side, state.rulings)
        if state.leaders.get(who) == "map" and who not in dead
    ]
    if rulebook == LIF_1998 and exposed:
        highest = max(state.sheet[who].rank for who in exposed)
        exposed = [who for who in exposed if state.sheet[who].rank == highest]
        lost = {who: _lost_by(state, combat, side, who) for who in exposed}
        exposed = [who for who in exposed if lost[who] == max(lost.values())]
    return sorted(exposed)


def _lost_by(state: State, combat: CombatReported, side: Side, leader: str) -> int:
    """LiF 3.3: build points that a leader's major power lost in a combat, its minors' units
    among them.
    """
    power = sides.allegiance(state, leader).power
    return sum(
        loss.build_points
        for loss in combat.losses
        if loss.side == side and loss.controlled_by == power and counts(loss, side, state.rulings)
    )


def chosen_by(state: State, named: Collection[str]) -> Literal["rule", "host", "draw"]:
    """Ruling 32: who chooses among several candidates: the rule, the host, or in the list edition
    the draw.
    """
    if len(named) == 1:
        return "rule"
    return "host" if state.campaign.rulebook == LIF_1998 else "draw"
