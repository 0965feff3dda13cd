-- view journal
SELECT events.campaign, version, turns.name AS turn, sentence,
  coalesce(members.name, "by") AS recorded_by, at, struck_by IS NULL AS counts
FROM events JOIN turns ON turns.id = events.turn_id
  LEFT JOIN members ON members.id = events.campaign || '_' || "by"
ORDER BY events.campaign, version

-- query what-happened: What happened, newest first
-- The journal backwards, without what a correction struck.
SELECT version, turn, sentence, recorded_by, at FROM journal
WHERE campaign = :campaign AND counts ORDER BY version DESC
