"""The verbs about opening a campaign, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = verb_lines(
    "campaign.flames_of_war.opening.verbs",
    "Scenarios",
    {"scenario": "What may be played, and an axis of your own."},
    group="rules",
)
