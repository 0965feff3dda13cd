"""LiF 3.2: what leaders can do: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter
from campaign.leaders_in_flames.abilities import usage
from campaign.leaders_in_flames.abilities.interviews import ASKED
from campaign.leaders_in_flames.abilities.rows import TABLES
from campaign.leaders_in_flames.state import State
from events.lif.on_map import AbilityUsed

CHAPTER = Chapter[State](
    name="abilities",
    decide=usage.DECIDE,
    evolve=usage.EVOLVE,
    trusted={AbilityUsed: "abilities used"},
    tables=TABLES,
    asked=ASKED,
)
