"""LiF 4: read tables of the major powers, who plays them, and their wars. Pure."""

from collections.abc import Iterator

from campaign.kernel import projections
from campaign.lif.names import country
from campaign.lif.roster import POWER_NAMES, POWERS
from campaign.lif.state import State, has_marker, pair
from campaign.lif.tables import OWNER, POWER
from events.lif.politics import WarDeclared

POWERS_TABLE = projections.projection(
    "powers",
    "The eight major powers as they stand now",
    {
        "power": POWER,
        "name": (str, "Name"),
        "side": (str, "axis or allies"),
        "member": projections.Column(str, "Who plays it; empty where the host does", "members"),
        "veto_points": (int, "Veto points"),
        "conquest": (str, "free, incomplete or complete"),
        "has_marker": (int, "1 where it has a veto marker"),
    },
    ("power",),
    optional=("member",),
    label="name",
)
WAR_CHANGES = projections.projection(
    "war_changes",
    "Every beginning and end of a war; the view wars has each war in one row",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "change": (str, "began or ended"),
        "attacker": OWNER,
        "target": OWNER,
        "attacker_name": (str, "Name of the attacker"),
        "target_name": (str, "Name of the target"),
        "declared": (int, "1 for a declaration of war, so that the attacker is known"),
    },
    ("version", "attacker", "target"),
    indexes=(("turn",),),
)
POWER_CHANGES = projections.projection(
    "power_changes",
    "Every time a power got another player; the view power_holders has from when to when",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "power": POWER,
        "member": projections.Column(
            str, "Who plays it from here on; empty where the host does", "members"
        ),
    },
    ("version", "power"),
    optional=("member",),
    indexes=(("power",),),
)


# --- LiF 4: wars and the holders of powers with their names, and what people ask about them -----

WARS = projections.TableView(
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
POWER_HOLDERS = projections.TableView(
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
    projections.SavedQuery(
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
    projections.SavedQuery(
        "who-plays-what",
        "Who plays what, and since when",
        "Every power with each of its players; an empty end means that they still play it.",
        """
SELECT power, player, since, until FROM power_holders WHERE campaign = :campaign
""",
    ),
)


# --- Rows of the read tables of the major powers, who plays them, and their wars ----------------


def rows(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """LiF 4: each war that began or ended, and each power that got another player."""
    if step.before is None:
        return
    was, now = step.before.at_war, step.after.at_war
    if was is not now:
        for sides in sorted(now - was):
            yield _war(step, sides, "began")
        for sides in sorted(was - now):
            yield _war(step, sides, "ended")
    held, holds = step.before.campaign.powers, step.after.campaign.powers
    if held is not holds:
        for power in POWERS:
            if held.get(power) != holds.get(power):
                yield POWER_CHANGES.of(step, power=power, member=holds.get(power))


def _war(
    step: projections.Transition[State], sides: tuple[str, str], change: str
) -> projections.TableRow:
    """LiF 4: the attacker first, where the record knows one."""
    event = step.record.event
    declared = isinstance(event, WarDeclared) and pair(event.attacker, event.target) == sides
    if isinstance(event, WarDeclared) and declared:
        sides = event.attacker, event.target
    attacker, target = sides
    return WAR_CHANGES.of(
        step,
        change=change,
        attacker=attacker,
        target=target,
        attacker_name=country(attacker),
        target_name=country(target),
        declared=declared,
    )


def current(state: State) -> projections.Current:
    """The eight powers today."""
    yield (
        POWERS_TABLE,
        [
            POWERS_TABLE.row(
                power=power,
                name=POWER_NAMES[power],
                side=state.rulings.sides[power],
                member=state.campaign.powers.get(power),
                veto_points=state.veto_points.get(power, 0),
                conquest=state.conquest.get(power, "free"),
                has_marker=bool(state.conquest) and has_marker(state, power),
            )
            for power in POWERS
        ],
    )


TABLES = projections.Projections[State](
    tables=(POWERS_TABLE, WAR_CHANGES, POWER_CHANGES),
    rows=lambda: rows,
    current=current,
    made_from=lambda state: (
        state.rulings.sides,
        state.campaign.powers,
        state.veto_points,
        state.conquest,
    ),
    views=VIEWS,
    queries=QUERIES,
)
