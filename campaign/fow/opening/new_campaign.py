"""FoW Campaign Types: a campaign opened, and the request read back from its first facts. Pure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain as chain_of
from typing import Any

import msgspec
from msgspec.structs import replace

from campaign.fow import names, rulings, state
from campaign.fow.forces import entries, rosters
from campaign.fow.forces.commands import MODULE as FORCES
from campaign.fow.forces.commands import EnterForce
from campaign.fow.members.permissions import MODULES, WITHOUT, no_such
from campaign.fow.missions.catalogue import selection
from campaign.fow.names import Names, Sentences
from campaign.fow.opening import axes
from campaign.fow.opening.axes import KIT, kit_axis
from campaign.fow.opening.set_ups import (
    FIELDS,
    SetUp,
    enrolled,
    joins_in,
    of_sides,
    read_set_up,
    typed_set_up,
    usual,
)
from campaign.fow.rulings import LINKED, RULEBOOK, SCENARIOS, SWITCHES, TEAM
from campaign.fow.terrain.charts import FirstDie, as_sheet, charts, read_first_die
from campaign.kernel import chapters, decisions
from campaign.kernel import opening as takes
from campaign.kernel.interview.positions import GamePosition
from campaign.kernel.members import HOST
from campaign.text.english import counted, listed, near
from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.shapes import Reading
from events.base import Event
from events.campaign import CampaignOpened, MemberEnrolled, PowerAssigned, TurnBegan
from events.fow.axes import Axis
from events.fow.forces import ArmyListImported, ForceEntered
from events.fow.missions import MissionChosen, RolesDecided
from events.fow.set_up import CampaignSetUp, CommandersAssigned, PlayerJoined, PositionStated

# --- How a campaign opens, in a sentence --------------------------------------------------------


def _set_up(event: CampaignSetUp, names: Names) -> str:
    """The sides, the limits, the lines."""
    sides = listed(event.sides.values())
    games = counted(event.games, "game" if event.kind == "linked" else "round")
    over = f" on {listed(axis.name for axis in event.axes)}" if event.axes else ""
    return f"{sides} meet{over}: {games} at most, forces of {event.points:,} points."


def _stands(event: PositionStated, names: Names) -> str:
    text = f"Position of {names.turn(event.turn).lower()} taken over, on the club’s word"
    left = len(event.left_out)
    return f"{text}. {counted(left, 'row was', 'rows were')} left out." if left else f"{text}."


SENTENCES: Sentences = {CampaignSetUp: _set_up, PositionStated: _stands}
"""The sentence for what a campaign is made of."""


# --- FoW Campaign Types: opening a campaign: its sides, lines, players and forces ---------------

FIRST_DIE = "first_die"
"""FoW ruling 48: the club's table for the first die of terrain charts, a file of its own."""
ARMY_LIST = "army_list"
"""FoW ruling 67: the club's own army list, a file of its own."""
RECORDED_AXIS = "recorded_axis"
"""A built-in axis as a campaign opened on it, where a later release words it otherwise. No form
and no file names it: only a record that is read again does.
"""
MOST_LINES = 9

Then = Callable[[tuple[Event, ...], Mapping[str, Mapping[str, Any]]], decisions.Decision]
"""Decides the forces of a set-up, given the facts before them."""


def questions(rulebook: str) -> tuple[takes.OpeningQuestion, ...]:
    """The rulings that a club makes when it starts a campaign."""
    return tuple(
        takes.OpeningQuestion(
            switch.key,
            "",
            switch.question,
            switch.rule,
            str(switch.default),
            str(switch.default),
            tuple((str(choice), str(choice)) for choice in switch.choices),
        )
        for switch in SWITCHES
    )


def _tables(rules: str) -> GamePosition:
    from campaign.fow.opening.taking_over import TABLES

    return TABLES


CHOICES = takes.OpeningChoices(
    scenarios=lambda: tuple(SCENARIOS),
    titles=lambda: SCENARIOS,
    modules=tuple(MODULES),
    module_texts=MODULES,
    questions=questions,
    files=(FIRST_DIE, ARMY_LIST),
    owns=lambda content: "sector" in content or "objective" in content,
    beside=("lines",),
    fields=FIELDS,
    several=True,
    set_up=typed_set_up,
    position=_tables,
)
"""What may be chosen when a campaign is opened."""


