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

OTHER_WORDS = {
    "scenario": "rules scenario",
    "ability": "rules ability",
    "peace": "war peace",
    "conquest": "war conquest",
    "vichy": "war vichy",
    "minor": "war minor",
    "cooperate": "war cooperate",
    "reserves": "war reserves",
    "buy": "war buy",
    "activate": "war activate",
    "leaders": "board leaders",
    "cup": "board cup",
    "points": "board points",
    "seal": "device seal",
    "fix": "device fix",
    "reveal-ballot": "device reveal-ballot",
    "reveal-vote": "device reveal-vote",
    "stage": "turn stage",
    "impulse": "turn impulse",
    "step": "turn step",
    "place": "leader place",
    "move": "leader move",
    "flip": "leader flip",
    "circle": "leader circle",
    "range": "leader range",
    "use": "leader use",
    "combat": "leader combat",
    "ground-strike": "leader ground-strike",
    "bombed": "leader bombed",
    "promote": "leader promote",
    "lost": "leader lost",
    "advise": "leader advise",
    "stats": "report stats",
    "wars": "help war",
    "promoting": "help board",
    "leading": "help leader",
    "pools": "help counters",
}
"""The words of its verbs that help leaves out, each with those that it shows instead."""
