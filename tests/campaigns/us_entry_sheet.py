"""LiF 5.3, 6: the sheet of US entry: the draws that a vault hides, the pools, and the standings.

It lies beside the sheet of `in_play_sheet.py`. A campaign whose chits are the ledger's is reckoned
from nothing but the bytes that its vault was given. Where the rules leave room, the club's rulings
38 to 40 are followed.
"""

import json
from typing import Any

import in_play_sheet
from paper_sheet import Line, Sheet, Wrong, insist
from us_entry_hashes import chit_sealed, pick, seed_of, thrown
from worked_out import MONTHS

AIMS = ("germany-italy", "japan")
POOLS = tuple(f"{kind}-{aim}" for kind in ("entry", "tension") for aim in AIMS)

# --- The End of the Beginning

FROM_1940 = {
    "wars": [["china", "japan"], ["commonwealth", "germany"], ["commonwealth", "italy"],
             ["france", "germany"], ["france", "italy"]],
    "vichy": "installed",
    "conquest": {"france": "incomplete"},
    "reserves": {"germany": ["Res"], "italy": ["Res"], "japan": ["Res"], "china": ["Ja", "Res"],
                 "commonwealth": ["Ge", "Res"], "france": ["Ge", "Res"]},
}  # fmt: skip
HELD = {
    ("conquered", "germany"): "belgium netherlands denmark norway poland czechoslovakia",
    ("aligned", "germany"): "austria",
    ("conquered", "ussr"): "latvia estonia lithuania",
    ("aligned", "japan"): "manchuria korea",
    ("aligned", "commonwealth"): "belgian-congo netherlands-east-indies iceland greenland",
}
PICKED, ACTED = (1, 4, 11, 18), (7, 8, 25, 26, 27)
LAID = dict(zip(POOLS, (6, 2, 1, 1), strict=True))
"""LiF 6: chits in the pools when the campaign begins."""


def opened(opening: Line) -> Sheet:
    """LiF 6: the summer of 1940, with the club's members and leaders."""
    insist(opening["scenario"] == "end-of-the-beginning", "only The End of the Beginning")
    rulings = {"draws": "ledger", "entry_chits": "ledger", "tension_chits": "drawn"}
    insist(set(opening["rulings"]) <= set(rulings), "a ruling that is not reckoned here")
    rulings |= opening["rulings"]
    own = opening.get("setup", {})
    insist(set(own) <= {"members", "leaders"}, "a set-up that is not reckoned here")
    minors = {
        name: {"status": status, "power": power}
        for (status, power), names in HELD.items()
        for name in names.split()
    }
    custom = {
        **opening, "scenario": "custom", "rulings": {"draws": "table"},
        "first_turn": "1940-JA", "last_turn": "1945-JA",
        "setup": {"members": [], **FROM_1940, "minors": minors, **own},
    }  # fmt: skip
    for member in custom["setup"]["members"]:
        member.setdefault("powers", [])
        member.setdefault("roles", ["player"])
    sheet = in_play_sheet.opened(custom)
    sheet["us"] = {
        "chits": rulings["entry_chits"], "dice": rulings["draws"],
        "chosen": rulings["tension_chits"] == "chosen",
        "word": opening["vault"], "thrown": 4, "secret": "", "turns": 1,
        "id": thrown(opening["vault"], 2, 16).hex(), "chain": thrown(opening["vault"], 3, 32),
        "mixed": [], "leaders_drawn": 0, "draw": 0, "last": 0,
        "rows": [], "lying": {}, "sealed": {}, "happened": [],
        "due": [{"pool": pool, "count": n, "aside": False, "since": ""}
                for pool, n in LAID.items()],
        "may": {"entry": True, "tension": True}, "chart": {},
        "options": [[number, "", ""] for number in PICKED],
        "actions": [[number, "", ""] for number in ACTED],
        "answers": {}, "partisans": {}, "supply": {}, "dissolved": [], "gas_ended": False,
        "spain": False,
    }  # fmt: skip
    return sheet


# --- draws


def throw(sheet: Sheet, count: int) -> bytes:
    """The vault's next bytes of chance."""
    us = sheet["us"]
    us["thrown"] += 1
    return thrown(us["word"], us["thrown"], count)


def seed(sheet: Sheet) -> bytes:
    return seed_of(sheet["us"]["chain"], sheet["us"]["turns"])


def next_draw(sheet: Sheet, key: bytes, names: list[str]) -> str:
    """US entry's next draw: under the turn's seed, or under the secret for what is hidden."""
    us = sheet["us"]
    us["draw"] += 1
    return pick(key, [us["id"], str(us["draw"]), "us entry", *us["mixed"]], names)


def die(sheet: Sheet, told: int | None) -> int:
    """Ruling 21: a ten-sided die, the ledger's or the table's."""
    if sheet["us"]["dice"] == "table":
        insist(told in range(1, 11), "which number was rolled?")
        return told or 0
    insist(told is None, "the ledger rolls")
    return int(next_draw(sheet, seed(sheet), [f"{side:02}" for side in range(1, 11)]))


