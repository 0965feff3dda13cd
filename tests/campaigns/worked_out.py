"""LiF 4, 4.1, 4.2: what a recorded campaign must come to, reckoned a second time.

A club treasurer's way of doing it: one sheet of dictionaries that is written on, and a ledger of
points whose columns are added up whenever a balance is asked for. Nothing of the tracker is used.
Whatever the rules forbid, or this reckoner has no column for, stops it with `Wrong`. The sheet
itself is in `paper_sheet.py`; here are the commands that write on it.

    python worked_out.py FOLDER              prints the standings
    python worked_out.py FOLDER --write      keeps them as FOLDER/expected.json
    python worked_out.py FOLDER --ledger     prints each power's points, year by year
"""

import json
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from paper_sheet import (
    COUNTRY,
    FREE_FRENCH,
    POWERS,
    PRINTED,
    VICHY_LEADERS,
    Line,
    Sheet,
    Wrong,
    balance,
    blank_sheet,
    columns,
    in_cup,
    insist,
    move,
    on_his_side,
    pay,
    price,
    standings,
    voters,
    war_of,
    with_marker,
    written_out,
    year_joins,
    yearly,
)

MONTHS = ["JF", "MA", "MJ", "JA", "SO", "ND"]
ENEMY = {"Ge": "germany", "Ja": "japan"}

# --- the calendar, members and the war, all while the board is closed


def advance_turn(sheet: Sheet, _: Line) -> None:
    """LiF 4, 4.2: January brings the year's leaders and every power's yearly points."""
    insist(sheet["turn"] != "1945-JA", "the calendar ends with 1945-JA")
    sheet["ended"][sheet["turn"]] = standings(sheet)
    year, month = int(sheet["turn"][:4]), MONTHS.index(sheet["turn"][5:])
    year, month = (year, month + 1) if month < 5 else (year + 1, 0)
    sheet["turn"], sheet["held_stage"] = f"{year}-{MONTHS[month]}", False
    if month == 0:
        year_joins(sheet, year)
        for power in POWERS:
            sheet["ledger"].append((sheet["turn"], power, yearly(sheet, power, year), "yearly"))


def close_campaign(sheet: Sheet, _: Line) -> None:
    sheet["ended"][sheet["turn"]] = standings(sheet)
    sheet["over"] = True


def enrol(sheet: Sheet, line: Line) -> None:
    insist(line["name"] and line["roles"], "a member has a name and a role")
    sheet["members"][line["member"]] = line["roles"]


def assign(sheet: Sheet, line: Line) -> None:
    insist(line["power"] in POWERS, "no such power")
    insist(line["member"] in sheet["members"], "not enrolled")
    insist(sheet["holder"].get(line["power"]) != line["member"], "holds it already")
    sheet["holder"][line["power"]] = line["member"]


def release(sheet: Sheet, line: Line) -> None:
    insist(sheet["holder"].pop(line["power"], None), "nobody holds it")


def declare_war(sheet: Sheet, line: Line) -> None:
    pair = war_of(line["attacker"], line["target"])
    insist(pair[0] != pair[1] and pair not in sheet["wars"], "already at war")
    sheet["wars"].add(pair)


def make_peace(sheet: Sheet, line: Line) -> None:
    """LiF 4, ruling 11: a call-out against the one ends; its leaders go back to the pool."""
    pair = war_of(*line["powers"])
    insist(pair in sheet["wars"], "there is no such war")
    sheet["wars"].remove(pair)
    for power, mark in sorted(sheet["called"]):
        if ENEMY[mark] != power and {power, ENEMY[mark]} == set(pair):
            sheet["called"].remove((power, mark))
            marked = [n for n, p in PRINTED.items() if p == mark and COUNTRY[n] == power]
            back = [n for n in marked if sheet["leaders"][n] in ("cup", "arriving")]
            move(sheet, back, "reserve")


def set_conquest(sheet: Sheet, line: Line) -> None:
    """LiF 3.3, 4, ruling 9: complete conquest removes leaders; liberation ends Vichy."""
    power, status = line["power"], line["status"]
    ends_vichy = power == "france" and status == "free" and sheet["vichy"] == "fallen"
    insist(sheet["conquest"][power] != status or ends_vichy, "nothing changes")
    sheet["conquest"][power] = status
    if ends_vichy:
        sheet["vichy"] = "never"
    if status == "complete":
        kept = FREE_FRENCH + (VICHY_LEADERS if sheet["vichy"] == "stands" else ())
        move(sheet, [n for n, c in COUNTRY.items() if c == power and n not in kept], "removed")
        if power == "france":
            free_france(sheet)