def open_campaign(
    request: takes.OpenCampaign, chain: takes.SeedChain, then: Then
) -> decisions.Decision:
    """A campaign's first facts; of one that is taken over, with what the club says of it."""
    events = _begun(request, chain, then)
    if isinstance(events, decisions.Refused) or request.extras.get(takes.POSITION) is None:
        return events
    return _taken_over(request.extras[takes.POSITION], events)


class Position(takes.StatedPosition, frozen=True, kw_only=True):
    """FoW Campaign Types: the round in which a campaign goes on that was played on paper."""

    turn: str


def _taken_over(content: object, events: Sequence[Event]) -> decisions.Decision:
    """FoW Campaign Types: the campaign goes on in the stated round, its lines where they stand."""
    reading = Reading()
    value = reading.read(content, Position)
    if reading.faults:
        return decisions.Refused(None, f"position: {reading.faults[0]}")
    position = msgspec.convert(value, Position)
    opened, placed, *others = events
    assert isinstance(opened, CampaignOpened) and isinstance(placed, CampaignSetUp)
    rounds = [names.round_id(number) for number in range(1, placed.games + 1)]
    if position.turn not in rounds:
        text = f"position: turn: {position.turn!r} is not between {rounds[0]} and {rounds[-1]}"
        return decisions.Refused(None, text)
    stated = PositionStated(**msgspec.structs.asdict(position), lines=placed.start)
    at = next(at for at, event in enumerate(others) if isinstance(event, TurnBegan))
    begins = (stated, TurnBegan(turn=position.turn))
    opened, placed = replace(opened, begins=position.turn), replace(placed, start={})
    return (opened, placed, *others[:at], *begins, *others[at + 1 :])


def _begun(request: takes.OpenCampaign, chain: takes.SeedChain, then: Then) -> decisions.Decision:
    """A campaign's first facts: limits, sides, lines, players, forces, first missions."""
    if request.rulebook not in (None, RULEBOOK):
        return decisions.bad_field("rulebook", f"{request.rulebook!r} is not one of {RULEBOOK}")
    for field in ("first_turn", "last_turn"):
        if getattr(request, field):
            return decisions.bad_field(
                field, "rounds are counted from the first; the set-up says how many"
            )
    values = rulings.resolve(request.rulings)
    setup = read_set_up(request.setup)
    modules = _modules(request.modules)
    for result in (values, setup, modules):
        if isinstance(result, decisions.Refused):
            return result
    assert isinstance(values, dict) and isinstance(setup, SetUp) and isinstance(modules, tuple)
    axes = _axes(request, setup)
    if isinstance(axes, decisions.Refused):
        return axes
    first_die = _first_die(request)
    if isinstance(first_die, decisions.Refused):
        return first_die
    facts = _facts(request, chain, setup, values, modules, axes, first_die)
    listed = entries.at_opening(str(request.extras.get(ARMY_LIST) or ""))
    if isinstance(facts, decisions.Refused) or isinstance(listed, decisions.Refused):
        return facts if isinstance(facts, decisions.Refused) else listed
    if listed and FORCES not in modules:
        return decisions.Refused(f"Module {FORCES}", WITHOUT[FORCES])
    facts = (*facts, *listed)
    forces = then(facts, setup.forces) if setup.forces else ()
    if isinstance(forces, decisions.Refused):
        return forces
    begins = TurnBegan(turn=names.round_id(1))
    return (*facts, *forces, begins, *_first_missions(setup, axes))


def _first_die(request: takes.OpenCampaign) -> FirstDie | decisions.Refused:
    """FoW ruling 48: the club's table, whole. Refuses its first fault."""
    text = request.extras.get(FIRST_DIE)
    if not text:
        return ()
    table, faults = read_first_die(text, charts())
    return decisions.Refused(None, f"first_die, {faults[0]}") if faults else table


def _modules(chosen: Mapping[str, bool]) -> tuple[str, ...] | decisions.Refused:
    for name in chosen:
        if name not in MODULES:
            return decisions.bad_field("module", f"{name!r} is not one of {', '.join(MODULES)}")
    return tuple(name for name in MODULES if chosen.get(name, True))


