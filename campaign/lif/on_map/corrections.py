"""Corrections of leaders on the map and of combats. Pure."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from campaign.kernel.chapters import Corrected, StayingFields, stay
from campaign.kernel.decisions import Refused
from campaign.lif.state import State
from events.lif import on_map


def _draw_used(state: State, event: on_map.LeaderRecalled) -> State:
    """Draws: the number of a struck draw is used up."""
    if not event.draw:
        return state
    return replace(state, draw=max(state.draw, event.draw), shielded=False)


_NUMBERED = {"combat": "a combat keeps its number"}


def _recalled(event: on_map.LeaderRecalled) -> StayingFields:
    drawn = ("leader", "candidates", "chosen_by") if event.source == "ledger" else ()
    drew = stay("who drew or rolled", "source")
    return {**drew, **_NUMBERED, **stay("what was drawn or rolled", *drawn)}


def _combat(event: on_map.CombatReported) -> Iterable[str]:
    return (f"combat {event.combat}",)


def _draw(event: on_map.LeaderRecalled) -> Iterable[str]:
    return (f"draw {event.draw}",) if event.draw else ()


def _by_ledger(event: on_map.LeaderRecalled) -> bool:
    return event.draw > 0 and event.source == "ledger"


def faults(state: State) -> Iterator[Refused]:
    """LiF 1, 3.1: each leader of the kit in one place."""
    play, known = state.play, state.leaders
    if known and set(known) != set(state.sheet):
        wrong = sorted(set(known) ^ set(state.sheet))[0]
        has = "is no leader of the kit" if wrong in known else "would be in no place"
        yield Refused("LiF 1", f"{wrong} {has}")
    for where, place, status in (
        (play.placements, "on the map", "map"),
        (play.circle, "on the production circle", "circle"),
    ):
        for who in where:
            if known.get(who) != status:
                other = known.get(who, "nowhere")
                yield Refused("LiF 3.1", f"{who} would be {place} and {other} at once")
    for who, status in known.items():
        if status == "circle" and who not in play.circle:
            yield Refused("LiF 3.1", f"{who} would never come off the production circle")


CORRECTED = Corrected[State](
    settling=(on_map.CombatReported, on_map.LeaderGroundStruck, on_map.LeaderRecalled),
    left_behind={on_map.LeaderRecalled: _draw_used},
    kept={
        on_map.LeaderRecalled: _recalled,
        on_map.CombatReported: _NUMBERED,
        on_map.GuardsPromoted: _NUMBERED,
        on_map.LeaderKilled: _NUMBERED,
    },
    restated={
        on_map.ImpulseBegan: lambda state, event: {"number": state.play.timing.impulses + 1},
    },
    numbers={on_map.CombatReported: _combat, on_map.LeaderRecalled: _draw},
    drew={on_map.LeaderRecalled: _by_ledger},
    faults=faults,
)
