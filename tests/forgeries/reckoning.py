"""A campaign's second reckoning, fed with a forged act: do rules and record allow it?

The reckoners of `tests/campaigns/` share no code with the tracker. They take commands, and each act
of a record has the command that it was; a forged field of an act is put into that command. What
follows from an act by the rules stands in the record, unforged: points paid and infused, leaders
who join, go or die, counters that move, chits drawn, dice. Where the reckoner forbids an act, or
comes to other consequences than those on record, the forgery contradicts.
"""

import json
import pickle
from collections import Counter
from collections.abc import Callable
from typing import Any

import in_play
import in_play_sheet
import paper_sheet
import us_entry
import us_entry_sheet
import worked_out
from paper_sheet import Wrong

from .forgery import Forgery
from .recorded import Body, Record

Facts = dict[str, Any]
RECKONERS: dict[str, tuple[Callable[..., Any], Callable[..., Any]]] = {
    "global-war": (paper_sheet.blank_sheet, worked_out.enter),
    "custom": (in_play_sheet.opened, in_play.enter),
    "end-of-the-beginning": (us_entry_sheet.opened, us_entry.enter),
}
PUT = {
    "campaign.MemberEnrolled": ("member", "roles"), "campaign.PowerAssigned": ("power", "member"),
    "campaign.PowerReleased": ("power",), "lif.ReservesCalledOut": ("power",),
    "lif.WarDeclared": ("attacker", "target"), "lif.PeaceMade": ("powers",),
    "lif.ConquestChanged": ("power", "status"), "lif.MinorChanged": ("minor", "status", "power"),
    "lif.VetoPointsBought": ("power",), "lif.LeaderPlaced": ("leader", "location", "face_up"),
    "lif.LeaderMoved": ("leader", "location", "means", "travels_with"),
    "lif.LeaderTurned": ("leader", "face_up"), "lif.LeaderSentToCircle": ("leader", "arrives"),
    "lif.StageBegan": ("stage",), "lif.StepBegan": ("step",),
    "lif.CooperationAgreed": ("powers",), "lif.CooperationEnded": ("powers",),
    "lif.AbilityUsed": ("leader", "ability", "hex", "helps", "combat", "attacking",
                        "stacked_with_participant", "in_attacked_hex"),
    "lif.CombatReported": ("kind", "hex", "attackers", "defenders", "losses", "leaders"),
    "lif.LeaderGroundStruck": ("leader", "roll", "needed"), "lif.LeaderKilled": ("leader",),
    "lif.GuardsPromoted": ("combat",), "lif.CountersAdded": ("counters",),
    "lif.CounterMoved": ("counter", "to", "arrives", "location"),
    "lif.ScenarioAnswered": ("answer",), "lif.EntryChartImported": ("rows",),
    "lif.EntryChitsDrawn": ("pool",), "lif.EntryOptionPicked": ("target",),
    "lif.EntryActionTaken": ("action", "power", "target"),
    "lif.NeutralMinorEntered": ("leader", "minor", "roll"),
}  # fmt: skip
"""Fields of events that are fields of their commands."""
DIRECT = {
    "lif.LeaderPlaced": ("leaders",), "lif.LeaderSentToCircle": ("leaders",),
    "lif.LeaderKilled": ("leaders", "fates"), "lif.CounterMoved": ("units",),
    "lif.CountersAdded": ("units",), "lif.VetoPointsBought": ("points",),
    "lif.EntryChitsDrawn": ("lying", "due"), "lif.NeutralMinorEntered": ("roll",),
}  # fmt: skip
"""What a forged field of an event says itself, so that it proves nothing against it."""
VICHY = {"none": "never", "installed": "stands", "collapsed": "fallen"}
STRICTER = ("announced nothing", "walks 8 hexes at most", "what did it cost?")
"""What a reckoner insists on and no rule asks: that each use of an ability was recorded, that
abilities 46 and 47 carry nobody further (ruling 49), and that an event, which has 0 where 0 was
told, tells what a unit cost (ruling 51)."""


