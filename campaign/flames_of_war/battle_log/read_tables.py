"""Read tables of the battle log: player turns, platoons lost. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war.missions.read_tables import BATTLE, ROUND, SIDE
from campaign.flames_of_war.state import State
from campaign.kernel.tables import VERSION, Row, Table, TableRow, Tables
from campaign.kernel.transition import Transition
from events.fow.table_top import PlatoonLost, PlatoonWithdrew, PlayerTurnBegan

BATTLE_TURNS = Table(
    "battle_turns",
    "Every player turn that was recorded, with what fell due",
    {
        "version": VERSION,
        "turn": ROUND,
        "battle": BATTLE,
        "side": SIDE,
        "number": (int, "The side's own turn, from 1"),
        "due": (str, "What fell due, in order; empty where nothing did"),
    },
    ("version",),
    {("version",): "events", ("turn",): "turns"},
    optional=("due",),
    indexes=(("turn",), ("battle",)),
)
PLATOON_LOSSES = Table(
    "platoon_losses",
    "Every platoon that was Destroyed or left the table",
    {
        "version": VERSION,
        "turn": ROUND,
        "battle": BATTLE,
        "side": SIDE,
        "platoon": (str, "Platoon, by id; empty where none was named"),
        "how": (str, "destroyed, pre-game, rear, left or withdrew"),
        "own_turn": (int, "The side's own turn, where turns are recorded; otherwise 0"),
    },
    ("version",),
    {("version",): "events", ("turn",): "turns"},
    optional=("platoon",),
    indexes=(("turn",), ("battle",)),
)


def _rows(step: Transition[State]) -> Iterator[TableRow]:
    """FoW Turn Order: a row for each turn, and for each platoon that went."""
    if step.record.struck_by:
        return
    base: Row = {"version": step.record.version, "turn": step.turn}
    match step.record.event:
        case PlayerTurnBegan() as event:
            where = {"battle": event.battle, "side": event.side}
            due = " ".join(event.due) or None
            yield BATTLE_TURNS, {**base, **where, "number": event.number, "due": due}
        case PlatoonLost() | PlatoonWithdrew() as event:
            how = event.how if isinstance(event, PlatoonLost) else "withdrew"
            turns = step.after.battles[event.battle].table.turns
            yield (
                PLATOON_LOSSES,
                {
                    **base,
                    "battle": event.battle,
                    "side": event.side,
                    "platoon": event.platoon or None,
                    "how": how,
                    "own_turn": turns.get(event.side, 0),
                },
            )


TABLES = Tables[State]((BATTLE_TURNS, PLATOON_LOSSES), lambda: _rows)
