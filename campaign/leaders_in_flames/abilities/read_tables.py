"""LiF 6: read tables of abilities. Pure."""

from campaign.kernel.tables import TURN, VERSION, Table
from campaign.leaders_in_flames.columns import LEADER

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
