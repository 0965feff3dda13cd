"""LiF 5.3: read tables of US entry; a hidden chit has no value here before it is shown. Pure."""

from campaign.kernel.tables import TURN, VERSION, Table
from campaign.leaders_in_flames.columns import POWER

_CHIT = (str, "Chit, by id")
_POOL = (str, "entry-germany-italy, entry-japan, tension-germany-italy or tension-japan")
_NAME = (str, "Its name, if the chart has one")
_TARGET = (str, "Whom or what it was for; empty where nobody by name")
_ROLLS = {
    f"{theatre}_{column}": (int, f"{meaning} {name}")
    for theatre, name in (("germany_italy", "Germany and Italy"), ("japan", "Japan"))
    for column, meaning in (
        ("number", "Number of the chart against"),
        ("roll", "Ten-sided die against"),
        ("chits", "Chits that it came to, below zero where removed, against"),
    )
}

US_ENTRY_POOLS = Table(
    "us_entry_pools",
    "How many chits each pool held after every event that changed one",
    {
        "version": VERSION,
        "turn": TURN,
        "pool": _POOL,
        "count": (int, "Chits in the pool"),
        "aside": (int, "Chits put aside for what it lacked"),
        "due": (int, "Chits drawn at the table and still to be entered, for the pool or aside"),
        "common_pool": (int, "Chits left in the common pool; empty for a cup at the table"),
    },
    ("version", "pool"),
    {("version",): "events", ("turn",): "turns"},
    optional=("common_pool",),
    indexes=(("turn",),),
)
US_ENTRY_OPTIONS = Table(
    "us_entry_options",
    "Every option that the USA picked in the campaign, with its rolls",
    {
        "version": VERSION,
        "turn": TURN,
        "option": (int, "Number of the option"),
        "name": _NAME,
        "target": _TARGET,
        "level": (int, "Entry level that it took"),
        **_ROLLS,
    },
    ("version",),
    {("version",): "events", ("turn",): "turns"},
    optional=tuple(_ROLLS),
    indexes=(("option",),),
)
US_ENTRY_ACTIONS = Table(
    "us_entry_actions",
    "Every US entry action taken in the campaign, with its rolls",
    {
        "version": VERSION,
        "turn": TURN,
        "action": (int, "Number of the action"),
        "name": _NAME,
        "power": (str, "Who took it; empty where the record does not say"),
        "target": _TARGET,
        **_ROLLS,
    },
    ("version",),
    {("version",): "events", ("turn",): "turns", ("power",): "powers"},
    optional=("power", *_ROLLS),
    indexes=(("action",),),
)
US_ENTRY_BEFORE = Table(
    "us_entry_before",
    "Options and actions taken before the campaign, as the scenario and its answers have them",
    {
        "kind": (str, "option or action"),
        "number": (int, "Its number"),
        "target": _TARGET,
        "name": _NAME,
    },
    ("kind", "number", "target"),
)
US_ENTRY_SHOWN = Table(
    "us_entry_shown",
    "Every chit that was turned face-up, with its value; never before",
    {
        "version": VERSION,
        "turn": TURN,
        "chit": _CHIT,
        "value": (int, "What it is worth"),
        "pool": _POOL,
        "to": (str, "Powers to whom it was shown"),
        "reason": (str, "What for"),
    },
    ("version", "chit"),
    {("version",): "events", ("turn",): "turns"},
    indexes=(("chit",),),
)
PARTISANS = Table(
    "partisans",
    "Partisan numbers that US entry has set for the rest of the game",
    {
        "country": (str, "Where partisans rise, by id"),
        "number": (int, "Its partisan number"),
    },
    ("country",),
)
SUPPLY_SOURCES = Table(
    "supply_sources",
    "Places that have become supply sources and still are",
    {
        "place": (str, "The place, by id"),
        "power": POWER,
        "rank": (str, "primary or secondary"),
    },
    ("place",),
    {("power",): "powers"},
)
