"""FoW Campaign Types: opening a campaign: its sides, lines, players and forces. Pure."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain as chain_of
from typing import Any

from campaign.flames_of_war import calendar, rulings, seats
from campaign.flames_of_war.forces import importing
from campaign.flames_of_war.forces.commands import MODULE as FORCES
from campaign.flames_of_war.lines import reading
from campaign.flames_of_war.lines.kit import KIT, kit_axis
from campaign.flames_of_war.missions.catalogue import selection
from campaign.flames_of_war.opening.by_form import FIELDS, typed_set_up
from campaign.flames_of_war.opening.joining_in import joins_in
from campaign.flames_of_war.opening.set_up import SetUp, enrolled, of_sides, read_set_up
from campaign.flames_of_war.rulings import RULEBOOK, SWITCHES
from campaign.flames_of_war.terrain.charts import charts
from campaign.flames_of_war.terrain.first_die import FirstDie, read_first_die
from campaign.flames_of_war.timing import MODULES, WITHOUT
from campaign.kernel.decisions import Decision, Refused, bad_field
from campaign.kernel.new_campaign import (
    OpenCampaign,
    OpeningChoices,
    OpeningQuestion,
    SeedChain,
)
from campaign.kernel.opening import opening
from campaign.text.english import counted
from campaign.text.suggest import near
from events.base import Event
from events.campaign import MemberEnrolled, PowerAssigned, TurnBegan
from events.fow.axes import Axis
from events.fow.missions import MissionChosen, RolesDecided
from events.fow.set_up import CampaignSetUp
from events.fow.sides import CommandersAssigned, PlayerJoined

LINKED, TEAM = "linked", "team"
FIRST_DIE = "first_die"
"""FoW ruling 48: the club's table for the first die of terrain charts, a file of its own."""
ARMY_LIST = "army_list"
"""FoW ruling 67: the club's own army list, a file of its own."""
RECORDED_AXIS = "recorded_axis"
"""A built-in axis as a campaign opened on it, where a later release words it otherwise. No form
and no file names it: only a record that is read again does.
"""
MOST_LINES = 9
SCENARIOS = {LINKED: "Linked missions", "anzio": "Anzio", TEAM: "Team campaign"}
"""The scenarios by their ids, with their names."""

Then = Callable[[tuple[Event, ...], Mapping[str, Mapping[str, Any]]], Decision]
"""Decides the forces of a set-up, given the facts before them."""


