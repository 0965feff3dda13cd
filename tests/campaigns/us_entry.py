"""LiF 5.3, 6: what a campaign with US entry must come to, reckoned a second time.

Wars, leaders, boards and counters are reckoned by `in_play.py` and what it uses; hashes and pools
by `us_entry_sheet.py`, options and actions by the files named after them. Each line of
`forbidden.jsonl` must be refused here too.

    python us_entry.py FOLDER             prints the standings
    python us_entry.py FOLDER --write     keeps them as FOLDER/expected.json
"""

import copy
import json
import sys
from collections.abc import Callable
from pathlib import Path

import in_play
import us_entry_actions as actions
import worked_out
from paper_sheet import Line, Sheet, Wrong, in_cup, insist, voters, with_marker
from us_entry_hashes import committed, pick
from us_entry_options import pick_option
from us_entry_sheet import (
    POOLS,
    from_common,
    is_over,
    lay,
    leave,
    opened,
    put_aside,
    seed,
    shift,
    standings_with_entry,
    still_due,
    throw,
    turn_up,
    written_out_with_entry,
)

# --- the calendar and the board


def advance_turn(sheet: Sheet, line: Line) -> None:
    now = standings_with_entry(sheet)
    over = sheet["turn"]
    in_play.advance_turn(sheet, line)
    sheet["ended"][over] = now
    sheet["us"]["turns"] += 1


def close(sheet: Sheet, line: Line) -> None:
    in_play.close(sheet, line)
    sheet["ended"][sheet["turn"]] = standings_with_entry(sheet)


def entropy(sheet: Sheet, line: Line) -> None:
    """Draws: a member's words stand in every draw until the next leader was drawn."""
    insist(sheet["members"][line["by"]] != ["observer"], "they only observe")
    words, mixed = f"entropy {line['by']} ", sheet["us"]["mixed"]
    insist(sum(one.startswith(words) for one in mixed) < 8, "eight times a member and draw")
    mixed.append(f"{words}{line['value']}")


def draw_leader(sheet: Sheet, line: Line) -> None:
    """LiF 4.1: the ledger's leaders are drawn with the same arithmetic as its chits."""
    us = sheet["us"]
    if us["dice"] == "ledger":
        insist("leader" not in line and in_cup(sheet), "only from a cup that holds somebody")
        lines = [us["id"], str(us["leaders_drawn"] + 1), *us["mixed"]]
        line = {**line, "leader": pick(seed(sheet), lines, in_cup(sheet))}
    worked_out.draw(sheet, line)
    us["leaders_drawn"], us["mixed"] = us["leaders_drawn"] + 1, []


def seal(sheet: Sheet, line: Line) -> None:
    """LiF 4.1: through the vault, which then throws for nonce and IV, or on a device."""
    insist(not sheet.get("fixed"), "the markers are fixed")
    if "commitment" not in line:
        worked_out.seal(sheet, line)
        sheet["markers"][line["power"]]["nonce"] = throw(sheet, 32).hex()
        throw(sheet, 12)
        return
    silent = "no-veto" if sheet["phase"] == "ballots" else "abstain"
    worked_out.seal(sheet, {**line, "choice": silent})
    sheet["markers"][line["power"]] |= {"sealed": line["commitment"], "nonce": ""}


def fix(sheet: Sheet, _: Line) -> None:
    """LiF 4.1: nobody seals after this; only then do devices hand in their openings."""
    insist(sheet["phase"] in ("ballots", "votes") and not sheet.get("fixed"), "nothing to fix")
    sheet["fixed"] = True


def reveal(sheet: Sheet, line: Line) -> None:
    """LiF 4.1: a device hands in what opens its commitment, once the markers are fixed."""
    insist(sheet.get("fixed"), "not fixed yet")
    marker, kind = sheet["markers"][line["power"]], sheet["phase"][:-1]
    about = f"{kind}\n{sheet['us']['leaders_drawn']}\n{line['power']}"
    seal = committed(sheet["us"]["id"], about, line["choice"], line["nonce"])
    insist(seal == marker["sealed"], "not that one")
    marker.update(choice=line["choice"], nonce=line["nonce"])
    throw(sheet, 12)


def open_markers(sheet: Sheet, line: Line) -> None:
    """Draws: the nonces of what is opened go into the draws that follow, by power."""
    kind, markers = sheet["phase"][:-1], dict(sheet["markers"])
    on_devices = [who for who, marker in markers.items() if marker.get("sealed")]
    insist(sheet.get("fixed") or not on_devices, "a device sealed: fix first")
    silent = [who for who in on_devices if not markers[who]["nonce"]]
    insist(not silent or line.get("withheld"), "an opening is still to come")
    sheet["fixed"] = False
    {"ballot": worked_out.open_ballots, "vote": worked_out.open_votes}[kind](sheet, line)
    nonces = {who: marker["nonce"] for who, marker in markers.items() if marker["nonce"]}
    sheet["us"]["mixed"] += [f"{kind} {who} {nonces[who]}" for who in sorted(nonces)]


