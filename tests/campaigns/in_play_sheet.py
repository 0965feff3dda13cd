"""LiF 2, 3, 5.1: the second sheet of paper: leaders on the map and the USSR's counters.

It lies beside the sheet of `paper_sheet.py` and is as plain: dictionaries that are written on.
Where the rulebooks leave room, the club's rulings 28 to 37 are followed.
"""

import json

from paper_sheet import (
    COUNTRY,
    POWERS,
    PRINTED,
    START,
    USSR_START,
    Line,
    Sheet,
    insist,
    owner,
    standings,
    war_of,
)

CHART = (
    "raeder 4 95-112 donitz 3 92-102-104 rundstedt 5 2-5-6-48-55 guderian 4 2-28-39-46 "
    "richthofen 3 2-77-79-80 rommel 3 39-56-58 kleist 3 2-36-49 manstein 5 2-27-39-41-62 "
    "kesselring 4 38-74-76-78 somerville 3 23-103-117 dowding 3 21-74-76-81 "
    "cunningham 5 1-105-110-121-122 oconnor 3 27-36-56 montgomery 5 1-29-48-55 "
    "wavell 4 1-4-24-49 harris 4 2-77-86 mountbatten 4 1-61-108-109 chiang 5 47-67-70 "
    "mao 5 7-8-9-11 chennault 3 74-80-81-84 stilwell 4 3-43 pretelat 4 25-30 darlan 4 35-91 "
    "de-lattre 3 1-26-46 de-gaulle 5 7-12-41 cavagnari 4 91-107 balbo 4 63-73-90 "
    "graziani 5 4-27 fougier 3 75-76 messe 3 31-42-46 terauchi 5 22-50-52 nagumo 3 74-96-97-106 "
    "yamamoto 5 13-75-93 ozawa 3 81-83-93 mikawa 3 94-114-115 yamashita 4 46-51-53-66 "
    "hata 3 19-45-49-83 toyoda 4 80-107 mannerheim 3 55-69 franco 3 7-10-17 "
    "timoshenko 4 7-20-65 zhukov 5 33-37-40-47 kuznetsov 4 119-120 koniev 4 30-41-45 "
    "novikov 3 76-77-78-85 rokossovsky 3 55-60-68-71 vasilevsky 3 5-15-16-18 vatutin 3 34-49-72 "
    "eisenhower 5 14-64-118 patton 3 39-46-54 macarthur 5 2-32-44-88 nimitz 5 2-93-111-121 "
    "halsey 4 82-100-113 doolittle 3 74-76-77-80 fletcher 3 93-97-98-99 spaatz 4 2-79-81-87 "
    "bradley 4 4-57-59 spruance 4 101-102-105-116"
)
"""Every leader with his stars and the numbers of his abilities."""
WORDS = CHART.split()
STARS = {name: int(stars) for name, stars in zip(WORDS[::3], WORDS[1::3], strict=True)}
CAN = {
    name: [int(number) for number in numbers.split("-")]
    for name, numbers in zip(WORDS[::3], WORDS[2::3], strict=True)
}
WHITE = (1, 2, 97)
"""Ruling 29."""
IN_RANGE = (
    *(5, 7, 8, 9, 10, 11, 14, 15, 21, *range(30, 35), 38, *range(40, 44), 45, *range(48, 54), 55),
    *(59, 64, 65, 67, 68, 69, 70, 72, 77, 78, 79, 80, 90, 114),
)
"""Abilities whose text reaches as far as the leader's range; all others need him there."""
FLOWN = (73, 74, 75, 76, *range(81, 90), 96)
"""Abilities of aircraft that start where he is, or that he flies with: felt wherever they fly."""
AT_SEA = (
    *(22, *range(91, 96), 99, 100, *range(102, 105), *range(110, 113), 115, 116, 117, 118, 120),
    122,
)
"""Abilities of ships that no text ties to one section: felt in all of the leader's sea area."""
NAMED = {31: ("germany", "italy"), 43: ("china",)}
"""Ruling 41: abilities whose own text says whom they serve."""
EACH_HEX = (30, 31, 32, 33, 34, 38, 43, 45, 50, 51, 59, 68, 70, 72)
"""Ruling 43: abilities of every unit, combat or hex in range: each hex once in a step."""
WHOLE_COMBAT = (18, *range(26, 36), 45, 52, 53, 54, 62, 65, 69, 70, 72)
"""Ruling 42: abilities that change a combat's die, odds, table or the strength of the hex."""
EVER = (1, 2, 4, 22, 48, 64, 67, 84, 85)
"""Abilities that belong to no step."""
BOUND = {
    "land-combat": (
        *(3, 11, 15, 18, *range(26, 46), *range(49, 57), 58, 59, *range(61, 64), 65),
        *(*range(68, 84), 89, 90, 96, 98, 103, 107, 109, 118, 119, 120, 44, 57),
    ),
    "land-movement": (9, 10, 16, 20, 24, 25, 46, 47, 49, 60, 66),
    "air-to-air": (
        *(59, 73, 74, 75, 76, 77, 78, 81, 82, 83, 86, 87, 88, 89, 90, 91, 92, 93, 94, 95, 96),
        *(97, 98, 99, 100, 101, 104, 105, 106, 108, *range(110, 113), 115, 116, 117, 119, 120, 122),
    ),
    "naval-combat": (
        *(74, 75, 78, 81, 82, 83, 88, 89, *range(91, 98), 99, 100, 101, 104, 105, 108),
        *(110, 111, 112, 115, 117),
    ),
    "shore-bombardment": (
        *(3, 11, 15, 18, *range(26, 36), 38, 43, 44, 45, *range(49, 57), 57, 58, 59, 61, 62, 63),
        *(65, 68, 69, 70, 72, 73, 74, 75, 77, 78, 81, 82, 83, 89, 96, 103, 107, 118, 119, 120),
    ),
}
"""LiF 3.2: what falls into each of the steps that these campaigns record."""
HEX_COUNTS = {"E": 1, "W": 1, "A": 2, "P": 2, "M": 6}
AIRCRAFT = ("FTR", "LND", "NAV", "ATR", "CVP")
SHIPS = ("BB", "CA", "CL", "CV", "CVL", "SUB", "TRS", "AMPH", "CP")

