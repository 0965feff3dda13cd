"""A turn at the front played by hand, for tests of what is told of leaders in play."""

from pathlib import Path
from typing import Any

from campaign.store.ledger import Ledger
from events.lif.on_map import CombatReported
from support import table
from support.table import NAME

SETUP: dict[str, Any] = {
    "wars": [["germany", "ussr"]],
    "leaders": {
        "rommel": "arriving", "manstein": "arriving", "guderian": "map", "zhukov": "map",
        "timoshenko": "map", "raeder": "map",
    },
}  # fmt: skip


def lost(side: str, power: str, build_points: int, **more: Any) -> dict[str, Any]:
    """One infantry unit killed."""
    return {"side": side, "power": power, "controlled_by": power, "type": "INF", "fate": "killed",
            "build_points": build_points, **more}  # fmt: skip


def failed_attack(*leaders: str, **more: Any) -> dict[str, Any]:
    """A German attack that costs nine build points more than the defence, with leaders in it."""
    part = {"side": "attacker", "took_part": True, "ability_used": True}
    return {
        "kind": "land", "hex": "E1429", "attackers": ["germany"], "defenders": ["ussr"],
        "losses": [lost("attacker", "germany", 9)],
        "leaders": [{"leader": who, **part} for who in leaders],
        **more,
    }  # fmt: skip


def reported(hex: str = "E1429", **more: Any) -> CombatReported:
    """The first combat of the campaign, a German attack in which nothing is lost."""
    combat: dict[str, Any] = {
        "combat": "1939-SO-1", "kind": "land", "hex": hex, "attackers": ("germany",),
        "defenders": ("ussr",), "losses": (), "leaders": (),
    }  # fmt: skip
    return CombatReported(**combat | more)


GERMAN_LOSS = lost("defender", "germany", 5)
SOVIET_LOSS = lost("attacker", "ussr", 3)

COMBAT: dict[str, Any] = {
    "command": "ReportCombat",
    "kind": "land",
    "hex": "E1428",
    "attackers": ["ussr"],
    "defenders": ["germany"],
    "losses": [GERMAN_LOSS, GERMAN_LOSS, SOVIET_LOSS],
    "leaders": [
        {"leader": "zhukov", "side": "attacker", "took_part": True, "ability_used": True},
        {"leader": "guderian", "side": "defender", "stacked": True, "ability_used": True},
    ],
}
"""LiF 3.3: the defenders lost 10 and the attackers 3: 10 − 3 = 7, and 7 recall a defending leader.

LiF 5.1: two corps killed are 2 × 3, one lost of one's own 3: a score of 3."""

DRIVEN_OFF: dict[str, Any] = {
    **COMBAT, "losses": [*COMBAT["losses"], {**GERMAN_LOSS, "type": "ARM", "fate": "shattered"}]
}  # fmt: skip
"""Ruling 48: one corps more was shattered, and the defenders lost 10 all the same."""

QUIET: dict[str, Any] = {
    "command": "ReportCombat",
    "kind": "naval",
    "hex": "sea:north-sea/3",
    "attackers": ["germany"],
    "defenders": ["commonwealth"],
    "losses": [{"side": "attacker", "power": "germany", "controlled_by": "germany", "type": "BB",
                "fate": "killed", "build_points": 8}],
    "leaders": [{"leader": "raeder", "side": "attacker", "took_part": True, "ability_used": True}],
}  # fmt: skip
"""LiF 3.3: 8 − 0 = 8 is short of the 10 of a naval combat."""

COUNTERS: list[dict[str, Any]] = [
    {"id": "soviet-inf", "power": "ussr", "type": "INF", "name": "1st Army", "combat": 6},
    {"id": "guards-7th", "power": "ussr", "type": "INF", "name": "7th Guards", "combat": 8,
     "guards_banner": True, "starts": "reserve"},
    {"id": "panzer", "power": "germany", "type": "ARM", "combat": 7, "cost": 6},
]  # fmt: skip

TURN: list[dict[str, Any]] = [
    {"command": "AddCounters", "counters": COUNTERS, "source": "the club’s sheet"},
    {"command": "MoveCounter", "counter": "soviet-inf", "to": "map", "location": "E1428",
     "reason": "stands at the front"},
    {"command": "MoveCounter", "counter": "panzer", "to": "circle", "arrives": "1940-JF",
     "reason": "built"},
    {"command": "PlaceLeader", "leader": "rommel", "location": "E1429"},
    {"command": "MoveLeader", "leader": "zhukov", "location": "E1430", "means": "rail"},
    {"command": "MoveLeader", "leader": "guderian", "location": "E1428"},
    {"command": "MoveLeader", "leader": "raeder", "location": "sea:north-sea/3", "means": "naval",
     "travels_with": "Bismarck"},
    {"command": "BeginImpulse", "side": "allies"},
    {"command": "BeginStep", "step": "land-combat"},
    {"command": "UseAbility", "leader": "zhukov", "ability": 33, "hex": "E1428",
     "helps": ["ussr"]},
    COMBAT,
    {"command": "PromoteGuards", "combat": "1939-SO-1", "unit": "soviet-inf",
     "army": "guards-7th"},
    QUIET,
    {"command": "TurnLeader", "leader": "zhukov", "face_up": False},
    {"command": "ReportLeaderLost", "leader": "timoshenko", "cause": "pilot"},
    {"command": "SendLeaderToCircle", "leader": "rommel", "arrives": "1940-JF",
     "reason": "flown home"},
]  # fmt: skip


def fought(folder: Path, combat: dict[str, Any] = COMBAT) -> Ledger:
    """The turn played, on a ledger of its own."""
    book = table.opened(folder, modules={"guards-banner": True}, setup=SETUP)
    table.play(book, [combat if command is COMBAT else command for command in TURN], NAME)
    return book
