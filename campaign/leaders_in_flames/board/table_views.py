"""LiF 4: draws, ballots and veto points with their names, and what people ask about them. Pure."""

from campaign.kernel.tables import SavedQuery, TableView
from campaign.leaders_in_flames.powers import POWERS

_SAID = """(
    SELECT group_concat(powers.name, ', ') FROM ballots JOIN powers ON powers.id = ballots.power_id
    WHERE ballots.draw_id = promotions.id AND counts AND said = '{}'
  )"""
DRAWS = TableView(
    "draws",
    "Every draw of the Promotions Board in words: who vetoed, who supported, what came of it",
    {
        "draw": "Number of the draw in the campaign",
        "turn": "Game turn",
        "leader": "The leader",
        "country": "His country",
        "stars": "His rank",
        "vetoed_by": "Powers whose veto took effect",
        "supported_by": "Powers of his own side whose support took effect",
        "result": "promoted, vetoed, or open while the Board decides",
        "version": "Number of the event that drew him",
    },
    f"""
SELECT promotions.campaign, draw, turns.name AS turn, leaders.name AS leader, country,
  rank AS stars, {_SAID.format("veto")} AS vetoed_by, {_SAID.format("support")} AS supported_by,
  result, version
FROM promotions JOIN leaders ON leaders.id = promotions.leader_id
  JOIN turns ON turns.id = promotions.turn_id
ORDER BY promotions.campaign, draw
""",
)
MARKERS = TableView(
    "markers",
    "Every veto marker in words, after it was shown: veto, support or no veto",
    {
        "draw": "Number of the draw in the campaign",
        "turn": "Game turn",
        "power": "Whose marker",
        "said": "veto, support (a veto by the leader's own side) or no-veto",
        "leader": "On whom",
        "country": "His country",
        "counts": "1 where the veto or support took effect",
        "paid": "Veto points paid",
        "how": "sealed, device, withheld, absent or cannot-pay",
        "laid_by": "Who laid it",
    },
    """
SELECT ballots.campaign, ballots.draw, turns.name AS turn, powers.name AS power, said,
  leaders.name AS leader, country, counts, paid, how, members.name AS laid_by
FROM ballots JOIN promotions ON promotions.id = ballots.draw_id
  JOIN turns ON turns.id = promotions.turn_id
  JOIN leaders ON leaders.id = promotions.leader_id
  JOIN powers ON powers.id = ballots.power_id
  LEFT JOIN members ON members.id = ballots.campaign || '_' || ballots.laid_by
ORDER BY ballots.campaign, ballots.draw, powers.rowid
""",
)
_POINTS = ",\n  ".join(
    f"sum(points) FILTER (WHERE power = '{power}') AS {power}" for power in POWERS
)
POINTS_BY_TURN = TableView(
    "points_by_turn",
    "Veto points at the end of each turn, a column for each power",
    {
        "number": "The turn's place in the campaign, from 1",
        "turn": "Game turn",
        **dict.fromkeys(POWERS, "Veto points at its end"),
    },
    f"""
SELECT turns.campaign, turns.number, turns.name AS turn,
  {_POINTS}
FROM veto_points JOIN turns ON turns.id = veto_points.turn_id
GROUP BY turns.id ORDER BY turns.campaign, turns.number
""",
)
VIEWS = (DRAWS, MARKERS, POINTS_BY_TURN)

_VETO = "counts AND said = 'veto'"
_SUPPORT = "counts AND said = 'support'"
QUERIES = (
    SavedQuery(
        "who-vetoed-whom",
        "Who vetoed whom",
        "Every veto that took effect, with what it cost. Support is not among them.",
        f"""
SELECT turn, power, leader, country, paid, draw FROM markers
WHERE campaign = :campaign AND {_VETO} ORDER BY draw, power
""",
    ),
    SavedQuery(
        "vetoes-head-to-head",
        "Vetoes and support, power by power",
        "How often each power vetoed, and supported, the leaders of each country.",
        f"""
SELECT power, country AS leaders_of, count(*) FILTER (WHERE {_VETO}) AS vetoes,
  count(*) FILTER (WHERE {_SUPPORT}) AS supports, sum(paid) AS points
FROM markers WHERE campaign = :campaign AND counts
GROUP BY power, country ORDER BY vetoes DESC, supports DESC, power, country
""",
    ),
    SavedQuery(
        "points-over-time",
        "Veto points over time",
        "The points of each power at the end of each turn; of the turn in play, as they are now.",
        f"""
SELECT turn, {", ".join(POWERS)} FROM points_by_turn WHERE campaign = :campaign ORDER BY number
""",
    ),
    SavedQuery(
        "points-spent",
        "What the veto points went on",
        "For each power: points received, and points paid for vetoes, support and votes.",
        """
SELECT powers.name AS power, members.name AS played_now_by,
  (SELECT coalesce(sum(change), 0) FROM veto_point_changes AS account
    WHERE account.power_id = powers.id AND change > 0) AS received,
  (SELECT coalesce(sum(paid), 0) FROM ballots
    WHERE ballots.power_id = powers.id AND said = 'veto') AS on_vetoes,
  (SELECT coalesce(sum(paid), 0) FROM ballots
    WHERE ballots.power_id = powers.id AND said = 'support') AS on_support,
  (SELECT coalesce(sum(paid), 0) FROM votes WHERE votes.power_id = powers.id) AS on_votes,
  veto_points AS left_over
FROM powers LEFT JOIN members ON members.id = powers.member_id
WHERE powers.campaign = :campaign ORDER BY powers.rowid
""",
    ),
    SavedQuery(
        "the-board-by-turn",
        "The Promotions Board, turn by turn",
        "How many leaders were drawn, vetoed and promoted in each turn, and who.",
        """
SELECT turns.name AS turn, count(draws.draw) AS drawn,
  count(*) FILTER (WHERE result = 'vetoed') AS vetoed,
  group_concat(leader, ', ') FILTER (WHERE result = 'promoted') AS promoted
FROM turns LEFT JOIN draws ON draws.campaign = turns.campaign AND draws.turn = turns.name
WHERE turns.campaign = :campaign GROUP BY turns.id ORDER BY number
""",
    ),
    SavedQuery(
        "most-vetoed-leaders",
        "The leaders most often vetoed",
        "How often each leader was drawn, vetoed and promoted.",
        """
SELECT leader, country, stars, count(*) AS drawn,
  count(*) FILTER (WHERE result = 'vetoed') AS vetoed,
  count(*) FILTER (WHERE result = 'promoted') AS promoted
FROM draws WHERE campaign = :campaign
GROUP BY leader, country ORDER BY vetoed DESC, drawn DESC, leader
""",
    ),
    SavedQuery(
        "leaders-never-drawn",
        "Leaders who were never drawn",
        "Who has not come before the Board yet, and where he waits.",
        """
SELECT name AS leader, country, rank AS stars, year, status FROM leaders
WHERE campaign = :campaign AND id NOT IN (SELECT leader_id FROM promotions)
ORDER BY rank DESC, name
""",
    ),
)
