"""What a turn's story is told from: its events as compact values, without time or member. Pure.

Pages of other turns and the index need them of every turn, so that they stay small: a turn counts
how often each one happened.
"""

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from events.base import Event
from events.lif import aftermath, board, cup, on_map, politics, us_entry

HappeningKind = Literal[
    "war", "peace", "conquest", "minor", "vichy", "spain", "government", "gas",
    "killed", "recalled", "removed", "circle", "cup", "reserves", "to-reserve", "activated",
    "set-up", "points", "bought", "co-operation", "guards", "combat", "option", "action",
    "shortfall", "secret",
]  # fmt: skip


class Happening(msgspec.Struct, frozen=True, gc=False):
    """Something that happened in a turn."""

    kind: HappeningKind
    who: str = ""
    """The power, minor country or leader that did it, or to whom it happened."""
    whom: str = ""
    """The power, country or city on the other side of it."""
    how: str = ""
    """A status, a reason or a mark."""
    leaders: tuple[str, ...] = ()
    number: int = 0
    """Of an option or action; of points; of a year."""
    points: tuple[tuple[str, int], ...] = ()
    """Veto points by power."""
    just_promoted: bool = False
    """Whether the leader had been promoted earlier in the turn."""


def _points(points: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((power, number) for power, number in points.items() if number)


def _war(event: politics.WarDeclared) -> Happening:
    return Happening("war", event.attacker, event.target)


def _peace(event: politics.PeaceMade) -> Happening:
    return Happening("peace", *event.powers)


def _conquest(event: politics.ConquestChanged) -> Happening:
    return Happening("conquest", event.power, how=event.status)


def _minor(event: politics.MinorChanged) -> Happening:
    status = "neutral" if event.power is None else event.status
    return Happening("minor", event.minor, event.power or "", status)


def _recalled(event: on_map.LeaderRecalled) -> Happening:
    return Happening("recalled", event.leader, how=event.reason)


def _killed(event: on_map.LeaderKilled) -> Happening:
    return Happening("killed", event.leader, how=event.reason)


def _removed(event: cup.LeadersRemoved) -> Happening:
    return Happening("removed", how=event.reason, leaders=event.leaders)


def _circle(event: on_map.LeadersReturnedFromCircle) -> Happening:
    return Happening("circle", leaders=event.leaders)


def _set_up(event: cup.LeadersSetUp) -> Happening:
    in_cup = sum(status == "cup" for status in event.leaders.values())
    active = "active" if event.active and event.leaders else "waiting" if event.leaders else ""
    return Happening("set-up", how=active, number=in_cup, points=_points(event.veto_points))


def _activated(event: cup.LeadersActivated) -> Happening:
    return Happening("activated", number=len(event.leaders), points=_points(event.points))


def _year(event: cup.LeadersReachedYear) -> Happening:
    return Happening("cup", how="year", leaders=event.leaders, number=event.year)


def _next_year(event: board.NextYearLeadersAdded) -> Happening:
    return Happening("cup", how="early", leaders=event.leaders, number=event.year)


def _joined(event: cup.LeadersJoinedCup) -> Happening:
    return Happening("cup", how=event.reason, leaders=event.leaders)


def _reserves(event: cup.ReservesCalledOut) -> Happening:
    return Happening("reserves", event.power, how=event.mark, leaders=event.leaders)


def _to_reserve(event: cup.LeadersReturnedToReserve) -> Happening:
    return Happening("to-reserve", event.power, leaders=event.leaders)


def _infused(event: board.VetoPointsInfused) -> Happening:
    return Happening("points", points=_points(event.points))


def _bought(event: board.VetoPointsBought) -> Happening:
    return Happening("bought", event.power, number=event.points)


def _agreed(event: on_map.CooperationAgreed) -> Happening:
    return Happening("co-operation", *event.powers, how="agreed")


def _ended(event: on_map.CooperationEnded) -> Happening:
    return Happening("co-operation", *event.powers, how="ended")


def _guards(event: on_map.GuardsPromoted) -> Happening:
    return Happening("guards", event.unit, event.army)


def _combat(event: on_map.CombatReported) -> Happening:
    return Happening("combat", how=event.kind)


def _picked(event: us_entry.EntryOptionPicked) -> Happening:
    return Happening("option", "usa", event.target, number=event.option)


def _taken(event: us_entry.EntryActionTaken) -> Happening:
    return Happening("action", event.power, event.target, number=event.action)


def _below(event: us_entry.PoolBelowZero) -> Happening:
    return Happening("shortfall", event.pool, number=event.missing)


def _dissolved(event: aftermath.GovernmentDissolved) -> Happening:
    return Happening("government", event.city)


def _spain(event: aftermath.SpainJoined) -> Happening:
    return Happening("spain", "germany", number=event.offensive_chits)


_HAPPENINGS: dict[type[Event], Callable[[Any], Happening]] = {
    politics.WarDeclared: _war,
    politics.PeaceMade: _peace,
    politics.ConquestChanged: _conquest,
    politics.MinorChanged: _minor,
    politics.VichyInstalled: lambda event: Happening("vichy", how="installed"),
    politics.VichyCollapsed: lambda event: Happening("vichy", how="collapsed"),
    on_map.LeaderRecalled: _recalled,
    on_map.LeaderKilled: _killed,
    on_map.LeadersReturnedFromCircle: _circle,
    on_map.CooperationAgreed: _agreed,
    on_map.CooperationEnded: _ended,
    on_map.GuardsPromoted: _guards,
    on_map.CombatReported: _combat,
    cup.LeadersSetUp: _set_up,
    cup.LeadersActivated: _activated,
    cup.LeadersReachedYear: _year,
    cup.LeadersJoinedCup: _joined,
    cup.LeadersRemoved: _removed,
    cup.ReservesCalledOut: _reserves,
    cup.LeadersReturnedToReserve: _to_reserve,
    board.NextYearLeadersAdded: _next_year,
    board.VetoPointsInfused: _infused,
    board.VetoPointsBought: _bought,
    us_entry.EntryOptionPicked: _picked,
    us_entry.EntryActionTaken: _taken,
    us_entry.PoolBelowZero: _below,
    us_entry.EntrySecretOpened: lambda event: Happening("secret"),
    aftermath.GovernmentDissolved: _dissolved,
    aftermath.PoisonGasEnded: lambda event: Happening("gas", "japan", event.enemy),
    aftermath.SpainJoined: lambda event: Happening(
        "spain", "germany", number=event.offensive_chits
    ),
}
TOLD = frozenset(_HAPPENINGS)
"""Events that a turn's story may tell."""


def happening(event: Event) -> Happening:
    """An event that may be told, as compact values."""
    return _HAPPENINGS[type(event)](event)
