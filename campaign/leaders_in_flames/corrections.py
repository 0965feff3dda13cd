"""Corrections of the whole game: what its chapters say of them, and the rulings. Pure."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from campaign.disputes import procedure
from campaign.kernel.corrected import CorrectedGame
from campaign.kernel.decisions import Refused
from campaign.leaders_in_flames import rulings
from campaign.leaders_in_flames.board import corrections as board
from campaign.leaders_in_flames.force_pools import corrections as force_pools
from campaign.leaders_in_flames.on_map import corrections as on_map
from campaign.leaders_in_flames.politics import sides
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.rulings import Value
from campaign.leaders_in_flames.state import State, aligned_with
from campaign.leaders_in_flames.us_entry import corrections as us_entry
from events.base import Event

CORRECTED = CorrectedGame[State](
    (
        board.POINTS_CORRECTED,
        on_map.CORRECTED,
        board.CORRECTED,
        force_pools.CORRECTED,
        us_entry.CORRECTED,
    )
)
"""The first fault found in this order is the one that a member reads."""


def left_behind(state: State, event: Event) -> State:
    """What a struck event leaves behind, such as draw numbers that are used up."""
    return CORRECTED.left_behind(state, event)


def concerned(state: State, events: Iterable[Event]) -> tuple[str, ...]:
    """Disputes: the powers of leaders and counters in events; a minor country counts as its power.

    A referee who plays one of these powers would be ruling on their own case.
    """
    named = procedure.named(events)
    owners: set[str | None] = set()
    for name in named:
        if leader := state.sheet.get(name):
            owners |= {leader.power, sides.allegiance(state, name).power}
        if counter := state.play.counters.get(name):
            owners |= {counter.power, aligned_with(state, counter.power)}
        owners.add(aligned_with(state, name))
    return tuple(power for power in POWERS if power in owners)


def rule(state: State, switches: Mapping[str, Value]) -> State | Refused:
    """Rulings: a referee sets switches from now on; earlier decisions stay."""
    shared = state.campaign
    values = rulings.resolve({**shared.rulings, **switches}, shared.rulebook)
    if isinstance(values, Refused):
        return values
    if values["draws"] != shared.rulings.get("draws", values["draws"]):
        return Refused("Ruling 21", "who draws is chosen for the whole campaign when it opens")
    ruled = replace(shared, rulings=values)
    return replace(state, campaign=ruled, rulings=rulings.in_force(values))
