"""LiF 5.3: US entry: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter, joined
from campaign.kernel.decisions import Supplied
from campaign.kernel.members import CloseCampaign
from campaign.leaders_in_flames.state import Needing, State
from campaign.leaders_in_flames.us_entry import (
    actions,
    aftermath,
    branch,
    chart,
    chit_secret,
    options,
    pools,
    scenario_questions,
    stock,
    waits,
)
from campaign.leaders_in_flames.us_entry.interviews import (
    ASKED,
    CHOICES,
    CONSEQUENCES,
    KEYED,
)
from campaign.leaders_in_flames.us_entry.recorded import RECORDED
from campaign.leaders_in_flames.us_entry.rows import TABLES
from campaign.leaders_in_flames.us_entry.sentences import SENTENCES
from campaign.leaders_in_flames.us_entry.trusted import COUNTED, TRUSTED
from events.base import Event

_FILES = (scenario_questions, chart, stock, pools, waits, options, actions, aftermath)

_AT_THE_END: Needing = {
    CloseCampaign: chit_secret.secrets_needed,
}


def _turn_begins(state: State, turn: str, supplied: Supplied) -> tuple[Event, ...]:
    """LiF 5.3: the year's chits."""
    return stock.at_start_of(state, turn)


CHAPTER = Chapter[State](
    name="US entry",
    sentences=SENTENCES,
    recorded=RECORDED,
    decide=joined(file.DECIDE for file in _FILES),
    needs=joined((*(file.NEEDS for file in _FILES), _AT_THE_END)),
    at_turn=_turn_begins,
    at_close=stock.at_close,
    evolve=joined(file.EVOLVE for file in (*_FILES, branch)),
    trusted=TRUSTED,
    counted=COUNTED,
    tables=TABLES,
    asked=ASKED,
    choices=CHOICES,
    consequences=CONSEQUENCES,
    keyed=KEYED,
)
