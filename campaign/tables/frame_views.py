"""The journal with its names, and what people ask about the record of any campaign. Pure."""

from campaign.kernel.tables import SavedQuery, TableView

JOURNAL = TableView(
    "journal",
    "Every event as a sentence, with its turn and its member by name",
    {
        "version": "Number of the event",
        "turn": "Game turn",
        "sentence": "What happened, in words",
        "recorded_by": "On whose word it was recorded",
        "at": "When it was recorded, UTC",
        "counts": "1 where it counts, 0 where a correction struck it",
    },
    """
SELECT events.campaign, version, turns.name AS turn, sentence,
  coalesce(members.name, "by") AS recorded_by, at, struck_by IS NULL AS counts
FROM events JOIN turns ON turns.id = events.turn_id
  LEFT JOIN members ON members.id = events.campaign || '_' || "by"
ORDER BY events.campaign, version
""",
)
VIEWS = (JOURNAL,)

QUERIES = (
    SavedQuery(
        "what-happened",
        "What happened, newest first",
        "The journal backwards, without what a correction struck.",
        """
SELECT version, turn, sentence, recorded_by, at FROM journal
WHERE campaign = :campaign AND counts ORDER BY version DESC
""",
    ),
)
