"""Every verb of campaigns by a club's own rules, as help lists them. Pure, and quick to read."""

from campaign.kernel.terminal.verb_lines import in_families, verb_list

_LIST = """
Acts: verbs
    act: Do what the club's own rules let you do.
    act confirm: Confirm what somebody proposed.
    act decline: Do not confirm what somebody proposed.
    act seal: Seal a choice that nobody sees before all are opened.
    act open: Open all sealed choices together.
    act done: Say that you are done, where one acts after another.
The turn: verbs
    phase end: End the phase of the turn.
    phase seat: Add a seat.
    phase house: Set a switch of the club's.
    phase rules: Change the rules in mid-campaign.
"""
VERBS = verb_list("campaign.kit", _LIST)
OTHER_WORDS = in_families(_LIST)
"""The words of its verbs that help leaves out, each with those that it shows instead."""