# --- chits


def in_pool(sheet: Sheet, pool: str, aside: bool = False) -> list[str]:
    lying = sheet["us"]["lying"]
    return [name for name, chit in lying.items() if (chit["pool"], chit["aside"]) == (pool, aside)]


def put_aside(sheet: Sheet, kind: str) -> list[str]:
    return [
        name
        for name, chit in sheet["us"]["lying"].items()
        if chit["aside"] and chit["pool"].startswith(kind)
    ]


def still_due(sheet: Sheet, pool: str, aside: bool = False) -> int:
    return sum(
        due["count"] for due in sheet["us"]["due"] if (due["pool"], due["aside"]) == (pool, aside)
    )


def left(sheet: Sheet) -> list[str]:
    """LiF 5.3: what the ledger's common pool holds: this year's chits and earlier, but those out.

    Values are written with two digits, so that they sort as numbers.
    """
    year = int(sheet["turn"][:4])
    values = [
        row["value"]
        for row in sheet["us"]["rows"]
        if row.get("year") is None or row["year"] <= year
        for _ in range(row["count"])
    ]
    for chit in sheet["us"]["lying"].values():
        values.remove(chit["value"])
    return [f"{value:02}" for value in sorted(values)]


def lay(sheet: Sheet, pool: str, values: list[int], since: str = "") -> None:
    """Chits come onto the table, in a pool or aside for it, each sealed with a nonce of its own."""
    us = sheet["us"]
    for value in values:
        us["last"] += 1
        name = f"c{us['last']}"
        us["lying"][name] = {
            "pool": pool, "value": value, "aside": bool(since), "since": since, "shown": False
        }  # fmt: skip
        us["sealed"][name] = chit_sealed(us["secret"], us["id"], us["last"], value)


def from_common(sheet: Sheet, pool: str, count: int, since: str = "") -> None:
    """The ledger draws values one after the other; at the table they are due from now on."""
    us = sheet["us"]
    if us["chits"] == "table":
        us["due"].append({"pool": pool, "count": count, "aside": bool(since), "since": since})
        return
    insist(us["secret"], "the common pool is empty")
    insist(len(left(sheet)) >= count, "too few chits")
    cup, values = left(sheet), []
    for _ in range(count):
        values.append(next_draw(sheet, us["secret"], cup))
        cup.remove(values[-1])
    lay(sheet, pool, [int(value) for value in values], since)


def going(sheet: Sheet, pool: str, count: int, named: list[str] | None, chosen: bool) -> list[str]:
    """Ruling 38: which chits leave a pool: drawn by the ledger, or named by whoever has them."""
    us, there = sheet["us"], in_pool(sheet, pool)
    count = min(count, len(there))
    if us["chits"] == "ledger" and not chosen:
        insist(named is None, "the ledger draws them")
    if named is None and count == len(there):
        return there
    if named is None and not chosen and "ledger" in (us["chits"], us["dice"]):
        cup, gone = list(there), []
        for _ in range(count):
            gone.append(next_draw(sheet, seed(sheet), cup))
            cup.remove(gone[-1])
        return gone
    if named is None:
        raise Wrong("which chits?")
    insist(len(named) == len(set(named)) == count and set(named) <= set(there), "which chits?")
    return named


def note(sheet: Sheet, **row: Any) -> None:
    """What happened, for the list at the end."""
    sheet["us"]["happened"].append({"turn": sheet["turn"], **row})


def below_zero(sheet: Sheet, pool: str, missing: int) -> None:
    """LiF 5.3.3: as many as it lacks go aside, and no draw or no choice until turns have passed."""
    if missing:
        from_common(sheet, pool, missing, sheet["turn"])
        note(sheet, below_zero=pool, missing=missing)
        sheet["us"]["may"][pool.partition("-")[0]] = False


def leave(sheet: Sheet, pool: str, count: int, named: list[str] | None) -> None:
    gone = going(sheet, pool, count, named, False)
    for name in gone:
        del sheet["us"]["lying"][name]
    if gone:
        note(sheet, returned=gone, pool=pool)
    below_zero(sheet, pool, count - len(gone))


def shift(sheet: Sheet, pool: str, to: str, count: int, named: list[str] | None) -> None:
    gone = going(sheet, pool, count, named, sheet["us"]["chosen"])
    for name in gone:
        sheet["us"]["lying"][name]["pool"] = to
    if gone:
        note(sheet, moved=gone, pool=pool, to=to)
    below_zero(sheet, pool, count - len(gone))


def turn_up(sheet: Sheet, names: list[str]) -> None:
    for name in names:
        sheet["us"]["lying"][name]["shown"] = True


def count_of(turn: str) -> int:
    return int(turn[:4]) * 6 + MONTHS.index(turn[5:])


def turn_of(count: int) -> str:
    return f"{count // 6}-{MONTHS[count % 6]}"


