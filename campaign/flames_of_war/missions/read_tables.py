"""Read tables of choosing a mission: each die, each mission, who attacks, what was paid. Pure."""

from collections.abc import Mapping

from campaign.kernel.tables import VERSION, Table

ROUND = (str, "Round, such as round-03")
LINE = (str, "Line, by id")
BATTLE = (str, "Battle, such as anzio-3")
SIDE = (str, "Side, by id")
_SOURCE = (str, "table or ledger: whose dice they were")
_LINKS: Mapping[tuple[str, ...], str] = {("version",): "events", ("turn",): "turns"}

MISSION_ROLLS = Table(
    "mission_rolls",
    "Every roll for a mission, side by side, with all that was added to the dice",
    {
        "version": VERSION,
        "turn": ROUND,
        "line": LINE,
        "battle": BATTLE,
        "side": SIDE,
        "kind": (str, "one-off or linked"),
        "dice": (str, "The dice, in their order"),
        "last": (int, "Victory points of the last mission"),
        "lead": (int, "1 for the higher total"),
        "won_defending": (int, "-2 for a defender who won the last game without Fair Fight"),
        "score": (int, "The sum"),
        "row": (int, "Row of the selector that the higher score picked"),
        "source": _SOURCE,
    },
    ("version", "side"),
    _LINKS,
    indexes=(("turn",), ("battle",)),
)
MISSIONS_CHOSEN = Table(
    "missions_chosen",
    "Every mission that was settled for a battle, with later changes of it",
    {
        "version": VERSION,
        "turn": ROUND,
        "line": LINE,
        "battle": BATTLE,
        "mission": (str, "The mission, by slug"),
        "name": (str, "Its name"),
        "row": (int, "Its row of the selector; 0 where it has none"),
        "how": (str, "campaign, roll, paid or agreed"),
    },
    ("version",),
    _LINKS,
    indexes=(("turn",), ("battle",)),
)
ATTACK_ROLLS = Table(
    "attack_rolls",
    "Every roll for the attack, side by side",
    {
        "version": VERSION,
        "turn": ROUND,
        "line": LINE,
        "battle": BATTLE,
        "side": SIDE,
        "dice": (str, "The dice, in their order; equal ones were thrown again"),
        "source": _SOURCE,
    },
    ("version", "side"),
    _LINKS,
    indexes=(("turn",), ("battle",)),
)
ATTACKERS = Table(
    "attackers",
    "Every time that it was settled who attacks",
    {
        "version": VERSION,
        "turn": ROUND,
        "line": LINE,
        "battle": BATTLE,
        "attacker": (str, "Side, by id; empty where a changed mission left it open again"),
        "how": (str, "campaign, score, company-types or roll"),
    },
    ("version",),
    _LINKS,
    optional=("attacker",),
    indexes=(("turn",), ("battle",)),
)
POINTS_SPENT = Table(
    "victory_points_spent",
    "Every payment of victory points",
    {
        "version": VERSION,
        "turn": ROUND,
        "line": LINE,
        "side": SIDE,
        "points": (int, "How many"),
        "bought": (str, "mission or reorganise"),
        "balance": (int, "What the side had left on the line"),
    },
    ("version",),
    _LINKS,
    indexes=(("turn",),),
)
