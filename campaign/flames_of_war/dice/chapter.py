"""FoW Re-rolls: audited dice: the chapter put together. Pure."""

from campaign.flames_of_war.dice import fold, readback, rolls
from campaign.flames_of_war.dice.read_tables import TABLES
from campaign.flames_of_war.dice.sentences import SENTENCES
from campaign.flames_of_war.state import State
from campaign.kernel.chapter import Chapter

CHAPTER = Chapter[State](
    name="dice",
    decide=rolls.DECIDE,
    needs=rolls.NEEDS,
    evolve=fold.EVOLVE,
    sentences=SENTENCES,
    readback=readback.READERS,
    tables=TABLES,
)
