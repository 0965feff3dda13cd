"""The verbs about the counters, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = verb_lines(
    "campaign.leaders_in_flames.force_pools.verbs",
    "Force pools",
    {"counters": "Counters and where each is: list, move, import a sheet."},
    group="counters",
)
