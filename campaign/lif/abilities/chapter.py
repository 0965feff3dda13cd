"""LiF 3.2, 6: what leaders can do: the chapter put together. Pure."""

from campaign.kernel.chapters import Chapter, of_rules
from campaign.kernel.interview.asking import Interviews
from campaign.lif.abilities import usage
from campaign.lif.state import State
from events.lif.on_map import AbilityUsed


def _interviews() -> Interviews[State]:
    from campaign.lif.abilities.interviews import INTERVIEWS

    return INTERVIEWS


CHAPTER = of_rules(
    Chapter[State](
        name="abilities",
        trusted={AbilityUsed: "abilities used"},
        interviews=_interviews,
    ),
    usage,
)
