"""LiF 5: read tables of unit counters, Guards Banner armies and force pools. Pure."""

from campaign.kernel.tables import TURN, VERSION, Table
from campaign.leaders_in_flames.columns import COMBAT, OWNER

_COUNTER = (str, "Unit counter, by id")
COUNTERS = Table(
    "counters",
    "Every unit counter and the one place where it is now",
    {
        "counter": _COUNTER,
        "power": OWNER,
        "type": (str, "Type of unit; empty where nobody has entered it"),
        "name": (str, "Name on the counter"),
        "combat": (int, "Combat factors; empty where unknown"),
        "movement": (int, "Movement factors; empty where unknown"),
        "cost": (int, "Build points; empty where unknown"),
        "size": (str, "corps or division"),
        "available": (int, "Year in which it joins the force pool, if one is printed"),
        "guards_banner": (int, "1 for a Guards Banner army"),
        "hq": (int, "1 for an HQ, by its type or by the club's sheet"),
        "replaces": (str, "Aircraft counter whose place it takes, by id"),
        "place": (str, "future pool circle map reserve scrapped removed"),
        "location": (str, "On the map: where, as far as the club recorded it"),
        "face_up": (int, "1 where it lies face-up"),
        "arrives": (str, "On the production circle: the turn of its arrival"),
    },
    ("counter",),
    optional=("combat", "movement", "cost", "available", "replaces", "location", "arrives"),
    indexes=(("power", "type"), ("place",)),
    label="name",
)
GUARDS_BANNER = Table(
    "guards_banner",
    "Every promotion to a Guards Banner army, with its sum",
    {
        "version": VERSION,
        "turn": TURN,
        "combat": COMBAT,
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
FORCE_POOLS = Table(
    "force_pools",
    "How many counters of each power and type are in each place now",
    {
        "power": OWNER,
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
