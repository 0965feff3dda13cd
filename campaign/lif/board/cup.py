"""LiF 4, 4.2: who is in the cup, and the veto points that come with a year or are bought. Pure."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.kernel import members
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field
from campaign.lif import calendar, roster
from campaign.lif.board import commands
from campaign.lif.names import the_country
from campaign.lif.roster import POWERS
from campaign.lif.rulings import LIF_1998
from campaign.lif.state import (
    CounterPlacement,
    Deciders,
    Evolvers,
    Placement,
    State,
    at_war,
    free_france,
    has_marker,
    with_status,
)
from campaign.text.english import near
from campaign.text.json_values import JsonObject
from events.base import Event
from events.lif import board, cup
from events.lif.board import LeaderValue, LeaderValuesSet

# --- LiF 4: who is in the cup: years, reserve marks, De Gaulle, the start of the kit ------------

FREE_FRANCE = "free-france"
"""The mark of De Gaulle, who waits for a Free France rather than for a year."""

DAYS_OF_DECISION_WARS = (
    ("germany", ("france", "ussr")),
    ("usa", ("germany", "japan")),
    ("commonwealth", ("germany", "japan")),
)
"""LiF 4: any one of these wars brings the kit into a Days of Decision campaign."""


def due(state: State, year: int) -> tuple[str, ...]:
    """LiF 4: leaders set aside whose year of arrival has come."""
    years = ((who, state.sheet[who].year) for who in with_status(state, "aside"))
    return tuple(who for who, arrives in years if arrives is not None and arrives <= year)


def marked(state: State, power: str, mark: str, *statuses: str) -> tuple[str, ...]:
    """LiF 4: a power's leaders who bear a reserve mark."""
    return tuple(
        who
        for who in with_status(state, *statuses)
        if (state.sheet[who].power, state.sheet[who].mark) == (power, mark)
    )


def new_year(state: State, turn: str) -> tuple[Event, ...]:
    """LiF 4: at the start of a year its leaders join the cup, except those who joined early."""
    leaders = due(state, calendar.year(turn))
    return (cup.LeadersReachedYear(year=calendar.year(turn), leaders=leaders),) if leaders else ()


def next_year(state: State) -> tuple[board.NextYearLeadersAdded, ...]:
    """LiF 4.1(1), 1998 edition: an empty cup takes in next year's leaders, never a later year's."""
    if state.campaign.rulebook != LIF_1998 or with_status(state, "cup"):
        return ()
    year = calendar.year(state.campaign.turn) + 1
    leaders = due(state, year)
    return (board.NextYearLeadersAdded(year=year, leaders=leaders),) if leaders else ()


def free_french(state: State, reason: str) -> tuple[Event, ...]:
    """LiF 4: De Gaulle joins the cup when Vichy is installed or France completely conquered."""
    leaders = marked(state, "france", FREE_FRANCE, "aside") if state.active else ()
    return (cup.LeadersJoinedCup(leaders=leaders, reason=reason),) if leaders else ()


ENEMY_MARKS: dict[str, cup.Mark] = {"germany": "Ge", "japan": "Ja"}
"""LiF 4: the marks of reserves that are called out against these powers."""


def call_out_reserves(
    state: State, command: commands.CallOutReserves, supplied: Supplied
) -> Decision:
    """LiF 4: leaders with a mark join the cup when their power's reserves are called out."""
    if ENEMY_MARKS.get(command.power) == command.mark:
        text = (
            f"{the_country(command.power)} cannot call out reserves against itself ({command.mark})"
        )
        return Refused("LiF 4", text)
    if command.mark in state.reserves_called.get(command.power, ()):
        return Refused(
            "LiF 4",
            f"{the_country(command.power)} has called out its {command.mark} reserves already",
        )
    leaders = marked(state, command.power, command.mark, "reserve") if state.active else ()
    return (cup.ReservesCalledOut(power=command.power, mark=command.mark, leaders=leaders),)


def activate(state: State, command: commands.ActivateLeaders, supplied: Supplied) -> Decision:
    """LiF 4: a Days of Decision campaign plays with leaders once one of certain wars exists.

    Cup and starting points count from that turn (ruling 5).
    """
    if not state.rulings.days_of_decision:
        return Refused("LiF 4", "this campaign plays with leaders from its start")
    if state.active:
        return Refused("LiF 4", "the kit is in play already")
    if not any(
        at_war(state, name, other) for name, foes in DAYS_OF_DECISION_WARS for other in foes
    ):
        return Refused("LiF 4", "none of the wars that bring the kit in has been declared")
    gaullists = marked(state, "france", FREE_FRANCE, "aside") if free_france(state) else ()
    leaders = {*due(state, calendar.year(state.campaign.turn)), *_reserves(state), *gaullists}
    points = {power: state.rulings.starting_points[power] for power in POWERS}
    return (cup.LeadersActivated(leaders=tuple(sorted(leaders)), points=points),)


