"""LiF 3.2, 6: what leaders can do: the chapter put together. Pure."""

from campaign.kernel.chapters import Chapter
from campaign.kernel.interview.asking import Interviews
from campaign.lif.abilities import usage
from campaign.lif.state import State
from events.lif.on_map import AbilityUsed


def _interviews() -> Interviews[State]:
    from campaign.lif.abilities.interviews import INTERVIEWS

    return INTERVIEWS


CHAPTER = Chapter[State](
    name="abilities",
    decide=usage.DECIDE,
    trusted={AbilityUsed: "abilities used"},
    interviews=_interviews,
)
