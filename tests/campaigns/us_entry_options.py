"""LiF 5.3.2: the USA picks its options, reckoned a second time."""

from in_play_combats import lay as lay_unit
from in_play_sheet import AIRCRAFT
from paper_sheet import AXIS, POWERS, Line, Sheet, insist
from us_entry_chart import (
    answered,
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
from us_entry_sheet import (
    AIMS,
    count_of,
    in_pool,
    next_draw,
    note,
    put_aside,
    seed,
    shift,
    turn_of,
    turn_up,
)

NEI = "netherlands-east-indies"
AIMED = {"red": ("japan",), "gray": ("germany-italy",), "green": AIMS}
FOR_SOMEBODY = (18, 33, 46)
KIT_OPTIONS = (12, 18, 32, 33, 34, 37, 40, 44, 46, 49)
NUMBERED = (1, 4, 11, 22, 31)
"""LiF 5.3.2, 6: options that the kit has by number alone; each is picked once, as its others."""
ASKED_OF_OPTIONS = {
    32: {"pacific-fleet": ("honolulu", "singapore", "elsewhere")},
    40: {"panama-canal-closed": ("yes",)},
    49: {"marshalls-militarized": ("yes",)},
}


def pick_option(sheet: Sheet, line: Line) -> None:
    """LiF 5.3.2: the level is shown in each pool aimed at, then tension is rolled for."""
    us, number, target = sheet["us"], line["option"], line.get("target", "")
    holder = sheet["holder"].get("usa")
    by = line["by"]
    insist(by == holder if holder else "host" in sheet["members"][by], "the USA's player picks")
    waits = any(due["aside"] and due["pool"].startswith("tension") for due in us["due"])
    insist(not waits and us["may"]["tension"] and not put_aside(sheet, "tension"), "below zero")
    row = of_chart(sheet, "option", number)
    may_be_picked(sheet, number, target)
    once = number in NUMBERED or (row["once"] and number not in KIT_OPTIONS)
    insist(not once or not picked(sheet, number), "comes once")
    licences(sheet, line)
    convoys(sheet, line)
    militia = militia_in_pool(sheet) if number == 44 else []
    drawn_at_table = len(militia) > 2 and us["dice"] == "table"
    asked = ASKED_OF_OPTIONS.get(number, {})
    if drawn_at_table:
        asked = {f"militia-{n}": tuple(militia) for n in (1, 2)}
    answered(line, asked)
    aims = AIMED.get(row["colour"]) or [a for a in AIMS if number_of(row, a) is not None]
    numbers = {aim: number_of(row, aim) for aim in aims}
    insist(aims and None not in numbers.values(), "the chart is silent")
    insist(row["level"] is not None, "the chart has no level")
    tension = {aim: n or 0 for aim, n in numbers.items()}
    insist(min(tension.values()) >= 0, "below nothing")
    insist(set(line.get("rolls", {})) <= set(aims), "not aimed there")
    insist(set(line.get("chits", {})) <= {f"entry-{aim}" for aim in aims}, "not aimed there")
    for aim, n in tension.items():
        named = line.get("chits", {}).get(f"entry-{aim}")
        die = line.get("rolls", {}).get(aim)
        told_beforehand(sheet, f"entry-{aim}", n, named, die, us["chosen"])
    enough(sheet, sum(lacking(sheet, f"entry-{aim}", n) for aim, n in tension.items()))
    turn_up(sheet, proof(sheet, line.get("show"), list(aims), row["level"]))
    rolls = {a: rolled(sheet, n, line.get("rolls", {}).get(a)) for a, n in tension.items()}
    mobilized = mobilize(sheet, militia, line.get("stated", {}))
    note(sheet, option=number, target=target, rolls=rolls)
    for aim, (_, count, _) in rolls.items():
        pool, count = f"entry-{aim}", count or 0
        named = those_going(sheet, pool, count, line.get("chits", {}).get(pool))
        if count:
            shift(sheet, pool, f"tension-{aim}", count, named)
        else:
            insist(not named, "none leaves")
    us["options"].append([number, target, sheet["turn"]])
    for name, country in line.get("counters", {}).items():
        sheet["units"][name]["power"] = country
    if number == 37:
        us["supply"]["canadian-cities"] = ["usa", "primary"]
    for name in mobilized:
        lay_unit(sheet["units"][name], "circle", "", turn_of(count_of(sheet["turn"]) + 1))


def may_be_picked(sheet: Sheet, number: int, target: str) -> None:
    if number not in KIT_OPTIONS:
        return
    insist(bool(target) == (number in FOR_SOMEBODY), "for whom?")
    again = picked(sheet, number, target if target else None)
    insist(not again, "picked before")
    if number == 12:
        insist(not any(at_war(sheet, "usa", power) for power in POWERS), "the USA is at war")
    if number in (18, 33):
        insist(target in POWERS and target not in (*AXIS, "usa"), "for an ally")
        insist(any(at_war(sheet, target, enemy) for enemy in AXIS), "it is not at war")
        insist(target != "china" or picked(sheet, {18: 11, 33: 22}[number]), "China needs another")
        insist(number == 18 or picked(sheet, 18, target), "resources come first")
    if number == 46:
        insist(target in ("commonwealth", NEI), "only these two")
        lord = sheet["minors"].get(target, {})
        insist(lord.get("power") != "japan", "Japan's already")
        lord = lord["power"] if lord.get("status") == "aligned" else target
        insist(not at_war(sheet, "japan", target), "at war already")
        insist(not at_war(sheet, "japan", lord), "at war already")


def licences(sheet: Sheet, line: Line) -> None:
    """LiF 5.3.2: aircraft of the USA's pools, of this year or later, for others to build."""
    told = line.get("counters", {})
    insist(not told or line["option"] == 12, "only option 12")
    for name, country in told.items():
        unit = sheet["units"].get(name)
        insist(unit and unit["power"] == "usa" and country != "usa", "the USA's, for others")
        insist(unit["type"].startswith(AIRCRAFT), "aircraft")
        insist(unit["place"] in ("pool", "future"), "in a force pool, now or later")


def convoys(sheet: Sheet, line: Line) -> None:
    """LiF 5.3.2: no more than were removed, to Allied powers that fight."""
    gives, removed = line.get("gives", {}), line.get("removed", 0)
    insist(bool(removed) == (line["option"] == 34), "convoy points are for option 34")
    insist(not gives or line["option"] == 34, "convoy points are for option 34")
    insist(removed <= 15 and sum(gives.values()) <= removed, "too many")
    for power in gives:
        fights = any(power in pair for pair in sheet["wars"])
        insist(power in POWERS and power not in AXIS and fights, f"{power} is no active ally")


def militia_in_pool(sheet: Sheet) -> list[str]:
    return sorted(
        name
        for name, unit in sheet["units"].items()
        if unit["power"] == "usa" and unit["type"] == "MIL" and unit["place"] == "pool"
    )


def mobilize(sheet: Sheet, there: list[str], stated: dict[str, str]) -> list[str]:
    """LiF 5.3.2: two at random; where the record has fewer, the table knows."""
    if len(there) <= 2:
        return there if len(there) == 2 else []
    if sheet["us"]["dice"] == "table":
        insist(stated["militia-1"] != stated["militia-2"], "two of them")
        return [stated["militia-1"], stated["militia-2"]]
    first = next_draw(sheet, seed(sheet), there)
    return [first, next_draw(sheet, seed(sheet), [name for name in there if name != first])]


def proof(sheet: Sheet, told: list[str] | None, aims: list[str], level: int) -> list[str]:
    """LiF 5.3.2: chits named, or as few as will do: those seen before first, the highest first."""
    insist(told is None or level, "no level, nothing to show")
    everywhere = [name for aim in aims for name in in_pool(sheet, f"entry-{aim}")]
    insist(told is None or len(set(told) & set(everywhere)) == len(told), "show what is there")
    turned: list[str] = []
    for aim in aims:
        lying = [(name, sheet["us"]["lying"][name]) for name in in_pool(sheet, f"entry-{aim}")]
        if told is None:
            lying.sort(key=lambda one: (not one[1]["shown"], -one[1]["value"]))
        else:
            lying = [one for one in lying if one[0] in told]
        total = 0
        for name, chit in lying:
            if told is not None or total < level:
                turned.append(name)
                total += chit["value"]
        insist(total >= level, f"the level against {aim} is too low")
    return turned
