"""LiF 3.1: leaders on the map: placing, moving, turning, the production circle, Vichy. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from campaign.kernel import members
from campaign.kernel.decisions import Command, Decision, Refused, Supplied, bad_field, filled
from campaign.lif import calendar
from campaign.lif.abilities import command_range
from campaign.lif.names import STATUSES, the_country
from campaign.lif.names import leader as named
from campaign.lif.politics import sides
from campaign.lif.state import Placement, State, with_status
from campaign.text.english import counted, near
from campaign.text.moments import is_seen
from events.base import Event
from events.lif import on_map
from events.lif.cup import LeaderStatus

if TYPE_CHECKING:
    from campaign.lif.on_map.commands import MoveLeader, PlaceLeader, SendLeaderToCircle, TurnLeader

RULE = "LiF 3.1"
VICHY = "LiF 4.1"

MOVEMENT = 8
"""LiF 3.1: a leader's movement allowance, motorised; a hex costs at least one point of it."""
LONGER_MARCH = {46: 1, 47: 2, 60: 2}
"""Abilities that give land units moving with a leader more movement points."""

_ON_LAND = ("land", "rail", "advance", "overrun")
"""Ways to move that cross no sea."""
_CARRIED = ("naval", "air", "rebase")
"""LiF 3.1: ways to move for which a leader needs a ship or an aircraft."""


def authority(state: State, by: Command, leader: str) -> Refused | None:
    """Members: the holder of the leader's power decides; a host, if nobody holds it."""
    if leader not in state.leaders:
        return bad_field("leader", f"there is no leader {leader!r}{near(leader, state.sheet)}")
    power = sides.allegiance(state, leader).power
    if power is None:
        return members.host_only(state.campaign, by)
    return members.holder_only(state.campaign, by, power, the_country(power))


def place(state: State, command: PlaceLeader, supplied: Supplied) -> Decision:
    """LiF 3.1: an arriving leader is put on the map, as a land unit would be.

    A minor's leader waits until the country is aligned (ruling 12).
    """
    who = command.leader
    if refused := authority(state, command, who) or command_range.no_place(command.location):
        return refused
    if refused := unless(state, who, "arriving", "only an arriving leader is placed"):
        return refused
    if sides.awaits_country(state, who):
        text = f"{named(who, state.sheet)} waits until {the_country(state.sheet[who].power)}"
        return Refused("Ruling 12", f"{text} is aligned with a major power")
    if command.location.startswith("sea:"):
        return Refused(RULE, f"{named(who, state.sheet)} arrives as land units do, not at sea")
    return (filled(on_map.LeaderPlaced, command),)


def move(state: State, command: MoveLeader, supplied: Supplied) -> Decision:
    """LiF 3.1: a leader on the map moves as a land unit, or with one ship or aircraft.

    A leader with no place on record yet (a campaign that began in mid-war) may go anywhere.
    """
    who = command.leader
    if refused := authority(state, command, who) or command_range.no_place(command.location):
        return refused
    if refused := unless(state, who, "map", "only a leader on the map moves"):
        return refused
    now = state.play.placements.get(who)
    if refused := _no_vichy_move(state, command) or _no_such_move(state, command, now):
        return refused
    return (filled(on_map.LeaderMoved, command),)


def _no_vichy_move(state: State, command: MoveLeader) -> Refused | None:
    who, owed = command.leader, sides.must_move(state)
    if command.means == "vichy" and who not in owed:
        return Refused(VICHY, f"Vichy's installation does not move {named(who, state.sheet)}")
    if command.means != "vichy" and who in owed:
        text = f"{named(who, state.sheet)} first goes to the nearest hex of his own France"
        return Refused(VICHY, f"{text}, by means of vichy")
    if command.means == "vichy":
        return _no_french_hex(command.location)
    return None


def _no_such_move(state: State, command: MoveLeader, now: Placement | None) -> Refused | None:
    means, target = command.means, command.location
    who = named(command.leader, state.sheet)
    if now is None or means in ("vichy", "other"):
        return None
    if now.location == target and now.travels_with == command.travels_with:
        return Refused(RULE, f"{who} is at {target} already")
    if refused := _impassable(who, command, now):
        return refused
    return _too_far(state, command, now) if means == "land" else None


def _impassable(who: str, command: MoveLeader, now: Placement) -> Refused | None:
    """LiF 3.1: why a way of moving does not lead over land or sea; None if it does."""
    means = command.means
    if means in _CARRIED and not command.travels_with:
        return Refused(RULE, f"{who} needs a ship or an aircraft to go by {means}")
    if means in _ON_LAND and command.location.startswith("sea:"):
        return Refused(RULE, f"{who} cannot go to sea by {means}")
    if means in ("land", "rail", "overrun") and now.location.startswith("sea:"):
        return Refused(RULE, f"{who} is at sea and cannot go by {means}")
    return None


