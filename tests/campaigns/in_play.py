"""LiF 2 to 5.1: what a campaign with leaders and counters in play must come to, reckoned again.

The Promotions Board and the war around it are reckoned by `worked_out.py`, combats and Guards
Banners by `in_play_combats.py`; here are the turn, leaders' moves and the use of abilities.

    python in_play.py FOLDER             prints the standings
    python in_play.py FOLDER --write     keeps them as FOLDER/expected.json
"""

import copy
import json
import sys
from collections.abc import Callable
from pathlib import Path

import in_play_combats as combats
import worked_out
from in_play_combats import count_of, home, lay
from in_play_sheet import (
    AT_SEA,
    BOUND,
    CAN,
    EACH_HEX,
    EVER,
    FLOWN,
    HEX_COUNTS,
    IN_RANGE,
    WHITE,
    hexes_between,
    is_ally,
    may_act_for,
    may_serve,
    on_map,
    opened,
    same_sea,
    spent,
    standings_in_play,
    within_range,
    written_out_in_play,
)
from paper_sheet import COUNTRY, POWERS, Line, Sheet, Wrong, insist, owner, war_of

CARRIED, ON_LAND = ("naval", "air", "rebase"), ("land", "rail", "advance", "overrun")

# --- the turn and its course


def advance_turn(sheet: Sheet, line: Line) -> None:
    insist(sheet["turn"] != sheet["last"], "the calendar is over")
    now = standings_in_play(sheet)
    over = sheet["turn"]
    worked_out.advance_turn(sheet, line)
    sheet["ended"][over] = now
    sheet["fought"], sheet["promoted"], sheet["stages"], sheet["uses"] = {}, set(), set(), []
    afresh(sheet)
    for name, due in sorted(sheet["leaders_due"].items()):
        if due == sheet["turn"]:
            sheet["leaders"][name] = "arriving"
            del sheet["leaders_due"][name]
    for unit in sheet["units"].values():
        if unit["place"] == "future" and (unit["year"] or 9999) <= int(sheet["turn"][:4]):
            lay(unit, home(unit))
        if unit["arrives"] == sheet["turn"]:
            lay(unit, "map")


def close(sheet: Sheet, line: Line) -> None:
    worked_out.close_campaign(sheet, line)
    sheet["ended"][sheet["turn"]] = standings_in_play(sheet)


def set_conquest(sheet: Sheet, line: Line) -> None:
    """LiF 3.3: the dead are gone already and stay what they are."""
    dead = [name for name, status in sheet["leaders"].items() if status == "dead"]
    worked_out.set_conquest(sheet, line)
    sheet["leaders"].update(dict.fromkeys(dead, "dead"))


def afresh(sheet: Sheet) -> None:
    """LiF 3.2: a new impulse or stage, and with it a new step."""
    sheet["span"], sheet["step"], sheet["step_name"] = sheet["span"] + 1, sheet["step"] + 1, ""


def stage(sheet: Sheet, line: Line) -> None:
    insist(line["stage"] not in sheet["stages"], "once a turn")
    sheet["stages"].add(line["stage"])
    afresh(sheet)


def impulse(sheet: Sheet, _: Line) -> None:
    afresh(sheet)


def step(sheet: Sheet, line: Line) -> None:
    sheet["step"], sheet["step_name"] = sheet["step"] + 1, line["step"]


def cooperate(sheet: Sheet, line: Line) -> None:
    one, other = line["powers"]
    insist(one != other and not is_ally(sheet, one, other), "nothing new")
    insist(war_of(one, other) not in sheet["wars"], "they are at war")
    sheet["friends"].add(war_of(one, other))


def end_cooperation(sheet: Sheet, line: Line) -> None:
    pair = war_of(*line["powers"])
    insist(pair in sheet["friends"], "they do not")
    sheet["friends"].remove(pair)


# --- 3.1: leaders on the map