def _axes(request: takes.OpenCampaign, setup: SetUp) -> tuple[Axis, ...] | decisions.Refused:
    """The lines with their sectors: of the scenario, of the club's own file, or of the set-up."""
    if request.own is not None:
        axis = _axis(axes.judge(request.own))
        if isinstance(axis, Axis) and axis.id != request.scenario:
            text = f"{request.scenario!r} is not the file's, which is {axis.id}"
            return decisions.bad_field("scenario", text)
        return axis if isinstance(axis, decisions.Refused) else (axis,)
    if request.scenario not in SCENARIOS:
        return no_such("scenario", "scenario", (request.scenario,), SCENARIOS) or ()
    if setup.lines and request.scenario != TEAM:
        return decisions.Refused(
            None, f"set-up: lines: {request.scenario} has its own; team takes lines"
        )
    if request.scenario == TEAM:
        return _team(setup)
    if request.scenario == LINKED:
        return ()
    if (recorded := request.extras.get(RECORDED_AXIS)) is not None:
        axis = _axis(axes.judge(recorded, taken=()))
        return axis if isinstance(axis, decisions.Refused) else (axis,)
    return (kit_axis(request.scenario),)


def _team(setup: SetUp) -> tuple[Axis, ...] | decisions.Refused:
    """FoW Multi-player Campaigns: two to nine lines."""
    if not 2 <= len(setup.lines) <= MOST_LINES:
        text = f"set-up: lines: a team campaign has from two to nine lines, not {len(setup.lines)}"
        return decisions.Refused(None, text)
    chosen: list[Axis] = []
    for named in setup.lines:
        if isinstance(named, str) and named not in KIT:
            hint = near(named, KIT) or f"; it is one of {', '.join(KIT)}, or an axis of your own"
            return decisions.Refused(None, f"set-up: lines: {named!r} is no axis{hint}")
        axis = kit_axis(named) if isinstance(named, str) else _axis(axes.judge(named, taken=()))
        if isinstance(axis, decisions.Refused):
            return decisions.Refused(None, f"set-up: lines: {axis.reason}")
        if any(axis.id == other.id for other in chosen):
            return decisions.Refused(None, f"set-up: lines: {axis.id} is there twice")
        chosen.append(axis)
    return tuple(chosen)


def _axis(judged: axes.AxisJudgement) -> Axis | decisions.Refused:
    """FoW Axis of Attack: a club's own axis. Refuses the first fault of its table."""
    if judged.axis:
        return judged.axis
    more = len(judged.faults) - 1
    rest = f"; and {counted(more, 'more fault')}: `campaign scenario check` lists them"
    return decisions.Refused(None, f"axis: {judged.faults[0]}{rest if more else ''}")


def _facts(
    request: takes.OpenCampaign,
    chain: takes.SeedChain,
    setup: SetUp,
    values: Mapping[str, rulings.Value],
    modules: tuple[str, ...],
    axes: tuple[Axis, ...],
    first_die: FirstDie,
) -> tuple[Event, ...] | decisions.Refused:
    """Everything before the forces and the first round."""
    kind = LINKED if not axes else TEAM if len(axes) > 1 else "axis"
    sides = {side: name.strip() for side, name in setup.sides.items()} or state.SIDES
    if kind != LINKED and tuple(sides) != tuple(state.SIDES):
        return decisions.Refused(None, "set-up: sides: only linked missions name their own sides")
    lines = tuple(axis.id for axis in axes) or (LINKED,)
    faults = chain_of(of_sides(setup, tuple(sides), lines), joins_in(setup.start, axes, (*sides,)))
    if fault := next(faults, None):
        return decisions.Refused(None, f"set-up: {fault}")
    turns = (names.round_id(1), names.round_id(setup.games))
    return (
        chapters.opening(request, chain, "fow", RULEBOOK, turns, values, modules, rulings.RULES),
        decisions.filled(
            CampaignSetUp,
            setup,
            kind=kind,
            sides=sides,
            axes=axes,
            change_price=selection()["change"],
            first_die=first_die,
        ),
        *_people(setup),
    )


def _people(setup: SetUp) -> Iterator[Event]:
    """The host, the players with their sides, the speakers, and who commands where."""
    for who, name, roles in enrolled(setup):
        yield MemberEnrolled(member=who, name=name, roles=roles)
    for who, side in setup.players.items():
        yield PlayerJoined(member=who, side=side)
    for side, who in setup.speakers.items():
        yield PowerAssigned(power=side, member=who)
    by_side: dict[str, dict[str, str]] = {}
    for line, commanders in setup.commanders.items():
        for side, who in commanders.items():
            by_side.setdefault(side, {})[line] = who
    for side, assigned in by_side.items():
        yield CommandersAssigned(side=side, commanders=assigned)


