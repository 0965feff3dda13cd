"""The verbs about US entry, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = verb_lines(
    "campaign.leaders_in_flames.us_entry.verbs",
    "US entry",
    {"us-entry": "The USA's way into the war: chart, chits, options, actions."},
    group="us-entry",
)
