"""The paper that a campaign is reckoned on: who is where, and a ledger of veto points.

Balances are never kept: a power's points are the sum of its column whenever they are asked for.
"""

import json
from typing import Any

Sheet = dict[str, Any]
Line = dict[str, Any]

START = {"germany": 5, "italy": 2, "japan": 3, "commonwealth": 3, "france": 2, "usa": 1, "china": 1}
USSR_START = {"lif-1998": 3, "lif-list": 4}
POWERS = sorted([*START, "ussr"])
AXIS = ("germany", "italy", "japan")
COUNTERS = {
    "germany": "raeder 1928 donitz 1935 rundstedt 1938 guderian 1939 richthofen 1940 rommel 1940 "
    "kleist 1941 manstein 1941 kesselring 1942",
    "commonwealth": "somerville Ge dowding 1936 cunningham 1939 oconnor 1940 montgomery 1941 "
    "wavell 1941 harris 1942 mountbatten 1942",
    "china": "chiang 1925 mao 1927 chennault 1940 stilwell 1942",
    "france": "pretelat 1937 darlan 1938 de-lattre 1942 de-gaulle Free",
    "italy": "cavagnari 1935 balbo 1939 graziani 1940 fougier 1941 messe 1942",
    "japan": "terauchi 1937 nagumo 1939 yamamoto 1939 ozawa 1940 mikawa 1941 yamashita 1941 "
    "hata 1942 toyoda 1942",
    "finland": "mannerheim 1938",
    "spain": "franco 1935",
    "ussr": "timoshenko 1936 zhukov 1938 kuznetsov 1939 koniev 1941 novikov 1942 "
    "rokossovsky 1942 vasilevsky 1942 vatutin 1942",
    "usa": "eisenhower Ge patton Ge macarthur Ja nimitz Ja halsey 1938 doolittle 1940 "
    "fletcher 1941 spaatz 1941 bradley 1942 spruance 1942",
}
COUNTRY = {n: c for c, row in COUNTERS.items() for n in row.split()[::2]}
PRINTED = {n: p for row in COUNTERS.values() for n, p in zip(*[iter(row.split())] * 2, strict=True)}
VICHY_LEADERS = ("darlan", "pretelat")
FREE_FRENCH = ("de-gaulle", "de-lattre")


class Wrong(Exception):
    """A line that the rules do not allow, or that this reckoner cannot follow."""


def insist(fact: object, complaint: str) -> None:
    if not fact:
        raise Wrong(complaint)


def blank_sheet(opening: Line) -> Sheet:
    """LiF 4: leaders of 1939 and before in the cup, marked ones in reserve; points as printed."""
    insist(opening["rulings"] == {"draws": "table"}, "only the default rulings are reckoned here")
    insist(opening["scenario"] == "global-war", "only global-war is reckoned here")
    book = opening["rulebook"]
    where = {"Ge": "reserve", "Ja": "reserve", "Free": "aside"}
    points = {**START, "ussr": USSR_START[book]}
    return {
        "book": book, "start": points, "turn": "1939-SO", "phase": "closed", "drawn": None,
        "ledger": [("1939-SO", power, n, "start") for power, n in points.items()],
        "leaders": {
            n: where[p] if p in where else "cup" if int(p) <= 1939 else "aside"
            for n, p in PRINTED.items()
        },
        "wars": {("china", "japan")}, "conquest": dict.fromkeys(POWERS, "free"), "vichy": "never",
        "minors": {},
        "called": set(), "held_stage": False, "markers": {},
        "members": {"host": ["host"]}, "holder": {}, "ended": {}, "over": False, "answered": {},
    }  # fmt: skip


def balance(sheet: Sheet, power: str) -> int:
    return sum(n for _, who, n, _ in sheet["ledger"] if who == power)


def pay(sheet: Sheet, power: str, points: int, why: str) -> None:
    insist(balance(sheet, power) >= points, f"{power} owes {points} and has too little")
    if points:
        sheet["ledger"].append((sheet["turn"], power, -points, why))


def side(power: str) -> str:
    return "axis" if power in AXIS else "allies"


