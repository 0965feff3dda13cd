"""FoW Set Up the Battlefield: the chapter put together. Pure."""

from campaign.flames_of_war.state import State
from campaign.flames_of_war.terrain import setting_up
from campaign.flames_of_war.terrain.interviews import ASKED
from campaign.flames_of_war.terrain.rows import TABLES
from campaign.flames_of_war.terrain.sentences import SENTENCES
from campaign.kernel.chapter import Chapter
from campaign.kernel.trusted import unless_the_ledgers
from events.fow.ground import BattlefieldDescribed, TerrainRolled

CHAPTER = Chapter[State](
    name="terrain",
    decide=setting_up.DECIDE,
    needs=setting_up.NEEDS,
    evolve=setting_up.EVOLVE,
    sentences=SENTENCES,
    trusted={
        BattlefieldDescribed: "battlefields described",
    },
    counted={TerrainRolled: unless_the_ledgers("dice thrown at the table")},
    tables=TABLES,
    asked=ASKED,
)
