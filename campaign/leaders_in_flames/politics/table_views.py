"""LiF 4: wars and the holders of powers with their names, and what people ask about them. Pure."""

from campaign.kernel.tables import SavedQuery, TableView

WARS = TableView(
    "wars",
    "Every war with its two sides, since when and until when; empty until: it goes on",
    {
        "attacker": "Who declared it; of a war from before the campaign the first by name",
        "target": "Against whom",
        "declared": "1 where it was declared in the campaign, 0 where it was under way before",
        "since": "The turn in which it began, or the first of the campaign",
        "until": "The turn in which peace was made; empty while it goes on",
        "since_turn": "The same turn by its id, such as 1939-SO",
        "until_turn": "The turn of the peace by its id",
        "since_number": "The place in the campaign of the turn in which it began",
        "until_number": "The place in the campaign of the turn in which it ended",
        "version": "Number of the event with which it began",
    },
    """
WITH changes AS (
  SELECT war_changes.*, turns.name AS turn_name, turns.number,
    lead(turns.name) OVER later AS until,
    lead(war_changes.turn) OVER later AS until_turn,
    lead(turns.number) OVER later AS until_number
  FROM war_changes JOIN turns ON turns.id = war_changes.turn_id
  WINDOW later AS (
    PARTITION BY war_changes.campaign, min(attacker, target), max(attacker, target)
    ORDER BY turns.number, war_changes.version, change
  )
)
SELECT campaign, attacker_name AS attacker, target_name AS target, declared,
  turn_name AS since, until, turn AS since_turn, until_turn,
  number AS since_number, until_number, version
FROM changes WHERE change = 'began' ORDER BY campaign, number, version
""",
)
POWER_HOLDERS = TableView(
    "power_holders",
    "Who played each power, from when to when; empty until: they still do",
    {
        "power": "The power",
        "player": "Who plays it",
        "since": "The turn in which it became theirs",
        "until": "The turn in which it became somebody else's or the host's",
        "version": "Number of the event that gave it to them",
    },
    """
WITH changes AS (
  SELECT power_changes.*, turns.name AS turn_name, turns.number,
    lead(turns.name) OVER (
      PARTITION BY power_changes.campaign, power
      ORDER BY turns.number, power_changes.version
    ) AS until
  FROM power_changes JOIN turns ON turns.id = power_changes.turn_id
)
SELECT changes.campaign, powers.name AS power, members.name AS player,
  changes.turn_name AS since, changes.until, changes.version
FROM changes JOIN powers ON powers.id = changes.power_id
  JOIN members ON members.id = changes.member_id
ORDER BY changes.campaign, powers.rowid, changes.number, changes.version
""",
)
VIEWS = (WARS, POWER_HOLDERS)

QUERIES = (
    SavedQuery(
        "wars-by-turn",
        "Wars, turn by turn",
        "Which wars began and ended in each turn, and how many were fought in it.",
        """
SELECT turns.name AS turn,
  (SELECT group_concat(attacker || ' and ' || target, '; ') FROM wars
    WHERE wars.campaign = turns.campaign AND since_turn = turn) AS began,
  (SELECT group_concat(attacker || ' and ' || target, '; ') FROM wars
    WHERE wars.campaign = turns.campaign AND until_turn = turn) AS ended,
  (SELECT count(*) FROM wars WHERE wars.campaign = turns.campaign
    AND since_number <= number AND (until_number IS NULL OR until_number >= number)) AS fought
FROM turns WHERE campaign = :campaign ORDER BY number
""",
    ),
    SavedQuery(
        "who-plays-what",
        "Who plays what, and since when",
        "Every power with each of its players; an empty end means that they still play it.",
        """
SELECT power, player, since, until FROM power_holders WHERE campaign = :campaign
""",
    ),
)
