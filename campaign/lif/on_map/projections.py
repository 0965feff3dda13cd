"""LiF 2, 3: read tables of leaders' moves, of combats and of leaders lost in them. Pure."""

from collections.abc import Iterator

from campaign.kernel import projections
from campaign.lif.calendar import NAMES as MONTHS
from campaign.lif.names import STATUSES, words
from campaign.lif.on_map.fold import lost
from campaign.lif.state import State
from campaign.lif.tables import COMBAT, LEADER, OWNER
from events.lif.on_map import AbilityUsed, CombatReported, HexNamed, LeaderKilled, LeaderRecalled

COMBATS = projections.projection(
    "combats",
    "Every combat reported",
    {
        "combat": COMBAT,
        "turn": projections.TURN,
        "version": projections.VERSION,
        "kind": (str, "land, naval, air or naval-air"),
        "hex": (str, "Where it was fought"),
        "attackers": (str, "Powers and minors attacking"),
        "defenders": (str, "Powers and minors defending"),
        "attacker_lost": (int, "Build points of the attacker's units that were destroyed"),
        "defender_lost": (int, "Build points of the defender's units that were destroyed"),
    },
    ("combat",),
    indexes=(("turn",),),
    label="combat",
)
COMBAT_LOSSES = projections.projection(
    "combat_losses",
    "Every unit killed, shattered or retreated in a combat",
    {
        "combat": COMBAT,
        "number": (int, "Place in the combat's list of losses, from 1"),
        "side": (str, "attacker or defender"),
        "power": OWNER,
        "controlled_by": (str, "Major power that controlled it"),
        "type": (str, "Type of unit"),
        "size": (str, "corps or division"),
        "hq": (int, "1 where it was an HQ"),
        "fate": (str, "killed, shattered or retreated"),
        "build_points": (int, "Build points that it costs; lost only where it was killed"),
        "counter": (str, "Unit counter, by id, where the club named it"),
        "counts_for_attacker": (int, "1 where it counted for the recall of the attacker's leaders"),
        "counts_for_defender": (int, "1 where it counted for the recall of the defender's leaders"),
    },
    ("combat", "number"),
    optional=("counter",),
)
LEADERS_LOST = projections.projection(
    "leaders_lost",
    "Every leader recalled to the cup or killed",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "leader": LEADER,
        "fate": (str, "recalled or killed"),
        "reason": (str, "Why"),
        "combat": COMBAT,
        "chosen_by": (str, "rule, host or draw: what settled whom it fell on"),
    },
    ("version",),
    optional=("combat",),
    indexes=(("turn",), ("leader",)),
)
HEX_NAMES = projections.projection(
    "hex_names",
    "Every name that the club gave a hex, or took away",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "hex": (str, "Map letter, row and column"),
        "name": (str, "What it is called from here on; empty for no name"),
        "member": (str, "Who named it, by id"),
    },
    ("version",),
    optional=("name",),
    indexes=(("hex",),),
)
_FROM = "What he was before: aside reserve cup drawn arriving map circle dead removed"
LEADER_MOVES = projections.projection(
    "leader_moves",
    "Every time a leader came somewhere else: drawn, placed, moved, recalled and so on",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "leader": LEADER,
        "status": (str, "What he is from here on, in the words of from_status"),
        "location": (str, "Where he is from here on; empty off the map"),
        "from_status": (str, _FROM),
        "from_location": (str, "Where he was before; empty off the map"),
    },
    ("version", "leader", "status"),
    optional=("location", "from_location"),
    indexes=(("leader",), ("turn",)),
)


# --- LiF 2, 3: where leaders are and how they came there, with their names ----------------------


def _status(column: str) -> str:
    """A leader's status in words, as SQL."""
    cases = " ".join(f"WHEN '{status}' THEN '{text}'" for status, text in STATUSES.items())
    return f"CASE {column} {cases} END"