def free_france(sheet: Sheet) -> None:
    if sheet["leaders"]["de-gaulle"] == "aside":
        move(sheet, ["de-gaulle"], "cup")


def install_vichy(sheet: Sheet, _: Line) -> None:
    insist(sheet["vichy"] == "never", "Vichy has stood before")
    sheet["vichy"] = "stands"
    free_france(sheet)


def collapse_vichy(sheet: Sheet, _: Line) -> None:
    insist(sheet["vichy"] == "stands", "there is no Vichy France")
    sheet["vichy"] = "fallen"
    if sheet["conquest"]["france"] == "complete":
        lost = [n for n, c in COUNTRY.items() if c == "france" and n not in FREE_FRENCH]
        move(sheet, lost, "removed")


def set_minor(sheet: Sheet, line: Line) -> None:
    new = {key: line[key] for key in ("status", "power") if key in line}
    insist(("power" in new) == (new["status"] != "neutral"), "with whom?")
    insist(sheet["minors"].get(line["minor"]) != new, "nothing changes")
    sheet["minors"][line["minor"]] = new
    if new["status"] == "conquered":
        move(sheet, [n for n, c in COUNTRY.items() if c == line["minor"]], "removed")


def call_out(sheet: Sheet, line: Line) -> None:
    called = (line["power"], line["mark"])
    names = [n for n, p in PRINTED.items() if p == called[1] and COUNTRY[n] == called[0]]
    insist(names and called not in sheet["called"], "called out already, or nobody to call")
    sheet["called"].add(called)
    move(sheet, [n for n in names if sheet["leaders"][n] == "reserve"], "cup")


def buy(sheet: Sheet, line: Line) -> None:
    """LiF 4.2: five intelligence points for one veto point."""
    points, odd = divmod(line["intelligence_points"], 5)
    insist(points > 0 and odd == 0, "fives only")
    insist(line["power"] in with_marker(sheet), "no chart to put it on")
    sheet["ledger"].append((sheet["turn"], line["power"], points, "bought"))


# --- the Promotions Board


def open_stage(sheet: Sheet, _: Line) -> None:
    insist(not sheet["held_stage"], "one stage a turn")
    sheet["held_stage"], sheet["phase"] = True, "draw"


def draw(sheet: Sheet, line: Line) -> None:
    """LiF 4.1(1), ruling 19: an empty cup takes next year's leaders (1998) or ends the stage."""
    if not in_cup(sheet) and sheet["book"] == "lif-1998":
        year_joins(sheet, int(sheet["turn"][:4]) + 1)
    if not in_cup(sheet):
        insist("leader" not in line, "the cup is empty")
        sheet["phase"] = "closed"
        return
    insist(line.get("leader") in in_cup(sheet), f"{line.get('leader')} is not in the cup")
    move(sheet, [line["leader"]], "drawn")
    sheet["drawn"], sheet["phase"], sheet["markers"] = line["leader"], "ballots", {}


def toll(sheet: Sheet, power: str, choice: str) -> int:
    """What a marker costs its power if opened now."""
    if sheet["phase"] == "ballots":
        costs = {"no-veto": 0, "veto": price(sheet, sheet["drawn"], power)}
    else:
        costs = {"abstain": 0, "another": 1} | ({"stop": 2} if sheet["book"] == "lif-1998" else {})
    insist(choice in costs, f"{choice} is no choice here")
    return costs[choice]


def seal(sheet: Sheet, line: Line) -> None:
    """LiF 4.1(2): a marker may be turned only with the points at hand."""
    power, by = line["power"], line["by"]
    player = sheet["holder"].get(power)
    insist(power in with_marker(sheet), f"{power} holds no marker")
    insist(by == player or "host" in sheet["members"][by], f"{by} does not play {power}")
    standing = sheet["markers"].get(power)
    insist(not standing or not standing["own"] or by == player, "it is the player's own marker")
    insist(toll(sheet, power, line["choice"]) <= balance(sheet, power), f"{power} cannot pay")
    sheet["markers"][power] = {"choice": line["choice"], "own": by == player}


