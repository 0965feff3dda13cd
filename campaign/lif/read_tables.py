"""The read tables of Leaders in Flames, and that of a campaign's rulings. Pure, but for files."""

from typing import Any

from campaign.kernel.members import GameState
from campaign.kernel.projections import RULINGS, Current, DescribedTables, Projections, Row
from campaign.lif.roster import table
from campaign.lif.rulings import Switch, switches

READ_TABLES = DescribedTables(table, has_sql=True)
"""The game's read tables, views and questions, as its tables describe them."""


# --- The read table of the rulings that a campaign has ------------------------------------------


def _rulings(state: GameState) -> Current:
    """Each switch of the campaign's rulebook with what the club chose."""
    chosen = state.campaign.rulings
    known = [switch for switch in switches(state.campaign.rulebook) if switch.key in chosen]
    yield RULINGS, [_ruling(switch, chosen[switch.key]) for switch in known]


def _ruling(switch: Switch, value: str | int | bool) -> Row:
    return {
        "switch": switch.key,
        "ruling": switch.ruling,
        "rule": switch.rule,
        "question": switch.question,
        "value": _worded(value),
        "default_value": _worded(switch.default),
        "house": int(value != switch.default),
    }


def _worded(value: str | int | bool) -> str:
    """A switch's value as a person reads it."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


TABLES = Projections[Any](
    tables=(RULINGS,),
    current=_rulings,
    made_from=lambda state: (state.campaign.rulings, state.campaign.rulebook),
)
