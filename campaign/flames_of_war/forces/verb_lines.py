"""The verbs about forces, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = verb_lines(
    "campaign.flames_of_war.forces.verbs",
    "Forces",
    {
        "force": "Rosters: enter, list, reorganise, organise.",
        "army-list": "Your own army list, to check forces by.",
    },
    group="force",
)
