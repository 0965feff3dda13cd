"""LiF 4: read tables of leaders, the cup, veto points, the Promotions Board. Pure."""

from campaign.kernel.tables import TURN, VERSION, Table
from campaign.leaders_in_flames.columns import DRAW, LEADER, POWER

LEADERS = Table(
    "leaders",
    "Every leader counter and where it stands now",
    {
        "leader": LEADER,
        "name": (str, "Name"),
        "power": (str, "Power or minor country on the counter"),
        "country": (str, "Its name"),
        "rank": (int, "Rank in stars"),
        "year": (int, "Year of arrival, if one is printed"),
        "mark": (str, "Reserve mark, if one is printed"),
        "allegiance": (str, "free-france or vichy-france, if marked"),
        "abilities": (str, "Numbers of his abilities"),
        "status": (str, "aside reserve cup drawn arriving map circle dead removed"),
        "location": (str, "Where he is: E1429, sea:north-sea/3 or dot:canada; empty off the map"),
        "face_up": (int, "1 where he lies face-up, 0 face-down; empty off the map"),
        "arrives": (str, "The turn in which he comes off the production circle"),
    },
    ("leader",),
    optional=("year", "location", "face_up", "arrives"),
    indexes=(("status",),),
    label="name",
)
CUP = Table(
    "cup",
    "The leaders in the cup now",
    {"leader": LEADER, "name": (str, "Name"), "power": (str, "Power"), "rank": (int, "Stars")},
    ("leader",),
    {("leader",): "leaders"},
)
VETO_POINTS = Table(
    "veto_points",
    "Veto points of each power at the end of each turn; of the turn in play, as they stand",
    {"turn": TURN, "power": POWER, "points": (int, "Veto points")},
    ("turn", "power"),
    {("turn",): "turns", ("power",): "powers"},
)
VETO_POINT_CHANGES = Table(
    "veto_point_changes",
    "The account book: every veto point gained or paid, with its cause",
    {
        "version": VERSION,
        "turn": TURN,
        "power": POWER,
        "change": (int, "Points gained, or paid if below zero"),
        "reason": (str, "What for"),
        "balance": (int, "Points after it"),
    },
    ("version", "power"),
    {("version",): "events", ("turn",): "turns", ("power",): "powers"},
    indexes=(("power",),),
)
PROMOTIONS = Table(
    "promotions",
    "Every draw of the Promotions Board and what came of it",
    {
        "draw": DRAW,
        "turn": TURN,
        "leader": LEADER,
        "result": (str, "promoted, vetoed, or open while the board decides"),
        "source": (str, "ledger, or table for a draw from a real cup"),
        "unforeseeable": (int, "1 where not even the holder of the vault key could foresee it"),
        "version": (int, "Number of the event that drew him"),
        "settled": (int, "Number of the event that settled it"),
        "sequel": (str, "continued, or why the board closed after it"),
    },
    ("draw",),
    {("version",): "events", ("turn",): "turns", ("leader",): "leaders"},
    optional=("settled",),
    indexes=(("turn",), ("leader",)),
    label="leader",
)
_LAID = {
    "how": (str, "sealed, device, withheld, absent or cannot-pay"),
    "paid": (int, "Veto points paid"),
    "laid_by": (str, "Member who laid it, if anybody did"),
    "in_name": (int, "1 where the host laid it in the player's name"),
    "version": (int, "Number of the event that opened it"),
}
BALLOTS = Table(
    "ballots",
    "Veto markers after they were shown; never before",
    {
        "draw": DRAW,
        "power": POWER,
        "choice": (str, "veto or no-veto, as it is recorded"),
        "said": (str, "veto, no-veto, or support: a veto by the leader's own side"),
        "counts": (int, "1 where it is a veto or support that took effect"),
        "supports": (int, "1 where the power is on the leader's own side"),
        "price": (int, "What a veto on this leader, or support, costs the power"),
        **_LAID,
    },
    ("draw", "power"),
    {("draw",): "promotions", ("version",): "events", ("power",): "powers"},
    optional=("laid_by",),
)
VOTES = Table(
    "votes",
    "Votes on drawing another leader after they were shown; never before",
    {"draw": DRAW, "power": POWER, "choice": (str, "another, stop or abstain"), **_LAID},
    ("draw", "power"),
    {("draw",): "promotions", ("version",): "events", ("power",): "powers"},
    optional=("laid_by",),
)
