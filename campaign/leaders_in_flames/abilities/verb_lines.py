"""The verbs about what leaders can do, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = verb_lines(
    "campaign.leaders_in_flames.abilities.verbs",
    "Leaders",
    {
        "ability": "An ability by number, word or step.",
        "leader": "A leader's counter and abilities.",
        "advise": "What leaders may do in a combat; records nothing.",
    },
    group="leading",
)
