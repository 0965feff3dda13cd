"""LiF 5.3: US entry: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter, joined
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry import (
    actions,
    aftermath,
    branch,
    chart,
    options,
    pools,
    scenario_questions,
    stock,
    waits,
)
from campaign.leaders_in_flames.us_entry.rows import TABLES

_FILES = (scenario_questions, chart, stock, pools, waits, options, actions, aftermath)

CHAPTER = Chapter[State](
    name="US entry",
    decide=joined(file.DECIDE for file in _FILES),
    needs=joined(file.NEEDS for file in _FILES),
    evolve=joined(file.EVOLVE for file in (*_FILES, branch)),
    tables=TABLES,
)
