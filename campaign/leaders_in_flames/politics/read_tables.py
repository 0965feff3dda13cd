"""Read tables of the major powers. Pure."""

from campaign.kernel.tables import Table
from campaign.leaders_in_flames.columns import POWER

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
