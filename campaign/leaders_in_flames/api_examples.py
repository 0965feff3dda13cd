"""LiF 4, 4.1: examples of the game's values for whoever writes programs. Pure."""

from campaign.kernel.rooms import ProgramExamples

_HEAD = "5e" * 32
EXAMPLES = ProgramExamples(
    asked={
        "explain": {"figure": "veto-points", "of": ["germany"]},
        "showReport": {"turn": "1939-SO"},
    },
    answers={
        "listCampaigns": [
            {
                "name": "club",
                "title": "Thursday club",
                "turn": "1939-SO",
                "version": 41,
                "head": _HEAD,
            }
        ],
        "showCampaign": {
            "campaign": "club",
            "system": "lif",
            "rulebook": "lif-1998",
            "version": 41,
            "head": _HEAD,
            "turn": "1939-SO",
            "veto_points": {"germany": 5, "italy": 2},
            "cup": ["balbo", "rundstedt"],
            "leaders": {"rommel": {"status": "reserve", "location": None, "face_up": None}},
            "board": {"phase": "closed", "leader": None, "sealed": []},
        },
        "showWaiting": {
            "waiting": [
                {
                    "member": "anna",
                    "power": "germany",
                    "what": "ballots",
                    "until": "2026-03-09T21:00:00Z",
                }
            ]
        },
        "compare": {
            "from": {"campaign": "club", "version": 40},
            "to": {"campaign": "club", "version": 41},
            "differences": [{"path": ["veto_points", "germany"], "before": 5, "after": 4}],
        },
        "explain": {
            "figure": "veto-points",
            "of": ["germany"],
            "value": 5,
            "events": [
                {
                    "version": 2,
                    "turn": "1939-SO",
                    "rule": "LiF 4",
                    "type": "LeadersSetUp",
                    "before": 0,
                    "change": 5,
                    "after": 5,
                    "told": "Starting points.",
                    "amended_by": None,
                    "inserted": False,
                }
            ],
        },
    },
    sent=(
        {"command": "DrawLeader", "id": "draw-3"},
        {"command": "SealBallot", "id": "germany-3", "power": "germany", "choice": "no-veto"},
        {
            "command": "BuyVetoPoints",
            "id": "bought-1",
            "power": "germany",
            "intelligence_points": 5,
        },
    ),
)
"""Values of a campaign in its first turn."""