def _reserves(state: State) -> Iterator[str]:
    """The reserves that were called out before the kit came into play."""
    for power, marks in state.reserves_called.items():
        for mark in marks:
            yield from marked(state, power, mark, "reserve")


# --- fold ---------------------------------------------------------------------------------------


def moved(state: State, leaders: tuple[str, ...], status: cup.LeaderStatus) -> State:
    """The state with some leaders at a new status: they leave the map or the circle."""
    text = replace(state, leaders={**state.leaders, **dict.fromkeys(leaders, status)})
    play, gone = state.play, frozenset(leaders)
    if gone.isdisjoint((*play.placements, *play.circle, *play.vichy_moves)):
        return text
    return replace(
        text,
        play=replace(
            play,
            placements={who: at for who, at in play.placements.items() if who not in gone},
            circle={who: at for who, at in play.circle.items() if who not in gone},
            vichy_moves=play.vichy_moves - gone,
        ),
    )


def _moves_to(status: cup.LeaderStatus) -> Callable[[State, Any], State]:
    """The fold of an event that brings its leaders to a status."""
    return lambda state, event: moved(state, event.leaders, status)


def _called_out(state: State, event: cup.ReservesCalledOut) -> State:
    marks = (*state.reserves_called.get(event.power, ()), event.mark)
    called = replace(state, reserves_called={**state.reserves_called, event.power: marks})
    return moved(called, event.leaders, "cup")


def _activated(state: State, event: cup.LeadersActivated) -> State:
    return replace(moved(state, event.leaders, "cup"), active=True, veto_points=event.points)


def _set_up(state: State, event: cup.LeadersSetUp) -> State:
    own = {name: getattr(event, name) for name in _CHARTS}
    sheet, at_war = roster.from_rows(event.sheet), frozenset(event.at_war)
    return replace(state, active=event.active, vichy=event.vichy, at_war=at_war, sheet=sheet, **own)


_CHARTS = ("leaders", "veto_points", "conquest", "minors", "reserves_called")
"""What is stated power by power, or leader by leader."""


def _stated(state: State, event: cup.PositionStated) -> State:
    """LiF 4: what the club says of a campaign that was played on paper."""
    places = event.placements.items()
    on_map = {who: Placement(place.location, place.face_up) for who, place in places}
    counters = {
        who: CounterPlacement(one.place, one.arrives, one.location, one.face_up)
        for who, one in event.counters.items()
    }
    own = {name: {**getattr(state, name), **getattr(event, name)} for name in _CHARTS}
    counters = {**state.play.counter_placements, **counters}
    play = replace(state.play, placements=on_map, circle=event.circle, counter_placements=counters)
    at_war = frozenset(event.at_war)
    return replace(state, active=event.active, vichy=event.vichy, at_war=at_war, play=play, **own)


# --- LiF 4.2: the yearly infusion of veto points, and points bought with intelligence -----------

FIRST_YEAR = 1939
"""LiF 4.2(a): the USA has one point more for every year after this one."""
USSR_AT_WAR = 4
"""LiF 4.2(e), 1998 edition: the USSR's points a year while at war with Germany."""
FREE_FRENCH = 1
"""LiF 4.2(d): Free France's points a year."""
INTELLIGENCE_PRICE = 5
"""LiF 4.2: intelligence points for one veto point."""


def allotment(state: State, power: str, year: int) -> int:
    """LiF 4.2: a power's points for a year: its starting points, and the exceptions.

    (a) and (e) come before the half of (b) (ruling 25); half a point is rounded by ruling 26.
    """
    if power == "france" and free_france(state):
        return FREE_FRENCH
    points = state.rulings.starting_points[power]
    if power == "usa":
        points += max(0, year - FIRST_YEAR)
    if power == "ussr" and state.campaign.rulebook == LIF_1998 and at_war(state, "germany", "ussr"):
        points = max(points, USSR_AT_WAR)
    match state.conquest[power]:
        case "complete":
            return 0
        case "incomplete":
            return (points + (state.rulings.half_rounds == "up")) // 2
    return points


def infusion(state: State, turn: str) -> tuple[Event, ...]:
    """LiF 4.2: at the start of a year every power's allotment is added to its chart."""
    year = calendar.year(turn)
    points = {power: allotment(state, power, year) for power in POWERS}
    points = {power: added for power, added in points.items() if added}
    return (board.VetoPointsInfused(points=points),) if points else ()


