"""FoW Choosing Your Force, FoW Reorganise: the chapter put together. Pure."""

from campaign.flames_of_war.forces import entering, importing, organising, reorganising
from campaign.flames_of_war.forces.interviews import ASKED
from campaign.flames_of_war.forces.recorded import FIELD_OF, RECORDED
from campaign.flames_of_war.forces.rows import TABLES
from campaign.flames_of_war.forces.sentences import SENTENCES
from campaign.flames_of_war.state import State
from campaign.kernel.chapter import Chapter, joined
from events.fow.forces import ArmyListImported, ForceEntered, ForceOrganised, ForceReorganised

CHAPTER = Chapter[State](
    name="forces",
    recorded=RECORDED,
    decide=joined((entering.DECIDE, importing.DECIDE, reorganising.DECIDE, organising.DECIDE)),
    evolve=joined((entering.EVOLVE, importing.EVOLVE, reorganising.EVOLVE, organising.EVOLVE)),
    sentences=SENTENCES,
    trusted={
        ForceEntered: "rosters",
        ForceReorganised: "rosters",
        ForceOrganised: "attachments",
        ArmyListImported: "army lists",
    },
    field_of=FIELD_OF,
    tables=TABLES,
    asked=ASKED,
)
