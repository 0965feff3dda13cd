"""LiF 4: a campaign taken over in mid-war: what was stated, and the facts that follow. Pure."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec.structs import replace

from campaign.kernel.decisions import Refused, bad_field
from campaign.kernel.opening import POSITION, OpenCampaign, StatedPosition
from campaign.lif import calendar
from campaign.lif.names import STATUSES
from campaign.lif.roster import Sheet
from campaign.lif.scenarios import catalogue, stated_counters
from campaign.lif.scenarios import sheet as scenario_sheet
from campaign.text.english import near
from campaign.text.shapes import Fault, Reading
from events.base import Slug
from events.lif.cup import LeadersSetUp, LeaderStatus, Mark, PositionStated, StatedPlace
from events.lif.on_map import Place
from events.lif.politics import Conquest, Minor, Power, Vichy

V = TypeVar("V")
Turn = Annotated[str, msgspec.Meta(max_length=7)]
LEDGERS = "the values of chits on a table are known there; US entry goes on with entry_chits=table"


class StatedLeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """LiF 2, 3: what the club says of a leader."""

    status: LeaderStatus
    where: Place | None = None
    face_up: bool = True
    back: Turn = ""
    """The turn in which the leader comes off the production circle."""


class Position(StatedPosition, frozen=True, kw_only=True):
    """LiF 4: what the club says of its campaign; what it leaves out is as the scenario has it."""

    turn: Turn
    veto_points: dict[Power, catalogue.Points] = msgspec.field(default_factory=dict)
    leaders: dict[Slug, StatedLeader] = msgspec.field(default_factory=dict)
    wars: tuple[tuple[Slug, Slug], ...] | None = None
    """All of them; None where the scenario's go on."""
    conquest: dict[Power, Conquest] = msgspec.field(default_factory=dict)
    vichy: Vichy | None = None
    minors: dict[Slug, Minor] = msgspec.field(default_factory=dict)
    reserves: dict[Power, tuple[Mark, ...]] = msgspec.field(default_factory=dict)
    counters: stated_counters.CountersSaid = msgspec.field(default_factory=dict)


def at_the_table(request: OpenCampaign) -> OpenCampaign | Refused:
    """LiF 5.3: chits that lie on a table keep their values there; Vichy is as it is stated."""
    setup, rulings = dict(request.setup), dict(request.rulings)
    entry, content = setup.get("us_entry"), request.extras[POSITION]
    if isinstance(entry, Mapping) and entry.get("chits"):
        if rulings.get("entry_chits") == "ledger":
            return bad_field("rulings", LEDGERS)
        rulings["entry_chits"] = "table"
    if isinstance(content, Mapping) and "vichy" in content:
        setup["vichy"] = content["vichy"]
    return replace(request, setup=setup, rulings=rulings)


def read(request: OpenCampaign, sheet: Sheet, turns: tuple[str, str]) -> Position | Refused:
    """What a request states of a campaign that is under way, between its first and last turn."""
    reading = Reading()
    value = reading.read(request.extras[POSITION], Position)
    if reading.faults:
        return Refused(None, f"position: {reading.faults[0]}")
    position: Position = msgspec.convert(value, Position)
    fault = next(_faults(position, sheet, turns), None)
    return Refused(None, f"position: {fault}") if fault else position


def counters_fault(position: Position, playing: stated_counters.Playing) -> Refused | None:
    """LiF 5: what does not fit in what is said of the counters."""
    for who, said in position.counters.items():
        if wrong := stated_counters.fault(who, said, playing):
            return Refused(None, f"position: counters.{who}.{wrong[0]}: {wrong[1]}")
    return None


def turn_fault(turn: str, first: str, last: str) -> str:
    """What is wrong with the turn in which a campaign goes on; empty if nothing is."""
    if not calendar.is_turn(turn):
        return f"{turn!r} is no turn; write it as 1941-MJ"
    if not calendar.ordinal(first) <= calendar.ordinal(turn) <= calendar.ordinal(last):
        return f"{turn} is not between the first turn, {first}, and the last, {last}"
    return ""


