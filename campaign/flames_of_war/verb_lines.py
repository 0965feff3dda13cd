"""Every verb of Flames of War, as help lists them. Pure, and quick to read."""

from campaign.flames_of_war.battle_log.verb_lines import VERBS as BATTLE_LOG
from campaign.flames_of_war.dice.verb_lines import VERBS as DICE
from campaign.flames_of_war.forces.verb_lines import VERBS as FORCES
from campaign.flames_of_war.members.verb_lines import VERBS as MEMBERS
from campaign.flames_of_war.missions.verb_lines import VERBS as MISSIONS
from campaign.flames_of_war.opening.verb_lines import VERBS as SCENARIOS
from campaign.flames_of_war.results.verb_lines import BATTLE
from campaign.flames_of_war.results.verb_lines import VERBS as RESULTS
from campaign.flames_of_war.terrain.verb_lines import VERBS as TERRAIN
from campaign.kernel.verb_lines import VerbLine

VERBS: tuple[VerbLine, ...] = (
    *SCENARIOS,
    *MEMBERS,
    *FORCES,
    *TERRAIN,
    *BATTLE,
    *BATTLE_LOG,
    *DICE,
    *RESULTS,
    *MISSIONS,
)
"""In the order of a first round, whose mission is given; then how the next one is chosen."""
