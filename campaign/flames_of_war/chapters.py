"""The chapters of Flames of War campaigns, in the order of a campaign's course. Pure."""

from collections.abc import Mapping

from campaign.flames_of_war import beginning, rolling
from campaign.flames_of_war.members import audit as members
from campaign.flames_of_war.members.chapter import CHAPTER as MEMBERS
from campaign.flames_of_war.missions import audit as mission_dice
from campaign.flames_of_war.missions.chapter import CHAPTER as MISSIONS
from campaign.flames_of_war.results.chapter import CHAPTER as RESULTS
from campaign.flames_of_war.rolling import Kind
from campaign.flames_of_war.state import State
from campaign.kernel.chapter import Chapter, joined
from events.base import Event

CHAPTERS: tuple[Chapter[State], ...] = (
    Chapter("beginning", evolve=beginning.EVOLVE),
    Chapter("draws", evolve=rolling.EVOLVE),
    MEMBERS,
    MISSIONS,
    RESULTS,
)
ROLLS: Mapping[type[Event], Kind] = joined((mission_dice.ROLLS,))
"""Events with dice, each with its label and its dice."""
TRUSTED: Mapping[type[Event], str] = joined((mission_dice.TRUSTED, members.TRUSTED))
"""What only the players at the table saw or said, by kind."""
