"""The facts of each event, for statistics, read tables and pages. Pure.

`facts_of` looks at one transition alone, so that nothing has to be remembered between events.
Events that were struck out have no facts, amended ones those of their amended form.
"""

from collections.abc import Iterable, Iterator

from campaign.kernel.transition import Transition
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.statistics.facts import Fact
from campaign.leaders_in_flames.statistics.of_board import BOARD
from campaign.leaders_in_flames.statistics.of_chits import CHITS
from campaign.leaders_in_flames.statistics.of_dice import DICE
from campaign.leaders_in_flames.statistics.of_leaders import CAREERS
from campaign.leaders_in_flames.statistics.of_war import WAR
from events.base import Event


def facts_of(step: Transition[State]) -> Iterator[Fact]:
    """The facts of an event; none if it was struck out, or nothing in it counts."""
    kind = type(step.record.event)
    if kind not in FOUND_IN or step.record.struck_by or step.before is None:
        return
    for finders in _ALL:
        if kind in finders:
            yield from finders[kind](step.record.version, step.turn, step.before, step.record.event)


def all_facts(history: Iterable[Transition[State]]) -> list[Fact]:
    """The facts of a history, in its order."""
    return [fact for step in history for fact in facts_of(step)]


_ALL = (BOARD, CAREERS, DICE, CHITS, WAR)
FOUND_IN: frozenset[type[Event]] = frozenset(kind for finders in _ALL for kind in finders)
"""The events that have facts."""
