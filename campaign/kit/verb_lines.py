"""Every verb of campaigns by a club's own rules, as help lists them. Pure, and quick to read."""

from pkgutil import get_data

from campaign.kernel.terminal.verb_lines import in_families, verb_list

_LIST = (get_data("campaign.kit", "tables/verbs.txt") or b"").decode()
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