def place(sheet: Sheet, line: Line) -> None:
    name = line["leader"]
    may_act_for(sheet, owner(sheet, name), line["by"])
    insist(sheet["leaders"].get(name) == "arriving", f"{name} is not arriving")
    insist(not line["location"].startswith("sea:"), "ashore")
    if COUNTRY[name] not in POWERS:
        country = sheet["minors"].get(COUNTRY[name], {})
        insist(country.get("status") == "aligned", "his country is not in this")
    sheet["leaders"][name] = "map"
    sheet["places"][name] = [line["location"], line.get("face_up", True)]


def move(sheet: Sheet, line: Line) -> None:
    """LiF 3.1: 8 movement points on land; carried by ship or aircraft without limit."""
    name, there, means = line["leader"], line["location"], line.get("means", "land")
    may_act_for(sheet, owner(sheet, name), line["by"])
    on_map(sheet, name)
    here = sheet["places"].get(name)
    if here and means != "other":
        insist(there != here[0], "he is there")
        insist(means not in CARRIED or line.get("travels_with"), "with what?")
        insist(means not in ON_LAND or not there.startswith("sea:"), "he cannot walk there")
        insist(means not in ("land", "rail") or not here[0].startswith("sea:"), "he is at sea")
        if means == "land" and here[0][0] == there[0]:
            insist(hexes_between(here[0], there) <= 8, f"{name} walks 8 hexes at most")
    sheet["places"][name] = [there, here[1] if here else True]


def turn(sheet: Sheet, line: Line) -> None:
    may_act_for(sheet, owner(sheet, line["leader"]), line["by"])
    on_map(sheet, line["leader"])
    spot = sheet["places"][line["leader"]]
    insist(spot[1] != line["face_up"], "he lies so already")
    spot[1] = line["face_up"]


def to_circle(sheet: Sheet, line: Line) -> None:
    name = line["leader"]
    may_act_for(sheet, owner(sheet, name), line["by"])
    on_map(sheet, name)
    insist(count_of(line["arrives"]) > count_of(sheet["turn"]), "later")
    sheet["leaders"][name] = "circle"
    sheet["leaders_due"][name] = line["arrives"]
    del sheet["places"][name]


# --- 3.2: abilities


def use(sheet: Sheet, line: Line) -> None:
    """LiF 2, 3, 3.2: every limit on a use, in the words of each rulebook."""
    name, ability, there = line["leader"], line["ability"], line["hex"]
    new = sheet["book"] == "lif-1998"
    black = ability not in WHITE
    may_act_for(sheet, owner(sheet, name), line["by"])
    on_map(sheet, name)
    here, face_up = sheet["places"][name]
    insist(ability in CAN[name], f"{name} cannot {ability}")
    insist(face_up or ability == 48 or not (new or black), f"{name} is face-down")
    again = [u for u in sheet["uses"] if u["step"] == sheet["step"]]
    bound = BOUND.get(sheet["step_name"])
    insist(bound is None or ability in (*bound, *EVER), f"{ability} is of another step")
    mine = [u for u in again if (u["leader"], u["ability"]) == (name, ability)]
    if ability == 49:
        units = line.get("units", 0)
        insist(units and units + sum(u["units"] for u in mine) <= 4, "four units in a step")
    elif black:
        hexes = [u["hex"] for u in mine]
        insist(there not in hexes if ability in EACH_HEX else not hexes, "once a step")
    insist(ability == 49 or not line.get("units"), "units are counted with 49 alone")
    insist(line["helps"], "whom?")
    for country in line["helps"]:
        insist(may_serve(sheet, name, ability, country), f"{name} does not serve {country}")
    attacks, beside = line.get("attacking", False), line.get("stacked_with_participant", False)
    if new and line.get("in_attacked_hex") and sheet["step_name"] in ("", "land-combat"):
        insist(there == here, f"{name} is under attack himself")
    insist(not attacks or beside or (not new and ability in IN_RANGE), "beside nobody who attacks")
    if attacks and ":" not in here + there:
        insist(here[0] == there[0] and hexes_between(here, there) <= 1, "not beside that hex")
    if ability in IN_RANGE:
        insist(within_range(name, here, there), f"{there} is out of {name}'s range")
    elif ability not in FLOWN:
        at_sea = ability in AT_SEA and same_sea(here, there)
        insist(there == here or (attacks and beside) or at_sea, f"{ability} works where he is")
    where = here[0] if here[0] in HEX_COUNTS and ":" not in here else line.get("map", "")
    insist(where in HEX_COUNTS, "on which map?")
    if not new and black:
        insist(
            all(u["here"] != here or u["leader"] == name or not u["black"] for u in again),
            "one leader of a hex in a segment",
        )
    insist(not spent(sheet, name, ability, where), f"{name}'s rank is used up on {where}")
    sheet["uses"].append(
        {"leader": name, "ability": ability, "span": sheet["span"], "step": sheet["step"],
         "map": "" if new and not black else where, "here": here, "black": black,
         "helps": line["helps"], "combat": line.get("combat", ""), "hex": there,
         "units": line.get("units", 0)}
    )  # fmt: skip


