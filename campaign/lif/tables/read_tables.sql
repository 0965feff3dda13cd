-- view wars
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

-- view power_holders
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

-- view draws
SELECT promotions.campaign, draw, turns.name AS turn, leaders.name AS leader, country,
  rank AS stars, (
    SELECT group_concat(powers.name, ', ') FROM ballots JOIN powers ON powers.id = ballots.power_id
    WHERE ballots.draw_id = promotions.id AND counts AND said = 'veto'
  ) AS vetoed_by, (
    SELECT group_concat(powers.name, ', ') FROM ballots JOIN powers ON powers.id = ballots.power_id
    WHERE ballots.draw_id = promotions.id AND counts AND said = 'support'
  ) AS supported_by,
  result, version
FROM promotions JOIN leaders ON leaders.id = promotions.leader_id
  JOIN turns ON turns.id = promotions.turn_id
ORDER BY promotions.campaign, draw

-- view markers
SELECT ballots.campaign, ballots.draw, turns.name AS turn, powers.name AS power, said,
  leaders.name AS leader, country, counts, paid, how, members.name AS laid_by
FROM ballots JOIN promotions ON promotions.id = ballots.draw_id
  JOIN turns ON turns.id = promotions.turn_id
  JOIN leaders ON leaders.id = promotions.leader_id
  JOIN powers ON powers.id = ballots.power_id
  LEFT JOIN members ON members.id = ballots.campaign || '_' || ballots.laid_by
ORDER BY ballots.campaign, ballots.draw, powers.rowid

-- view points_by_turn
SELECT turns.campaign, turns.number, turns.name AS turn,
  {points}
FROM veto_points JOIN turns ON turns.id = veto_points.turn_id
GROUP BY turns.id ORDER BY turns.campaign, turns.number

-- view whereabouts
SELECT leaders.campaign, leaders.name AS leader, country, rank AS stars,
  {status} AS status, location AS place, {arrives} AS arrives,
  (SELECT turns.name FROM leader_moves JOIN turns ON turns.id = leader_moves.turn_id
    WHERE leader_moves.leader_id = leaders.id ORDER BY turns.number DESC LIMIT 1) AS since
FROM leaders

-- view moves
SELECT leader_moves.campaign, leaders.name AS leader, country, turns.number, turns.name AS turn,
  coalesce(from_location, {from_status}) AS "from",
  coalesce(leader_moves.location, {to_status}) AS "to",
  sentence AS what, leader_moves.version
FROM leader_moves JOIN leaders ON leaders.id = leader_moves.leader_id
  JOIN turns ON turns.id = leader_moves.turn_id JOIN events ON events.id = leader_moves.event_id
ORDER BY leader_moves.campaign, leaders.name, turns.number, leader_moves.version

-- query wars-by-turn: Wars, turn by turn
-- Which wars began and ended in each turn, and how many were fought in it.
SELECT turns.name AS turn,
  (SELECT group_concat(attacker || ' and ' || target, '; ') FROM wars
    WHERE wars.campaign = turns.campaign AND since_turn = turn) AS began,
  (SELECT group_concat(attacker || ' and ' || target, '; ') FROM wars
    WHERE wars.campaign = turns.campaign AND until_turn = turn) AS ended,
  (SELECT count(*) FROM wars WHERE wars.campaign = turns.campaign
    AND since_number <= number AND (until_number IS NULL OR until_number >= number)) AS fought
FROM turns WHERE campaign = :campaign ORDER BY number

-- query who-plays-what: Who plays what, and since when
-- Every power with each of its players; an empty end means that they still play it.
SELECT power, player, since, until FROM power_holders WHERE campaign = :campaign

-- query who-vetoed-whom: Who vetoed whom
-- Every veto that took effect, with what it cost. Support is not among them.
SELECT turn, power, leader, country, paid, draw FROM markers
WHERE campaign = :campaign AND counts AND said = 'veto' ORDER BY draw, power

-- query vetoes-head-to-head: Vetoes and support, power by power
-- How often each power vetoed, and supported, the leaders of each country.
SELECT power, country AS leaders_of, count(*) FILTER (WHERE counts AND said = 'veto') AS vetoes,
  count(*) FILTER (WHERE counts AND said = 'support') AS supports, sum(paid) AS points
FROM markers WHERE campaign = :campaign AND counts
GROUP BY power, country ORDER BY vetoes DESC, supports DESC, power, country

-- query points-over-time: Veto points over time
-- The points of each power at the end of each turn; of the turn in play, as they are now.
SELECT turn, {powers} FROM points_by_turn WHERE campaign = :campaign ORDER BY number

-- query points-spent: What the veto points went on
-- For each power: points received, and points paid for vetoes, support and votes.
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

-- query the-board-by-turn: The Promotions Board, turn by turn
-- How many leaders were drawn, vetoed and promoted in each turn, and who.
SELECT turns.name AS turn, count(draws.draw) AS drawn,
  count(*) FILTER (WHERE result = 'vetoed') AS vetoed,
  group_concat(leader, ', ') FILTER (WHERE result = 'promoted') AS promoted
FROM turns LEFT JOIN draws ON draws.campaign = turns.campaign AND draws.turn = turns.name
WHERE turns.campaign = :campaign GROUP BY turns.id ORDER BY number

-- query most-vetoed-leaders: The leaders most often vetoed
-- How often each leader was drawn, vetoed and promoted.
SELECT leader, country, stars, count(*) AS drawn,
  count(*) FILTER (WHERE result = 'vetoed') AS vetoed,
  count(*) FILTER (WHERE result = 'promoted') AS promoted
FROM draws WHERE campaign = :campaign
GROUP BY leader, country ORDER BY vetoed DESC, drawn DESC, leader

-- query leaders-never-drawn: Leaders who were never drawn
-- Who has not come before the Board yet, and where he waits.
SELECT name AS leader, country, rank AS stars, year, status FROM leaders
WHERE campaign = :campaign AND id NOT IN (SELECT leader_id FROM promotions)
ORDER BY rank DESC, name

-- query where-is-each-leader: Where is each leader?
-- In the cup, on the map and where, on the production circle until when, dead.
SELECT leader, country, stars, status, place, arrives, since FROM whereabouts
WHERE campaign = :campaign ORDER BY country, leader

-- query rolls-and-luck: Rolls and luck
-- The ten-sided dice of US entry by turn, and how far their average is from 5.5. Each ten of a number on the chart is a chit; a low roll makes a chit of what is left over.
SELECT turns.name AS turn, against, count(roll) AS rolls, group_concat(roll, ' ') AS dice,
  round(avg(roll) - 5.5, 2) AS above_average,
  sum(chits) AS chits, round(sum(rolled.number) / 10.0, 1) AS expected_chits
FROM ({rolled}) AS rolled JOIN turns ON turns.id = turn_id
WHERE roll IS NOT NULL GROUP BY turns.id, against ORDER BY turns.number, against
