"""The verbs about leaders on the map, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = (
    *verb_lines(
        "campaign.leaders_in_flames.on_map.verbs",
        "Leaders in play",
        {
            "place": "Put an arriving leader on the map.",
            "move": "Move a leader on the map.",
            "flip": "Turn a leader face-up or face-down.",
            "circle": "Send a leader to the production circle.",
        },
        group="leader",
    ),
    *verb_lines(
        "campaign.leaders_in_flames.on_map.verbs_range",
        "Leaders in play",
        {"range": "How far a leader reaches, with a picture."},
        group="leader",
    ),
    *verb_lines(
        "campaign.leaders_in_flames.on_map.verbs",
        "Within the turn",
        {
            "stage": "Begin a stage of the turn.",
            "impulse": "Begin a side's impulse.",
            "step": "Begin a step.",
        },
        group="turn",
    ),
    *verb_lines(
        "campaign.leaders_in_flames.on_map.verbs",
        "War and peace",
        {"cooperate": "Record that two powers co-operate."},
        group="war",
    ),
    *verb_lines(
        "campaign.leaders_in_flames.on_map.verbs",
        "Leaders in play",
        {"use": "Use a leader's ability."},
        group="leader",
    ),
    *verb_lines(
        "campaign.leaders_in_flames.on_map.verbs",
        "Leaders in play",
        {
            "combat": "Report a combat; recalls and deaths follow.",
            "ground-strike": "Report a ground strike on a leader.",
            "bombed": "Report a leader as carpet bombed.",
            "promote": "Promote a Soviet unit to a Guards army.",
            "lost": "Report a leader as lost or overrun.",
        },
        group="leader",
        also={
            "combat": "recall",
            "ground-strike": "recall",
            "bombed": "recall",
            "promote": "banner",
        },
    ),
)
