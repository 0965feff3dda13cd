"""The verbs about sides and players, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = verb_lines(
    "campaign.flames_of_war.members.verbs",
    "Sides and players",
    {
        "join": "A member plays on a side.",
        "leave": "A player leaves their side.",
        "commanders": "Who fights for a side on which line.",
        "free-battle": "Record a battle beside the campaign.",
    },
    group="battles",
)
