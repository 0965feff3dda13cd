"""LiF 3.3, 5.1, 5.4: combats, who is recalled or dies by them, Guards Banners and counters."""

from in_play_sheet import (
    AIRCRAFT,
    SHIPS,
    STARS,
    WHOLE_COMBAT,
    hexes_between,
    may_act_for,
    may_serve,
    off_map,
    on_map,
)
from paper_sheet import POWERS, Line, Sheet, Wrong, insist, owner
from worked_out import MONTHS

NEEDED = {
    "lif-1998": {"attacker": 5, "defender": 7, "naval or air": 10},
    "lif-list": {"attacker": 6, "defender": 6, "naval or air": 11},
}
"""LiF 3.3: how many build points more than the other side's cost a side one of its leaders."""
OTHER = {"attacker": "defender", "defender": "attacker"}
MERIT = {"killed": 3.0, "shattered": 2.0, "retreated": 1.0}


def is_land(loss: Line) -> bool:
    return loss["type"] not in (*AIRCRAFT, *SHIPS)


def known(sheet: Sheet, line: Line) -> Line:
    """Ruling 51: a report with what the sheet knows of its counters; more is asked for."""
    told = []
    for loss in line["losses"]:
        unit = sheet["units"].get(loss.get("counter", ""), {})
        kind = unit.get("type") or loss["type"]
        facts = {"size": unit.get("size", "corps"), "hq": kind.startswith("HQ")}
        if loss["fate"] != "retreated" and unit.get("cost") is not None:
            facts["build_points"] = unit["cost"]
        if unit and not line.get("contradicts"):
            insist(all(loss.get(key, value) == value for key, value in facts.items()
                       if (loss["fate"], key) != ("shattered", "build_points")),
                   f"{loss['counter']} is otherwise on the sheet")  # fmt: skip
        told.append({**facts, **loss})
        insist(loss["fate"] != "killed" or "build_points" in told[-1], "what did it cost?")
    return {**line, "losses": told}


def look_over(sheet: Sheet, line: Line) -> None:
    """What cannot be in a report: strangers, losses of those who did not fight, absent counters."""
    fighting = {"attacker": line["attackers"], "defender": line["defenders"]}
    insist(not set(line["attackers"]) & set(line["defenders"]), "who fights himself?")
    insist(line["attackers"] and line["defenders"], "two sides fight")
    counters = [loss["counter"] for loss in line["losses"] if "counter" in loss]
    insist(len(counters) == len(set(counters)), "no counter dies twice")
    for loss in line["losses"]:
        insist(loss["power"] in fighting[loss["side"]], f"{loss['power']} does not fight")
        lord = loss["controlled_by"]
        insist(lord in POWERS and (loss["power"] not in POWERS or loss["power"] == lord), "whose?")
        insist(loss["fate"] != "retreated" or not loss.get("build_points"), "a retreat is free")
        if "counter" in loss:
            unit = sheet["units"].get(loss["counter"])
            insist(unit and unit["place"] == "map", f"{loss['counter']} is not on the map")
            insist((unit["power"], unit["type"]) == (loss["power"], loss["type"]), "another unit")
    names = [one["leader"] for one in line.get("leaders", ())]
    insist(len(names) == len(set(names)), "a leader is there once")
    for one in line.get("leaders", ()):
        on_map(sheet, one["leader"])
        insist(on_side(sheet, one["leader"]) == side_of(fighting[one["side"]]), "an enemy's leader")
        spot = sheet["places"].get(one["leader"])
        if line["kind"] == "land" and one.get("stacked") and spot and ":" not in spot[0]:
            near = int(one["side"] == "attacker")
            insist(spot[0][0] == line["hex"][0], "on another map")
            insist(hexes_between(spot[0], line["hex"]) <= near, "stacked with whom?")


AXIS = ("germany", "italy", "japan", "finland", "hungary", "rumania", "bulgaria")


def side_of(countries: list[str]) -> bool:
    """Ruling 3: whether those who fight are the Axis."""
    return any(country in AXIS for country in countries)


def on_side(sheet: Sheet, name: str) -> bool:
    return owner(sheet, name) in AXIS


