"""The verbs about the Promotions Board, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import verb_lines

VERBS = (
    *verb_lines(
        "campaign.leaders_in_flames.board.verbs_points",
        "How things stand",
        {
            "leaders": "Where every leader is.",
            "cup": "The leaders in the cup.",
            "points": "Veto points, now and by turn.",
        },
        group="board",
    ),
    *verb_lines(
        "campaign.leaders_in_flames.board.verbs",
        "Promotions Board",
        {
            "board": "Play the turn's Promotions Board at this keyboard.",
            "draw": "Draw a leader.",
            "ballot": "Choose on the leader drawn: veto, support or no (secret).",
            "ballots": "Enter several powers' ballots or votes at once.",
            "reveal": "Open all ballots at once.",
            "vote": "Vote on drawing another leader (secret).",
            "count": "Open all votes at once.",
        },
        group="board",
        evening=("board", "ballots"),
        also={
            "board": "promote next",
            "ballot": "veto",
            "ballots": "veto abstain",
            "vote": "abstain another stop",
        },
    ),
    *verb_lines(
        "campaign.leaders_in_flames.board.verbs",
        "Sealing on your own device",
        {
            "seal": "Seal a ballot or vote on your own device, without the store.",
            "fix": "End sealing, before devices hand in their openings.",
            "reveal-ballot": "Hand over what opens a ballot sealed on a device.",
            "reveal-vote": "Hand over what opens a vote sealed on a device.",
        },
        group="device",
    ),
    *verb_lines(
        "campaign.leaders_in_flames.board.verbs_points",
        "War and peace",
        {
            "reserves": "Call out a power's reserves.",
            "buy": "Buy veto points with intelligence.",
            "activate": "Bring the leaders into a Days of Decision campaign.",
        },
        group="war",
    ),
)