def is_over(sheet: Sheet, kind: str) -> bool:
    """Ruling 39: as many turns as the highest value, each shortfall from its own turn on."""
    now, lying = count_of(sheet["turn"]), sheet["us"]["lying"]
    waiting = [lying[name] for name in put_aside(sheet, kind)]
    owed = any(still_due(sheet, pool, True) for pool in POOLS if pool.startswith(kind))
    return not owed and all(now - count_of(one["since"]) >= one["value"] for one in waiting)


# --- what the paper says at the end


def taken(sheet: Sheet, kind: str, turn: str | None = None) -> list[list[Any]]:
    """Options or actions: number, target and turn, in that order; with a turn, those of it."""
    return sorted(one for one in sheet["us"][kind] if turn in (None, one[2]))


def entry(sheet: Sheet) -> Line:
    """LiF 5.3: what everybody may know of US entry; the names are those of `show --json`.

    Of options and actions there are this turn's alone.
    """
    us = sheet["us"]
    aside = {(pool, sheet["us"]["lying"][name]["since"]): 0 for pool in POOLS
             for name in in_pool(sheet, pool, True)}  # fmt: skip
    for chit in us["lying"].values():
        if chit["aside"]:
            aside[chit["pool"], chit["since"]] += 1
    order = sorted(aside, key=lambda one: (POOLS.index(one[0]), count_of(one[1])))
    due = sorted(us["due"], key=lambda one: (POOLS.index(one["pool"]), one["aside"]))
    return {
        "common_pool": len(left(sheet)) if us["chits"] == "ledger" else None,
        "pools": {pool: len(in_pool(sheet, pool)) for pool in POOLS},
        "aside": [{"pool": p, "count": aside[p, since], "since": since} for p, since in order],
        "due": [{**one, "since": one["since"] or None} for one in due],
        "may_draw": us["may"]["entry"],
        "may_choose": us["may"]["tension"],
        "options": taken(sheet, "options", sheet["turn"]),
        "actions": taken(sheet, "actions", sheet["turn"]),
        "guaranteed": sorted({t for n, t, _ in us["options"] if n == 46}),
        "partisans": dict(sorted(us["partisans"].items())),
        "supply_sources": {
            place: {"power": power, "rank": rank}
            for place, (power, rank) in sorted(us["supply"].items())
        },
        "dissolved": sorted(us["dissolved"]),
        "gas_ended": us["gas_ended"],
        "spain_joined": us["spain"],
        "shown": [
            {"chit": name, **{key: chit[key] for key in ("pool", "aside", "value")}}
            for name, chit in us["lying"].items()
            if chit["shown"]
        ],
    }


def private(sheet: Sheet) -> Line:
    """LiF 5.3: what the USA's player alone may know: values, totals, and how long he waits."""
    lying = sheet["us"]["lying"]
    pools = {pool: {name: lying[name]["value"] for name in in_pool(sheet, pool)} for pool in POOLS}
    until = {
        name: turn_of(count_of(chit["since"]) + chit["value"])
        for name, chit in lying.items()
        if chit["aside"]
    }
    waits: dict[str, str | None] = {}
    for kind in ("entry", "tension"):
        owed = any(still_due(sheet, pool, True) for pool in POOLS if pool.startswith(kind))
        ends = [] if owed else [until[name] for name in put_aside(sheet, kind)]
        waits[kind] = max(ends, key=count_of, default=None)
    return {
        "pools": pools,
        "totals": {pool: sum(chits.values()) for pool, chits in pools.items()},
        "aside": {name: [lying[name]["value"], until[name]] for name in sorted(until)},
        "waits": waits,
    }


def standings_with_entry(sheet: Sheet) -> Line:
    """War and counters, US entry as everybody sees it, and what the USA's player alone may see."""
    others = in_play_sheet.standings_in_play(sheet)
    kept = ("veto_points", "at_war", "vichy", "minors", "places", "counters")
    return {
        **{key: others[key] for key in kept},
        "friends": sorted(list(pair) for pair in sheet["friends"]),
        "us_entry": entry(sheet),
        "private": private(sheet) if sheet["us"]["secret"] else None,
    }


def written_out_with_entry(sheet: Sheet) -> str:
    """The standings as JSON, a turn to a line, and then what happened, a line for each."""
    us = sheet["us"]
    turns = [f"  {json.dumps(t)}: {json.dumps(s)}" for t, s in sheet["ended"].items()]
    final = {
        "turn": sheet["turn"],
        **in_play_sheet.standings_in_play(sheet),
        **standings_with_entry(sheet),
        "taken": {kind: taken(sheet, kind) for kind in ("options", "actions")},
    }
    return (
        '{"final": ' + json.dumps(final) + ',\n "commitments": ' + json.dumps(us["sealed"])
        + ',\n "draws": ' + json.dumps(us["draw"]) + ',\n "turns": {\n' + ",\n".join(turns)
        + '\n },\n "happened": [\n'
        + ",\n".join(f"  {json.dumps(row)}" for row in us["happened"]) + "\n]}\n"
    )  # fmt: skip
