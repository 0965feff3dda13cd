"""Every verb of Flames of War, as help lists them. Pure, and quick to read."""

from pkgutil import get_data

from campaign.kernel.terminal.verb_lines import in_families, verb_list

_LIST = (get_data("campaign.fow", "tables/verbs.txt") or b"").decode()
"""In the order of a first round, whose mission is given; then how the next one is chosen."""
VERBS = verb_list("campaign.fow", _LIST)
OTHER_WORDS = {
    **in_families(_LIST),
    "free-battle": "battle free",
    "leave-side": "battle leave",
    "battles": "help battle",
}
"""The words of its verbs that help leaves out, each with those that it shows instead."""