def open_ballots(sheet: Sheet, line: Line) -> None:
    insist(sheet["phase"] == "ballots" and with_marker(sheet), "there are no ballots")
    open_markers(sheet, line)


def open_votes(sheet: Sheet, line: Line) -> None:
    insist(sheet["phase"] == "votes" and voters(sheet), "there are no votes")
    open_markers(sheet, line)


def declare_war(sheet: Sheet, line: Line) -> None:
    """LiF 5.3.3: at war with the Commonwealth or the USA, Japan has no more use for its gas."""
    worked_out.declare_war(sheet, line)
    pair = {line["attacker"], line["target"]}
    if pair in ({"japan", "commonwealth"}, {"japan", "usa"}):
        sheet["us"]["gas_ended"] = True


def collapse_vichy(sheet: Sheet, line: Line) -> None:
    """LiF 5.3.3: the partisan number of action 18 is Vichy France's, and goes with it."""
    worked_out.collapse_vichy(sheet, line)
    sheet["us"]["partisans"].pop("vichy-france", None)


def cooperate(sheet: Sheet, line: Line) -> None:
    apart = sheet["us"]["spain"] and set(line["powers"]) == {"germany", "italy"}
    insist(not apart, "Italy co-operates with Germany no more")
    in_play.cooperate(sheet, line)


# --- setting up


def answer(sheet: Sheet, line: Line) -> None:
    """LiF 6: the countries for whom option 18 had been picked take its place."""
    us, told = sheet["us"], line["answer"]
    insist(us["answers"].get(line["question"]) != told, "answered so already")
    us["answers"][line["question"]] = told
    if line["question"] != "option-18":
        return
    targets = told.replace(",", " ").replace(" and ", " ").split()
    before = [one for one in us["options"] if not one[2] and one[0] != 18]
    now = [one for one in us["options"] if one[2]]
    us["options"] = [*before, *([18, target, ""] for target in targets), *now]


def import_chart(sheet: Sheet, line: Line) -> None:
    for row in line["rows"]:
        sheet["us"]["chart"][row["kind"], row["number"]] = row


def stock(sheet: Sheet, line: Line) -> None:
    """LiF 5.3, 6: the vault's secret, and with the ledger's chits the first ones at once."""
    us, rows = sheet["us"], line.get("rows", [])
    insist(not us["secret"], "stocked once")
    insist(bool(rows) == (us["chits"] == "ledger"), "a cup needs no rows, the ledger does")
    insist(len({(row["value"], row.get("year")) for row in rows}) == len(rows), "twice")
    us["secret"], us["rows"] = throw(sheet, 32), rows
    throw(sheet, 12)
    if rows:
        due, us["due"] = us["due"], []
        for one in due:
            from_common(sheet, one["pool"], one["count"])


# --- chits


def the_usas(sheet: Sheet, by: str) -> bool:
    """Members: its holder; where it has none, a host."""
    holder = sheet["holder"].get("usa")
    return by == holder if holder else "host" in sheet["members"][by]


def for_the_usa(sheet: Sheet, by: str) -> None:
    insist(the_usas(sheet, by) or "host" in sheet["members"][by], "only the USA")


def draw_chits(sheet: Sheet, line: Line) -> None:
    """LiF 5.3.3: the US entry step, unless chits lie aside for an entry pool."""
    us, pool, values = sheet["us"], line["pool"], line.get("values")
    for_the_usa(sheet, line["by"])
    insist(pool.startswith("entry"), "an entry pool")
    insist(us["secret"], "nothing is stocked")
    insist(not any(due["aside"] and due["pool"].startswith("entry") for due in us["due"]), "enter")
    insist(not put_aside(sheet, "entry"), "below zero, or not shown yet")
    if us["chits"] == "ledger":
        insist(values is None, "the ledger draws them")
        from_common(sheet, pool, line.get("count", 1))
        return
    insist(the_usas(sheet, line["by"]), "his secret")
    insist(values and line.get("count", 1) in (1, len(values)), "which values?")
    lay(sheet, pool, values or [])


def enter_chits(sheet: Sheet, line: Line) -> None:
    """Ruling 38: chits from the cup at the table, the oldest due first; they count from then."""
    pool, aside, values = line["pool"], line.get("aside", False), list(line["values"])
    insist(the_usas(sheet, line["by"]), "his secret")
    insist(sheet["us"]["chits"] == "table" and sheet["us"]["secret"], "nothing to enter")
    insist(values and still_due(sheet, pool, aside) >= len(values), "so many are not due")
    for due in sheet["us"]["due"]:
        if (due["pool"], due["aside"]) == (pool, aside):
            now, values = values[: due["count"]], values[due["count"] :]
            lay(sheet, pool, now, due["since"])
            due["count"] -= len(now)
    sheet["us"]["due"] = [due for due in sheet["us"]["due"] if due["count"]]


