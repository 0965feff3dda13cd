"""LiF 3: read tables of leaders' moves, of combats, and of the leaders lost in them. Pure."""

from campaign.kernel.tables import TURN, VERSION, Table
from campaign.leaders_in_flames.columns import COMBAT, LEADER, OWNER

COMBATS = Table(
    "combats",
    "Every combat reported",
    {
        "combat": COMBAT,
        "turn": TURN,
        "version": VERSION,
        "kind": (str, "land, naval, air or naval-air"),
        "hex": (str, "Where it was fought"),
        "attackers": (str, "Powers and minors attacking"),
        "defenders": (str, "Powers and minors defending"),
        "attacker_lost": (int, "Build points of the attacker's units that were destroyed"),
        "defender_lost": (int, "Build points of the defender's units that were destroyed"),
    },
    ("combat",),
    {("turn",): "turns", ("version",): "events"},
    indexes=(("turn",),),
    label="combat",
)
COMBAT_LOSSES = Table(
    "combat_losses",
    "Every unit killed, shattered or retreated in a combat",
    {
        "combat": COMBAT,
        "number": (int, "Place in the combat's list of losses, from 1"),
        "side": (str, "attacker or defender"),
        "power": OWNER,
        "controlled_by": (str, "Major power that controlled it"),
        "type": (str, "Type of unit"),
        "size": (str, "corps or division"),
        "hq": (int, "1 where it was an HQ"),
        "fate": (str, "killed, shattered or retreated"),
        "build_points": (int, "Build points that it costs; lost only where it was killed"),
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
        "combat": COMBAT,
        "chosen_by": (str, "rule, host or draw: what settled whom it fell on"),
    },
    ("version",),
    {("version",): "events", ("turn",): "turns", ("leader",): "leaders", ("combat",): "combats"},
    optional=("combat",),
    indexes=(("turn",), ("leader",)),
)
_FROM = "What he was before: aside reserve cup drawn arriving map circle dead removed"
LEADER_MOVES = Table(
    "leader_moves",
    "Every time a leader came somewhere else: drawn, placed, moved, recalled and so on",
    {
        "version": VERSION,
        "turn": TURN,
        "leader": LEADER,
        "status": (str, "What he is from here on, in the words of from_status"),
        "location": (str, "Where he is from here on; empty off the map"),
        "from_status": (str, _FROM),
        "from_location": (str, "Where he was before; empty off the map"),
    },
    ("version", "leader", "status"),
    {("version",): "events", ("turn",): "turns", ("leader",): "leaders"},
    optional=("location", "from_location"),
    indexes=(("leader",), ("turn",)),
)