def questions(rulebook: str) -> tuple[OpeningQuestion, ...]:
    """The rulings that a club makes when it starts a campaign."""
    return tuple(
        OpeningQuestion(
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


CHOICES = OpeningChoices(
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
)
"""What may be chosen when a campaign is opened."""


def open_campaign(request: OpenCampaign, chain: SeedChain, then: Then) -> Decision:
    """A campaign's first facts: limits, sides, lines, players, forces, first missions."""
    if request.rulebook not in (None, RULEBOOK):
        return bad_field("rulebook", f"{request.rulebook!r} is not one of {RULEBOOK}")
    for field in ("first_turn", "last_turn"):
        if getattr(request, field):
            return bad_field(field, "rounds are counted from the first; the set-up says how many")
    values = rulings.resolve(request.rulings)
    setup = read_set_up(request.setup)
    modules = _modules(request.modules)
    for result in (values, setup, modules):
        if isinstance(result, Refused):
            return result
    assert isinstance(values, dict) and isinstance(setup, SetUp) and isinstance(modules, tuple)
    axes = _axes(request, setup)
    if isinstance(axes, Refused):
        return axes
    first_die = _first_die(request)
    if isinstance(first_die, Refused):
        return first_die
    facts = _facts(request, chain, setup, values, modules, axes, first_die)
    listed = importing.at_opening(str(request.extras.get(ARMY_LIST) or ""))
    if isinstance(facts, Refused) or isinstance(listed, Refused):
        return facts if isinstance(facts, Refused) else listed
    if listed and FORCES not in modules:
        return Refused(f"Module {FORCES}", WITHOUT[FORCES])
    facts = (*facts, *listed)
    forces = then(facts, setup.forces) if setup.forces else ()
    if isinstance(forces, Refused):
        return forces
    begins = TurnBegan(turn=calendar.named(1))
    return (*facts, *forces, begins, *_first_missions(setup, axes))


def _first_die(request: OpenCampaign) -> FirstDie | Refused:
    """FoW ruling 48: the club's table, whole. Refuses its first fault."""
    text = request.extras.get(FIRST_DIE)
    if not text:
        return ()
    table, faults = read_first_die(text, charts())
    return Refused(None, f"first_die, {faults[0]}") if faults else table


def _modules(chosen: Mapping[str, bool]) -> tuple[str, ...] | Refused:
    for name in chosen:
        if name not in MODULES:
            return bad_field("module", f"{name!r} is not one of {', '.join(MODULES)}")
    return tuple(name for name in MODULES if chosen.get(name, True))


def _axes(request: OpenCampaign, setup: SetUp) -> tuple[Axis, ...] | Refused:
    """The lines with their sectors: of the scenario, of the club's own file, or of the set-up."""
    if request.own is not None:
        axis = own_axis(request.own)
        if isinstance(axis, Axis) and axis.id != request.scenario:
            text = f"{request.scenario!r} is not the file's, which is {axis.id}"
            return bad_field("scenario", text)
        return axis if isinstance(axis, Refused) else (axis,)
    if request.scenario not in SCENARIOS:
        hint = near(request.scenario, SCENARIOS) or f"; it is one of {', '.join(SCENARIOS)}"
        return bad_field("scenario", f"{request.scenario!r} is no scenario{hint}")
    if setup.lines and request.scenario != TEAM:
        return Refused(None, f"set-up: lines: {request.scenario} has its own; team takes lines")
    if request.scenario == TEAM:
        return _team(setup)
    if request.scenario == LINKED:
        return ()
    if (recorded := request.extras.get(RECORDED_AXIS)) is not None:
        axis = _axis(reading.judge(recorded, taken=()))
        return axis if isinstance(axis, Refused) else (axis,)
    return (kit_axis(request.scenario),)


def _team(setup: SetUp) -> tuple[Axis, ...] | Refused:
    """FoW Multi-player Campaigns: two to nine lines."""
    if not 2 <= len(setup.lines) <= MOST_LINES:
        text = f"set-up: lines: a team campaign has from two to nine lines, not {len(setup.lines)}"
        return Refused(None, text)
    found: list[Axis] = []
    for named in setup.lines:
        if isinstance(named, str) and named not in KIT:
            hint = near(named, KIT) or f"; it is one of {', '.join(KIT)}, or an axis of your own"
            return Refused(None, f"set-up: lines: {named!r} is no axis{hint}")
        axis = kit_axis(named) if isinstance(named, str) else _axis(reading.judge(named, taken=()))
        if isinstance(axis, Refused):
            return Refused(None, f"set-up: lines: {axis.reason}")
        if any(axis.id == other.id for other in found):
            return Refused(None, f"set-up: lines: {axis.id} is there twice")
        found.append(axis)
    return tuple(found)


def own_axis(table: Mapping[str, Any]) -> Axis | Refused:
    """FoW Axis of Attack: a club's own axis. Refuses the first fault of its table."""
    return _axis(reading.judge(table))


def _axis(judged: reading.AxisJudgement) -> Axis | Refused:
    if judged.axis:
        return judged.axis
    more = len(judged.faults) - 1
    rest = f"; and {counted(more, 'more fault')}: `campaign scenario check` lists them"
    return Refused(None, f"axis: {judged.faults[0]}{rest if more else ''}")


def _facts(
    request: OpenCampaign,
    chain: SeedChain,
    setup: SetUp,
    values: Mapping[str, rulings.Value],
    modules: tuple[str, ...],
    axes: tuple[Axis, ...],
    first_die: FirstDie,
) -> tuple[Event, ...] | Refused:
    """Everything before the forces and the first round."""
    kind = LINKED if not axes else TEAM if len(axes) > 1 else "axis"
    sides = {side: name.strip() for side, name in setup.sides.items()} or seats.SIDES
    if kind != LINKED and tuple(sides) != tuple(seats.SIDES):
        return Refused(None, "set-up: sides: only linked missions name their own sides")
    lines = tuple(axis.id for axis in axes) or (LINKED,)
    faults = chain_of(of_sides(setup, tuple(sides), lines), joins_in(setup.start, axes, (*sides,)))
    if fault := next(faults, None):
        return Refused(None, f"set-up: {fault}")
    turns = (calendar.named(1), calendar.named(setup.games))
    return (
        opening(request, chain, "fow", RULEBOOK, turns, values, modules, rulings.RULES),
        CampaignSetUp(
            kind=kind,  # type: ignore[arg-type]
            sides=sides,
            games=setup.games,
            points=setup.points,
            units=setup.units,
            axes=axes,
            company_types=dict(setup.company_types),
            change_price=selection()["change"],
            start=dict(setup.start),
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
