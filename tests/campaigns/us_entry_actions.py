"""LiF 5.3.3: actions and what follows from them, reckoned a second time."""

import re
from typing import Any

from in_play_combats import lay as lay_unit
from in_play_sheet import CAN, SHIPS, may_act_for, on_map
from paper_sheet import AXIS, COUNTRY, POWERS, Line, Sheet, insist, owner, war_of
from us_entry_chart import (
    WHOSE,
    answered,
    at_most,
    at_war,
    enough,
    lacking,
    number_of,
    of_chart,
    picked,
    rolled,
    those_going,
    told_beforehand,
)
from us_entry_sheet import AIMS, die, from_common, leave, left, note

NEI = "netherlands-east-indies"
CITIES = {
    10: ("nanking", "japan", "militia-nanking", "china", 15),
    11: ("vladivostok", "japan", "militia-vladivostok", "siberia", 10),
    16: ("zagreb", "germany", "militia-zagreb", "yugoslavia", 15),
}
"""LiF 5.3.3: a puppet government's city, power, militia, and whose partisan number becomes what."""
ONCE = (3, 10, 11, 16, 17, 18)


def take_action(sheet: Sheet, line: Line) -> None:
    """LiF 5.3.3: the chart's numbers are rolled for, chits come or go, and then its effect."""
    us, number, target = sheet["us"], line["action"], line.get("target", "")
    row = of_chart(sheet, "action", number)
    insist(line.get("power") in (None, row["power"]) or not row["power"], "not his")
    power = row["power"] or line.get("power", "")
    may_act_for(sheet, power, line["by"])
    numbers = {aim: n for aim in AIMS if (n := number_of(row, aim)) is not None}
    insist(numbers, "the chart is silent")
    if number == 12:
        insist(re.fullmatch("[aepmw][0-9]{4}", target), "a hex")
        target = target.upper()
    insist(not target or number in (3, 12) or number not in WHOSE, "nobody's")
    done = [t for n, t, _ in us["actions"] if n == number]
    once = number in ONCE or (row["once"] and number != 12)
    insist(not (once and (target in done if number == 3 else done)), "it comes once")
    may_be_taken(sheet, line, number, target)
    units = moved_away(sheet, line)
    rolls, chits = line.get("rolls", {}), line.get("chits", {})
    insist(set(rolls) <= set(numbers), "no number, no roll")
    for pool in chits:
        insist(numbers.get(pool.removeprefix("entry-"), 0) < 0, "none leaves")
    for aim, n in numbers.items():
        if n < 0:
            told_beforehand(sheet, f"entry-{aim}", n, chits.get(f"entry-{aim}"), rolls.get(aim))
    lacks = sum(lacking(sheet, f"entry-{a}", n) for a, n in numbers.items() if n < 0)
    brings = sum(at_most(n) for n in numbers.values() if n > 0)
    if brings and us["chits"] == "ledger":
        insist(us["secret"], "the common pool is not stocked")
    if lacks:
        enough(sheet, lacks + brings)
    dice = {aim: rolled(sheet, n, rolls.get(aim)) for aim, n in numbers.items()}
    us["actions"].append([number, target, sheet["turn"]])
    note(sheet, action=number, target=target, rolls=dice)
    for aim, (_, count, _) in dice.items():
        pool, count = f"entry-{aim}", count or 0
        if count > 0:
            there = len(left(sheet)) if us["chits"] == "ledger" else count
            if min(count, there):
                from_common(sheet, pool, min(count, there))
        elif count < 0:
            leave(sheet, pool, -count, those_going(sheet, pool, -count, chits.get(pool)))
        else:
            insist(us["dice"] == "ledger" or not chits.get(pool), "none leaves")
    effects(sheet, number, target, units)


def may_be_taken(sheet: Sheet, line: Line, number: int, target: str) -> None:
    us, minors = sheet["us"], sheet["minors"]
    asked: dict[str, tuple[str, ...]] = {}
    if number == 3:
        insist(target in (NEI, "new-caledonia"), "only these two")
        insist(minors.get(target, {}).get("power") != "japan", "it has it already")
        insist(not picked(sheet, 46, target), "it is guaranteed")
        asked = {"step": ("yes",), "oil": ("no",)}
        if target == "new-caledonia":
            asked = {"step": ("yes",), "vichy": ("yes",)}
            insist(sheet["vichy"] == "stands", "Vichy France must hold it")
            indo_china = {"status": "aligned", "power": "japan"}
            insist(minors.get("french-indo-china") == indo_china, "not without Indo-China")
    if number == 12:
        enemies = [e for e in ("commonwealth", "usa") if at_war(sheet, "japan", e)]
        insist(not enemies and not us["gas_ended"], "no more gas")
        insist(at_war(sheet, "japan", "china"), "only against China, in their war")
        asked = {"chinese": ("yes",)}
    if number in CITIES:
        asked = {CITIES[number][0]: ("yes",)}
    if number == 16:
        held = minors.get("yugoslavia", {})
        insist(held.get("status") == "conquered" and held["power"] in AXIS, "not conquered")
    if number == 17:
        insist(not at_war(sheet, "usa", "germany"), "the USA is at war")
        conquered = sheet["conquest"]["france"] == "complete" or sheet["vichy"] == "fallen"
        insist(conquered, "France is neither conquered nor was Vichy set up and ended")
    if number == 18:
        insist(sheet["vichy"] == "stands", "there is no Vichy")
    answered(line, asked)


