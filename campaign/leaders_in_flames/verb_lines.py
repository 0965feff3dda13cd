"""Every verb of Leaders in Flames, as help lists them. Pure, and quick to read."""

from campaign.leaders_in_flames.abilities.verb_lines import VERBS as ABILITIES
from campaign.leaders_in_flames.board.verb_lines import VERBS as BOARD
from campaign.leaders_in_flames.force_pools.verb_lines import VERBS as FORCE_POOLS
from campaign.leaders_in_flames.on_map.verb_lines import VERBS as ON_MAP
from campaign.leaders_in_flames.politics.verb_lines import VERBS as POLITICS
from campaign.leaders_in_flames.scenarios.verb_lines import VERBS as SCENARIOS
from campaign.leaders_in_flames.statistics.verb_lines import VERBS as STATISTICS
from campaign.leaders_in_flames.us_entry.verb_lines import VERBS as US_ENTRY

VERBS = (
    *SCENARIOS,
    *POLITICS,
    *BOARD,
    *ON_MAP,
    *ABILITIES,
    *FORCE_POOLS,
    *US_ENTRY,
    *STATISTICS,
)
"""In the order of the chapters, then what is worked out from them all."""
