"""Deals what a story tries: scenes, announcements and reports, lawful and not."""

from dataclasses import dataclass, field
from random import Random

from combat_story.fights import contradictions
from combat_story.sheet import ABILITIES, AIR, ALIGNED, LAND, LEADERS, NOT_SAID, SHIPS
from combat_story.table import Table, Told, within_limits

HEXES = ("1429", "1430", "1428", "1329", "1330", "1528", "1431", "1427", "1129", "1434")
ARMIES = (
    (("germany",), ("ussr",)),
    (("germany", "italy"), ("ussr",)),
    (("germany", "rumania"), ("ussr",)),
    (("finland", "germany"), ("ussr",)),
    (("italy",), ("commonwealth",)),
    (("germany",), ("commonwealth", "usa")),
    (("germany", "italy"), ("commonwealth", "ussr")),
)
SEA = "sea:coral-sea/"


@dataclass
class Scene:
    """Who fights where; `attackers` and `defenders` are countries."""

    kind: str
    hex: str
    attackers: list[str]
    defenders: list[str]
    pieces: dict[str, str] = field(default_factory=dict)
    """Counters that take part, and on which side."""

    def side_of(self, who: str) -> str:
        attacking_axis = bool({"germany", "italy", "japan"} & set(self.attackers))
        return "attacker" if LEADERS[who].axis == attacking_axis else "defender"

    def countries(self, side: str) -> list[str]:
        return self.attackers if side == "attacker" else self.defenders


def scene(dice: Random, letter: str) -> Scene:
    """Mostly on land; now and then in the air or at sea."""
    kind = dice.choice(("land",) * 7 + ("naval", "naval-air", "air"))
    if kind in ("naval", "naval-air"):
        pair = [["japan"], ["usa"]]
        dice.shuffle(pair)
        return Scene(kind, f"{SEA}{dice.randint(2, 4)}", *pair)
    sides = [list(one) for one in dice.choice(ARMIES)]
    dice.shuffle(sides)
    return Scene(kind, letter + dice.choice(HEXES), *sides)


def neighbour(dice: Random, hex: str) -> str:
    """A hex of the same row beside this one."""
    return f"{hex[:3]}{int(hex[3:]) + dice.choice((-1, 1)):02}"


# --- announcements ------------------------------------------------------------------------------


def use(dice: Random, table: Table, fought: Scene) -> Told | None:
    """An announcement for the combat at hand; about a third of them with something amiss."""
    who = dice.choice([one for one in LEADERS if table.on_map(one) or dice.random() < 0.2])
    known = [one for one in LEADERS[who].abilities if one in ABILITIES]
    known = [one for one in known if (one, table.step_name) not in NOT_SAID]
    if not known:
        return None
    fitting = [one for one in known if ABILITIES[one].steps[0] == "*"
               or table.step_name in ABILITIES[one].steps]  # fmt: skip
    number = dice.choice(fitting if fitting and dice.random() < 0.85 else known)
    side = fought.side_of(who)
    ability = ABILITIES[number]
    told: Told = {"leader": who, "ability": number, "hex": fought.hex}
    place = table.places.get(who, fought.hex)
    if ability.reach in ("own", "section") or table.step_name == "land-movement":
        told["hex"] = place
    elif place != fought.hex and side == "defender" and dice.random() < 0.1:
        told["in_attacked_hex"] = True
    elif side == "attacker" and ability.side != "defender":
        told |= {"attacking": True, "stacked_with_participant": dice.random() < 0.9}
    elif ability.die < 0 and dice.random() < 0.1:
        told |= {"attacking": True, "stacked_with_participant": True}
    told["helps"] = helped(dice, table, who, number, fought.countries(side))
    if number == 49:
        told["units"] = dice.choice((0, 1, 1, 2, 3, 4, 5))
    if dice.random() < 0.3 and table.step_name != "land-movement":
        told["combat"] = table.next_combat
    if not place.startswith(("E", "A")):
        told["map"] = "P"
    elif dice.random() < 0.05:
        told["ability"] = next(one for one in ABILITIES if one not in LEADERS[who].abilities)
    return told if (side == "attacker") == bool(told.get("attacking")) or _sure(told) else None


def _sure(told: Told) -> bool:
    """Attacks that are not said to be attacks are only those of what serves either side."""
    return ABILITIES[told["ability"]].side != "attacker"


def helped(dice: Random, table: Table, who: str, number: int, there: list[str]) -> list[str]:
    """Whom a use names: mostly those of the side whom he may help."""
    if number == 31:
        return ["germany", "italy"]
    may = [one for one in there if within_limits(table, who, one, number)]
    if dice.random() < 0.12:
        return sorted(set(dice.sample(there, 1)) | {LEADERS[who].power})
    return may or [LEADERS[who].power]


# --- reports ------------------------------------------------------------------------------------


def report(dice: Random, table: Table, fought: Scene) -> Told:
    """A report as the record would have it, which `amiss` may then spoil."""
    told: Told = {
        "kind": fought.kind,
        "hex": fought.hex,
        "attackers": list(fought.attackers),
        "defenders": list(fought.defenders),
        "losses": losses(dice, table, fought),
        "leaders": [],
    }
    belong = {one.leader for one in table.belonging(fought.hex)}
    for who in LEADERS:
        if not table.on_map(who):
            continue
        side, place = fought.side_of(who), table.places[who]
        one: Told = {"leader": who, "side": side, "ability_used": who in belong}
        there = {**told, "leaders": [{**one, "stacked": True}]}
        near = "stacked elsewhere" not in contradictions(table, there)
        if place.startswith("sea:") != fought.hex.startswith("sea:"):
            near = False
        if not belong & {who} and not (near and dice.random() < 0.6):
            continue
        one["stacked"] = near and dice.random() < 0.9
        one["took_part"] = near and dice.random() < 0.7
        if not one["ability_used"] and dice.random() < 0.4:
            one["ability_used"] = True
        if fought.kind == "naval-air" and dice.random() < 0.4:
            one["helps_aircraft_only"] = True
        told["leaders"].append(one)
    if dice.random() < 0.25:
        told["left_alone"] = lonely(dice, table, told)
    return told


