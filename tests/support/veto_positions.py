"""Positions of the Board to try: one the smallest, others from a few words."""

import json
from typing import Any

from campaign.extensions.veto_advice.position import BallotPosition, read_position
from campaign.kernel.decisions import Refused
from campaign.text.json_values import JsonObject

SIDES = {"germany": "axis", "italy": "axis", "japan": "axis"}
POWERS = ("germany", "italy", "japan", "ussr", "commonwealth", "france", "usa", "china")


def leader(who: str, worth: float, side: str | None = "allies", price: int = 2) -> JsonObject:
    """A leader; his worth in Axis favour."""
    owner = {"axis": "germany", "allies": "ussr"}.get(side or "")
    prices = {"own_price": price if side else 0, "price": price if side else 0}
    return {"id": who, "side": side, "owner": owner, **prices, "value": abs(worth), "worth": worth}


def fields(
    cup: list[JsonObject],
    points: dict[str, int],
    *,
    phase: str = "ballots",
    left: int = 1,
    turns: int = 1,
    agents: dict[str, str] | None = None,
    **more: Any,
) -> JsonObject:
    """A position as a program sends it; the first of the cup is before the Board."""
    before, powers = more.pop("leader", cup[0]), {}
    for power in POWERS:
        side = SIDES.get(power, "allies")
        row: JsonObject = {"side": side, "points": points.get(power, 0), "marker": True}
        row["agent"] = (agents or {}).get(power, power)
        if phase == "ballots":
            own = before["owner"] == power
            row["price"] = 1 if side != before["side"] else before["own_price"] if own else 3
            sign = 1 if side == "axis" else -1
            row["worth"] = sign * before["worth"] * left / turns
        powers[power] = row
    return {
        "format": "veto-position/1",
        "campaign": "club",
        "version": 1,
        "turn": "1945-ND",
        "turns_left": left,
        "turns": turns,
        "rulebook": "lif-list",
        "charge_idle_support": True,
        "recall": 0,
        "draw": 1,
        "phase": phase,
        "leader": before,
        "powers": powers,
        "cup": cup,
        "joins": [],
        "infusions": [],
        **more,
    }


def position(*args: Any, **more: Any) -> BallotPosition:
    """The same, read."""
    read = read_position(json.dumps(fields(*args, **more)))
    assert not isinstance(read, Refused), read.reason
    return read
