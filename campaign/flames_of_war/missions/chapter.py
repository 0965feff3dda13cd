"""FoW Mission Selector: choosing a mission: the chapter put together. Pure."""

from campaign.flames_of_war.missions import change, fold, readback, roles, selection
from campaign.flames_of_war.missions.rows import TABLES
from campaign.flames_of_war.missions.sentences import SENTENCES
from campaign.flames_of_war.state import State
from campaign.kernel.chapter import Chapter, joined

CHAPTER = Chapter[State](
    name="missions",
    decide=joined((selection.DECIDE, roles.DECIDE, change.DECIDE)),
    needs=joined((selection.NEEDS, roles.NEEDS)),
    evolve=fold.EVOLVE,
    sentences=SENTENCES,
    readback=readback.READERS,
    tables=TABLES,
)