# --- opening in mid-war


def opened(opening: Line) -> Sheet:
    """LiF 4: this year's leaders and earlier in the cup, but for what the set-up says."""
    insist(opening["rulings"] == {"draws": "table"}, "only the default rulings are reckoned here")
    insist(opening["scenario"] == "custom", "only custom campaigns are reckoned here")
    book, setup = opening["rulebook"], opening["setup"]
    turn, vichy = opening["first_turn"], "stands" if setup.get("vichy") == "installed" else "never"
    called = {(power, mark) for power, marks in setup.get("reserves", {}).items() for mark in marks}

    def at_first(name: str) -> str:
        year = PRINTED[name]
        if year == "Free":
            return "aside" if vichy == "never" else "cup"
        if year in ("Ge", "Ja"):
            return "cup" if (COUNTRY[name], year) in called else "reserve"
        return "cup" if int(year) <= int(turn[:4]) else "aside"

    start = {**START, "ussr": USSR_START[book]}
    points = {**start, **setup.get("veto_points", {})}
    return {
        "book": book, "start": start, "turn": turn, "last": opening["last_turn"],
        "phase": "closed", "drawn": None, "held_stage": False, "markers": {}, "called": called,
        "ledger": [(turn, power, n, "start") for power, n in points.items()],
        "leaders": {name: at_first(name) for name in PRINTED} | setup.get("leaders", {}),
        "wars": {war_of(*pair) for pair in setup.get("wars", ())},
        "conquest": dict.fromkeys(POWERS, "free") | setup.get("conquest", {}), "vichy": vichy,
        "minors": {name: dict(row) for name, row in setup.get("minors", {}).items()},
        "members": {"host": ["host"]} | {m["member"]: m["roles"] for m in setup["members"]},
        "holder": {power: m["member"] for m in setup["members"] for power in m["powers"]},
        "ended": {}, "over": False, "answered": {},
        "places": {}, "leaders_due": {}, "friends": set(),
        "span": 0, "step": 0, "step_name": "", "stages": set(), "uses": [],
        "fought": {}, "promoted": set(), "units": {}, "rows": [], "deaths": 0, "recalls": 0,
        "promotions": 0,
    }  # fmt: skip


# --- whose, where, how far