def buy(state: State, command: commands.BuyVetoPoints, supplied: Supplied) -> Decision:
    """LiF 4.2: five intelligence points buy one veto point (ruling 27)."""
    power = command.power
    if refused := members.holder_only(state.campaign, command, power, the_country(power)):
        return refused
    if not state.active:
        return Refused("LiF 4", "the kit is not in play yet; there are no veto points to buy")
    if not state.rulings.intelligence:
        return Refused("LiF 4.2", "this campaign plays without intelligence")
    if not has_marker(state, power):
        return Refused("LiF 4.2", f"{the_country(power)} is completely conquered and buys nothing")
    points, rest = divmod(command.intelligence_points, INTELLIGENCE_PRICE)
    if rest:
        text = (
            f"intelligence is spent in fives, and {command.intelligence_points} is no multiple of 5"
        )
        return Refused("LiF 4.2", text)
    return (
        board.VetoPointsBought(
            power=power, points=points, intelligence_points=command.intelligence_points
        ),
    )


# --- LiF 4.1: what leaders are worth to the club; no rule reads it ------------------------------

VALUES_RULE = "LiF 4.1"
MOST_WORTH, LIKELIEST = 2_000, 50
"""In hundredths: the highest value, and the likeliest recall."""


def set_values(state: State, command: commands.SetLeaderValues, supplied: Supplied) -> Decision:
    """LiF 4.1: the host sets the club's table; it holds from here on."""
    if reason := next(_row_faults(state, command.values), ""):
        return bad_field("values", reason)
    return (LeaderValuesSet(values=command.values, recall=command.recall),)


def _row_faults(state: State, rows: Sequence[LeaderValue]) -> Iterator[str]:
    seen = set[tuple[str, str | None]]()
    for row in rows:
        if row.leader not in state.sheet:
            yield f"there is no leader {row.leader!r}{near(row.leader, state.sheet)}"
        if not 0 <= row.value <= MOST_WORTH:
            yield f"{row.leader}: a value is from 0 to {MOST_WORTH} hundredths, not {row.value}"
        if (row.leader, row.power) in seen:
            yield f"{row.leader} has two rows"
        seen.add((row.leader, row.power))


def value_faults(state: State) -> Iterator[Refused]:
    """LiF 4.1: a table that a correction has made impossible."""
    for reason in _row_faults(state, state.values):
        yield Refused(VALUES_RULE, reason)
    if not 0 <= state.recall <= LIKELIEST:
        yield Refused(VALUES_RULE, f"a recall in a turn is from 0 to {LIKELIEST} hundredths")


def values_shown(state: State) -> JsonObject:
    """The club's own table, in JSON values; left out where there is none."""
    rows = [msgspec.to_builtins(row) for row in state.values]
    return {"leader_values": {"values": rows, "recall": state.recall}} if rows else {}


# --- fold ---------------------------------------------------------------------------------------


def _changed(state: State, changes: dict[str, int]) -> State:
    points = state.veto_points.copy()
    for power, change in changes.items():
        points[power] = points.get(power, 0) + change
    return replace(state, veto_points=points)


def _spent(state: State, event: board.VetoPointsSpent) -> State:
    after = _changed(state, {power: -points for power, points in event.points.items()})
    return shown(after, paid=event.points)


def shown(state: State, **about: Any) -> State:
    """LiF 4.1: what was opened last, with what it cost or what came of it."""
    if not state.opened:  # the opening was struck out
        return state
    last = replace(state.opened[-1], **about)
    return replace(state, opened=(*state.opened[:-1], last))


EVOLVE: Evolvers = {
    LeaderValuesSet: lambda state, event: replace(state, values=event.values, recall=event.recall),
    cup.LeadersSetUp: _set_up,
    cup.PositionStated: _stated,
    cup.LeadersReachedYear: _moves_to("cup"),
    board.NextYearLeadersAdded: _moves_to("cup"),
    cup.LeadersJoinedCup: _moves_to("cup"),
    cup.LeadersRemoved: _moves_to("removed"),
    cup.LeadersReturnedToReserve: _moves_to("reserve"),
    cup.ReservesCalledOut: _called_out,
    cup.LeadersActivated: _activated,
    board.VetoPointsInfused: lambda state, event: _changed(state, event.points),
    board.VetoPointsBought: lambda state, event: _changed(state, {event.power: event.points}),
    board.VetoPointsSpent: _spent,
}
DECIDE: Deciders = {
    commands.CallOutReserves: call_out_reserves,
    commands.ActivateLeaders: activate,
    commands.BuyVetoPoints: buy,
    commands.SetLeaderValues: set_values,
}
