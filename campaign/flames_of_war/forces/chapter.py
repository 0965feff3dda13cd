"""FoW Choosing Your Force, FoW Reorganise: the chapter put together. Pure."""

from campaign.flames_of_war.forces import entering, importing, organising, reorganising
from campaign.flames_of_war.forces.readback import READERS
from campaign.flames_of_war.forces.rows import TABLES
from campaign.flames_of_war.forces.sentences import SENTENCES
from campaign.flames_of_war.state import State
from campaign.kernel.chapter import Chapter, joined

CHAPTER = Chapter[State](
    name="forces",
    decide=joined((entering.DECIDE, importing.DECIDE, reorganising.DECIDE, organising.DECIDE)),
    evolve=joined((entering.EVOLVE, importing.EVOLVE, reorganising.EVOLVE, organising.EVOLVE)),
    sentences=SENTENCES,
    readback=READERS,
    tables=TABLES,
)
