"""The read table of audited dice. Pure."""

from collections.abc import Iterator

from campaign.flames_of_war.dice.kinds import FAILED, PASSED
from campaign.flames_of_war.dice.rolls import explained
from campaign.flames_of_war.missions.read_tables import BATTLE, LINE, ROUND, SIDE
from campaign.flames_of_war.state import State
from campaign.kernel.tables import VERSION, Table, TableRow, Tables
from campaign.kernel.transition import Transition
from events.fow.dice import DiceRolled

DICE = Table(
    "dice",
    "Every audited roll of a battle: what was needed, what fell, what it brought",
    {
        "version": VERSION,
        "turn": ROUND,
        "battle": BATTLE,
        "line": LINE,
        "side": SIDE,
        "aid": (str, "What was rolled for"),
        "platoon": (str, "Platoon, by id; empty where none was named"),
        "needed": (int, "The score that each die must reach; 0 where none is compared"),
        "score": (str, "The score part by part; empty where none is compared"),
        "dice": (str, "The dice, in their order"),
        "outcome": (str, "A word, or how many"),
        "passed": (int, "1 for a test passed, 0 for one failed; empty for other rolls"),
        "again": (str, "Who had a die rolled again: leader, rule, komissar or both"),
        "left": (int, "Dice left in the air pool; empty for other rolls"),
        "source": (str, "table or ledger: whose dice they were"),
        "witness": (str, "Member, by id; empty where none was named"),
    },
    ("version",),
    {("version",): "events", ("turn",): "turns"},
    optional=("platoon", "score", "passed", "again", "left", "witness"),
    indexes=(("turn",), ("battle",)),
)
_PASSED = {PASSED: 1, FAILED: 0}


def _rows(step: Transition[State]) -> Iterator[TableRow]:
    """FoW Re-rolls: a row for each roll."""
    event = step.record.event
    if step.record.struck_by or not isinstance(event, DiceRolled):
        return
    yield (
        DICE,
        {
            "version": step.record.version,
            "turn": step.turn,
            "battle": event.battle,
            "line": event.line,
            "side": event.side,
            "aid": event.aid,
            "platoon": event.platoon or None,
            "needed": event.needed,
            "score": explained(event) or None,
            "dice": " ".join(map(str, event.dice)),
            "outcome": str(event.outcome),
            "passed": _PASSED.get(str(event.outcome)),
            "again": event.again or None,
            "left": event.left if event.left >= 0 else None,
            "source": event.source,
            "witness": event.witness or None,
        },
    )


TABLES = Tables[State]((DICE,), lambda: _rows)
