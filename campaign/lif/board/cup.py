"""LiF 4, 4.2: who is in the cup, and the veto points that come with a year or are bought. Pure."""

from collections.abc import Iterator, Sequence

import msgspec

from campaign.kernel import members
from campaign.kernel.decisions import Decision, Refused, Supplied, bad_field
from campaign.lif import calendar
from campaign.lif.board import commands
from campaign.lif.names import the_country
from campaign.lif.politics import sides
from campaign.lif.roster import POWERS
from campaign.lif.rulings import LIF_1998
from campaign.lif.state import Deciders, State, at_war, free_france, has_marker, with_status
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


def call_out_reserves(
    state: State, command: commands.CallOutReserves, supplied: Supplied
) -> Decision:
    """LiF 4: leaders with a mark join the cup when their power's reserves are called out."""
    if sides.ENEMY_MARKS.get(command.power) == command.mark:
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
    if not (state.values or state.recall):
        return {}
    rows = [msgspec.to_builtins(row) for row in state.values]
    return {"leader_values": {"values": rows, "recall": state.recall}}


DECIDE: Deciders = {
    commands.CallOutReserves: call_out_reserves,
    commands.ActivateLeaders: activate,
    commands.BuyVetoPoints: buy,
    commands.SetLeaderValues: set_values,
}
