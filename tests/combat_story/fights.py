"""LiF 3.3, rulings 31 to 33, 42 and 45 to 48: what becomes of a reported combat."""

from dataclasses import dataclass, field

from combat_story.sheet import ABILITIES, AIR, LAND, LEADERS, hexes_between, on_land
from combat_story.table import Table, Told, serves

SIDES = ("attacker", "defender")


@dataclass
class Outcome:
    """What a report brings: nothing but `why` where it is refused."""

    why: str = ""
    dead: set[str] = field(default_factory=set)
    recalled: dict[str, set[str]] = field(default_factory=dict)
    """By side those who may be the one recalled; one alone where the rule or the host says."""
    places: dict[str, str] = field(default_factory=dict)
    """Where counters of the report go."""


def judged(table: Table, told: Told) -> Outcome:
    """The whole report, held against the rules and the record."""
    wrong = _malformed(table, told) or _impossible(table, told)
    if wrong:
        return Outcome(wrong)
    against = contradictions(table, told)
    if against and not told.get("contradicts"):
        return Outcome(f"against the record: {sorted(against)}")
    if told.get("contradicts") and not against:
        return Outcome("agrees with the record")
    dead = _dead(table, told)
    choices = _exposed(table, told, dead)
    wrong, recalled = _chosen(table, told, choices)
    if wrong:
        return Outcome(wrong)
    return Outcome("", dead, recalled, _moved(table, told))


# --- what no report may say ---------------------------------------------------------------------


def _malformed(table: Table, told: Told) -> str:
    named = [one["counter"] for one in told["losses"] if one.get("counter")]
    if len(named) != len(set(named)) or set(named) - set(table.pieces):
        return "counters"
    if set(told["attackers"]) & set(told["defenders"]):
        return "both sides"
    if any(_unknown(table, one) for one in told["losses"]):
        return "what it cost nobody knows"
    return ""


def _impossible(table: Table, told: Told) -> str:
    for one in told["losses"]:
        if one["power"] not in told[f"{one['side']}s"]:
            return "a loss of nobody there"
        if one["fate"] == "retreated" and one.get("build_points"):
            return "a retreat costs nothing"
        if _unlike(table, one):
            return "a counter that is another"
    if not all(table.on_map(one["leader"]) for one in told.get("leaders", ())):
        return "not on the map"
    if not all(_alone(table, told, who) for who in told.get("left_alone", ())):
        return "not left alone"
    return ""


def _unknown(table: Table, loss: Told) -> bool:
    """Ruling 51: neither told nor known is asked for; the stories' counters are all known."""
    costs = loss["fate"] == "killed" or (loss["fate"] == "shattered" and table.shattered_count)
    counts = any(loss.get(f"counts_for_{side}", True) for side in SIDES)
    return costs and counts and "build_points" not in loss and not loss.get("counter")


def _other_values(table: Table, loss: Told) -> bool:
    """Ruling 51: a known counter with another size, HQ or cost."""
    piece = table.pieces.get(loss.get("counter", ""))
    if piece is None:
        return False
    cost = 0 if loss["fate"] == "retreated" else piece.cost
    known = {"build_points": cost, "size": piece.size, "hq": piece.type.startswith("HQ")}
    return any(loss.get(key, value) != value for key, value in known.items())


def _unlike(table: Table, loss: Told) -> bool:
    """A counter named among the losses is on the map and is what the report says."""
    if not loss.get("counter"):
        return False
    piece = table.pieces[loss["counter"]]
    return piece.place != "map" or (piece.power, piece.type) != (loss["power"], loss["type"])


def _within(table: Table, told: Told) -> bool:
    """Ruling 42: whoever a use for the whole combat would serve is within its limits."""
    for use in table.belonging(told["hex"]):
        if not table.on_map(use.leader) or not ABILITIES[use.ability].whole:
            continue
        side = _side_of(told, use.leader)
        there = frozenset(told[f"{side}s"])
        if not serves(table, use.leader, use.ability, there, whole=True):
            return False
    return True


