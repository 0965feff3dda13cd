"""Read tables of the battlefield: each square that was rolled for, and each table set up. Pure."""

from collections.abc import Mapping

from campaign.kernel.tables import VERSION, Table

_ROUND = (str, "Round, such as round-03")
_LINE = (str, "Line, by id")
_BATTLE = (str, "Battle, such as anzio-3")
_LINKS: Mapping[tuple[str, ...], str] = {("version",): "events", ("turn",): "turns"}

TERRAIN_SQUARES = Table(
    "terrain_squares",
    "Every square that was rolled for on a terrain chart",
    {
        "version": VERSION,
        "turn": _ROUND,
        "line": _LINE,
        "battle": _BATTLE,
        "square": (str, "The square: its column and its row"),
        "side": (str, "Who picked it"),
        "chart": (str, "The terrain chart"),
        "category": (str, "What the first die gave"),
        "feature": (str, "What lies there; nothing where it was the weather"),
        "weather": (str, "What the dice said of the weather"),
        "lined": (int, "1 where a ditch is lined with trees, 0 where it is not"),
        "hill": (int, "1 where the square has a rocky hill, 0 where the die gave none"),
        "dice": (str, "The dice, in their order"),
        "source": (str, "table or ledger: whose dice they were"),
    },
    ("version",),
    _LINKS,
    optional=("side", "feature", "weather", "lined", "hill"),
    indexes=(("turn",), ("battle",)),
)
BATTLEFIELDS = Table(
    "battlefields",
    "Every time that a battlefield was described, or kept from an earlier battle",
    {
        "version": VERSION,
        "turn": _ROUND,
        "line": _LINE,
        "battle": _BATTLE,
        "same_as": (str, "The battle whose ground it is, where it was kept"),
        "text": (str, "The players' own description"),
        "width_feet": (int, "Width of the table in feet"),
        "depth_feet": (int, "Depth of the table in feet"),
        "photo": (str, "SHA-256 of a picture that the club keeps"),
    },
    ("version",),
    _LINKS,
    optional=("same_as", "text", "width_feet", "depth_feet", "photo"),
    indexes=(("turn",), ("battle",)),
)
