"""Rows of the read tables of abilities. Pure."""

from collections.abc import Iterator

from campaign.kernel.tables import Row, TableRow, Tables
from campaign.kernel.transition import Transition
from campaign.leaders_in_flames.abilities.catalogue import abilities
from campaign.leaders_in_flames.abilities.read_tables import ABILITIES_USED
from campaign.leaders_in_flames.state import State
from events.lif.on_map import AbilityUsed


def rows(step: Transition[State]) -> Iterator[TableRow]:
    """LiF 3.2: each use of an ability."""
    event = step.record.event
    if step.record.struck_by or not isinstance(event, AbilityUsed):
        return
    known = abilities(step.after.campaign.rulebook).get(event.ability)
    row: Row = {
        "version": step.record.version,
        "turn": step.turn,
        "leader": event.leader,
        "ability": event.ability,
        "name": known.name if known else "",
        "hex": event.hex,
        "helps": " ".join(event.helps),
        "map": event.map,
        "step": step.after.play.timing.step,
        "combat": event.combat,
    }
    yield ABILITIES_USED, row


TABLES = Tables[State](tables=(ABILITIES_USED,), rows=lambda: rows)
