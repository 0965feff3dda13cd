"""The verbs about what leaders can do, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

MODULE = "campaign.leaders_in_flames.abilities.verbs"
VERBS = (
    *verb_lines(
        MODULE,
        "Leaders",
        {
            "leader": "A leader's counter and abilities.",
            "advise": "What leaders may do in a combat; records nothing.",
        },
        group="leader",
    ),
    *verb_lines(
        MODULE, "Abilities", {"ability": "An ability by number, word or step."}, group="rules"
    ),
)
