"""LiF 2, 3: read tables of leaders' moves, of combats and of leaders lost in them. Pure."""

from collections.abc import Iterator

from campaign.kernel import projections
from campaign.lif.calendar import NAMES as MONTHS
from campaign.lif.names import STATUSES, words
from campaign.lif.on_map.fold import lost
from campaign.lif.read_tables import READ_TABLES
from campaign.lif.state import State
from events.lif.on_map import AbilityUsed, CombatReported, HexNamed, LeaderKilled, LeaderRecalled

COMBATS = READ_TABLES.table("combats")
COMBAT_LOSSES = READ_TABLES.table("combat_losses")
LEADERS_LOST = READ_TABLES.table("leaders_lost")
HEX_NAMES = READ_TABLES.table("hex_names")
LEADER_MOVES = READ_TABLES.table("leader_moves")


# --- LiF 2, 3: where leaders are and how they came there, with their names ----------------------


def _status(column: str) -> str:
    """A leader's status in words, as SQL."""
    cases = " ".join(f"WHEN '{status}' THEN '{text}'" for status, text in STATUSES.items())
    return f"CASE {column} {cases} END"


def _turn(column: str) -> str:
    """A turn in words, as SQL: one that has not begun has no row to take them from."""
    cases = " ".join(f"WHEN '{month}' THEN '{text}'" for month, text in MONTHS.items())
    return f"CASE substr({column}, 6) {cases} END || ' ' || substr({column}, 1, 4)"


VIEWS = (
    READ_TABLES.view("whereabouts", status=_status("status"), arrives=_turn("arrives")),
    READ_TABLES.view(
        "moves", from_status=_status("from_status"), to_status=_status("leader_moves.status")
    ),
)
QUERIES = (READ_TABLES.query("where-is-each-leader"),)


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

ABILITIES_USED = READ_TABLES.table("abilities_used")


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
