"""What the table of Flames of War asks of the record: plain questions about plain events."""

import csv
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from campaign import fow

from .conditions import open_act
from .forgery import Forgery
from .recorded import Body, Record

BOTH = ("fow.BattleBegun", "fow.MissionRolled", "fow.RolesRolled", "fow.FreeBattleRecorded",
        "fow.BattlefieldDescribed")  # fmt: skip
"""Acts of either side."""
LISTS = ("fow.ForceEntered", "fow.ArmyListImported")
"""What names platoons of its own."""
HOSTS = ("fow.ArmyListImported", "fow.BattleAbandoned")
"""Acts of hosts alone."""


def _event(record: Record, forgery: Forgery) -> Body:
    return record.acts[forgery.act].events[forgery.nth]


def _now(forgery: Forgery) -> Body:
    return forgery.instead[0].events[forgery.nth] if forgery.instead else {}


def _later(record: Record, forgery: Forgery) -> Iterator[Body]:
    for act in record.acts[forgery.act + 1 :]:
        yield from act.events


def _sides(record: Record, forgery: Forgery) -> dict[str, str]:
    """On which side each member plays when the act comes in."""
    found: dict[str, str] = {}
    for act in record.acts[: max(forgery.act, 1)]:
        for body in act.events:
            if body["type"] == "fow.PlayerJoined":
                found[body["member"]] = body["side"]
            elif body["type"] == "fow.PlayerLeft":
                found.pop(body["member"], None)
    return found


def other_side(record: Record, forgery: Forgery) -> bool:
    """A side's own act, by somebody who plays on the other side, or on none."""
    mine = _event(record, forgery)
    if mine["type"] in BOTH:
        return _now(forgery)["by"] not in _sides(record, forgery)
    sides = _sides(record, forgery)
    own = mine.get("side") or sides.get(mine["by"])
    return sides.get(_now(forgery)["by"]) != own if own else False


def neutral(record: Record, forgery: Forgery) -> bool:
    """Only a host does this, and whoever is said to have done it is none."""
    return _event(record, forgery)["type"] in HOSTS


def speaks_later(record: Record, forgery: Forgery) -> bool:
    """The member sends something later."""
    member = _event(record, forgery)["member"]
    return any(body["by"] == member for body in _later(record, forgery))


def idle(record: Record, forgery: Forgery) -> bool:
    """The player sends nothing and is named in nothing."""
    member = _event(record, forgery)["member"]
    told = list(_later(record, forgery))
    told += record.acts[forgery.act].events[forgery.nth + 1 :]
    return not any(f'"{member}"'.encode() in msgspec.json.encode(body) for body in told)


def _sum(body: Body) -> int:
    air = (body.get("air") or {}).get("points", 0)
    return air + sum(one.get("points", 0) for one in body["platoons"])


def sum_(record: Record, forgery: Forgery) -> bool:
    """The points of platoons and air support are no longer those of the force."""
    try:
        return _sum(_now(forgery)) != _sum(_event(record, forgery))
    except TypeError:
        return True


def named(record: Record, forgery: Forgery) -> bool:
    """A platoon that has another id, and that something later names."""
    old = {one["id"] for one in _event(record, forgery)["platoons"]}
    gone = old - {one["id"] for one in _now(forgery)["platoons"]}
    words = b" ".join(msgspec.json.encode(body) for body in _later(record, forgery)
                      if body["type"] not in LISTS)  # fmt: skip
    return any(f'"{one}"'.encode() in words for one in gone)


def table_dice(record: Record, forgery: Forgery) -> bool:
    """The dice are the table's, and the other side of the roll is as it was."""
    return _event(record, forgery).get("source", "table") == "table"


def table_witness(record: Record, forgery: Forgery) -> bool:
    """Dice of the table, with another member as their witness."""
    mine, known = _event(record, forgery), {"host"}
    for act in record.acts[: max(forgery.act, 1)]:
        known |= {b["member"] for b in act.events if b["type"] == "campaign.MemberEnrolled"}
    seen = _now(forgery).get("witness")
    return table_dice(record, forgery) and seen in known - {mine["by"]}