def owner(sheet: Sheet, leader: str) -> str:
    """LiF 4.1, rulings 13 and 14: the power he counts as; "" for nobody's."""
    country = COUNTRY[leader]
    if country == "finland":
        return "germany"
    if country == "spain":
        return str(sheet["minors"].get("spain", {}).get("power", ""))
    return "" if leader in VICHY_LEADERS and sheet["vichy"] == "stands" else country


def on_his_side(sheet: Sheet, leader: str, power: str) -> bool:
    mine = owner(sheet, leader)
    return bool(mine) and side(mine) == side(power)


def price(sheet: Sheet, leader: str, power: str) -> int:
    """LiF 4.1(2): 1 against the other side or nobody's man, 2 for your own, 3 for an ally's."""
    if not on_his_side(sheet, leader, power):
        return 1
    return 2 if owner(sheet, leader) == power else 3


def with_marker(sheet: Sheet) -> list[str]:
    """Ruling 17: all but the completely conquered; Free France always holds France's."""
    return [p for p in POWERS if p == "france" or sheet["conquest"][p] != "complete"]


def voters(sheet: Sheet) -> list[str]:
    return [p for p in with_marker(sheet) if balance(sheet, p) > 0]


def in_cup(sheet: Sheet) -> list[str]:
    return sorted(n for n, status in sheet["leaders"].items() if status == "cup")


def move(sheet: Sheet, names: list[str], status: str) -> None:
    sheet["leaders"].update(dict.fromkeys(names, status))


def year_joins(sheet: Sheet, year: int) -> None:
    aside = (n for n, status in sheet["leaders"].items() if status == "aside")
    move(sheet, [n for n in aside if PRINTED[n] == str(year)], "cup")


def yearly(sheet: Sheet, power: str, year: int) -> int:
    """LiF 4.2, rulings 25 and 26."""
    if power == "france" and (
        sheet["vichy"] in ("stands", "fallen") or sheet["conquest"]["france"] == "complete"
    ):
        return 1
    points = int(sheet["start"][power]) + (year - 1939 if power == "usa" else 0)
    if power == "ussr" and sheet["book"] == "lif-1998" and ("germany", "ussr") in sheet["wars"]:
        points = max(points, 4)
    return {"free": points, "incomplete": (points + 1) // 2, "complete": 0}[
        sheet["conquest"][power]
    ]


def war_of(a: str, b: str) -> tuple[str, ...]:
    return tuple(sorted((a, b)))


def standings(sheet: Sheet) -> Line:
    return {
        "veto_points": {p: balance(sheet, p) for p in POWERS},
        "cup": in_cup(sheet),
        "leaders": dict(sorted(sheet["leaders"].items())),
        "at_war": sorted(list(pair) for pair in sheet["wars"]),
        "conquest": dict(sheet["conquest"]),
        "vichy": sheet["vichy"] == "stands",
        "minors": {name: dict(row) for name, row in sorted(sheet["minors"].items())},
    }


def written_out(sheet: Sheet) -> str:
    """The standings as JSON, a turn to a line."""
    turns = [f"  {json.dumps(t)}: {json.dumps(s)}" for t, s in sheet["ended"].items()]
    final = json.dumps({"turn": sheet["turn"], **standings(sheet)})
    return '{"final": ' + final + ',\n "turns": {\n' + ",\n".join(turns) + "\n}}\n"


def columns(sheet: Sheet) -> str:
    """Each power's points by year and cause, with the balance at the year's end."""
    causes = ("start", "yearly", "bought", "veto", "another", "stop")
    out = ["power         year " + " ".join(f"{c:>7}" for c in causes) + "   total"]
    for power in POWERS:
        total = 0
        for year in range(1939, 1946):
            mine = [row for row in sheet["ledger"] if row[1] == power and row[0][:4] == str(year)]
            cells = [sum(n for _, _, n, why in mine if why == cause) for cause in causes]
            total += sum(cells)
            out.append(f"{power:<13} {year} " + " ".join(f"{n:7}" for n in cells) + f" {total:7}")
    return "\n".join(out)
