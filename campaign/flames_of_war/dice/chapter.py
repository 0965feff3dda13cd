"""FoW Re-rolls: audited dice: the chapter put together. Pure."""

from campaign.flames_of_war.dice import fold, rolls
from campaign.flames_of_war.dice.corrections import FIELD_OF
from campaign.flames_of_war.dice.read_tables import TABLES
from campaign.flames_of_war.dice.sentences import SENTENCES
from campaign.flames_of_war.state import State
from campaign.kernel.chapter import Chapter
from campaign.kernel.trusted import unless_the_ledgers
from events.fow.dice import DiceRolled

CHAPTER = Chapter[State](
    name="dice",
    decide=rolls.DECIDE,
    needs=rolls.NEEDS,
    evolve=fold.EVOLVE,
    sentences=SENTENCES,
    counted={DiceRolled: unless_the_ledgers("dice thrown at the table")},
    field_of=FIELD_OF,
    tables=TABLES,
)
