"""LiF 3.2, 6: what leaders can do: the chapter put together, with its read table. Pure."""

from collections.abc import Iterator

from campaign.kernel import projections
from campaign.kernel.chapters import Chapter
from campaign.kernel.interview.asking import Interviews
from campaign.lif.abilities import usage
from campaign.lif.abilities.catalogue import abilities
from campaign.lif.state import State
from campaign.lif.tables import READ_TABLES
from events.lif.on_map import AbilityUsed

ABILITIES_USED = READ_TABLES.table("abilities_used")


# --- Rows of the read tables of abilities -------------------------------------------------------


def rows(step: projections.Transition[State]) -> Iterator[projections.TableRow]:
    """LiF 3.2: each use of an ability."""
    event = step.record.event
    if step.record.struck_by or not isinstance(event, AbilityUsed):
        return
    known = abilities(step.after.campaign.rulebook).get(event.ability)
    name, step_now = known.name if known else "", step.after.play.timing.step
    yield ABILITIES_USED.of(step, event, name=name, step=step_now)


TABLES = projections.Projections[State](tables=(ABILITIES_USED,), rows=lambda: rows)


# --- LiF 3.2: what leaders can do: the chapter put together -------------------------------------


def _interviews() -> Interviews[State]:
    from campaign.lif.abilities.interviews import INTERVIEWS

    return INTERVIEWS


CHAPTER = Chapter[State](
    name="abilities",
    decide=usage.DECIDE,
    trusted={AbilityUsed: "abilities used"},
    tables=TABLES,
    interviews=_interviews,
)
