"""LiF 4: read tables of the major powers, who plays them, and their wars. Pure."""

from collections.abc import Iterator

from campaign.kernel import projections
from campaign.lif.names import country
from campaign.lif.read_tables import READ_TABLES
from campaign.lif.roster import POWER_NAMES, POWERS
from campaign.lif.state import State, has_marker, pair
from events.lif.politics import WarDeclared

POWERS_TABLE = READ_TABLES.table("powers")
WAR_CHANGES = READ_TABLES.table("war_changes")
POWER_CHANGES = READ_TABLES.table("power_changes")


# --- LiF 4: wars and the holders of powers with their names, and what people ask about them -----

VIEWS = (READ_TABLES.view("wars"), READ_TABLES.view("power_holders"))
QUERIES = (READ_TABLES.query("wars-by-turn"), READ_TABLES.query("who-plays-what"))


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
