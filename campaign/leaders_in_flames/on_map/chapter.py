"""LiF 3.1, 3.3, 5.1: leaders on the map, recall, Guards Banner: the chapter put together. Pure."""

from campaign.kernel.chapter import Chapter, joined
from campaign.leaders_in_flames.commands_in_play import ReportCombat
from campaign.leaders_in_flames.on_map import guards_banner, impulses, placing, recall
from campaign.leaders_in_flames.state import State

CHAPTER = Chapter[State](
    name="on the map",
    decide=joined((placing.DECIDE, impulses.DECIDE, recall.DECIDE, guards_banner.DECIDE)),
    needs={ReportCombat: recall.combat_wanted},
    evolve=joined((placing.EVOLVE, impulses.EVOLVE, recall.EVOLVE, guards_banner.EVOLVE)),
)
