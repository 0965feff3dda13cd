"""The verbs about the scenarios, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = verb_lines(
    "campaign.leaders_in_flames.scenarios.verbs",
    "Scenarios",
    {"scenario": "The scenarios, and one of your own."},
    group="rules",
)
