"""LiF 4.2: the yearly infusion of veto points, and points bought with intelligence. Pure."""

from msgspec.structs import replace

from campaign.kernel import members
from campaign.kernel.decisions import Decision, Refused, Supplied
from campaign.leaders_in_flames import calendar
from campaign.leaders_in_flames.board.commands import BuyVetoPoints
from campaign.leaders_in_flames.names import the_country
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.rulings import LIF_1998
from campaign.leaders_in_flames.state import (
    Deciders,
    Evolvers,
    State,
    at_war,
    free_france,
    has_marker,
)
from events.base import Event
from events.lif.board import VetoPointsBought, VetoPointsInfused, VetoPointsSpent

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
    return (VetoPointsInfused(points=points),) if points else ()


def buy(state: State, command: BuyVetoPoints, given: Supplied) -> Decision:
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
        VetoPointsBought(
            power=power, points=points, intelligence_points=command.intelligence_points
        ),
    )


# --- fold ---------------------------------------------------------------------------------------


def _changed(state: State, changes: dict[str, int]) -> State:
    points = state.veto_points.copy()
    for power, change in changes.items():
        points[power] = points.get(power, 0) + change
    return replace(state, veto_points=points)


def _infused(state: State, event: VetoPointsInfused) -> State:
    return _changed(state, event.points)


def _bought(state: State, event: VetoPointsBought) -> State:
    return _changed(state, {event.power: event.points})


def _spent(state: State, event: VetoPointsSpent) -> State:
    return _changed(state, {power: -points for power, points in event.points.items()})


EVOLVE: Evolvers = {VetoPointsInfused: _infused, VetoPointsBought: _bought, VetoPointsSpent: _spent}
DECIDE: Deciders = {BuyVetoPoints: buy}
