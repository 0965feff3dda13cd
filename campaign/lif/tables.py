"""The read table of a campaign's rulings, and the columns that several tables have. Pure."""

from typing import Any

from campaign.kernel.members import GameState
from campaign.kernel.projections import RULINGS, Column, Current, Projections, Row
from campaign.lif.rulings import Switch, switches

# --- Columns that several read tables of the game share -----------------------------------------

POWER = Column(str, "Major power, by id", "powers")
LEADER = Column(str, "Leader, by id", "leaders")
DRAW = Column(int, "Number of the draw in the campaign", "promotions")
COMBAT = Column(str, "Combat, by its turn and number: 1941-MJ-3", "combats")
OWNER = (str, "Major power or minor country, by id")


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
