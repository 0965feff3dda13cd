"""LiF 3.2, 6: what leaders can do: the chapter put together, with its read table. Pure."""

from collections.abc import Iterator

from campaign.kernel import projections
from campaign.kernel.chapters import Chapter, of_rules
from campaign.kernel.interview.asking import Interviews
from campaign.lif.abilities import usage
from campaign.lif.abilities.catalogue import abilities
from campaign.lif.roster import LEADER
from campaign.lif.state import State
from events.lif.on_map import AbilityUsed

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


CHAPTER = of_rules(
    Chapter[State](
        name="abilities",
        trusted={AbilityUsed: "abilities used"},
        tables=TABLES,
        interviews=_interviews,
    ),
    usage,
)
