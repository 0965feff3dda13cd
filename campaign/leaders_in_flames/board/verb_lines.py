"""The verbs about the Promotions Board, as help lists them. Pure, and quick to read."""

from campaign.kernel.verb_lines import VerbLine, verb_lines

_POINTS = "campaign.leaders_in_flames.board.verbs_points"
_ALSO = {
    "board": "promote next",
    "ballot": "veto",
    "ballots": "veto abstain",
    "vote": "abstain another stop",
}


def _board(lines: dict[str, str]) -> tuple[VerbLine, ...]:
    """Steps of the Board."""
    return verb_lines(
        "campaign.leaders_in_flames.board.verbs",
        "Promotions Board",
        lines,
        group="board",
        evening=("board", "ballots"),
        also=_ALSO,
    )


def _device(lines: dict[str, str]) -> tuple[VerbLine, ...]:
    """Steps of who seals on a device of their own."""
    return verb_lines(
        "campaign.leaders_in_flames.board.verbs",
        "Sealing on your own device",
        lines,
        group="device",
    )


VERBS = (
    *verb_lines(
        _POINTS,
        "How things stand",
        {
            "leaders": "Where every leader is.",
            "cup": "The leaders in the cup.",
            "points": "Veto points, now and by turn.",
        },
        group="board",
    ),
    *_board(
        {
            "board": "Play the turn's Promotions Board at this keyboard.",
            "draw": "Draw a leader.",
            "ballot": "Choose on the leader drawn: veto, support or no (secret).",
            "ballots": "Enter several powers' ballots or votes at once.",
        }
    ),
    *_device(
        {
            "seal": "Seal a ballot or vote on your own device, without the store.",
            "fix": "End sealing, before devices hand in their openings.",
            "reveal-ballot": "Hand over what opens a ballot sealed on a device.",
        }
    ),
    *_board(
        {
            "reveal": "Open all ballots at once.",
            "vote": "Vote on drawing another leader (secret).",
        }
    ),
    *_device({"reveal-vote": "Hand over what opens a vote sealed on a device."}),
    *_board({"count": "Open all votes at once."}),
    *verb_lines(
        _POINTS,
        "War and peace",
        {
            "reserves": "Call out a power's reserves.",
            "buy": "Buy veto points with intelligence.",
            "activate": "Bring the leaders into a Days of Decision campaign.",
        },
        group="war",
    ),
)
"""In an order in which their examples make an evening."""
