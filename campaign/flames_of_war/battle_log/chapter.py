"""FoW Turn Order: the battle log: the chapter put together. Pure."""

from campaign.flames_of_war.battle_log import (
    deploying,
    fold,
    fortifying,
    losing,
    turns,
    withdrawing,
)
from campaign.flames_of_war.battle_log.corrections import FIELD_OF
from campaign.flames_of_war.battle_log.read_tables import TABLES
from campaign.flames_of_war.battle_log.sentences import SENTENCES
from campaign.flames_of_war.state import State
from campaign.kernel.chapter import Chapter, joined
from events.fow import table_top as facts

CHAPTER = Chapter[State](
    name="battle log",
    decide=joined(
        (deploying.DECIDE, fortifying.DECIDE, turns.DECIDE, withdrawing.DECIDE, losing.DECIDE)
    ),
    needs=withdrawing.NEEDS,
    evolve=fold.EVOLVE,
    sentences=SENTENCES,
    trusted={
        facts.DeploymentRecorded: "deployments as the players told them",
        facts.FortificationsBought: "widths of tables and Infantry teams as the players told them",
        facts.PlatoonLost: "platoons lost as the players told them",
    },
    field_of=FIELD_OF,
    tables=TABLES,
)
