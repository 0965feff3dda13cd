"""The chapters of Flames of War campaigns, in the order of a campaign's course. Pure."""

from collections.abc import Mapping

from campaign.flames_of_war import beginning, rolling
from campaign.flames_of_war.battle_log import audit as log_audit
from campaign.flames_of_war.battle_log.chapter import CHAPTER as BATTLE_LOG
from campaign.flames_of_war.dice import audit as table_dice
from campaign.flames_of_war.dice.chapter import CHAPTER as DICE
from campaign.flames_of_war.forces import audit as forces
from campaign.flames_of_war.forces.chapter import CHAPTER as FORCES
from campaign.flames_of_war.members import audit as members
from campaign.flames_of_war.members.chapter import CHAPTER as MEMBERS
from campaign.flames_of_war.missions import audit as mission_dice
from campaign.flames_of_war.missions.chapter import CHAPTER as MISSIONS
from campaign.flames_of_war.opening import sentences as opening
from campaign.flames_of_war.results import audit as results
from campaign.flames_of_war.results.chapter import CHAPTER as RESULTS
from campaign.flames_of_war.rolling import Kind
from campaign.flames_of_war.state import State
from campaign.flames_of_war.terrain import audit as terrain_dice
from campaign.flames_of_war.terrain.chapter import CHAPTER as TERRAIN
from campaign.kernel.chapter import Chapter, joined
from events.base import Event

CHAPTERS: tuple[Chapter[State], ...] = (
    Chapter("beginning", evolve=beginning.EVOLVE, sentences=opening.SENTENCES),
    Chapter("draws", evolve=rolling.EVOLVE),
    MEMBERS,
    FORCES,
    MISSIONS,
    TERRAIN,
    RESULTS,
    BATTLE_LOG,
    DICE,
)
ROLLS: Mapping[type[Event], Kind] = joined(
    (
        mission_dice.ROLLS,
        terrain_dice.ROLLS,
        table_dice.ROLLS,
    )
)
"""Events with dice, each with its label and its dice."""
TRUSTED: Mapping[type[Event], str] = joined(
    (
        mission_dice.TRUSTED,
        results.TRUSTED,
        terrain_dice.TRUSTED,
        members.TRUSTED,
        forces.TRUSTED,
        table_dice.TRUSTED,
        log_audit.TRUSTED,
    )
)
"""What only the players at the table saw or said, by kind."""
