"""FoW Multi-player Campaigns: sides, commanders, free battles: the chapter put together. Pure."""

from campaign.flames_of_war.members import fold, free_battles, teams
from campaign.flames_of_war.members.rows import TABLES
from campaign.flames_of_war.members.sentences import SENTENCES
from campaign.flames_of_war.state import State
from campaign.kernel.chapter import Chapter, joined
from events.fow.sides import FreeBattleRecorded

CHAPTER = Chapter[State](
    name="members",
    decide=joined((teams.DECIDE, free_battles.DECIDE)),
    evolve=fold.EVOLVE,
    sentences=SENTENCES,
    trusted={
        FreeBattleRecorded: "battles beside the campaign",
    },
    tables=TABLES,
)
