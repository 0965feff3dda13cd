"""LiF 3, 4.1: read tables of chances, vetoes, points paid and careers. Pure."""

from campaign.kernel.tables import MEMBER, TURN, VERSION, Table
from campaign.leaders_in_flames.columns import COMBAT, DRAW, LEADER, POWER

CHANCES = Table(
    "chances",
    "Who could be drawn if the Promotions Board drew now; all of them are as likely",
    {
        "leader": LEADER,
        "one_in": (int, "One in so many is the chance of each"),
        "joins": (int, "The year whose leaders an empty cup would take in first; else empty"),
    },
    ("leader",),
    {("leader",): "leaders"},
    optional=("joins",),
)
CUP_DRAWS = Table(
    "cup_draws",
    "The cup before every draw, and so the chance of each leader and of the one drawn",
    {
        "draw": DRAW,
        "turn": TURN,
        "version": VERSION,
        "leader": (str, "Leader drawn, by id"),
        "one_in": (int, "Leaders in the cup: one in so many was the chance of each"),
        "cup": (str, "Their ids, as JSON: json_each(cup) makes rows of them"),
    },
    ("draw",),
    {
        ("draw",): "promotions",
        ("turn",): "turns",
        ("version",): "events",
        ("leader",): "leaders",
    },
)
HEAD_TO_HEAD = Table(
    "head_to_head",
    "Every veto and support that took effect: whose it was, and whose leader it was about",
    {
        "draw": DRAW,
        "power": POWER,
        "member": (str, "Member who held the power then; the host, where nobody did"),
        "said": (str, "veto, or support: a veto by the leader's own side"),
        "leader": LEADER,
        "of_power": (str, "Power that the leader counted for then; empty if nobody's"),
        "of_member": (str, "Member who held that power then; empty if nobody's"),
        "turn": TURN,
        "version": VERSION,
    },
    ("draw", "power"),
    {
        ("draw",): "promotions",
        ("power",): "powers",
        ("member",): "members",
        ("leader",): "leaders",
        ("of_power",): "powers",
        ("of_member",): "members",
        ("turn",): "turns",
        ("version",): "events",
    },
    optional=("of_power", "of_member"),
    indexes=(("leader",), ("power", "of_power")),
)
SPENDING = Table(
    "spending",
    "Every payment at the Promotions Board, by power and by the member who held it then",
    {
        "version": VERSION,
        "power": POWER,
        "member": MEMBER,
        "what_for": (str, "veto, support or vote"),
        "points": (int, "Veto points paid"),
        "draw": DRAW,
        "leader": LEADER,
        "turn": TURN,
    },
    ("version", "power"),
    {
        ("version",): "events",
        ("power",): "powers",
        ("member",): "members",
        ("draw",): "promotions",
        ("leader",): "leaders",
        ("turn",): "turns",
    },
    indexes=(("member",),),
)
CAREERS = Table(
    "careers",
    "What happened to every leader, step by step",
    {
        "version": VERSION,
        "leader": LEADER,
        "step": (
            str,
            "begins joins-cup joins-reserve drawn vetoed promoted placed moved turned used fought "
            "ground-struck to-circle returned recalled killed removed",
        ),
        "turn": TURN,
        "place": (str, "Where; of begins the status, of to-circle the turn of his return"),
        "about": (str, "Ability, reason, side in a combat, or way of moving"),
        "draw": (int, "Number of the draw that brought it"),
        "combat": COMBAT,
    },
    ("version", "leader", "step"),
    {("version",): "events", ("leader",): "leaders", ("turn",): "turns"},
    optional=("place", "about", "draw", "combat"),
    indexes=(("leader",),),
)
