"""FoW: examples of the game's values for whoever writes programs. Pure."""

from campaign.kernel.rooms import ProgramExamples

_HEAD = "5e" * 32
EXAMPLES = ProgramExamples(
    asked={"showReport": {"turn": "round-01"}},
    answers={
        "listCampaigns": [
            {
                "name": "winter",
                "title": "Anzio in winter",
                "turn": "round-03",
                "version": 41,
                "head": _HEAD,
            }
        ],
        "showCampaign": {
            "campaign": "winter",
            "system": "fow",
            "rulebook": "fow-2006",
            "version": 41,
            "head": _HEAD,
            "turn": "round-03",
            "lines": {"anzio": {"sector": 3, "phase": "battle", "mission": "breakthrough"}},
        },
        "showWaiting": {
            "waiting": [
                {
                    "member": "anna",
                    "power": "allies",
                    "what": "results",
                    "until": "2026-03-09T21:00:00Z",
                }
            ]
        },
    },
    sent=(
        {"command": "RollMission", "id": "mission-3", "dice": {"allies": [5], "axis": [3]}},
        {
            "command": "ReportResult",
            "id": "result-3",
            "ended_by": "objective",
            "side": "allies",
            "turn": 6,
            "lost": {"allies": 1, "axis": 3},
        },
        {"command": "ConfirmResult", "id": "confirmed-3"},
    ),
)
"""Values of a campaign in its third round."""
