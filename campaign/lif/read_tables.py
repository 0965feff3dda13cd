"""The read tables of Leaders in Flames: those of its chapters, its rulings, its story. Pure."""

from campaign.kernel.projections import RULINGS, Current, Projections, Row, combined
from campaign.lif.abilities.chapter import CHAPTER as ABILITIES
from campaign.lif.board.projections import TABLES as BOARD
from campaign.lif.force_pools.projections import TABLES as FORCE_POOLS
from campaign.lif.on_map.projections import TABLES as ON_MAP
from campaign.lif.politics.projections import TABLES as POLITICS
from campaign.lif.rulings import Switch, switches
from campaign.lif.state import State
from campaign.lif.story.projections import TABLES as STORY
from campaign.lif.us_entry.projections import TABLES as US_ENTRY


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
        POLITICS,
        BOARD,
        Projections[State](
            tables=(RULINGS,),
            current=_rulings,
            made_from=lambda state: (state.campaign.rulings, state.campaign.rulebook),
        ),
        ABILITIES.tables,
        ON_MAP,
        FORCE_POOLS,
        US_ENTRY,
        STORY,
    )
)
"""In the order in which they were made, so that a reader finds them where they were."""
