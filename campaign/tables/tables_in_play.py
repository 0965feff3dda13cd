"""Read tables of leaders in play: abilities used, combats, Guards Banner armies, force pools."""

from campaign.tables.columns import LEADER, TURN, VERSION, Table

_COMBAT = (str, "Combat, by its turn and number: 1941-MJ-3")
_COUNTER = (str, "Unit counter, by id")
_OWNER = (str, "Major power or minor country, by id")

ABILITIES_USED = Table(
    "abilities_used",
    "Every use of an ability",
    {
        "version": VERSION,
        "turn": TURN,
        "leader": LEADER,
        "ability": (int, "Number of the ability"),
        "name": (str, "What the ability is called here"),
        "hex": (str, "Where it took effect"),
        "helps": (str, "Powers and minors whose units it helped"),
        "map": (str, "Map whose cap for his rank it used up; empty where none"),
        "step": (str, "Step of the turn, where the club recorded it"),
        "combat": (str, "The combat it was announced for, in the club's words"),
    },
    ("version",),
    {("version",): "events", ("turn",): "turns", ("leader",): "leaders"},
    indexes=(("turn",), ("leader",), ("ability",)),
)
COMBATS = Table(
    "combats",
    "Every combat reported",
    {
        "combat": _COMBAT,
        "turn": TURN,
        "version": VERSION,
        "kind": (str, "land, naval, air or naval-air"),
        "hex": (str, "Where it was fought"),
        "attackers": (str, "Powers and minors attacking"),
        "defenders": (str, "Powers and minors defending"),
        "attacker_lost": (int, "Build points that the attacker lost"),
        "defender_lost": (int, "Build points that the defender lost"),
    },
    ("combat",),
    {("turn",): "turns", ("version",): "events"},
    indexes=(("turn",),),
)
COMBAT_LOSSES = Table(
    "combat_losses",
    "Every unit killed, shattered or retreated in a combat",
    {
        "combat": _COMBAT,
        "number": (int, "Place in the combat's list of losses, from 1"),
        "side": (str, "attacker or defender"),
        "power": _OWNER,
        "controlled_by": (str, "Major power that controlled it"),
        "type": (str, "Type of unit"),
        "size": (str, "corps or division"),
        "hq": (int, "1 where it was an HQ"),
        "fate": (str, "killed, shattered or retreated"),
        "build_points": (int, "Build points lost with it"),
        "counter": (str, "Unit counter, by id, where the club named it"),
        "counts_for_attacker": (int, "1 where it counted for the recall of the attacker's leaders"),
        "counts_for_defender": (int, "1 where it counted for the recall of the defender's leaders"),
    },
    ("combat", "number"),
    {("combat",): "combats"},
    optional=("counter",),
)
LEADERS_LOST = Table(
    "leaders_lost",
    "Every leader recalled to the cup or killed",
    {
        "version": VERSION,
        "turn": TURN,
        "leader": LEADER,
        "fate": (str, "recalled or killed"),
        "reason": (str, "Why"),
        "combat": _COMBAT,
        "chosen_by": (str, "rule, host or draw: what settled whom it fell on"),
    },
    ("version",),
    {("version",): "events", ("turn",): "turns", ("leader",): "leaders", ("combat",): "combats"},
    optional=("combat",),
    indexes=(("turn",), ("leader",)),
)
GUARDS_BANNER = Table(
    "guards_banner",
    "Every promotion to a Guards Banner army, with its sum",
    {
        "version": VERSION,
        "turn": TURN,
        "combat": _COMBAT,
        "unit": (str, "Counter promoted, by id"),
        "army": (str, "Guards Banner counter that took its place, by id"),
        "score": (int, "Promotion score of the combat"),
        "factors": (int, "Combat factors of the unit promoted"),
        "needed": (int, "Combat factors of the army, which score and factors must reach"),
    },
    ("version",),
    {
        ("version",): "events",
        ("turn",): "turns",
        ("combat",): "combats",
        ("unit",): "counters",
        ("army",): "counters",
    },
    indexes=(("combat",),),
)
COUNTERS = Table(
    "counters",
    "Every unit counter and the one place where it is now",
    {
        "counter": _COUNTER,
        "power": _OWNER,
        "type": (str, "Type of unit; empty where nobody has entered it"),
        "name": (str, "Name on the counter"),
        "combat": (int, "Combat factors; empty where unknown"),
        "movement": (int, "Movement factors; empty where unknown"),
        "cost": (int, "Build points; empty where unknown"),
        "size": (str, "corps or division"),
        "available": (int, "Year in which it joins the force pool, if one is printed"),
        "guards_banner": (int, "1 for a Guards Banner army"),
        "place": (str, "future pool circle map reserve scrapped removed"),
        "location": (str, "On the map: where, as far as the club recorded it"),
        "face_up": (int, "1 where it lies face-up"),
        "arrives": (str, "On the production circle: the turn of its arrival"),
    },
    ("counter",),
    optional=("combat", "movement", "cost", "available", "location", "arrives"),
    indexes=(("power", "type"), ("place",)),
)
FORCE_POOLS = Table(
    "force_pools",
    "How many counters of each power and type are in each place now",
    {
        "power": _OWNER,
        "type": (str, "Type of unit, or unknown"),
        "future": (int, "Not yet due"),
        "pool": (int, "In the force pool"),
        "circle": (int, "On the production circle"),
        "map": (int, "On the map"),
        "reserve": (int, "In the reserve pool"),
        "scrapped": (int, "Scrapped"),
        "removed": (int, "Out of the game"),
        "total": (int, "All of them"),
    },
    ("power", "type"),
)

TABLES = (
    ABILITIES_USED, COMBATS, COMBAT_LOSSES, LEADERS_LOST, COUNTERS, GUARDS_BANNER, FORCE_POOLS,
)  # fmt: skip
"""Every table of leaders in play, a table after those it refers to."""
