"""The chapters of Leaders in Flames, in the order of printing. Pure."""

from campaign.kernel.chapter import Chapter
from campaign.leaders_in_flames.abilities.chapter import CHAPTER as ABILITIES
from campaign.leaders_in_flames.board.chapter import CHAPTER as BOARD
from campaign.leaders_in_flames.force_pools.chapter import CHAPTER as FORCE_POOLS
from campaign.leaders_in_flames.on_map.chapter import CHAPTER as ON_MAP
from campaign.leaders_in_flames.politics.chapter import CHAPTER as POLITICS
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.chapter import CHAPTER as US_ENTRY

CHAPTERS: tuple[Chapter[State], ...] = (
    POLITICS,
    BOARD,
    ON_MAP,
    ABILITIES,
    FORCE_POOLS,
    US_ENTRY,
)
