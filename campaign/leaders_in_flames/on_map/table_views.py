"""LiF 2, 3: where leaders are and how they came there, with their names. Pure."""

from campaign.kernel.tables import SavedQuery, TableView
from campaign.leaders_in_flames.calendar import NAMES as MONTHS
from campaign.leaders_in_flames.names import STATUSES


def _status(column: str) -> str:
    """A leader's status in words, as SQL."""
    cases = " ".join(f"WHEN '{status}' THEN '{text}'" for status, text in STATUSES.items())
    return f"CASE {column} {cases} END"


def _turn(column: str) -> str:
    """A turn in words, as SQL: one that has not begun has no row to take them from."""
    cases = " ".join(f"WHEN '{month}' THEN '{text}'" for month, text in MONTHS.items())
    return f"CASE substr({column}, 6) {cases} END || ' ' || substr({column}, 1, 4)"


WHEREABOUTS = TableView(
    "whereabouts",
    "Where every leader is now, in words",
    {
        "leader": "The leader",
        "country": "His country",
        "stars": "His rank",
        "status": "What he is now",
        "place": "Where on the map; empty off it",
        "arrives": "The turn in which he comes off the production circle",
        "since": "The turn of his last move; empty where he has not moved yet",
    },
    f"""
SELECT leaders.campaign, leaders.name AS leader, country, rank AS stars,
  {_status("status")} AS status, location AS place, {_turn("arrives")} AS arrives,
  (SELECT turns.name FROM leader_moves JOIN turns ON turns.id = leader_moves.turn_id
    WHERE leader_moves.leader_id = leaders.id ORDER BY turns.number DESC LIMIT 1) AS since
FROM leaders
""",
)
MOVES = TableView(
    "moves",
    "Every move of every leader, in words and in order",
    {
        "leader": "The leader",
        "country": "His country",
        "number": "The turn's place in the campaign, from 1",
        "turn": "Game turn",
        "from": "Where he was",
        "to": "Where he is from here on",
        "what": "What happened, as the journal says it",
        "version": "Number of the event",
    },
    f"""
SELECT leader_moves.campaign, leaders.name AS leader, country, turns.number, turns.name AS turn,
  coalesce(from_location, {_status("from_status")}) AS "from",
  coalesce(leader_moves.location, {_status("leader_moves.status")}) AS "to",
  sentence AS what, leader_moves.version
FROM leader_moves JOIN leaders ON leaders.id = leader_moves.leader_id
  JOIN turns ON turns.id = leader_moves.turn_id JOIN events ON events.id = leader_moves.event_id
ORDER BY leader_moves.campaign, leaders.name, turns.number, leader_moves.version
""",
)
VIEWS = (WHEREABOUTS, MOVES)

QUERIES = (
    SavedQuery(
        "where-is-each-leader",
        "Where is each leader?",
        "In the cup, on the map and where, on the production circle until when, dead.",
        """
SELECT leader, country, stars, status, place, arrives, since FROM whereabouts
WHERE campaign = :campaign ORDER BY country, leader
""",
    ),
)
