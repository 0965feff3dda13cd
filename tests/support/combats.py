"""Combats told to the adviser in few words, and what it said of an ability."""

import json
from typing import Any

from campaign.extensions.adviser.advise import advise
from campaign.extensions.adviser.evaluate import House
from campaign.extensions.adviser.model import Advice, Advised, read_combat
from campaign.kernel.decisions import Refused
from campaign.lif.roster import kit
from campaign.lif.rulings import LIF_1998

Told = dict[str, Any]


def unit(power: str, kind: str = "INF", factors: float = 5, **more: Any) -> Told:
    return {"power": power, "type": kind, "factors": factors, **more}


def leader(who: str, place: str = "stacked", **more: Any) -> Told:
    return {"leader": who, "place": place, **more}


def party(units: list[Told], *leaders: Told, **more: Any) -> Told:
    return {"units": units, "leaders": list(leaders), **more}


def ask(
    attackers: Told,
    defenders: Told,
    *,
    house: House | None = None,
    rulebook: str = LIF_1998,
    **more: Any,
) -> Advised:
    told = {"kind": "land", "hex": "E1429", "attackers": attackers, "defenders": defenders, **more}
    combat = read_combat(json.dumps(told))
    assert not isinstance(combat, Refused), combat
    advice = advise(combat, house or House(sheet=kit(), rulebook=rulebook))
    assert not isinstance(advice, Refused), advice
    return advice


def said(advised: Advised, who: str, number: int) -> Advice:
    return next(
        one
        for one in (*advised.attacker, *advised.defender)
        if (one.leader, one.ability) == (who, number)
    )


def silent(advised: Advised, who: str, number: int) -> bool:
    """Whether the ability does nothing here, and the adviser says why."""
    advice = said(advised, who, number)
    return advice.verdict == "does-not-apply" and bool(advice.why) and not advice.counted


def total(advised: Advised, of: str) -> float | str | None:
    found = advised.of(of)
    return found.total if found else None


GERMANS = [unit("germany", "ARM", 7), unit("germany", "INF", 6)]
SOVIETS = [unit("ussr", "INF", 6), unit("ussr", "MECH", 5)]