def held_against(sheet: Sheet, line: Line, number: str) -> None:
    """Rulings 42 and 45: who used an ability in a combat is in its report, and with his own."""
    told = {one["leader"]: one for one in line.get("leaders", ())}
    for use in sheet["uses"]:
        name = use["leader"]
        here = not use["combat"] and use["hex"] == line["hex"] and use["step"] == sheet["step"]
        if sheet["leaders"].get(name) != "map" or not (use["combat"] == number or here):
            continue
        insist(name in told, f"{name} is left out")
        insist(sheet["book"] == "lif-list" or told[name].get("ability_used"), f"{name} used none")
        for country in line[told[name]["side"] + "s"]:
            insist(
                use["ability"] not in WHOLE_COMBAT
                or may_serve(sheet, name, use["ability"], country),
                f"{name} does not serve {country}",
            )


def points(losses: list[Line], side: str, column: str, aircraft_only: bool) -> int:
    """Build points that a side lost, as one of the two recalls counts them (ruling 33)."""
    return sum(
        loss.get("build_points", 0)
        for loss in losses
        if loss["side"] == side
        and loss["fate"] != "shattered"
        and loss.get(column, True)
        and (not aircraft_only or loss["type"] in AIRCRAFT)
    )


def answerable(sheet: Sheet, line: Line, one: Line) -> bool:
    """LiF 3.3(a)-(c), ruling 31: he had to do with it, and his side lost too much by it."""
    side, new = one["side"], sheet["book"] == "lif-1998"
    if new:
        tied = one.get("ability_used", False)
    else:
        tied = one.get("took_part" if side == "attacker" else "stacked", False)
    needed = NEEDED[sheet["book"]][side if line["kind"] == "land" else "naval or air"]
    flew = new and line["kind"] == "naval-air" and one.get("helps_aircraft_only", False)
    column = f"counts_for_{side}"
    mine = points(line["losses"], side, column, flew)
    theirs = points(line["losses"], OTHER[side], column, flew)
    return tied and mine - theirs >= needed


def recalled(sheet: Sheet, line: Line, side: str, named: set[str]) -> list[str]:
    """One leader a side: the rule's, or the one whom the host named among equals."""
    left = [
        one["leader"]
        for one in line.get("leaders", ())
        if one["side"] == side
        and one["leader"] not in dying(sheet, line)
        and answerable(sheet, line, one)
    ]
    if sheet["book"] == "lif-1998" and left:
        top = max(STARS[name] for name in left)
        left = [name for name in left if STARS[name] == top]

        def lost(name: str) -> int:
            mine = [x for x in line["losses"] if x["controlled_by"] == owner(sheet, name)]
            return points(mine, side, f"counts_for_{side}", False)

        most = max(lost(name) for name in left)
        left = [name for name in left if lost(name) == most]
    if len(left) < 2:
        return left
    chosen = sorted(named & set(left))
    insist(len(chosen) == 1, f"one of {left} goes; which?")
    named.discard(chosen[0])
    return chosen


def dying(sheet: Sheet, line: Line) -> set[str]:
    """Ruling 47: with one who is left alone die all of his side who are in his hex."""
    alone = line.get("left_alone", [])
    return {
        *alone,
        *(
            other
            for name in alone
            for other, spot in sheet["places"].items()
            if spot[0] == sheet["places"].get(name, [""])[0]
            and on_side(sheet, other) == on_side(sheet, name)
        ),
    }


def dies_alone(sheet: Sheet, line: Line, name: str) -> None:
    """LiF 3.3(a): land combat destroyed every other land unit (list: unit) of his hex."""
    on_map(sheet, name)
    insist(line["kind"] == "land", "by land combat only")
    insist(
        all(
            loss["fate"] == "killed" or loss["side"] == "attacker" or not is_land(loss)
            for loss in line["losses"]
        )
        or sheet["places"][name][0] != line["hex"],
        "one unit of the hex lives",
    )
    side = {one["leader"]: one["side"] for one in line.get("leaders", ())}.get(name)
    insist(side or sheet["places"][name][0] == line["hex"], f"{name} is not in this combat")
    insist(
        any(
            loss["side"] == (side or "defender") and loss["fate"] == "killed"
            and loss.get("counts_for_death", True)
            and (sheet["book"] == "lif-list" or is_land(loss))
            for loss in line["losses"]
        ),
        f"nobody died beside {name}",
    )  # fmt: skip


