"""Read tables of the major powers, who plays them, and their wars. Pure."""

from campaign.kernel.tables import TURN, VERSION, Table
from campaign.leaders_in_flames.columns import OWNER, POWER

POWERS = Table(
    "powers",
    "The eight major powers as they stand now",
    {
        "power": POWER,
        "name": (str, "Name"),
        "side": (str, "axis or allies"),
        "member": (str, "Who plays it; empty where the host does"),
        "veto_points": (int, "Veto points"),
        "conquest": (str, "free, incomplete or complete"),
        "has_marker": (int, "1 where it has a veto marker"),
    },
    ("power",),
    {("member",): "members"},
    optional=("member",),
    label="name",
)
WAR_CHANGES = Table(
    "war_changes",
    "Every beginning and end of a war; the view wars has each war in one row",
    {
        "version": VERSION,
        "turn": TURN,
        "change": (str, "began or ended"),
        "attacker": OWNER,
        "target": OWNER,
        "attacker_name": (str, "Name of the attacker"),
        "target_name": (str, "Name of the target"),
        "declared": (int, "1 for a declaration of war, so that the attacker is known"),
    },
    ("version", "attacker", "target"),
    {("version",): "events", ("turn",): "turns"},
    indexes=(("turn",),),
)
POWER_CHANGES = Table(
    "power_changes",
    "Every time a power got another player; the view power_holders has from when to when",
    {
        "version": VERSION,
        "turn": TURN,
        "power": POWER,
        "member": (str, "Who plays it from here on; empty where the host does"),
    },
    ("version", "power"),
    {("version",): "events", ("turn",): "turns", ("power",): "powers", ("member",): "members"},
    optional=("member",),
    indexes=(("power",),),
)
