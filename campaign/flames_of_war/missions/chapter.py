"""FoW Mission Selector: choosing a mission: the chapter put together. Pure."""

from campaign.flames_of_war.missions import change, fold, roles, selection
from campaign.flames_of_war.missions.corrections import FIELD_OF
from campaign.flames_of_war.missions.interviews import ASKED
from campaign.flames_of_war.missions.rows import TABLES
from campaign.flames_of_war.missions.sentences import SENTENCES
from campaign.flames_of_war.state import State
from campaign.kernel.chapter import Chapter, joined
from campaign.kernel.trusted import unless_the_ledgers
from events.fow.missions import MissionRolled, RolesRolled

CHAPTER = Chapter[State](
    name="missions",
    decide=joined((selection.DECIDE, roles.DECIDE, change.DECIDE)),
    needs=joined((selection.NEEDS, roles.NEEDS)),
    evolve=fold.EVOLVE,
    sentences=SENTENCES,
    counted=dict.fromkeys(
        (MissionRolled, RolesRolled), unless_the_ledgers("dice thrown at the table")
    ),
    field_of=FIELD_OF,
    tables=TABLES,
    asked=ASKED,
)