def moved_away(sheet: Sheet, line: Line) -> list[str]:
    units: list[str] = line.get("units", [])
    insist(not units or line["action"] == 3, "no units move")
    insist(len(units) == len(set(units)), "each once")
    for name in units:
        unit = sheet["units"].get(name)
        insist(unit and unit["place"] == "map" and unit["type"] not in SHIPS, "not there")
    return units


def effects(sheet: Sheet, number: int, target: str, units: list[str]) -> None:
    us = sheet["us"]
    if number == 3:
        status = "aligned" if target == NEI else "conquered"
        sheet["minors"][target] = {"status": status, "power": "japan"}
        for name in units:
            lay_unit(sheet["units"][name], "pool")
    if number == 18:
        us["partisans"]["vichy-france"] = 10
    if number in CITIES:
        city, power, militia, country, partisans = CITIES[number]
        us["supply"][city] = [power, "secondary"]
        us["partisans"][country] = partisans
        fresh: dict[str, Any] = {"type": "MIL", "combat": None, "guards": False, "power": power}
        unit = sheet["units"].setdefault(militia, {**fresh, "year": None, "place": "future"})
        if unit["place"] in ("future", "reserve"):
            lay_unit(unit, "pool")


# --- what follows


def retake(sheet: Sheet, line: Line) -> None:
    """LiF 5.3.3: militia and supply are gone for good, the partisans stay."""
    us = sheet["us"]
    number = next((n for n, row in CITIES.items() if row[0] == line["city"]), 0)
    insist(any(n == number for n, _, _ in us["actions"]), "there is no such government")
    insist(number not in us["dissolved"], "it is gone already")
    us["dissolved"].append(number)
    del us["supply"][line["city"]]
    unit = sheet["units"][CITIES[number][2]]
    if unit["place"] not in ("scrapped", "removed"):
        lay_unit(unit, "removed")


def is_neutral(sheet: Sheet, minor: str) -> None:
    insist(sheet["minors"].get(minor, {"status": "neutral"})["status"] == "neutral", "not neutral")
    insist(not any(minor in pair for pair in sheet["wars"]), "it is at war")


def align_spain(sheet: Sheet, line: Line) -> None:
    """LiF 5.3.3: after action 17; Italy then co-operates with Germany no more."""
    may_act_for(sheet, "germany", line["by"])
    insist(any(n == 17 for n, _, _ in sheet["us"]["actions"]), "there is no agreement")
    is_neutral(sheet, "spain")
    sheet["minors"]["spain"] = {"status": "aligned", "power": "germany"}
    sheet["us"]["spain"] = True
    sheet["friends"].discard(war_of("germany", "italy"))


def enter_minor(sheet: Sheet, line: Line) -> None:
    """LiF 5.3, ability 25: on a 3 or less a German/Italian entry chit goes."""
    name, pool = line["leader"], "entry-germany-italy"
    may_act_for(sheet, owner(sheet, name), line["by"])
    on_map(sheet, name)
    insist(25 in CAN[name] and sheet["places"].get(name, ["", True])[1], f"{name} may not")
    insist(line["minor"] not in (*POWERS, COUNTRY[name]), "a minor country")
    insist(sheet["vichy"] != "stands", "not while Vichy stands")
    is_neutral(sheet, line["minor"])
    chits = line.get("chits", {})
    insist(set(chits) <= {pool}, "only from there")
    told_beforehand(sheet, pool, -3, chits.get(pool), line.get("roll"))
    enough(sheet, lacking(sheet, pool, -3))
    roll = die(sheet, line.get("roll"))
    note(sheet, entered=line["minor"], roll=roll)
    if roll <= 3:
        leave(sheet, pool, 1, those_going(sheet, pool, 1, chits.get(pool)))
    else:
        insist(sheet["us"]["dice"] == "ledger" or not chits.get(pool), "none leaves")
