"""Battles begun, reported, booked: the chapter put together. Pure."""

from campaign.flames_of_war.results import abandoning, battle_begins, booking, reporting
from campaign.flames_of_war.results.corrections import FIELD_OF
from campaign.flames_of_war.results.interviews import ASKED
from campaign.flames_of_war.results.rows import TABLES
from campaign.flames_of_war.results.sentences import SENTENCES
from campaign.flames_of_war.state import State
from campaign.kernel.chapter import Chapter, joined
from events.fow.battles import BattleAbandoned, ResultReported

CHAPTER = Chapter[State](
    name="results",
    decide=joined(file.DECIDE for file in (battle_begins, reporting, abandoning)),
    evolve=joined(file.EVOLVE for file in (battle_begins, reporting, booking, abandoning)),
    sentences=SENTENCES,
    trusted={
        ResultReported: "results of battles",
        BattleAbandoned: "battles that were not played",
    },
    field_of=FIELD_OF,
    tables=TABLES,
    asked=ASKED,
)