def give_back(sheet: Sheet, line: Line) -> None:
    insist(not still_due(sheet, line["pool"]), "enter what is due first")
    leave(sheet, line["pool"], line.get("count", 1), line.get("chits"))


def move_chits(sheet: Sheet, line: Line) -> None:
    insist(line["pool"] != line["to"] and not still_due(sheet, line["pool"]), "not so")
    shift(sheet, line["pool"], line["to"], line.get("count", 1), line.get("chits"))


def show_chits(sheet: Sheet, line: Line) -> None:
    insist(the_usas(sheet, line["by"]), "his secret")
    insist(set(line["chits"]) <= set(sheet["us"]["lying"]), "no such chit")
    insist(len(set(line["chits"])) == len(line["chits"]) > 0, "each once")
    insist("usa" not in line.get("to", ()), "to others")
    turn_up(sheet, line["chits"])


def return_aside(sheet: Sheet, line: Line) -> None:
    """LiF 5.3.3: the turns have passed: shown, and back to the common pool."""
    us, kind = sheet["us"], line["kind"]
    for_the_usa(sheet, line["by"])
    names = put_aside(sheet, kind)
    insist(names and not any(still_due(sheet, p, True) for p in POOLS if p.startswith(kind)), "no")
    insist(the_usas(sheet, line["by"]), "only the USA's player knows when a wait is over")
    insist(is_over(sheet, kind), "not over yet")
    for name in names:
        del us["lying"][name]
    us["may"][kind] = True


# --- reading a campaign

DO: dict[str, Callable[[Sheet, Line], None]] = {
    **in_play.DO,
    "AdvanceTurn": advance_turn, "CloseCampaign": close, "AddEntropy": entropy,
    "DrawLeader": draw_leader, "SealBallot": seal, "SealVote": seal,
    "FixMarkers": fix, "RevealBallot": reveal, "RevealVote": reveal,
    "OpenBallots": open_ballots, "OpenVotes": open_votes,
    "DeclareWar": declare_war, "CollapseVichy": collapse_vichy, "Cooperate": cooperate,
    "AnswerScenario": answer, "ImportEntryChart": import_chart, "StockEntryChits": stock,
    "DrawEntryChits": draw_chits, "EnterEntryChits": enter_chits,
    "ReturnEntryChits": give_back, "MoveEntryChits": move_chits, "ShowEntryChits": show_chits,
    "ReturnAsideChits": return_aside,
    "PickEntryOption": pick_option, "TakeEntryAction": actions.take_action,
    "RetakeCity": actions.retake, "AlignSpain": actions.align_spain,
    "EnterNeutralMinor": actions.enter_minor,
}  # fmt: skip
BY_PLAYERS = (
    *in_play.BY_PLAYERS, "RevealBallot", "RevealVote", "AddEntropy", "DrawEntryChits",
    "EnterEntryChits", "ShowEntryChits", "ReturnAsideChits", "PickEntryOption", "TakeEntryAction",
    "AlignSpain", "EnterNeutralMinor",
)  # fmt: skip
WHILE_CLOSED = ("TakeEntryAction", "RetakeCity", "AlignSpain", "EnterNeutralMinor")


def enter(sheet: Sheet, line: Line) -> None:
    """Writes one command on the sheet."""
    line = {"by": "host", **line}
    name = line["command"]
    insist(not sheet["over"], "the campaign is over")
    insist(line["by"] in sheet["members"], f"{line['by']} is nobody here")
    if name not in BY_PLAYERS:
        insist("host" in sheet["members"][line["by"]], f"{line['by']} is not a host")
    needed = worked_out.PHASE.get(name)
    if (needed is None and name in worked_out.DO) or name in WHILE_CLOSED:
        needed = "closed"
    insist(needed in (None, "any", sheet["phase"]), f"not while the board is at {sheet['phase']}")
    DO[name](sheet, line)
    for gone in [who for who in sheet["places"] if sheet["leaders"][who] != "map"]:
        del sheet["places"][gone]


def read(folder: Path) -> Sheet:
    sheet = opened(json.loads((folder / "open.json").read_text("utf-8")))
    refused = in_play.forbidden(folder)
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
    written = written_out_with_entry(read(folder))
    if "--write" in sys.argv:
        (folder / "expected.json").write_text(written, "utf-8")
    else:
        print(written, end="")


if __name__ == "__main__":
    main()