def _first_missions(setup: SetUp, axes: tuple[Axis, ...]) -> Iterator[Event]:
    """FoW Axis of Attack: each line's first mission and attacker, as the campaign gives them."""
    for axis in axes:
        at = setup.start.get(axis.id)
        mission = (at.mission if at else "") or axis.start.mission
        attacker = (at.attacker if at else "") or axis.start.attacker
        if at is not None and at.last and not at.mission:
            continue  # it joins in mid-way: its next mission is rolled for
        battle = f"{axis.id}-1"
        yield MissionChosen(line=axis.id, battle=battle, mission=mission, row=0, how="campaign")
        if attacker:
            yield RolesDecided(line=axis.id, attacker=attacker, how="campaign")


# --- The request that opened a campaign, read back from its first facts -------------------------


def request_of(events: Sequence[Event], bare: bool) -> takes.OpenCampaign | None:
    """The request; if `bare`, without players, commanders and forces. None if it is no opening."""
    opened, placed = events[0], events[1] if len(events) > 1 else None
    if not isinstance(opened, CampaignOpened) or not isinstance(placed, CampaignSetUp):
        return None
    first = next((i for i, event in enumerate(events) if isinstance(event, TurnBegan)), 0)
    setup = _limits(placed)
    if not bare:
        setup |= _people_again(events[:first]) | _forces(events[:first]) | _start(events[:first])
    own, files = None, _files(placed, events[:first], bare=bare)
    if opened.scenario in KIT and isinstance(recorded := _named(placed.axes[0]), Mapping):
        files[RECORDED_AXIS] = recorded
    elif opened.scenario not in (LINKED, TEAM, *KIT):
        own = axes.table_of(placed.axes[0])
    return takes.OpenCampaign(
        name=opened.campaign,
        title=opened.title,
        system=opened.system,
        scenario=opened.scenario,
        own=own,
        rulebook=opened.rulebook,
        rulings=opened.rulings,
        modules=dict.fromkeys((*opened.modules, *MODULES), False)
        | dict.fromkeys(opened.modules, True),
        setup=setup,
        extras=files,
    )


def _start(events: Sequence[Event]) -> JsonObject:
    """Where the lines stood that were taken over; nothing of a campaign that began."""
    stated = [event for event in events if isinstance(event, PositionStated)]
    return {"start": msgspec.to_builtins(stated[0].lines)} if stated else {}


def _files(placed: CampaignSetUp, events: Sequence[Event], *, bare: bool) -> JsonObject:
    """Tables of the club's own, as they were read."""
    files: JsonObject = {FIRST_DIE: as_sheet(placed.first_die)} if placed.first_die else {}
    for event in events:
        if isinstance(event, ArmyListImported):
            files[ARMY_LIST] = rosters.written_list(event.sheet)
        if isinstance(event, PositionStated) and not bare:
            files[takes.POSITION] = {**takes.StatedPosition.again(event), "turn": event.turn}
    return files


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


def _named(axis: Axis) -> str | JsonFields:
    """A line as a set-up names it: one that is built in by its id, otherwise the whole."""
    return axis.id if axis.id in KIT and kit_axis(axis.id) == axis else axes.table_of(axis)


def _people_again(events: Sequence[Event]) -> JsonObject:
    players = {event.member: event.side for event in events if isinstance(event, PlayerJoined)}
    speakers = {event.power: event.member for event in events if isinstance(event, PowerAssigned)}
    commanders: dict[str, dict[str, str]] = {}
    for event in events:
        if isinstance(event, CommandersAssigned):
            for line, who in event.commanders.items():
                commanders.setdefault(line, {})[event.side] = who
    members = _members(events, players)
    people: JsonObject = {
        "members": members,
        "players": players,
        "speakers": speakers,
        "commanders": commanders,
    }
    return {key: value for key, value in people.items() if value}


def _members(events: Sequence[Event], players: dict[str, str]) -> JsonObject:
    """Those whose name or roles are not what their id and side say."""
    known = SetUp(players=players)
    return {
        event.member: {"name": event.name, "roles": list(event.roles)}
        for event in events
        if isinstance(event, MemberEnrolled)
        and (
            event.member not in (HOST, *players)
            or (event.name, event.roles) != (event.member.title(), usual(known, event.member))
        )
    }


def _forces(events: Sequence[Event]) -> JsonObject:
    """Forces as `EnterForce` takes them."""
    forces = {event.force: _entered(event) for event in events if isinstance(event, ForceEntered)}
    return {"forces": forces} if forces else {}


def _entered(event: ForceEntered) -> JsonObject:
    fields: JsonObject = msgspec.to_builtins(event)
    own = set(EnterForce.__struct_fields__) - {*Event.__struct_fields__, "force"}
    return {key: fields[key] for key in fields if key in own} | {"type": event.company_type}