# --- reading a campaign

DO: dict[str, Callable[[Sheet, Line], None]] = {
    **worked_out.DO,
    "AdvanceTurn": advance_turn, "CloseCampaign": close, "SetConquest": set_conquest,
    "BeginStage": stage, "BeginImpulse": impulse, "BeginStep": step,
    "Cooperate": cooperate, "EndCooperation": end_cooperation,
    "PlaceLeader": place, "MoveLeader": move, "TurnLeader": turn, "SendLeaderToCircle": to_circle,
    "UseAbility": use, "ReportCombat": combats.report_combat, "ReportGroundStrike": combats.struck,
    "ReportCarpetBombing": combats.bombed, "ReportLeaderLost": combats.lost,
    "PromoteGuards": combats.promote, "AddCounters": combats.add_counters,
    "MoveCounter": combats.move_counter,
}  # fmt: skip
BY_PLAYERS = (
    "SealBallot", "SealVote", "PlaceLeader", "MoveLeader", "TurnLeader", "SendLeaderToCircle",
    "UseAbility", "PromoteGuards", "MoveCounter",
)  # fmt: skip


def enter(sheet: Sheet, line: Line) -> None:
    """Writes one command on the sheet."""
    line = {"by": "host", **line}
    insist(not sheet["over"], "the campaign is over")
    insist(line["by"] in sheet["members"], f"{line['by']} is nobody here")
    if line["command"] not in BY_PLAYERS:
        insist("host" in sheet["members"][line["by"]], f"{line['by']} is not a host")
    needed = worked_out.PHASE.get(line["command"])
    if needed is None and line["command"] in worked_out.DO:
        needed = "closed"
    insist(needed in (None, "any", sheet["phase"]), f"not while the board is at {sheet['phase']}")
    DO[line["command"]](sheet, line)
    for name in [n for n in sheet["places"] if sheet["leaders"][n] != "map"]:
        del sheet["places"][name]


def forbidden(folder: Path) -> dict[int, list[Line]]:
    """The commands that the rules forbid, by the number of lines accepted before each."""
    found: dict[int, list[Line]] = {}
    for text in (folder / "forbidden.jsonl").read_text("utf-8").splitlines():
        told = json.loads(text)
        found.setdefault(told["after"], []).append(told["command"])
    return found


def read(folder: Path) -> Sheet:
    sheet = opened(json.loads((folder / "open.json").read_text("utf-8")))
    refused = forbidden(folder)
    lines = (folder / "commands.jsonl").read_text("utf-8").splitlines()
    for number, text in enumerate(lines, 1):
        try:
            enter(sheet, json.loads(text))
        except Wrong as wrong:
            raise Wrong(f"{folder.name} line {number}: {wrong}: {text}") from None
        for command in refused.get(number, ()):
            try:
                enter(copy.deepcopy(sheet), command)
            except Wrong:
                continue
            raise Wrong(f"{folder.name} after line {number}: should be forbidden: {command}")
    return sheet


def main() -> None:
    folder = Path(sys.argv[1])
    written = written_out_in_play(read(folder))
    if "--write" in sys.argv:
        (folder / "expected.json").write_text(written, "utf-8")
    else:
        print(written, end="")


if __name__ == "__main__":
    main()
