"""Read tables of players, commanders and battles beside the campaign. Pure."""

from campaign.kernel.tables import MEMBER, TURN, VERSION, Table

PLAYERS = Table(
    "players",
    "Who plays on which side now",
    {
        "member": MEMBER,
        "side": (str, "Side, by id"),
        "side_name": (str, "Name of the side"),
        "is_speaker": (int, "1 for the one who speaks for the side"),
    },
    ("member",),
    {("member",): "members"},
)
COMMANDERS = Table(
    "commanders",
    "Who commands on each line now, for each side",
    {
        "line": (str, "Line, by id"),
        "side": (str, "Side, by id"),
        "member": (str, "Who commands; empty where nobody does"),
    },
    ("line", "side"),
    {("member",): "members"},
    optional=("member",),
)
FREE_BATTLES = Table(
    "free_battles",
    "Every battle beside the campaign, which changes no points",
    {
        "version": VERSION,
        "turn": TURN,
        "title": (str, "What it was called"),
        "mission": (str, "Its mission, where it was one of the book"),
        "winner": (str, "The side with more players who won; empty for a tie"),
        "played_on": (str, "The day, where it was told"),
        "players": (str, "Members who fought, each with their side"),
        "winners": (str, "Members who won"),
    },
    ("version",),
    {("version",): "events", ("turn",): "turns"},
)