def _too_far(state: State, command: MoveLeader, now: Placement) -> Refused | None:
    start, end = now.location, command.location
    points = MOVEMENT + sum(_longer_march(state, command.leader, now))
    hexes = command_range.apart(start, end, state.rulings.hex_rows)
    if hexes is None or hexes <= points:
        return None
    way, who = f"{start} to {end}", named(command.leader, state.sheet)
    text = f"{way} is {counted(hexes, 'hex', 'hexes')}, and {who} has {points} movement points"
    return Refused(RULE, f"{text}; record longer journeys move by move")


def _longer_march(state: State, leader: str, now: Placement) -> Iterator[int]:
    """LiF 3.2, ruling 49: movement points from face-up leaders in the hex, who may serve him.

    Abilities are cumulative, and each serves the leader himself as well.
    """
    mine = command_range.own(state, leader)
    for who, placement in state.play.placements.items():
        if placement.location != now.location or not placement.face_up:
            continue
        for number in LONGER_MARCH.keys() & set(state.sheet[who].abilities):
            if not all(command_range.not_for(state, who, number, name) for name in mine):
                yield LONGER_MARCH[number]


def turn(state: State, command: TurnLeader, supplied: Supplied) -> Decision:
    """LiF 3.2: a leader on the map is turned face-up or face-down."""
    who = command.leader
    if refused := authority(state, command, who):
        return refused
    if refused := unless(state, who, "map", "only a leader on the map is turned"):
        return refused
    now = state.play.placements.get(who)
    if now is None:
        return command_range.unplaced(named(who, state.sheet))
    if now.face_up == command.face_up:
        face = "up" if now.face_up else "down"
        return Refused("LiF 3.2", f"{named(who, state.sheet)} is face-{face} already")
    return (on_map.LeaderTurned(leader=who, face_up=command.face_up),)


def send_to_circle(state: State, command: SendLeaderToCircle, supplied: Supplied) -> Decision:
    """LiF 3.1: a leader leaves the map for the production circle and arrives in a later turn."""
    if not is_seen(command.reason):
        return bad_field("reason", "expected one line of text that can be seen")
    who, today = command.leader, state.campaign.turn
    if refused := authority(state, command, who):
        return refused
    if refused := unless(state, who, "map", "only a leader on the map goes to the circle"):
        return refused
    if calendar.ordinal(command.arrives) <= calendar.ordinal(today):
        wanted, now = calendar.in_words(command.arrives), calendar.in_words(today)
        return Refused(RULE, f"{wanted} is too early; it is {now} now")
    return (filled(on_map.LeaderSentToCircle, command),)


def unless(state: State, leader: str, status: LeaderStatus, text: str) -> Refused | None:
    """LiF 3.1: refuses a leader without this status, and says which status the leader has."""
    if (now := state.leaders[leader]) == status:
        return None
    return Refused(RULE, f"{text}; {named(leader, state.sheet)} is {STATUSES[now]}")


def at_start_of(state: State, turn: str, supplied: Supplied) -> tuple[Event, ...]:
    """LiF 3.1: leaders on the production circle arrive again when their turn begins.

    A leader without a turn (a campaign that began in mid-war) arrives in the next.
    """
    back = tuple(
        who
        for who in with_status(state, "circle")
        if calendar.ordinal(state.play.circle.get(who, turn)) <= calendar.ordinal(turn)
    )
    return (on_map.LeadersReturnedFromCircle(turn=turn, leaders=back),) if back else ()


# --- Vichy --------------------------------------------------------------------------------------


def vichy_moves(state: State, moves: Mapping[str, str]) -> tuple[Event, ...] | Refused:
    """LiF 4.1: Free and Vichy French leaders go to the nearest hex that their France controls.

    The club names the hex. Leaders that it does not name still have to move.
    """
    for who, where in moves.items():
        if who not in state.leaders:
            return bad_field("moves", f"there is no leader {who!r}{near(who, state.sheet)}")
        if who not in sides.concerned(state):
            return Refused(VICHY, f"Vichy's installation does not move {named(who, state.sheet)}")
        if refused := command_range.no_place(where, "moves") or _no_french_hex(where):
            return refused
    return tuple(
        on_map.LeaderMoved(leader=who, location=where, means="vichy")
        for who, where in sorted(moves.items())
    )


def _no_french_hex(where: str) -> Refused | None:
    return Refused(VICHY, f"{where} is at sea, not a hex") if where.startswith("sea:") else None