def _side_of(told: Told, who: str) -> str:
    """The side on which a leader's power fights."""
    axis = LEADERS[who].axis
    attackers_axis = bool(
        {"germany", "italy", "japan", "finland", "rumania"} & {*told["attackers"]}
    )
    return "attacker" if axis == attackers_axis else "defender"


# --- against the record -------------------------------------------------------------------------


def contradictions(table: Table, told: Told) -> set[str]:
    """Ruling 45: in what a report goes against the record."""
    found = set()
    if not _within(table, told):
        found.add("outside his limits")
    if any(_other_values(table, one) for one in told["losses"]):
        found.add("another counter's values")
    listed = {one["leader"]: one for one in told.get("leaders", ())}
    for use in table.belonging(told["hex"]):
        if not table.on_map(use.leader):
            continue
        if use.leader not in listed:
            found.add("left out")
        elif not listed[use.leader].get("ability_used") and not table.list_edition:
            found.add("use denied")
    for who, one in listed.items():
        if _side_of(told, who) != one["side"]:
            found.add("of the enemy's side")
        if told["kind"] == "land" and one.get("stacked") and not there(table, told, one):
            found.add("stacked elsewhere")
    for who in told.get("left_alone", ()):
        if not there(table, told, _entry(told, who)):
            found.add("left alone elsewhere")
    return found


def _entry(told: Told, who: str) -> Told:
    """What the report says of a leader, or what follows where it does not list him."""
    listed = next((one for one in told.get("leaders", ()) if one["leader"] == who), None)
    return listed or {"leader": who, "side": _side_of(told, who)}


def there(table: Table, told: Told, one: Told) -> bool:
    """A defender is in the hex, an attacker in or beside it."""
    place = table.places[one["leader"]]
    if place == told["hex"]:
        return True
    if one["side"] == "defender":
        return False
    if not on_land(place) or place[0] != told["hex"][0]:
        return True  # an invader's way from the sea is not on record
    return hexes_between(place, told["hex"]) <= 1


# --- death --------------------------------------------------------------------------------------


def _alone(table: Table, told: Told, who: str) -> bool:
    """LiF 3.3(a): every other (1998: land) unit of his hex was destroyed in land combat."""
    if told["kind"] != "land" or not table.on_map(who):
        return False
    one = _entry(told, who)
    listed = who in {entry["leader"] for entry in told.get("leaders", ())}
    if not listed and table.places[who] != told["hex"]:
        return False
    own = [loss for loss in told["losses"] if loss["side"] == one["side"]]
    counted = [loss for loss in own if table.list_edition or loss["type"] in LAND]
    if one["side"] == "defender" and any(loss["fate"] != "killed" for loss in counted):
        return False
    return any(loss["fate"] == "killed" and loss.get("counts_for_death", True) for loss in counted)


def _dead(table: Table, told: Told) -> set[str]:
    """Ruling 47: with one who is left alone die the others of his side in that hex."""
    dead = set(told.get("left_alone", ()))
    for who in tuple(dead):
        one = _entry(told, who)
        hex = told["hex"] if one["side"] == "defender" else table.places[who]
        if one["side"] == "attacker" and not there(table, told, one):
            continue  # the record is wrong of him, and nobody knows beside whom he was
        dead |= {
            other for other, place in table.places.items()
            if place == hex and LEADERS[other].axis == LEADERS[who].axis
        }  # fmt: skip
    return dead


# --- recall -------------------------------------------------------------------------------------


def _points(table: Table, loss: Told) -> int:
    """Ruling 51: what a loss costs, as told or as the sheet knows it; ruling 48."""
    if loss["fate"] == "retreated" or (loss["fate"] == "shattered" and not table.shattered_count):
        return 0
    piece = table.pieces.get(loss.get("counter", ""))
    known = piece.cost if piece else 0
    return int(loss.get("build_points", known))


def _lost(table: Table, told: Told, side: str, of: str, *, air: bool = False) -> int:
    """What a side lost, as it counts for the recall of one side's leaders (ruling 33)."""
    return sum(
        _points(table, loss)
        for loss in told["losses"]
        if loss["side"] == side
        and loss.get(f"counts_for_{of}", True)
        and (not air or loss["type"] in AIR)
    )


