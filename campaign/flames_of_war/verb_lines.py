"""Every verb of Flames of War, as help lists them. Pure, and quick to read."""

from campaign.flames_of_war.opening.verb_lines import VERBS as SCENARIOS
from campaign.kernel.verb_lines import VerbLine

VERBS: tuple[VerbLine, ...] = (*SCENARIOS,)
"""In the order of a round."""
