"""FoW Turn Order: the battle log: the chapter put together. Pure."""

from campaign.flames_of_war.battle_log import (
    deploying,
    fold,
    fortifying,
    losing,
    readback,
    turns,
    withdrawing,
)
from campaign.flames_of_war.battle_log.read_tables import TABLES
from campaign.flames_of_war.battle_log.sentences import SENTENCES
from campaign.flames_of_war.state import State
from campaign.kernel.chapter import Chapter, joined

CHAPTER = Chapter[State](
    name="battle log",
    decide=joined(
        (deploying.DECIDE, fortifying.DECIDE, turns.DECIDE, withdrawing.DECIDE, losing.DECIDE)
    ),
    needs=withdrawing.NEEDS,
    evolve=fold.EVOLVE,
    sentences=SENTENCES,
    readback=readback.READERS,
    tables=TABLES,
)
