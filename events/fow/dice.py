"""Facts of Flames of War: dice of the table that were audited.

These types are the storage format. Add fields only with defaults; anything else is a new form.
"""

from typing import Literal

from events.base import Count, Event, Id, IdOrEmpty, Line, Signed
from events.fow.words import DiceSource


class DiceRolled(Event, frozen=True, kw_only=True, tag="fow.DiceRolled"):
    """A roll with its score explained: what was needed, what fell, what follows."""

    aid: Id
    inputs: dict[str, str | int | bool]
    """Facts of the table that the score rests on."""
    needed: int
    """The score that each die must reach; 0 where no die is compared."""
    dice: tuple[int, ...]
    """In the order in which they fell, re-rolls behind."""
    outcome: Line | int
    """A word, or how many."""
    battle: IdOrEmpty = ""
    line: IdOrEmpty = ""
    side: IdOrEmpty = ""
    platoon: IdOrEmpty = ""
    again: Literal["", "leader", "rule", "komissar", "both"] = ""
    """Who had a die rolled again."""
    komissar: Literal["", "used", "killed"] = ""
    left: Signed = -1
    """Dice left in the air pool, where it is asked; -1 elsewhere."""
    source: DiceSource = "table"
    witness: IdOrEmpty = ""
    draw: Count = 0
    """Number of the last draw, where the ledger rolled."""
