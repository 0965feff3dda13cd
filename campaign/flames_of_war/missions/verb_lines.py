"""The verbs about missions, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = verb_lines(
    "campaign.flames_of_war.missions.verbs",
    "Missions",
    {
        "mission": "Roll for a line's next mission.",
        "decline": "Leave the mission as it is.",
        "agree": "Agree on the mission of a footnote.",
        "roles": "Roll for who attacks.",
        "card": "Print the mission card of a battle.",
        "change": "Pay 5 victory points for another mission.",
    },
    group="mission",
)