class Reckoning:
    """The reckoning of one record: None of a dispute, which has no reckoner."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self._sheets: list[bytes] = []
        self._facts: list[Facts] = []
        opening = json.loads((record.folder / "open.json").read_text())
        campaign = record.folder.parent.name == "campaigns"
        self._reckoner = RECKONERS[opening["scenario"]] if campaign else None
        if self._reckoner is None:
            return
        sheet = self._reckoner[0](opening)
        for number in range(len(record.acts)):
            self._sheets.append(pickle.dumps(sheet))
            if number:
                self._facts.append(self._entered(sheet, self._line(number), number))
            else:
                self._facts.append({})

    def answer(self, forgery: Forgery) -> str | None:
        """Why a forgery contradicts; empty where it does not; None where nobody can answer."""
        if self._reckoner is None:
            return None
        sheet = pickle.loads(self._sheets[forgery.act])
        try:
            acts = self._forged(sheet, forgery)
            if acts is None:
                return None
            for place, (number, line, masked) in enumerate(acts):
                if "us" in sheet and number < len(self._sheets):
                    sheet["us"]["thrown"] = self._thrown(number)
                found = self._entered(sheet, line, number)
                if told := _other(found, self._facts[number], masked):
                    return f"act {place + forgery.act}: {told}"
        except Wrong as wrong:
            return None if str(wrong).endswith(STRICTER) else f"the reckoner: {wrong}"
        except (KeyError, TypeError, ValueError, IndexError, AttributeError):
            return None
        return ""

    # --- feeding it -----------------------------------------------------------------------------

    def _line(self, number: int) -> Body:
        act = self.record.acts[number]
        line = {key: value for key, value in (act.command or {}).items() if key != "id"}
        return {**line, "by": act.events[0]["by"]}

    def _thrown(self, number: int) -> int:
        return int(pickle.loads(self._sheets[number])["us"]["thrown"])

    def _forged(
        self, sheet: Any, forgery: Forgery
    ) -> list[tuple[int, Body, tuple[str, ...]]] | None:
        """The acts from the forged one on: number, line, and what proves nothing of it."""
        if forgery.act == 0:
            if not _opened_otherwise(sheet, forgery):
                return None
            return [(n, self._line(n), ()) for n in range(1, len(self.record.acts))]
        rest = [
            (n, self._line(n), ())
            for n in range(forgery.act + forgery.count, len(self.record.acts))
        ]
        if forgery.field == "act":
            mine = [forgery.act + one for one in forgery.order]
            return [*((n, self._line(n), self._direct(n)) for n in mine), *rest]
        line = self._put(forgery)
        if line is None:
            return None
        return [(forgery.act, line, DIRECT.get(forgery.topic, ())), *rest]

    def _direct(self, number: int) -> tuple[str, ...]:
        return DIRECT.get(str(self.record.acts[number].events[0]["type"]), ())

    def _put(self, forgery: Forgery) -> Body | None:
        line, field = self._line(forgery.act), forgery.field
        event = forgery.instead[0].events[forgery.nth]
        if field == "by":
            return {**line, "by": event["by"]}
        if (forgery.topic, field) == ("lif.EntryChitsShown", "chits"):
            names = "show" if line["command"] == "PickEntryOption" else "chits"
            shown = line["command"] in ("PickEntryOption", "ShowEntryChits")
            return {**line, names: list(event["chits"])} if shown else None
        if field not in PUT.get(forgery.topic, ()):
            return None
        value = event.get(field)
        if forgery.topic == "lif.NeutralMinorEntered" and field == "roll":
            value = value["value"]
        if field == "target" and value and line.get("action") == 12:
            value = value.lower()
        if value is None or (value == "" and field in ("target", "arrives", "combat")):
            return {key: one for key, one in line.items() if key != field}
        return {**line, field: value}

    def _entered(self, sheet: Any, line: Body, number: int) -> Facts:
        """Enters a command and says what came of it."""
        before = _picture(sheet)
        assert self._reckoner is not None
        enter = self._reckoner[1]
        lines = list(_readings(line, self._replaced(number)))
        kept = pickle.dumps(sheet) if len(lines) > 1 else b""
        for place, one in enumerate(lines):
            try:
                enter(sheet, one)
                break
            except Wrong:
                if place + 1 == len(lines):
                    raise
                sheet.clear()
                sheet.update(pickle.loads(kept))
        sheet["ended"] = {}
        return _came_of(before, _picture(sheet))

    def _replaced(self, number: int) -> bool:
        """Whether an act lays a marker that another replaces: what it was, nobody saw."""
        event = self.record.acts[number].events[0]
        if event["type"] not in ("lif.BallotSealed", "lif.VoteSealed"):
            return False
        for act in self.record.acts[number + 1 :]:
            other = act.events[0]
            if other["type"] in ("lif.BallotsOpened", "lif.VotesOpened"):
                return False
            if (other["type"], other.get("power")) == (event["type"], event["power"]):
                return True
        return True


def _readings(line: Body, replaced: bool) -> list[Body]:
    """The commands that an event may have been: what it does not keep may have been otherwise."""
    if replaced and "choice" in line:
        return [line, {**line, "choice": {"SealBallot": "no-veto"}.get(line["command"], "abstain")}]
    return [line]


# --- what came of an act ------------------------------------------------------------------------


def _picture(sheet: Any) -> Facts:
    us = sheet.get("us", {})
    return {
        "points": len(sheet["ledger"]), "ledger": sheet["ledger"], "phase": sheet["phase"],
        "leaders": dict(sheet["leaders"]),
        "units": {
            name: tuple(unit.get(key) for key in ("place", "location", "arrives"))
            for name, unit in sheet.get("units", {}).items()
        },
        "rows": len(sheet.get("rows", ())), "fates": sheet.get("rows", []),
        "told": len(us.get("happened", ())), "happened": us.get("happened", []),
        "sealed": dict(us.get("sealed", {})), "draw": us.get("draw"), "last": us.get("last"),
        "lying": {
            name: (chit["pool"], chit["aside"]) for name, chit in us.get("lying", {}).items()
        },
        "due": dict(_due(us)),
        "effects": {
            **us.get("partisans", {}), **us.get("supply", {}), "gas": us.get("gas_ended"),
            **{str(number): True for number in us.get("dissolved", ())},
        },
    }  # fmt: skip


def _due(us: Any) -> Counter[str]:
    """Chits still to be drawn at the table, for a pool or beside it."""
    owed: Counter[str] = Counter()
    for one in us.get("due", ()):
        owed[f"{one['pool']} {one['aside']}"] += one["count"]
    return owed


def _came_of(before: Facts, after: Facts) -> Facts:
    """What an act brought: of tables the lines that are new or others, of lists the new ones."""
    fates = [
        {key: one for key, one in row.items() if key in ("recalled", "killed", "promoted", "score")}
        for row in after["fates"][before["rows"] :]
    ]
    told = ("turn", "option", "action", "target", "entered")
    happened = [
        {key: one for key, one in row.items() if key not in told}
        for row in after["happened"][before["told"] :]
    ]
    changed = {
        name: {
            key: after[name].get(key)
            for key in (after[name] if after[name] == before[name] else after[name] | before[name])
            if after[name].get(key) != before[name].get(key)
        }
        for name in ("leaders", "units", "sealed", "lying", "effects")
    }
    return {
        "points": sorted(row[1:] for row in after["ledger"][before["points"] :]),
        "fates": fates,
        "happened": happened,
        "due": {
            where: after["due"].get(where, 0) - before["due"].get(where, 0)
            for where in after["due"] | before["due"]
            if after["due"].get(where, 0) != before["due"].get(where, 0)
        },
        **changed,
        **{
            name: after[name] if after[name] != before[name] else None
            for name in ("phase", "draw", "last")
        },
    }  # fmt: skip


def _other(found: Facts, wanted: Facts, masked: tuple[str, ...]) -> str:
    for name, value in found.items():
        old = wanted[name]
        if name == "happened" and "roll" in masked:
            value, old = ([{**row, "roll": 0} for row in rows] for rows in (value, old))
        if name not in masked and value != old:
            return f"{name}: {str(value)[:60]}, on record {str(wanted[name])[:60]}"
    return ""


# --- the opening --------------------------------------------------------------------------------


def _opened_otherwise(sheet: Any, forgery: Forgery) -> bool:
    """Writes a forged opening on the sheet; False where the sheet has no column for it."""
    old = forgery.instead[0].events
    event = old[forgery.nth] if forgery.field != "act" else {}
    match forgery.topic, forgery.field:
        case "lif.LeadersSetUp", "leaders":
            sheet["leaders"] = dict(event["leaders"])
        case "lif.LeadersSetUp", "veto_points":
            others = [row for row in sheet["ledger"] if row[3] != "start"]
            rows = [(sheet["turn"], who, n, "start") for who, n in event["veto_points"].items()]
            sheet["ledger"] = [*rows, *others]
        case "lif.LeadersSetUp", "at_war":
            sheet["wars"] = {tuple(sorted(pair)) for pair in event["at_war"]}
        case "lif.LeadersSetUp", "conquest":
            sheet["conquest"] = dict(event["conquest"])
        case "lif.LeadersSetUp", "vichy":
            sheet["vichy"] = VICHY[event["vichy"]]
        case "lif.LeadersSetUp", "minors":
            sheet["minors"] = {name: dict(row) for name, row in event["minors"].items()}
        case "lif.LeadersSetUp", "reserves_called":
            called = event["reserves_called"].items()
            sheet["called"] = {(power, mark) for power, marks in called for mark in marks}
        case "lif.EntryOpened", ("options" | "actions") as field:
            taken = [[one["number"], one.get("target", ""), ""] for one in event.get(field, ())]
            sheet["us"][field] = taken
        case (("campaign.MemberEnrolled" | "campaign.PowerAssigned"), _) if forgery.field != "by":
            members: dict[str, list[str]] = {}
            holder: dict[str, str] = {}
            for body in old:
                if body["type"] == "campaign.MemberEnrolled":
                    members[body["member"]] = list(body["roles"])
                elif body["type"] == "campaign.PowerAssigned":
                    holder[body["power"]] = body["member"]
            sheet["members"], sheet["holder"] = members, holder
            if not set(holder.values()) <= set(members):
                raise Wrong("a power's player is nobody here")
        case _:
            return False
    return True
