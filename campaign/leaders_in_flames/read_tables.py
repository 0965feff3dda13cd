"""The read tables of Leaders in Flames: those of its chapters, its rulings, statistics. Pure."""

from campaign.kernel.tables import RULINGS, Current, Row, Tables, combined
from campaign.leaders_in_flames.abilities.chapter import CHAPTER as ABILITIES
from campaign.leaders_in_flames.board.chapter import CHAPTER as BOARD
from campaign.leaders_in_flames.force_pools.chapter import CHAPTER as FORCE_POOLS
from campaign.leaders_in_flames.on_map.chapter import CHAPTER as ON_MAP
from campaign.leaders_in_flames.politics.chapter import CHAPTER as POLITICS
from campaign.leaders_in_flames.rulings import Switch, switches
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics.rows import TABLES as STATISTICS
from campaign.leaders_in_flames.us_entry.chapter import CHAPTER as US_ENTRY


def _rulings(state: State) -> Current:
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


TABLES = combined(
    (
        POLITICS.tables,
        BOARD.tables,
        Tables[State](
            tables=(RULINGS,),
            current=_rulings,
            made_from=lambda state: (state.campaign.rulings, state.campaign.rulebook),
        ),
        ABILITIES.tables,
        ON_MAP.tables,
        FORCE_POOLS.tables,
        US_ENTRY.tables,
        STATISTICS,
    )
)
"""In the order in which they were made, so that a reader finds them where they were."""
