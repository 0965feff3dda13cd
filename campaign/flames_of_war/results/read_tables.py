"""Read tables of battles and their results: what was fought, won, moved; the standings. Pure."""

from collections.abc import Mapping

from campaign.flames_of_war.missions.read_tables import BATTLE, LINE, ROUND, SIDE
from campaign.kernel.tables import MEMBER, VERSION, Table

_LINKS: Mapping[tuple[str, ...], str] = {("version",): "events", ("turn",): "turns"}

BATTLES = Table(
    "battles",
    "Every battle with its result",
    {
        "battle": BATTLE,
        "line": LINE,
        "turn": ROUND,
        "sector": (int, "Its sector's place on the line; 0 in a linked campaign"),
        "mission": (str, "The mission, by slug"),
        "attacker": (str, "The side that attacked"),
        "defender": (str, "The side that defended"),
        "state": (str, "running, reported, settled or abandoned"),
        "ended_by": (str, "How it ended: objective, cleared, last-turn, time, morale, conceded"),
        "winner": (str, "The side that won"),
        "result": (str, "stunning, major, minor or fair-fight"),
    },
    ("battle",),
    {("turn",): "turns"},
    optional=("ended_by", "winner", "result", "attacker", "defender"),
    indexes=(("turn",), ("line",)),
    label="battle",
)
BATTLE_SIDES = Table(
    "battle_sides",
    "Each side of every battle: who commanded, what was lost, what it brought",
    {
        "battle": BATTLE,
        "side": SIDE,
        "commander": MEMBER,
        "force": (str, "The force, by id"),
        "platoons": (int, "Platoons that it had, where that is known"),
        "lost": (int, "Platoons Destroyed"),
        "pre_game": (int, "Those of them before the first turn"),
        "counted": (int, "Those that count"),
        "points": (int, "Victory points that it brought"),
    },
    ("battle", "side"),
    {("battle",): "battles"},
    optional=("commander", "force", "platoons", "lost", "pre_game", "counted", "points"),
)
POINTS_WON = Table(
    "points_won",
    "Victory points that battles brought, with what was left then",
    {
        "version": VERSION,
        "turn": ROUND,
        "line": LINE,
        "battle": BATTLE,
        "side": SIDE,
        "points": (int, "Victory points won"),
        "balance": (int, "Victory points left on the line afterwards"),
        "result": (str, "stunning, major, minor or fair-fight"),
    },
    ("version", "side"),
    _LINKS,
    indexes=(("turn",), ("battle",)),
)
SECTOR_MOVES = Table(
    "sector_moves",
    "Where the battle stood on its line after each battle",
    {
        "version": VERSION,
        "turn": ROUND,
        "line": LINE,
        "side": (str, "The side for which it moved; empty where it stayed"),
        "left_place": (int, "Place of the sector before"),
        "place": (int, "Place of the sector now"),
        "sector": (str, "Its name"),
        "why": (str, "Why it stayed: defender or nobody"),
    },
    ("version",),
    _LINKS,
    optional=("side", "why"),
    indexes=(("turn",), ("line",)),
)
STANDINGS = Table(
    "standings",
    "How the players stand: battles that were booked, and the points they brought",
    {
        "member": MEMBER,
        "battles": (int, "Battles fought"),
        "won": (int, "Battles won"),
        "drawn": (int, "Battles that nobody won"),
        "points": (int, "Victory points brought in"),
    },
    ("member",),
)
