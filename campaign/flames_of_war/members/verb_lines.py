"""The verbs about sides and players, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

MODULE = "campaign.flames_of_war.members.verbs"
VERBS = (
    *verb_lines(
        MODULE,
        "Sides and players",
        {
            "join": "A member plays on a side.",
            "leave": "A player leaves their side.",
        },
        group="member",
    ),
    *verb_lines(
        MODULE,
        "Battles and results",
        {
            "commanders": "Who fights for a side on which line.",
            "free-battle": "Record a battle beside the campaign.",
        },
        group="battle",
    ),
)