def _turn(column: str) -> str:
    """A turn in words, as SQL: one that has not begun has no row to take them from."""
    cases = " ".join(f"WHEN '{month}' THEN '{text}'" for month, text in MONTHS.items())
    return f"CASE substr({column}, 6) {cases} END || ' ' || substr({column}, 1, 4)"


WHEREABOUTS = projections.TableView(
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
MOVES = projections.TableView(
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
    projections.SavedQuery(
        "where-is-each-leader",
        "Where is each leader?",
        "In the cup, on the map and where, on the production circle until when, dead.",
        """
SELECT leader, country, stars, status, place, arrives, since FROM whereabouts
WHERE campaign = :campaign ORDER BY country, leader
""",
    ),
)


# --- Rows of the read tables of leaders' moves, of combats and of the leaders lost in them ------


def rows(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """LiF 3: each move of a leader, each combat with its losses, each leader recalled or killed."""
    if step.record.struck_by:
        return
    yield from _moves(step)
    match step.record.event:
        case CombatReported() as combat:
            losses = {f"{side}_lost": lost(combat, side) for side in ("attacker", "defender")}
            yield COMBATS.of(step, combat, **losses)
            for number, loss in enumerate(combat.losses, 1):
                yield COMBAT_LOSSES.of(loss, combat=combat.combat, number=number)
        case HexNamed() as event:
            yield HEX_NAMES.of(step, event, member=event.by)
        case LeaderRecalled() as event:
            yield LEADERS_LOST.of(step, event, fate="recalled", reason=words(event.reason))
        case LeaderKilled() as event:
            reason = words(event.reason)
            yield LEADERS_LOST.of(step, event, fate="killed", reason=reason, chosen_by="rule")


def _moves(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """LiF 2, 3.1: the leaders who are elsewhere after an event."""
    was, now = step.before, step.after
    if was is None or (was.leaders is now.leaders and was.play.placements is now.play.placements):
        return
    for leader, status in now.leaders.items():
        here, before = _place(now, leader), _place(was, leader)
        then = was.leaders.get(leader)
        if then is not None and (then, before) != (status, here):
            yield LEADER_MOVES.of(
                step,
                leader=leader,
                status=status,
                location=here,
                from_status=then,
                from_location=before,
            )


def _place(state: State, leader: str) -> str | None:
    placement = state.play.placements.get(leader)
    return placement.location if placement else None


TABLES = projections.Projections[State](
    tables=(COMBATS, COMBAT_LOSSES, LEADERS_LOST, LEADER_MOVES, HEX_NAMES),
    rows=lambda: rows,
    views=VIEWS,
    queries=QUERIES,
)


# --- LiF 3.2: abilities used ----------------------------------------------------------------------

ABILITIES_USED = projections.projection(
    "abilities_used",
    "Every use of an ability",
    {
        "version": projections.VERSION,
        "turn": projections.TURN,
        "leader": LEADER,
        "ability": (int, "Number of the ability"),
        "name": (str, "What the ability is called here"),
        "hex": (str, "Where it took effect"),
        "helps": (str, "Powers and minors whose units it helped"),
        "map": (str, "Map whose cap for his rank it used up; empty where none"),
        "step": (str, "Step of the turn, where the club recorded it"),
        "combat": (str, "The combat it was announced for, in the club's words"),
    },
    ("version",),
    indexes=(("turn",), ("leader",), ("ability",)),
)


def _used(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """LiF 3.2: each use of an ability."""
    event = step.record.event
    if step.record.struck_by or not isinstance(event, AbilityUsed):
        return
    from campaign.lif.abilities.catalogue import abilities

    known = abilities(step.after.campaign.rulebook).get(event.ability)
    name, step_now = known.name if known else "", step.after.play.timing.step
    yield ABILITIES_USED.of(step, event, name=name, step=step_now)


OF_ABILITIES = projections.Projections[State](tables=(ABILITIES_USED,), rows=lambda: _used)
