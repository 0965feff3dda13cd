"""Every verb of Flames of War, as help lists them. Pure, and quick to read."""

from campaign.flames_of_war.battle_log.verb_lines import VERBS as BATTLE_LOG
from campaign.flames_of_war.dice.verb_lines import VERBS as DICE
from campaign.flames_of_war.members.verb_lines import VERBS as MEMBERS
from campaign.flames_of_war.missions.verb_lines import VERBS as MISSIONS
from campaign.flames_of_war.opening.verb_lines import VERBS as SCENARIOS
from campaign.flames_of_war.results.verb_lines import VERBS as RESULTS
from campaign.kernel.verb_lines import VerbLine

VERBS: tuple[VerbLine, ...] = (*SCENARIOS, *MEMBERS, *MISSIONS, *RESULTS, *BATTLE_LOG, *DICE)
"""In the order of a round."""
