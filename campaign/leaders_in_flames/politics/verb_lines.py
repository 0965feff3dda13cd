"""The verbs about the war around the board, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = verb_lines(
    "campaign.leaders_in_flames.politics.verbs",
    "War and peace",
    {
        "war": "Record a declaration of war.",
        "peace": "Record a peace.",
        "conquest": "Record that a power is conquered or liberated.",
        "vichy": "Record that Vichy France is installed or collapses.",
        "minor": "Record whose side a minor country is on.",
    },
    group="war",
)
