"""The request that opened a campaign, read back from its first facts. Pure."""

from collections.abc import Mapping, Sequence

import msgspec

from campaign.flames_of_war.forces import army_list
from campaign.flames_of_war.lines.kit import KIT, kit_axis
from campaign.flames_of_war.opening.new_campaign import (
    ARMY_LIST,
    FIRST_DIE,
    LINKED,
    RECORDED_AXIS,
    TEAM,
)
from campaign.flames_of_war.opening.set_up import SetUp, usual
from campaign.flames_of_war.terrain.first_die import as_sheet
from campaign.flames_of_war.timing import MODULES
from campaign.kernel.members import HOST
from campaign.kernel.new_campaign import OpenCampaign
from campaign.text.json_values import JsonObject
from events.base import Event
from events.campaign import CampaignOpened, MemberEnrolled, PowerAssigned, TurnBegan
from events.fow.axes import Axis
from events.fow.forces import ArmyListImported, ForceEntered
from events.fow.set_up import CampaignSetUp
from events.fow.sides import CommandersAssigned, PlayerJoined


def request_of(events: Sequence[Event], bare: bool) -> OpenCampaign | None:
    """The request; if `bare`, without players, commanders and forces. None if it is no opening."""
    opened, placed = events[0], events[1] if len(events) > 1 else None
    if not isinstance(opened, CampaignOpened) or not isinstance(placed, CampaignSetUp):
        return None
    first = next((i for i, event in enumerate(events) if isinstance(event, TurnBegan)), 0)
    setup = _limits(placed)
    if not bare:
        setup |= _people(events[:first]) | _forces(events[:first])
    own, files = None, _files(placed, events[:first])
    if opened.scenario in KIT and isinstance(recorded := _named(placed.axes[0]), Mapping):
        files[RECORDED_AXIS] = recorded
    elif opened.scenario not in (LINKED, TEAM, *KIT):
        own = _table(placed.axes[0])
    return OpenCampaign(
        name=opened.campaign,
        title=opened.title,
        system=opened.system,
        scenario=opened.scenario,
        own=own,
        rulebook=opened.rulebook,
        rulings=opened.rulings,
        modules=dict.fromkeys(opened.modules, True) | _left_out(opened.modules),
        setup=setup,
        extras=files,
    )


def _files(placed: CampaignSetUp, events: Sequence[Event]) -> JsonObject:
    """Tables of the club's own, as they were read."""
    files: JsonObject = {FIRST_DIE: as_sheet(placed.first_die)} if placed.first_die else {}
    for event in events:
        if isinstance(event, ArmyListImported):
            files[ARMY_LIST] = army_list.written(event.sheet)
    return files


def _left_out(played: Sequence[str]) -> dict[str, bool]:
    return {name: False for name in MODULES if name not in played}


def _limits(placed: CampaignSetUp) -> JsonObject:
    setup: JsonObject = {"games": placed.games, "points": placed.points, "units": placed.units}
    if placed.kind == LINKED:
        setup["sides"] = dict(placed.sides)
    if placed.kind == TEAM:
        setup["lines"] = [_named(axis) for axis in placed.axes]
    if placed.company_types:
        setup["company_types"] = dict(placed.company_types)
    if placed.start:
        setup["start"] = msgspec.to_builtins(placed.start)
    return setup


def _named(axis: Axis) -> str | JsonObject:
    """A line as a set-up names it: one that is built in by its id, otherwise the whole."""
    return axis.id if axis.id in KIT and kit_axis(axis.id) == axis else _table(axis)


def _table(axis: Axis) -> JsonObject:
    table: JsonObject = msgspec.to_builtins(axis)
    return table


def _people(events: Sequence[Event]) -> JsonObject:
    players = {event.member: event.side for event in events if isinstance(event, PlayerJoined)}
    speakers = {event.power: event.member for event in events if isinstance(event, PowerAssigned)}
    commanders: dict[str, dict[str, str]] = {}
    for event in events:
        if isinstance(event, CommandersAssigned):
            for line, who in event.commanders.items():
                commanders.setdefault(line, {})[event.side] = who
    members = _members(events, players)
    found: JsonObject = {
        "members": members,
        "players": players,
        "speakers": speakers,
        "commanders": commanders,
    }
    return {key: value for key, value in found.items() if value}


def _members(events: Sequence[Event], players: dict[str, str]) -> JsonObject:
    """Those whose name or roles are not what their id and side say."""
    known = SetUp(players=players)
    return {
        event.member: {"name": event.name, "roles": list(event.roles)}
        for event in events
        if (
            isinstance(event, MemberEnrolled)
            and (event.name, event.roles) != (event.member.title(), usual(known, event.member))
        )
        or (isinstance(event, MemberEnrolled) and event.member not in (HOST, *players))
    }


def _forces(events: Sequence[Event]) -> JsonObject:
    """Forces as `EnterForce` takes them."""
    forces = {event.force: _entered(event) for event in events if isinstance(event, ForceEntered)}
    return {"forces": forces} if forces else {}


def _entered(event: ForceEntered) -> JsonObject:
    stamp = (
        "type",
        "force",
        "limit",
        "points",
        "checked",
        "company_type",
        *Event.__struct_fields__,
    )
    fields: JsonObject = msgspec.to_builtins(event)
    kept = {key: value for key, value in fields.items() if key not in stamp}
    return {**kept, "type": event.company_type}
