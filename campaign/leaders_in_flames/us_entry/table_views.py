"""LiF 5.3: what people ask about the rolls of US entry. Pure."""

from campaign.kernel.tables import SavedQuery

_ROLLED = " UNION ALL ".join(
    f"SELECT turn_id, '{what} ' || {number} AS act, '{theatre}' AS against,"
    f" {column}_number AS number, {column}_roll AS roll, {column}_chits AS chits"
    f" FROM us_entry_{what}s WHERE campaign = :campaign"
    for what, number in (("option", '"option"'), ("action", '"action"'))
    for theatre, column in (("Germany and Italy", "germany_italy"), ("Japan", "japan"))
)
QUERIES = (
    SavedQuery(
        "rolls-and-luck",
        "Rolls and luck",
        "The ten-sided dice of US entry by turn, and how far their average is from 5.5. Each ten "
        "of a number on the chart is a chit; a low roll makes a chit of what is left over.",
        f"""
SELECT turns.name AS turn, against, count(roll) AS rolls, group_concat(roll, ' ') AS dice,
  round(avg(roll) - 5.5, 2) AS above_average,
  sum(chits) AS chits, round(sum(rolled.number) / 10.0, 1) AS expected_chits
FROM ({_ROLLED}) AS rolled JOIN turns ON turns.id = turn_id
WHERE roll IS NOT NULL GROUP BY turns.id, against ORDER BY turns.number, against
""",
    ),
)
