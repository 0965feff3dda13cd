"""The chapters of Flames of War campaigns, in the order of a campaign's course. Pure."""

from campaign.flames_of_war import beginning, rolling
from campaign.flames_of_war.battle_log.chapter import CHAPTER as BATTLE_LOG
from campaign.flames_of_war.dice.chapter import CHAPTER as DICE
from campaign.flames_of_war.forces.chapter import CHAPTER as FORCES
from campaign.flames_of_war.members.chapter import CHAPTER as MEMBERS
from campaign.flames_of_war.missions.chapter import CHAPTER as MISSIONS
from campaign.flames_of_war.opening import sentences as opening
from campaign.flames_of_war.results.chapter import CHAPTER as RESULTS
from campaign.flames_of_war.state import State
from campaign.flames_of_war.terrain.chapter import CHAPTER as TERRAIN
from campaign.kernel.chapter import Chapter

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