def shown(sheet: Sheet, line: Line, asked: list[str], least: str, silent: str) -> Counter[str]:
    """Turns all markers up and takes the points; returns who turned up what, as a count."""
    for power in asked:
        if power not in sheet["markers"] and balance(sheet, power) >= toll(sheet, power, least):
            insist(line.get("absent") == silent, f"{power} has not sealed")
    found: Counter[str] = Counter()
    for power, marker in sheet["markers"].items():
        pay(sheet, power, toll(sheet, power, marker["choice"]), marker["choice"])
        found[marker["choice"]] += 1
    return found


def open_ballots(sheet: Sheet, line: Line) -> None:
    """LiF 4.1(2): he arrives unless vetoed, or if anyone of his side turned a veto as well."""
    leader = sheet["drawn"]
    shown(sheet, line, with_marker(sheet), "veto", "no-veto")
    up = [p for p, marker in sheet["markers"].items() if marker["choice"] == "veto"]
    arrives = not up or any(on_his_side(sheet, leader, p) for p in up)
    move(sheet, [leader], "arriving" if arrives else "cup")
    sheet["drawn"], sheet["markers"] = None, {}
    sheet["phase"] = "draw" if not arrives else "votes" if voters(sheet) else "closed"


def open_votes(sheet: Sheet, line: Line) -> None:
    """LiF 4.1(5), ruling 20: one "another" is enough, unless somebody said stop."""
    found = shown(sheet, line, voters(sheet), "another", "abstain")
    sheet["phase"] = "draw" if found["another"] and not found["stop"] else "closed"
    sheet["markers"] = {}


# --- reading a campaign

PHASE: dict[str, str] = {
    "DrawLeader": "draw", "SealBallot": "ballots", "OpenBallots": "ballots",
    "SealVote": "votes", "OpenVotes": "votes",
    "EnrolMember": "any", "AssignPower": "any", "ReleasePower": "any",
}  # fmt: skip
DO: dict[str, Callable[[Sheet, Line], None]] = {
    "EnrolMember": enrol, "AssignPower": assign, "ReleasePower": release,
    "AdvanceTurn": advance_turn, "CloseCampaign": close_campaign,
    "DeclareWar": declare_war, "MakePeace": make_peace, "SetConquest": set_conquest,
    "InstallVichy": install_vichy, "CollapseVichy": collapse_vichy, "SetMinor": set_minor,
    "CallOutReserves": call_out, "BuyVetoPoints": buy, "OpenReinforcement": open_stage,
    "DrawLeader": draw, "SealBallot": seal, "OpenBallots": open_ballots,
    "SealVote": seal, "OpenVotes": open_votes,
}  # fmt: skip


def enter(sheet: Sheet, line: Line) -> None:
    """Writes one command on the sheet; a key that was used before changes nothing."""
    line = {"by": "host", **line}
    if line.get("id") in sheet["answered"]:
        insist(sheet["answered"][line["id"]] == line, "one key for two commands")
        return
    name = line["command"]
    insist(not sheet["over"], "the campaign is over")
    insist(line["by"] in sheet["members"], f"{line['by']} is nobody here")
    if name not in ("SealBallot", "SealVote"):
        insist("host" in sheet["members"][line["by"]], f"{line['by']} is not a host")
    needed = PHASE.get(name, "closed")
    insist(needed in ("any", sheet["phase"]), f"{name} while the board is at {sheet['phase']}")
    DO[name](sheet, line)
    if "id" in line:
        sheet["answered"][line["id"]] = line


def read(folder: Path) -> Sheet:
    sheet = blank_sheet(json.loads((folder / "open.json").read_text("utf-8")))
    lines = (folder / "commands.jsonl").read_text("utf-8").splitlines()
    for number, text in enumerate(lines, 1):
        try:
            enter(sheet, json.loads(text))
        except Wrong as wrong:
            raise Wrong(f"{folder.name} line {number}: {wrong}") from None
    return sheet


def main() -> None:
    folder = Path(sys.argv[1])
    sheet = read(folder)
    if "--ledger" in sys.argv:
        print(columns(sheet))
    elif "--write" in sys.argv:
        (folder / "expected.json").write_text(written_out(sheet), "utf-8")
    else:
        print(written_out(sheet), end="")


if __name__ == "__main__":
    main()