def leader_fault(stated: StatedLeader, turn: str) -> tuple[str, str] | None:
    """What does not fit together in what is said of a leader: the column, and what would be right.

    A leader on the map has a place, one on the production circle comes back, and nobody else has
    either.
    """
    if stated.status == "drawn":
        return "state", "the Promotions Board is over before a campaign is taken over; write cup"
    status = STATUSES[stated.status]
    if (stated.status == "map") != bool(stated.where):
        if stated.where:
            return "where", f"a leader who is {status} has no place here; leave where empty"
        return "where", "say where on the map: a place like W2214, sea:north-sea/3 or dot:canada"
    if (stated.status == "circle") != bool(stated.back):
        if stated.back:
            return "back", f"a leader who is {status} comes back in no turn; leave it empty"
        return "back", "say in which turn the leader comes back, such as 1941-MJ"
    if stated.back and calendar.is_turn(turn):
        if not calendar.is_turn(stated.back):
            return "back", f"{stated.back!r} is no turn; write it as 1941-MJ"
        if calendar.ordinal(stated.back) <= calendar.ordinal(turn):
            return "back", f"{stated.back} is not after the turn that is taken over, {turn}"
    return None


def _faults(position: Position, sheet: Sheet, turns: tuple[str, str]) -> Iterator[Fault]:
    if text := turn_fault(position.turn, *turns):
        yield Fault("turn", text)
    for who, stated in position.leaders.items():
        if who not in sheet:
            yield Fault(f"leaders.{who}", f"there is no such leader{near(who, sheet)}")
        elif wrong := leader_fault(stated, position.turn):
            yield Fault(f"leaders.{who}.{wrong[0]}", wrong[1])
    if position.leaders and not sheet:
        yield Fault("leaders", "this campaign is played without leaders")
    yield from scenario_sheet.set_up_faults(set_up_of(position))


def set_up_of(position: Position) -> catalogue.SetUp:
    """A position in the form of a set-up."""
    return catalogue.SetUp(
        wars=position.wars or (),
        vichy=position.vichy or "none",
        conquest=position.conquest,
        minors=position.minors,
        reserves=position.reserves,
        leaders={who: stated.status for who, stated in position.leaders.items()},
        veto_points=position.veto_points,
    )


def now(position: Position, setup: catalogue.SetUp) -> catalogue.SetUp:
    """What stands in the stated turn: wars and Vichy in place of the scenario's."""
    wars = () if position.wars is not None else setup.wars
    vichy = setup.vichy if position.vichy is None else position.vichy
    return catalogue.merged(replace(setup, wars=wars, vichy=vichy), set_up_of(position))


def speaks_of_leaders(position: Position) -> bool:
    """LiF 4: whether the leaders are in play in the turn that is taken over."""
    return bool(position.leaders or position.veto_points)


def stated(position: Position, placed: LeadersSetUp, due: LeadersSetUp) -> PositionStated:
    """LiF 4: what is so in the turn that is taken over; `placed` is the scenario's first turn, and
    `due` what would be placed in the stated turn's year.
    """
    in_play = placed.active or (bool(placed.leaders) and speaks_of_leaders(position))
    points = due.veto_points if in_play and not placed.active else {}
    on_map = {who: one for who, one in position.leaders.items() if one.where}
    return PositionStated(
        turn=position.turn,
        stated_by=position.stated_by,
        source=position.source,
        sheet_digest=position.sheet_digest,
        active=in_play,
        leaders=_moved(position, placed, due),
        placements={who: StatedPlace(str(one.where), one.face_up) for who, one in on_map.items()},
        circle={who: one.back for who, one in position.leaders.items() if one.back},
        veto_points={**points, **by_id(position.veto_points)},
        at_war=due.at_war,
        conquest=by_id(position.conquest),
        vichy=due.vichy,
        minors=position.minors,
        reserves_called=by_id(position.reserves),
        left_out=position.left_out,
        counters=stated_counters.stated(position.counters),
    )


def _moved(position: Position, placed: LeadersSetUp, due: LeadersSetUp) -> dict[str, LeaderStatus]:
    """The leaders who were stated, and those whose time has come."""
    return {
        who: status
        for who, status in due.leaders.items()
        if who in position.leaders or placed.leaders[who] != status
    }


def by_id(fields: Mapping[Any, V]) -> dict[str, V]:
    """Values by the ids of their powers."""
    return {str(key): value for key, value in fields.items()}
