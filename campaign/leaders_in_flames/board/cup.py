"""LiF 4: who is in the cup: years, reserve marks, De Gaulle, the start of the kit. Pure."""

from msgspec.structs import replace

from campaign.kernel.decisions import Decision, Refused, Supplied
from campaign.leaders_in_flames import calendar, leader_sheet
from campaign.leaders_in_flames.board.commands import ActivateLeaders, CallOutReserves
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.rulings import LIF_1998
from campaign.leaders_in_flames.state import (
    Deciders,
    Evolvers,
    State,
    at_war,
    free_france,
    with_status,
)
from events.base import Event
from events.lif.board import NextYearLeadersAdded
from events.lif.cup import (
    LeadersActivated,
    LeadersJoinedCup,
    LeadersReachedYear,
    LeadersRemoved,
    LeadersReturnedToReserve,
    LeadersSetUp,
    LeaderStatus,
    Mark,
    ReservesCalledOut,
)

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
    return (LeadersReachedYear(year=calendar.year(turn), leaders=leaders),) if leaders else ()


def next_year(state: State) -> tuple[NextYearLeadersAdded, ...]:
    """LiF 4.1(1), 1998 edition: an empty cup takes in next year's leaders, never a later year's."""
    if state.campaign.rulebook != LIF_1998 or with_status(state, "cup"):
        return ()
    year = calendar.year(state.campaign.turn) + 1
    leaders = due(state, year)
    return (NextYearLeadersAdded(year=year, leaders=leaders),) if leaders else ()


def free_french(state: State, reason: str) -> tuple[Event, ...]:
    """LiF 4: De Gaulle joins the cup when Vichy is installed or France completely conquered."""
    leaders = marked(state, "france", FREE_FRANCE, "aside") if state.active else ()
    return (LeadersJoinedCup(leaders=leaders, reason=reason),) if leaders else ()


ENEMY_MARKS: dict[str, Mark] = {"germany": "Ge", "japan": "Ja"}
"""LiF 4: the marks of reserves that are called out against these powers."""


def call_out_reserves(state: State, command: CallOutReserves, given: Supplied) -> Decision:
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
    return (ReservesCalledOut(power=command.power, mark=command.mark, leaders=leaders),)


def activate(state: State, command: ActivateLeaders, given: Supplied) -> Decision:
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
    called = (
        who
        for power, marks in state.reserves_called.items()
        for mark in marks
        for who in marked(state, power, mark, "reserve")
    )
    gaullists = marked(state, "france", FREE_FRANCE, "aside") if free_france(state) else ()
    leaders = {*due(state, calendar.year(state.campaign.turn)), *called, *gaullists}
    points = {power: state.rulings.starting_points[power] for power in POWERS}
    return (LeadersActivated(leaders=tuple(sorted(leaders)), points=points),)


# --- fold ---------------------------------------------------------------------------------------


def moved(state: State, leaders: tuple[str, ...], status: LeaderStatus) -> State:
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


def _joined(
    state: State, event: LeadersReachedYear | NextYearLeadersAdded | LeadersJoinedCup
) -> State:
    return moved(state, event.leaders, "cup")


def _removed(state: State, event: LeadersRemoved) -> State:
    return moved(state, event.leaders, "removed")


def _returned(state: State, event: LeadersReturnedToReserve) -> State:
    return moved(state, event.leaders, "reserve")


def _called_out(state: State, event: ReservesCalledOut) -> State:
    marks = (*state.reserves_called.get(event.power, ()), event.mark)
    called = replace(state, reserves_called={**state.reserves_called, event.power: marks})
    return moved(called, event.leaders, "cup")


def _activated(state: State, event: LeadersActivated) -> State:
    return replace(moved(state, event.leaders, "cup"), active=True, veto_points=event.points)


def _set_up(state: State, event: LeadersSetUp) -> State:
    return replace(
        state,
        active=event.active,
        leaders=event.leaders,
        veto_points=event.veto_points,
        at_war=frozenset(event.at_war),
        conquest=event.conquest,
        vichy=event.vichy,
        minors=event.minors,
        reserves_called=event.reserves_called,
        sheet=leader_sheet.from_rows(event.sheet),
    )


EVOLVE: Evolvers = {
    LeadersSetUp: _set_up,
    LeadersReachedYear: _joined,
    NextYearLeadersAdded: _joined,
    LeadersJoinedCup: _joined,
    LeadersRemoved: _removed,
    LeadersReturnedToReserve: _returned,
    ReservesCalledOut: _called_out,
    LeadersActivated: _activated,
}
DECIDE: Deciders = {CallOutReserves: call_out_reserves, ActivateLeaders: activate}
