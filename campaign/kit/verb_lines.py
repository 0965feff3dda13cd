"""Every verb of campaigns by a club's own rules, as help lists them. Pure, and quick to read."""

from pkgutil import get_data

from campaign.kernel.terminal.verb_lines import in_families, verb_list

_LIST = (get_data("campaign.kit", "tables/verbs.txt") or b"").decode()
VERBS = verb_list("campaign.kit", _LIST)
OTHER_WORDS = {
    **in_families(_LIST),
    **{f"{word}-rules": f"rules {word}" for word in ("new", "check", "try", "show", "change")},
    **{f"{word}-act": f"act {word}" for word in ("confirm", "decline", "hand-in", "open", "seal")},
    "list-acts": "act list",
    "add-seat": "member seat",
}
"""The words of its verbs that help leaves out, each with those that it shows instead."""
