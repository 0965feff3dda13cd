"""LiF 4.1: the statistics of a recorded campaign's boards, tallied a second time.

With a pencil beside the sheet of `worked_out.py`: whenever a leader is drawn, who is in the cup;
whenever markers are turned up, who pays what, and who holds the power. Nothing of the tracker is
used.

    python tallied.py FOLDER              prints the tally as JSON
"""

import json
import sys
from pathlib import Path

from paper_sheet import (
    POWERS,
    Line,
    Sheet,
    balance,
    blank_sheet,
    in_cup,
    on_his_side,
    owner,
    price,
    side,
)  # fmt: skip
from worked_out import enter, toll


def holder(sheet: Sheet, power: str) -> str:
    """Who plays a power; the host, where nobody holds it."""
    return str(sheet["holder"].get(power, "host")) if power else ""


def draw_of(sheet: Sheet) -> Line:
    """The draw just made, with the cup as it was before and what each group had in it."""
    cup = sorted([*in_cup(sheet), sheet["drawn"]])
    owners = [owner(sheet, name) for name in cup]
    groups = {power: owners.count(power) for power in POWERS if power in owners}
    for of_side in ("axis", "allies"):
        mine = sum(side(power) == of_side for power in owners if power)
        groups |= {of_side: mine} if mine else {}
    return {
        "turn": sheet["turn"], "leader": sheet["drawn"], "cup": cup, "groups": groups,
        "owner": owner(sheet, sheet["drawn"]),
    }  # fmt: skip


def ballots_of(sheet: Sheet, number: int, leader: str) -> list[Line]:
    """The vetoes about to be turned up."""
    mine = owner(sheet, leader)
    return [
        {
            "draw": number, "leader": leader, "power": power, "member": holder(sheet, power),
            "said": "support" if on_his_side(sheet, leader, power) else "veto",
            "of_power": mine, "of_member": holder(sheet, mine),
            "points": price(sheet, leader, power),
        }
        for power, marker in sheet["markers"].items()
        if marker["choice"] == "veto"
    ]  # fmt: skip


def votes_of(sheet: Sheet, number: int) -> list[Line]:
    """The votes about to be turned up that cost anything."""
    return [
        {"draw": number, "power": power, "member": holder(sheet, power), "points": cost}
        for power, marker in sheet["markers"].items()
        if (cost := toll(sheet, power, marker["choice"]))
    ]


def tally(folder: Path) -> Line:
    """Every draw, veto and paid vote of a campaign."""
    sheet = blank_sheet(json.loads((folder / "open.json").read_text("utf-8")))
    draws: list[Line] = []
    vetoes: list[Line] = []
    votes: list[Line] = []
    for text in (folder / "commands.jsonl").read_text("utf-8").splitlines():
        line, phase = json.loads(text), sheet["phase"]
        if line["command"] == "OpenBallots" and phase == "ballots":
            vetoes += ballots_of(sheet, len(draws), sheet["drawn"])
        if line["command"] == "OpenVotes" and phase == "votes":
            votes += votes_of(sheet, len(draws))
        enter(sheet, line)
        if line["command"] == "OpenBallots" and phase == "ballots":
            draws[-1]["sent_back"] = sheet["leaders"][draws[-1]["leader"]] == "cup"
        if line["command"] == "DrawLeader" and (phase, sheet["phase"]) == ("draw", "ballots"):
            draws.append(draw_of(sheet))
    left = {power: balance(sheet, power) for power in POWERS}
    return {"draws": draws, "vetoes": vetoes, "votes": votes, "left": left}


if __name__ == "__main__":
    print(json.dumps(tally(Path(sys.argv[1]))))
