"""Every verb of campaigns by a club's own rules, as help lists them. Pure, and quick to read."""

from campaign.kernel.terminal.verb_lines import in_families, verb_list

_LIST = """
Rules: verbs
    new-rules (rules): Write a rules file to begin with. [template own]
    check-rules (rules): Judge a rules file of your own. [faults]
    try-rules (rules): Play worked cases by a rules file. [cases test]
    show-rules (rules): The rules in force in a campaign. [text]
    change-rules (rules): Change the rules in mid-campaign.
    rules house: Set a switch of the club's.
Acts: verbs
    act: Do what the club's own rules let you do.
    list-acts (act): What the rules let you do, and the fields of each act.
    confirm-act (act): Confirm what somebody proposed.
    decline-act (act): Do not confirm what somebody proposed.
    seal-act (act): Seal a choice that nobody sees before all are opened.
    hand-in-act (act): Hand in what opens a choice that a device sealed.
    open-act (act): Open all sealed choices together.
    act done: Say that you are done, where one acts after another.
    turn phase: End the phase of the turn.
    add-seat (member): Add a seat.
"""
VERBS = verb_list("campaign.kit", _LIST)
OTHER_WORDS = {
    **in_families(_LIST),
    "add-seat": "member seat",
    "new-rules": "rules new",
    "check-rules": "rules check",
    "try-rules": "rules try",
    "show-rules": "rules show",
    "list-acts": "act list",
    "change-rules": "rules change",
    "confirm-act": "act confirm",
    "decline-act": "act decline",
    "hand-in-act": "act hand-in",
    "open-act": "act open",
    "seal-act": "act seal",
}
"""The words of its verbs that help leaves out, each with those that it shows instead."""
