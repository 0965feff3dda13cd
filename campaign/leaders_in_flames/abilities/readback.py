"""Commands read back from the use of abilities. Pure."""

from collections.abc import Sequence

from msgspec.structs import replace

from campaign.kernel.decisions import ReadBack
from campaign.kernel.readback import Readers, same
from campaign.leaders_in_flames.abilities import commands as play
from campaign.leaders_in_flames.state import State
from events.base import Event
from events.lif import on_map as lif

_AS_RECORDED = same(play.UseAbility)


def _used(state: State, events: Sequence[Event]) -> ReadBack:
    """LiF 2, 3.2: the record says whether a use served an attack, and beside which unit.

    Under the first rules it does not: a use away from the leader's own hex must have served an
    attack beside a unit that took part.
    """
    first = events[0]
    assert isinstance(first, lif.AbilityUsed)
    if state.campaign.rules > 1:
        return _AS_RECORDED(state, events)
    placement = state.play.placements.get(first.leader)
    away = placement is not None and placement.location != first.hex
    command = play.UseAbility(
        by=first.by,
        leader=first.leader,
        ability=first.ability,
        hex=first.hex,
        helps=first.helps,
        combat=first.combat,
        attacking=away,
        stacked_with_participant=away,
        map=first.map,
        entered=first.entered,
    )
    return ReadBack(command, veil=_without_attack)


def _without_attack(event: Event) -> Event:
    """A use without the fields that the first rules did not record."""
    if isinstance(event, lif.AbilityUsed):
        plain = {"attacking": False, "stacked_with_participant": False, "in_attacked_hex": False}
        return replace(event, **plain)
    return event


READERS: Readers[State] = {lif.AbilityUsed: _used}
