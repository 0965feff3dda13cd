"""Every verb of Leaders in Flames, as help lists them. Pure, and quick to read."""

from pkgutil import get_data

from campaign.kernel.terminal.verb_lines import in_families, verb_list

_LIST = (get_data("campaign.lif", "tables/verbs.txt") or b"").decode()
"""In the order of the chapters, the Board's as their examples make an evening; then what is worked
out from them all.
"""
VERBS = verb_list("campaign.lif", _LIST)
OTHER_WORDS = {
    **in_families(_LIST),
    "wars": "help war",
    "promoting": "help board",
    "leading": "help leader",
    "pools": "help counters",
}
"""The words of its verbs that help leaves out, each with those that it shows instead."""