def report_combat(sheet: Sheet, line: Line) -> None:
    look_over(sheet, line)
    line = known(sheet, line)
    number = f"{sheet['turn']}-{len(sheet['fought']) + 1}"
    held_against(sheet, line, number)
    for name in line.get("left_alone", []):
        dies_alone(sheet, line, name)
    dead = sorted(dying(sheet, line))
    named = set(line.get("recall", ()))
    gone = [name for side in OTHER for name in recalled(sheet, line, side, named)]
    insist(not named - set(gone), f"{named} does not go")
    for one in line.get("leaders", ()):
        if sheet["book"] == "lif-1998" and one.get("ability_used"):
            told = [u for u in sheet["uses"] if u["leader"] == one["leader"]]
            insist(any(u["combat"] == number for u in told), f"{one['leader']} announced nothing")
    sheet["fought"][number] = line
    for loss in line["losses"]:
        if "counter" in loss and loss["fate"] == "killed":
            lay(sheet["units"][loss["counter"]], home(sheet["units"][loss["counter"]]))
        if "counter" in loss and loss["fate"] == "shattered":
            back = turn_of(count_of(sheet["turn"]) + 1)
            lay(sheet["units"][loss["counter"]], "circle", arrives=loss.get("arrives", back))
    for name in dead:
        off_map(sheet, name, "dead")
    for name in gone:
        off_map(sheet, name, "cup")
    sheet["deaths"] += len(dead)
    sheet["recalls"] += len(gone)
    total = {s: sum(x.get("build_points", 0) for x in line["losses"] if x["side"] == s)
             for s in OTHER}  # fmt: skip
    sheet["rows"].append(
        {"combat": number, **total, "recalled": gone, "killed": sorted(dead)}
    )  # fmt: skip


def struck(sheet: Sheet, line: Line) -> None:
    """LiF 3.3(d): under half the needed roll; half of an odd number keeps its half.

    At most the needed roll disorganises him: he turns face-down.
    """
    on_map(sheet, line["leader"])
    if line["roll"] < line["needed"] / 2:
        leaves(sheet, line["leader"], "recalled", "cup")
    elif line["roll"] <= line["needed"] and line["leader"] in sheet["places"]:
        sheet["places"][line["leader"]][1] = False


def bombed(sheet: Sheet, line: Line) -> None:
    on_map(sheet, line["leader"])
    leaves(sheet, line["leader"], "recalled", "cup")


def lost(sheet: Sheet, line: Line) -> None:
    """LiF 3.3(b)-(d): 1998: one who is overrun lives if a ship or aircraft took him along."""
    name, saved = line["leader"], line.get("rebased_to")
    on_map(sheet, name)
    insist(not saved or line["cause"] == "overrun", "only the overrun rebase")
    at_sea = sheet["places"][name][0].startswith("sea:")
    insist(line["cause"] == "pilot" or at_sea == (line["cause"] == "sea-box"), "not where he is")
    if saved and sheet["book"] == "lif-1998":
        sheet["places"][name][0] = saved
    else:
        leaves(sheet, name, "killed", "dead")


def leaves(sheet: Sheet, name: str, how: str, status: str) -> None:
    off_map(sheet, name, status)
    sheet["recalls" if how == "recalled" else "deaths"] += 1
    sheet["rows"].append({how: name, "turn": sheet["turn"]})


# --- 5.1: Guards Banners


def home(unit: Line) -> str:
    return "reserve" if unit["guards"] else "pool"


def lay(
    unit: Line, place: str, location: str = "", arrives: str = "", face_up: bool = True
) -> None:
    unit.update(place=place, location=location, arrives=arrives, face_up=face_up)


