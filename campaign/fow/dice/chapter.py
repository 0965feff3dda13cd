"""Audited dice: the chapter put together; its sentences, read table and corrections. Pure."""

from collections.abc import Iterator

from campaign.fow import names, state
from campaign.fow.dice import commands, rolls
from campaign.fow.dice.aids import FAILED, PASSED
from campaign.fow.dice.rolls import FIELDS, explained, in_words
from campaign.fow.missions.chapter import of_battles
from campaign.kernel import chapters, projections
from campaign.text.json_values import JsonObject
from events.fow.table_top import DiceRolled

SENTENCES: names.Sentences = {DiceRolled: in_words}


# --- The read table of audited dice -------------------------------------------------------------

DICE = of_battles(
    "dice",
    "battle line side",
    "Every audited roll of a battle: what was needed, what fell, what it brought",
    {
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
    optional=("platoon", "score", "passed", "again", "left", "witness"),
)
_PASSED = {PASSED: 1, FAILED: 0}


def _rows(step: projections.Transition[state.State]) -> Iterator[projections.TableRow]:
    """FoW Re-rolls: a row for each roll."""
    event = step.record.event
    if isinstance(event, DiceRolled) and not step.record.struck_by:
        yield DICE.of(
            step,
            event,
            score=explained(event),
            outcome=str(event.outcome),
            passed=_PASSED.get(str(event.outcome)),
            left=event.left if event.left >= 0 else None,
        )


TABLES = projections.Projections[state.State]((DICE,), lambda: _rows)


# --- what an amendment changes of a command -----------------------------------------------------


def _rolled_fields(event: DiceRolled) -> JsonObject:
    """FoW Re-rolls: facts of the table and dice; what the battle knows is asked of it again."""
    aid = commands.AIDS.get(event.aid)
    known = {one.name for one in aid.inputs if one.known} if aid else set()
    fields = {
        name: event.inputs.get(name)
        for name in FIELDS
        if name not in known and name not in ("platoon", *DiceRolled.__struct_fields__)
    }
    fields["count"] = fields.get("count") or None
    thrown = event.dice if event.source == "table" else None
    return {**fields, "dice": thrown, "again": None, "firepower_dice": None}


# --- FoW Re-rolls: audited dice: the chapter put together ---------------------------------------


CHAPTER = chapters.of_rules(
    chapters.Chapter[state.State](
        name="dice",
        sentences=SENTENCES,
        field_of={DiceRolled: _rolled_fields},
        tables=TABLES,
    ),
    rolls,
)
