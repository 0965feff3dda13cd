"""Every verb of Flames of War, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import VerbLine

VERBS: tuple[VerbLine, ...] = ()
"""In the order of a round."""