def merit(line: Line) -> int:
    """LiF 5.1: German-controlled losses less Soviet ones; ruling 34: a half counts up."""
    mine = "attacker" if "ussr" in line["attackers"] else "defender"
    insist(line["kind"] == "land" and "ussr" in line[mine + "s"], "the USSR did not fight on land")
    total = 0.0
    for loss in line["losses"]:
        worth = MERIT[loss["fate"]] * (2 if loss.get("hq") else 1)
        worth /= 2 if loss.get("size") == "division" else 1
        if not is_land(loss):
            continue
        if loss["side"] == mine:
            total -= worth if loss["controlled_by"] == "ussr" else 0
        else:
            total += worth if loss["controlled_by"] == "germany" else 0
    return int(total + 0.5) if total > 0 else 0


def fought_in(line: Line, name: str, unit: Line) -> None:
    """A surviving unit of the battle: a defender's hex is the battle's, an attacker's beside it."""
    fates = {loss.get("counter"): loss["fate"] for loss in line["losses"]}
    insist(fates.get(name, "retreated") == "retreated", f"{name} did not survive")
    away = hexes_between(unit["location"], line["hex"])
    insist(name in fates or away <= int("ussr" in line["attackers"]), f"{name} was elsewhere")


def promote(sheet: Sheet, line: Line) -> None:
    may_act_for(sheet, "ussr", line["by"])
    number = line["combat"]
    insist(number in sheet["fought"], "no such combat this turn")
    insist(number not in sheet["promoted"], "one promotion a combat")
    score = merit(sheet["fought"][number])
    insist(score > 0, "not won")
    unit, army = sheet["units"].get(line["unit"]), sheet["units"].get(line["army"])
    if not unit or not army:
        raise Wrong("no such counter")
    insist(unit["power"] == "ussr" and unit["place"] == "map", "no Soviet unit on the map")
    fought_in(sheet["fought"][number], line["unit"], unit)
    insist(army["guards"] and army["place"] == "reserve", "no free Guards Banner")
    insist(unit["type"] and unit["type"] == army["type"], "types must match")
    insist(unit["combat"] is not None and army["combat"] is not None, "no numbers to add")
    insist(score + unit["combat"] >= army["combat"], "not enough")
    there, face_up = unit["location"], unit["face_up"]
    lay(unit, home(unit))
    lay(army, "map", there, face_up=face_up)
    sheet["promoted"].add(number)
    sheet["promotions"] += 1
    sheet["rows"].append(
        {"promoted": line["army"], "from": line["unit"], "combat": number, "score": score}
    )


# --- 5.4: counters come and go


def count_of(turn: str) -> int:
    return int(turn[:4]) * 6 + MONTHS.index(turn[5:])


def turn_of(count: int) -> str:
    return f"{count // 6}-{MONTHS[count % 6]}"


FACTS = ("power", "type", "combat", "cost", "size")


def add_counters(sheet: Sheet, line: Line) -> None:
    """LiF 5.4, ruling 37: new ones, and numbers for those that had none."""
    for row in line["counters"]:
        known = sheet["units"].get(row["id"])
        facts = {key: row[key] for key in FACTS if row.get(key) is not None}
        if known:
            insist(all(known.get(k) in (None, "", v) for k, v in facts.items()), "says otherwise")
            known.update(facts)
            continue
        unit = {"type": "", "combat": None, "guards": row.get("guards_banner", False), **facts}
        unit["year"] = row.get("available")
        sheet["units"][row["id"]] = unit
        later = (unit["year"] or 0) > int(sheet["turn"][:4])
        lay(unit, "future" if later else home(unit))


def move_counter(sheet: Sheet, line: Line) -> None:
    unit, to = sheet["units"].get(line["counter"]), line["to"]
    if not unit:
        raise Wrong("no such counter")
    may_act_for(sheet, unit["power"], line["by"])
    insist(unit["place"] not in ("scrapped", "removed"), "gone for good")
    insist(unit["place"] != "future" or to == "removed", "not due yet")
    insist(not unit["guards"] or to not in ("pool", "circle", "scrapped"), "it is a Guards army")
    due = line.get("arrives", "")
    insist((to == "circle") == bool(due), "the circle, and nothing else, has arrivals")
    insist(not due or count_of(due) > count_of(sheet["turn"]), "later")
    lay(unit, to, line.get("location", ""), due, line.get("face_up", True))
