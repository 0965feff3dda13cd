"""The verb about statistics, as help lists it. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = verb_lines(
    "campaign.leaders_in_flames.statistics.verbs",
    "Statistics",
    {"stats": "Chances, luck, vetoes, points spent, careers."},
    group="report",
)