def may_act_for(sheet: Sheet, power: str, by: str) -> None:
    insist(
        "host" in sheet["members"][by] or (power and sheet["holder"].get(power) == by),
        f"{by} does not play {power or 'this one'}",
    )


def on_map(sheet: Sheet, name: str) -> None:
    insist(sheet["leaders"].get(name) == "map", f"{name} is not on the map")


def off_map(sheet: Sheet, name: str, status: str) -> None:
    sheet["leaders"][name] = status
    sheet["places"].pop(name, None)


def hexes_between(one: str, other: str) -> int:
    """Hexes on one map; odd rows lie half a hex to the right, so that columns are counted twice."""
    down = abs(int(one[1:3]) - int(other[1:3]))
    half = [2 * int(place[3:]) + int(place[1:3]) % 2 for place in (one, other)]
    return down + max(0, abs(half[0] - half[1]) - down) // 2


def same_sea(one: str, other: str) -> bool:
    """Two sections of one sea area's box."""
    return (
        one.startswith("sea:") and one.split("/", maxsplit=1)[0] == other.split("/", maxsplit=1)[0]
    )


def within_range(name: str, here: str, there: str) -> bool:
    """LiF 2: as many European hexes as he has stars; Asian and Pacific 2, American 6."""
    if here == there:
        return True
    insist(":" not in here + there and here[0] == there[0], "one map only is reckoned here")
    return hexes_between(here, there) * HEX_COUNTS[here[0]] <= STARS[name]


def at_war(sheet: Sheet, one: str, other: str) -> bool:
    return war_of(one, other) in sheet["wars"]


def is_ally(sheet: Sheet, one: str, other: str) -> bool:
    return war_of(one, other) in sheet["friends"] and not at_war(sheet, one, other)


def may_serve(sheet: Sheet, name: str, ability: int, country: str) -> bool:
    """LiF 3.2: own units, aligned minors, co-operating powers; Italians and minors their own."""
    mine = COUNTRY[name]
    if country == mine or country in NAMED.get(ability, ()):
        return True
    if mine not in POWERS or 2 in CAN[name]:
        return False
    if mine == "italy":
        return False
    if country not in POWERS:
        return bool(sheet["minors"].get(country) == {"status": "aligned", "power": mine})
    return 1 not in CAN[name] and is_ally(sheet, mine, country)


def spent(sheet: Sheet, name: str, ability: int, where: str) -> bool:
    """LiF 3.2, ruling 30: whether his rank on this map was used up by another leader."""
    new = sheet["book"] == "lif-1998"
    if new and ability in WHITE:
        return False
    mine = owner(sheet, name)
    for use in sheet["uses"]:
        if use["leader"] == name or use["map"] != where or STARS[use["leader"]] != STARS[name]:
            continue
        if new:
            if use["span"] == sheet["span"] and owner(sheet, use["leader"]) == mine:
                return True
        elif use["step"] == sheet["step"] and mine in {
            owner(sheet, use["leader"]),
            *use["helps"],
        }:
            return True
    return False


# --- what the paper says at the end


def standings_in_play(sheet: Sheet) -> Line:
    """The standings of chapter 4, and beside them where leaders and counters are."""
    return {
        **standings(sheet),
        "places": {name: list(place) for name, place in sorted(sheet["places"].items())},
        "counters": {
            name: [unit["place"], unit["location"], unit["arrives"], unit["face_up"]]
            for name, unit in sorted(sheet["units"].items())
        },
    }


def written_out_in_play(sheet: Sheet) -> str:
    """The standings as JSON, a turn to a line, and then the combats, one to a line."""
    turns = [f"  {json.dumps(t)}: {json.dumps(s)}" for t, s in sheet["ended"].items()]
    rows = [f"  {json.dumps(row)}" for row in sheet["rows"]]
    final = json.dumps({"turn": sheet["turn"], **standings_in_play(sheet)})
    tally = {key: sheet[key] for key in ("recalls", "deaths", "promotions")}
    tally = json.dumps({"combats": sum("attacker" in row for row in sheet["rows"]), **tally})
    return (
        '{"final": ' + final + ',\n "tally": ' + tally
        + ',\n "turns": {\n' + ",\n".join(turns)
        + '\n },\n "happened": [\n' + ",\n".join(rows) + "\n]}\n"
    )  # fmt: skip