def _threshold(table: Table, told: Told, side: str) -> int:
    if table.list_edition:
        return 6 if told["kind"] == "land" else 11
    return 10 if told["kind"] != "land" else 5 if side == "attacker" else 7


def _answers(table: Table, one: Told) -> bool:
    """Ruling 31: 1998 whose ability served; list edition who attacked or stood with defenders."""
    if not table.list_edition:
        return bool(one.get("ability_used"))
    return bool(one.get("took_part" if one["side"] == "attacker" else "stacked"))


def _exposed(table: Table, told: Told, dead: set[str]) -> dict[str, set[str]]:
    """By side those of whom one is recalled; ruling 46: the dead leave it to the rest."""
    found: dict[str, set[str]] = {}
    for side, enemy in (SIDES, SIDES[::-1]):
        exposed = {
            one["leader"]
            for one in told.get("leaders", ())
            if one["side"] == side
            and one["leader"] not in dead
            and _answers(table, one)
            and _margin(table, told, side, enemy, one) >= _threshold(table, told, side)
        }
        if exposed:
            found[side] = exposed if table.list_edition else _highest(table, told, side, exposed)
    return found


def _margin(table: Table, told: Told, side: str, enemy: str, one: Told) -> int:
    """How much more his side lost; who served aircraft alone answers for them alone (1998)."""
    air = (
        not table.list_edition
        and told["kind"] == "naval-air"
        and bool(one.get("helps_aircraft_only"))
    )
    return _lost(table, told, side, side, air=air) - _lost(table, told, enemy, side, air=air)


def _highest(table: Table, told: Told, side: str, exposed: set[str]) -> set[str]:
    """Ruling 32, 1998: the highest in rank, then the power that lost most."""
    stars = max(LEADERS[who].stars for who in exposed)
    first = {who for who in exposed if LEADERS[who].stars == stars}
    lost = {
        who: sum(
            _points(table, loss)
            for loss in told["losses"]
            if loss["side"] == side
            and loss["controlled_by"] == LEADERS[who].major
            and loss.get(f"counts_for_{side}", True)
        )
        for who in first
    }
    return {who for who in first if lost[who] == max(lost.values())}


def open_choices(table: Table, told: Told) -> list[set[str]]:
    """The choices that the host or the draw at the table must settle."""
    choices = _exposed(table, told, _dead(table, told)).values()
    return [those for those in choices if len(those) > 1]


def _chosen(
    table: Table, told: Told, choices: dict[str, set[str]]
) -> tuple[str, dict[str, set[str]]]:
    """Whom the host or the draw at the table names, where the rule leaves it open."""
    named = list(told.get("recall", ()))
    if named and table.list_edition and table.by_ledger:
        return "names one too many", {}
    result = dict(choices)
    for side, those in choices.items():
        if len(those) == 1 or (table.list_edition and table.by_ledger):
            continue
        mine = [who for who in named if who in those]
        if len(mine) != 1:
            return "the choice is open", {}
        named.remove(mine[0])
        result[side] = set(mine)
    certain = {who for those in choices.values() if len(those) == 1 for who in those}
    named = [who for who in named if who not in certain]
    return ("names one too many" if named else ""), result


# --- counters -----------------------------------------------------------------------------------


def _moved(table: Table, told: Told) -> dict[str, str]:
    """LiF 5.1: the destroyed go to their pools, Guards Banner armies to reserve."""
    moved = {}
    for loss in told["losses"]:
        piece = table.pieces.get(loss.get("counter", ""))
        if piece and loss["fate"] == "killed":
            moved[loss["counter"]] = "reserve" if piece.guards else "pool"
        elif piece and loss["fate"] == "shattered":
            moved[loss["counter"]] = "off"
    return moved


def settled(table: Table, told: Told, outcome: Outcome, recalled: set[str]) -> None:
    """Takes an accepted report down."""
    table.combats += 1
    for who in outcome.dead:
        table.leaves(who, "dead")
    for who in recalled:
        table.leaves(who, "cup")
    for name, place in outcome.places.items():
        table.pieces[name].place = place
        table.pieces[name].location = ""