def same_outcome(record: Record, forgery: Forgery) -> bool:
    """Table dice that bring what they brought: each as good as its old one against the score."""
    old, new = _event(record, forgery), _now(forgery)
    if not table_dice(record, forgery) or not _faces(new["dice"]):
        return False
    if old["type"] == "fow.RolesRolled":
        return _higher(old["dice"]) == _higher(new["dice"])
    if old["type"] == "fow.TerrainRolled":
        return _feature(old) == _feature(new) != ""
    needed = old["needed"]
    met = [[die >= needed for die in body["dice"]] for body in (old, new)]
    return met[0] == met[1] and bool(needed)


def _faces(dice: Any) -> bool:
    thrown = dice.values() if isinstance(dice, dict) else [dice]
    return all(isinstance(die, int) and 1 <= die <= 6 for throw in thrown for die in throw)


def _higher(dice: dict[str, list[int]]) -> str:
    """Who attacks: the side with the higher last die, all before it equal."""
    if len(dice) != 2 or len({len(throws) for throws in dice.values()}) != 1:
        return ""
    (one, mine), (two, theirs) = sorted(dice.items())
    if mine[:-1] != theirs[:-1] or mine[-1] == theirs[-1]:
        return ""
    return one if mine[-1] > theirs[-1] else two


def _feature(body: Body) -> str:
    """What the chart gives for a second die alone."""
    if len(body["dice"]) != 1:
        return ""
    for row in _chart():
        same = (row["chart"], row["category"]) == (body["chart"], body["category"])
        if same and int(row["low"]) <= body["dice"][0] <= int(row["high"]):
            return row["feature"]
    return ""


@cache
def _chart() -> list[dict[str, str]]:
    with (Path(fow.__file__).parent / "tables" / "terrain_features.csv").open() as file:
        return list(csv.DictReader(file))


def uncounted(record: Record, forgery: Forgery) -> bool:
    """FoW Victory Points: what counts is the same: Intense Battle leaves each side's first out."""
    old, new = _event(record, forgery), _now(forgery)
    begun = next(
        body
        for act in record.acts
        for body in act.events
        if body["type"] == "fow.BattleBegun" and body["battle"] == old["battle"]
    )
    free = int("intense-battle" in begun.get("rules", ()))

    def counted(body: Body) -> list[int]:
        lost, before = body.get("lost", {}), body.get("pre_game", {})
        rest = [lost.get(side, 0) - before.get(side, 0) for side in ("allies", "axis")]
        return [-1 if left < 0 else max(0, left - free) for left in rest]

    return counted(old) == counted(new) and -1 not in counted(new)


def same_works(record: Record, forgery: Forgery) -> bool:
    """FoW Fortifications: for each platoon of four teams and more a trench for each four begun."""
    old, new = (body["infantry_teams"] for body in (_event(record, forgery), _now(forgery)))
    if not all(0 <= teams <= 60 for teams in new):
        return False
    works = [[-(-teams // 4) for teams in one if teams >= 4] for one in (old, new)]
    return (sum(works[0]), len(works[0])) == (sum(works[1]), len(works[1]))


def last_counter(record: Record, forgery: Forgery) -> bool:
    """Nothing later in the battle counts on it."""
    battle = _event(record, forgery)["battle"]
    counts = ("fow.DelayCounterGained", "fow.PlatoonWithdrew")
    return not any(b["type"] in counts and b["battle"] == battle for b in _later(record, forgery))


def unspent(record: Record, forgery: Forgery) -> bool:
    """A reorganisation that cost no victory points."""
    return len(record.acts[forgery.act].events) == 1


def kampfgruppe(record: Record, forgery: Forgery) -> bool:
    """The side forms a Kampfgruppe later."""
    side = _event(record, forgery)["side"]
    return any(
        b["type"] == "fow.ForceOrganised" and b["side"] == side and b.get("kampfgruppe")
        for b in _later(record, forgery)
    )


def before_close(record: Record, forgery: Forgery) -> bool:
    """The campaign is closed next."""
    return record.acts[forgery.act + 1].events[0]["type"] == "campaign.CampaignClosed"


CONDITIONS: dict[str, Callable[[Record, Forgery], bool]] = {
    "open_act": open_act, "other_side": other_side, "neutral": neutral,
    "speaks_later": speaks_later, "idle": idle, "sum": sum_, "named": named,
    "table_dice": table_dice, "table_witness": table_witness,
    "same_outcome": same_outcome, "uncounted": uncounted, "same_works": same_works,
    "last_counter": last_counter, "unspent": unspent, "kampfgruppe": kampfgruppe,
    "before_close": before_close,
}  # fmt: skip
