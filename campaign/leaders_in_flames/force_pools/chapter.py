"""LiF 5.4: the counters of the kit, and where each of them is: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter
from campaign.leaders_in_flames.force_pools import moves
from campaign.leaders_in_flames.force_pools.commands import MoveCounter
from campaign.leaders_in_flames.force_pools.interviews import asks_move, counters
from campaign.leaders_in_flames.force_pools.rows import TABLES
from campaign.leaders_in_flames.force_pools.sentences import SENTENCES
from campaign.leaders_in_flames.state import State
from events.lif import force_pools as facts

CHAPTER = Chapter[State](
    name="force pools",
    sentences=SENTENCES,
    decide=moves.DECIDE,
    at_turn=moves.at_start_of,
    evolve=moves.EVOLVE,
    trusted={
        facts.CountersAdded: "counters",
        facts.CounterDescribed: "counters",
        facts.CounterMoved: "places",
    },
    tables=TABLES,
    asked={MoveCounter: asks_move},
    choices={"counter": counters},
)
