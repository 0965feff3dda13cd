"""The counters of every story, with values that are its own."""

from combat_story.table import Piece

SOVIET = {
    "inf-53": ("INF", 5, "corps"), "inf-63": ("INF", 6, "corps"), "inf-73": ("INF", 7, "corps"),
    "inf-div": ("INF", 3, "division"), "mech-56": ("MECH", 5, "corps"),
    "arm-86": ("ARM", 8, "corps"),
}  # fmt: skip
GUARDS = {"gb-inf-8": ("INF", 8), "gb-inf-9": ("INF", 9), "gb-mech-11": ("MECH", 11),
          "gb-arm-10": ("ARM", 10)}  # fmt: skip
GERMAN = {"ge-inf": ("INF", 6), "ge-arm": ("ARM", 8), "ge-hq": ("HQ-I", 3)}
COST = {"INF": 3, "MECH": 5, "ARM": 6, "HQ-I": 4}


def mustered() -> dict[str, Piece]:
    """Soviet and German units on the map, and Guards Banner armies in reserve."""
    pieces = {}
    for name, (kind, factors, size) in SOVIET.items():
        cost = 1 if size == "division" else COST[kind]
        pieces[name] = Piece("ussr", kind, factors, cost, size)
    for name, (kind, factors) in GERMAN.items():
        pieces[name] = Piece("germany", kind, factors, COST[kind])
    for name, (kind, factors) in GUARDS.items():
        pieces[name] = Piece("ussr", kind, factors, COST[kind], guards=True, place="reserve")
    return pieces
