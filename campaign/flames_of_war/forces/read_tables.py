"""Read tables of forces: what they are now, their platoons, and every reorganisation. Pure."""

from campaign.flames_of_war.missions.read_tables import LINE, ROUND, SIDE
from campaign.kernel.tables import VERSION, Table

_FORCE = (str, "Force, by id")
FORCES = Table(
    "forces",
    "Every force as it is now",
    {
        "force": _FORCE,
        "side": SIDE,
        "member": (str, "Whose it is"),
        "name": (str, "What it is called"),
        "company": (str, "What its company is called"),
        "type": (str, "tank, mechanised or infantry"),
        "nation": (str, "Its nation"),
        "points": (int, "What it costs, air support included"),
        "max_points": (int, "What it may cost"),
        "variant": (str, "Variant of a handbook, with a limit of its own"),
        "air": (str, "none, sporadic, limited or priority"),
        "air_points": (int, "What its air support costs"),
        "companies": (int, "How many companies it has"),
        "platoons": (int, "Its platoons, the headquarters not counted"),
        "battles": (int, "Battles that it has fought"),
        "checked": (str, "list where the club's army list was asked, word where a player said so"),
    },
    ("force",),
    optional=("member",),
    indexes=(("side",),),
    label="name",
)
PLATOONS = Table(
    "platoons",
    "Every platoon of every force as it is now, in the order of its roster",
    {
        "force": _FORCE,
        "platoon": (str, "Platoon, by id"),
        "place": (int, "Its place in the roster, from 1"),
        "name": (str, "What it is called"),
        "class": (str, "hq, combat, weapons or support"),
        "points": (int, "What it costs"),
        "squads": (int, "Its squads or sections; 0 where nobody said"),
        "recce": (int, "1 for a Recce Platoon"),
        "transport": (int, "1 for a Transport Platoon"),
        "allied": (int, "1 for an allied platoon"),
        "infantry_teams": (int, "Its Infantry teams; 0 where nobody said"),
        "skill": (str, "Its own skill, where it has one"),
        "motivation": (str, "Its own motivation, where it has one"),
        "company": (str, "Of several companies, its own"),
    },
    ("force", "platoon"),
    {("force",): "forces"},
    indexes=(("class",),),
)
REORGANISATIONS = Table(
    "reorganisations",
    "Every reorganisation of a force, change by change",
    {
        "version": VERSION,
        "part": (int, "Number of the change, from 1"),
        "turn": ROUND,
        "force": _FORCE,
        "line": LINE,
        "change": (str, "squad-added, squad-removed, out, in, swap or air"),
        "platoon": (str, "The platoon concerned; the one that comes in, of a swap"),
        "instead_of": (str, "The platoon that went, of a swap"),
        "class": (str, "Class of the platoon, where it is new"),
        "points": (int, "Points of the platoon or of the air support afterwards; 0 where it went"),
        "price": (int, "Victory points that it cost"),
    },
    ("version", "part"),
    {("version",): "events", ("turn",): "turns"},
    optional=("line", "platoon", "instead_of", "class"),
    indexes=(("force",), ("turn",)),
)