def lonely(dice: Random, table: Table, told: Told) -> list[str]:
    """One whom the report may leave alone, now and then with his side's losses made so."""
    those = [one["leader"] for one in told["leaders"] if one.get("stacked")]
    if not those:
        return []
    who = dice.choice(those)
    if dice.random() < 0.8:
        side = next(one["side"] for one in told["leaders"] if one["leader"] == who)
        for loss in told["losses"]:
            if loss["side"] == side and loss["fate"] == "retreated":
                piece = table.pieces.get(loss.get("counter", ""))
                cost = piece.cost if piece else LAND.get(loss["type"], 2)
                loss["fate"], loss["build_points"] = "killed", cost
    return [who]


def losses(dice: Random, table: Table, fought: Scene) -> list[Told]:
    """Up to five on either side; one side mostly comes off worse."""
    found = []
    worse = dice.choice(("attacker", "defender"))
    types = {"naval": SHIPS, "air": AIR, "naval-air": {**SHIPS, **AIR}}.get(fought.kind, LAND)
    for side in ("attacker", "defender"):
        for _ in range(dice.randint(0, 4) if side == worse else dice.randint(0, 1)):
            kind = dice.choice(list(types))
            if fought.kind == "land" and dice.random() < 0.06:
                kind = "FTR"
            found.append(loss(dice, side, dice.choice(fought.countries(side)), kind))
    for name, side in fought.pieces.items():
        piece = table.pieces[name]
        if piece.place == "map" and dice.random() < 0.35:
            one = loss(dice, side, piece.power, piece.type)
            one |= {"counter": name, "size": piece.size}
            one["build_points"] = 0 if one["fate"] == "retreated" else piece.cost
            for key in ("build_points", "size", "hq"):
                if dice.random() < 0.3:
                    one.pop(key, None)
            found.append(one)
    return found


def loss(dice: Random, side: str, country: str, kind: str) -> Told:
    """One unit: killed, or (on land) shattered or driven off."""
    fates = (
        ("killed", "killed", "killed", "shattered", "retreated") if kind in LAND else ("killed",)
    )
    fate = dice.choice(fates)
    cost = {**LAND, **AIR, **SHIPS}[kind]
    one: Told = {
        "side": side,
        "power": country,
        "controlled_by": ALIGNED.get(country, country),
        "type": kind,
        "fate": fate,
        "build_points": 0 if fate == "retreated" else cost,
        "hq": kind.startswith("HQ"),
    }
    if kind == "INF" and dice.random() < 0.25:
        one["size"] = "division"
    if fate == "killed" and dice.random() < 0.1:
        one["counts_for_attacker"] = False
        if dice.random() < 0.5:
            one |= {"counts_for_defender": False, "counts_for_death": False}
    return one


def amiss(dice: Random, table: Table, told: Told, fought: Scene) -> Told:
    """The same report with one thing in it that may be wrong."""
    told = {**told, "leaders": [{**one} for one in told["leaders"]],
            "losses": [{**one} for one in told["losses"]]}  # fmt: skip
    enemy = {"attacker": "defender", "defender": "attacker"}
    match dice.randrange(13):
        case 0 if told["leaders"]:
            gone = told["leaders"].pop(dice.randrange(len(told["leaders"])))["leader"]
            told["left_alone"] = [who for who in told.get("left_alone", ()) if who != gone]
        case 1 if told["leaders"]:
            one = dice.choice(told["leaders"])
            one["side"] = enemy[one["side"]]
        case 2 if told["leaders"]:
            dice.choice(told["leaders"])["ability_used"] = False
        case 3:
            who = dice.choice(list(LEADERS))
            if who not in {one["leader"] for one in told["leaders"]}:
                flags = {"stacked": True, "took_part": dice.random() < 0.5}
                told["leaders"].append({"leader": who, "side": fought.side_of(who), **flags})
        case 4 if told["leaders"]:
            told["left_alone"] = [dice.choice(told["leaders"])["leader"]]
        case 5 if told["losses"]:
            one = dice.choice(told["losses"])
            one["power"] = one["controlled_by"] = "china"
        case 6 if any(one["fate"] == "retreated" for one in told["losses"]):
            next(one for one in told["losses"] if one["fate"] == "retreated")["build_points"] = 2
        case 7:
            told["recall"] = [dice.choice(list(LEADERS))]
        case 11 if told["losses"]:
            dice.choice(told["losses"]).pop("build_points", None)
        case 12 if any(one.get("counter") for one in told["losses"]):
            one = dice.choice([one for one in told["losses"] if one.get("counter")])
            one |= dice.choice(({"size": "division"}, {"hq": True}, {"build_points": 9}))
        case 8:
            told["contradicts"] = "the record is wrong"
        case 9 if table.pieces:
            name = dice.choice(list(table.pieces))
            piece = table.pieces[name]
            side = "attacker" if piece.power in told["attackers"] else "defender"
            if name not in {one.get("counter") for one in told["losses"]}:
                one = loss(dice, side, piece.power, piece.type)
                one |= {"counter": name, "size": piece.size, "build_points": 0, "fate": "retreated"}
                told["losses"].append(one)
        case _:
            told["attackers"] = [*told["attackers"], told["defenders"][0]]
    return told
