"""LiF 4: opening a campaign: the questions, the cup, the reserves, the first points. Pure."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec.structs import replace

from campaign.kernel import chapters
from campaign.kernel import opening as takes
from campaign.kernel.decisions import Decision, Refused, bad_field
from campaign.kernel.interview.positions import GamePosition
from campaign.kernel.members import HOST
from campaign.lif import calendar, roster, rulings
from campaign.lif.board.cup import FREE_FRANCE
from campaign.lif.force_pools import kit
from campaign.lif.names import SCENARIOS, country, scenario_titles
from campaign.lif.rulings import LIF_1998, RULEBOOKS, Rulings, Switch, Value, switches
from campaign.lif.scenarios import catalogue, position, stated_counters
from campaign.lif.scenarios import sheet as scenario_sheet
from campaign.lif.scenarios.catalogue import GUARDS_ALONE, MODULES, SHEET, Scenario, SetUp
from campaign.lif.state import pair
from campaign.lif.us_entry import aftermath
from campaign.text.english import near
from campaign.text.json_values import JsonFields
from events.base import Event
from events.campaign import CampaignOpened, MemberEnrolled, PowerAssigned, TurnBegan
from events.lif.cup import LeaderCounter, LeadersSetUp, LeaderStatus
from events.lif.force_pools import CountersAdded
from events.lif.politics import Conquest

# --- The house rulings as questions, for whoever starts a campaign from a form ------------------


def questions(rulebook: str) -> Sequence[takes.OpeningQuestion]:
    """Every switch of a rulebook: those of each power together, the others by themselves."""
    return tuple(_question(switch) for switch in switches(rulebook))


def _question(switch: Switch) -> takes.OpeningQuestion:
    about, _, power = switch.question.rpartition(": ")
    is_each = bool(about) and power in roster.POWERS
    return takes.OpeningQuestion(
        switch.key,
        about if is_each else "",
        country(power) if is_each else switch.question,
        switch.rule,
        _typed(switch.default),
        _words(switch.default),
        tuple((_typed(value), _words(value)) for value in switch.choices),
    )


def _typed(value: Value) -> str:
    """A value as it is typed."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _words(value: Value) -> str:
    text = _typed(value)
    return country(text) if text in roster.POWERS else text.replace("-", " ")


# --- LiF 4: opening a campaign: the cup, the reserve pool and the starting points ---------------

V = TypeVar("V")


def _tables(rules: str) -> GamePosition:
    from campaign.lif.scenarios.taking_over import TABLES

    return TABLES


CHOICES = takes.OpeningChoices(
    scenarios=lambda: tuple(catalogue.scenarios()),
    titles=scenario_titles,
    modules=tuple(MODULES),
    module_texts=MODULES,
    questions=questions,
    files=(SHEET,),
    reserved=lambda: {"leader": roster.kit()},
    position=_tables,
)
"""What may be chosen when a campaign is opened."""


def open_campaign(request: takes.OpenCampaign, chain: takes.SeedChain) -> Decision:
    """LiF 4: a campaign's first facts; of one that is taken over, with what the club says of it."""
    if request.extras.get(takes.POSITION) is None:
        return _begun(request, chain)
    played = position.at_the_table(request)
    if isinstance(played, Refused):
        return played
    events = _begun(played, chain)
    return events if isinstance(events, Refused) else _taken_over(played, events)


def _taken_over(request: takes.OpenCampaign, events: Sequence[Event]) -> Decision:
    """LiF 4: the war goes on in the stated turn; what is not stated is set for its year."""
    opened, placed, *others = events
    assert isinstance(opened, CampaignOpened) and isinstance(placed, LeadersSetUp)
    sheet = roster.from_rows(placed.sheet) if placed.leaders else {}
    said = position.read(request, sheet, (opened.first_turn, opened.last_turn))
    if isinstance(said, Refused):
        return said
    ruled, club = rulings.in_force(opened.rulings), scenario_sheet.read_setup(request.setup)
    assert isinstance(club, SetUp)
    if position.speaks_of_leaders(said):
        ruled = replace(ruled, days_of_decision=False)
    scenario = replace(msgspec.convert(placed.scenario, Scenario), first_turn=said.turn)
    merged = catalogue.merged(scenario.setup, club)
    if refused := position.counters_fault(said, _playing(opened, said, merged, ruled)):
        return refused
    due = _placed(position.now(said, merged), sheet, ruled, scenario)
    stated = position.stated(said, placed, due)
    before, people = _parted(others[:-1])
    before += stated_counters.joining(said.counters, before)
    begins = TurnBegan(turn=said.turn)
    return (replace(opened, begins=said.turn), placed, *before, stated, *people, begins)


def _parted(events: Sequence[Event]) -> tuple[list[Event], list[Event]]:
    """What an opening sets up, and who takes part."""
    people: list[Event] = [
        event for event in events if isinstance(event, MemberEnrolled | PowerAssigned)
    ]
    return [event for event in events if event not in people], people


def _playing(
    opened: CampaignOpened, said: position.Position, setup: SetUp, ruled: Rulings
) -> stated_counters.Playing:
    """What of a campaign decides where its counters may be."""
    actions = {one.number for one in catalogue.taken(setup.us_entry.actions)}
    rulebook, modules = opened.rulebook, opened.modules
    return stated_counters.Playing(said.turn, rulebook, modules, actions, ruled.replaced_guards)


def _begun(request: takes.OpenCampaign, chain: takes.SeedChain) -> Decision:
    """LiF 4: a campaign's first facts: rulebook, rulings and modules, the cup and the points."""
    rulebook = request.rulebook or LIF_1998
    if rulebook not in RULEBOOKS:
        return bad_field("rulebook", f"{rulebook!r} is not one of {', '.join(RULEBOOKS)}")
    sheet = _sheet(request)
    scenario = _scenario(request, sheet)
    modules = _modules(request, rulebook)
    values = rulings.resolve(request.rulings, rulebook)
    club = scenario_sheet.read_setup(request.setup)
    for result in (scenario, modules, values, sheet, club):
        if isinstance(result, Refused):
            return result
    assert isinstance(scenario, Scenario) and isinstance(modules, tuple)
    assert isinstance(values, dict) and isinstance(sheet, dict) and isinstance(club, SetUp)
    setup = catalogue.merged(scenario.setup, club)
    if refused := _impossible(setup, sheet):
        return refused
    assert scenario.first_turn and scenario.last_turn
    opened = chapters.opening(
        request,
        chain,
        system="lif",
        rulebook=rulebook,
        turns=(scenario.first_turn, scenario.last_turn),
        rulings=values,
        modules=modules,
        number=rulings.RULES,
    )
    ruled = rulings.in_force(values)
    placed = _placed(setup, sheet if "leaders" in modules else {}, ruled, scenario)
    placed = replace(
        placed,
        sheet=roster.as_rows(sheet),
        scenario=catalogue.table_of(scenario),
        overrides=catalogue.overrides_of(club),
    )
    events = aftermath.opened(
        scenario,
        setup,
        ruled.entry_chits,
        played="us-entry" in modules,
        own=scenario.id not in SCENARIOS,
    )
    forces = _armies(modules)
    return (opened, placed, *events, *forces, *_members(setup), TurnBegan(turn=scenario.first_turn))


def _sheet(request: takes.OpenCampaign) -> roster.Sheet | Refused:
    own = request.extras.get(SHEET)
    return roster.read_sheet(own) if own else roster.kit()


def _impossible(setup: SetUp, sheet: roster.Sheet) -> Refused | None:
    """What is wrong with a scenario's set-up together with the club's."""
    faults = (*scenario_sheet.reserve_faults(setup), *scenario_sheet.member_faults(setup))
    if faults:
        return Refused(None, f"set-up: {faults[0]}")
    if strangers := sorted(set(setup.leaders) - set(sheet)):
        return Refused(
            None, f"set-up: there is no leader {strangers[0]!r}{near(strangers[0], sheet)}"
        )
    return None


def _armies(modules: tuple[str, ...]) -> tuple[Event, ...]:
    """LiF 5.1: with Guards Banners alone the eight armies are there from the start, in reserve.

    With other parts of the kit they come with its sheet, among the other counters.
    """
    if modules != GUARDS_ALONE:
        return ()
    return (CountersAdded(counters=kit.guards(), source="kit"),)


def _own(scenario: str, own: JsonFields, sheet: roster.Sheet | Refused) -> Scenario | Refused:
    """LiF 6: a club's own scenario, from its file."""
    judged = scenario_sheet.judge(own, sheet if isinstance(sheet, dict) else None)
    if judged.scenario is None:
        more = len(judged.faults) - 1
        others = f" (and {more} more; `campaign scenario check` lists all)" if more else ""
        return Refused(None, f"scenario file: {judged.faults[0]}{others}")
    if judged.scenario.id != scenario:
        text = f"{scenario!r} is not the file's, which is {judged.scenario.id}"
        return bad_field("scenario", text)
    return judged.scenario


def _scenario(request: takes.OpenCampaign, sheet: roster.Sheet | Refused) -> Scenario | Refused:
    if request.own is not None:
        if request.first_turn or request.last_turn:
            return bad_field("first_turn", "a scenario file has its own turns")
        return _own(request.scenario, request.own, sheet)
    scenario = catalogue.scenarios().get(request.scenario)
    if scenario is None:
        known = ", ".join(catalogue.scenarios())
        return bad_field("scenario", f"{request.scenario!r} is not one of {known}")
    if scenario.first_turn is None:
        return _custom(scenario, request)
    if request.first_turn or request.last_turn:
        text = f"{request.scenario} has its own turns; use custom"
        return bad_field("first_turn", text)
    return scenario


def _custom(scenario: Scenario, request: takes.OpenCampaign) -> Scenario | Refused:
    """A scenario without turns of its own."""
    for field, turn in (("first_turn", request.first_turn), ("last_turn", request.last_turn)):
        if turn is None:
            return bad_field(field, "the scenario custom needs one, such as 1941-MJ")
        if not calendar.is_turn(turn):
            return bad_field(field, f"{turn!r} is no turn; write it as 1941-MJ")
    assert request.first_turn and request.last_turn
    if calendar.ordinal(request.last_turn) < calendar.ordinal(request.first_turn):
        return bad_field("last_turn", "it comes before the first turn")
    return replace(scenario, first_turn=request.first_turn, last_turn=request.last_turn)


def _modules(request: takes.OpenCampaign, rulebook: str) -> tuple[str, ...] | Refused:
    for name, played in request.modules.items():
        if name not in MODULES:
            return bad_field("module", f"{name!r} is not one of {', '.join(MODULES)}")
        if name == "us-entry" and played and rulebook != LIF_1998:
            return bad_field("module", f"{rulebook} has no us-entry")
    default = {name: name != "us-entry" or rulebook == LIF_1998 for name in MODULES}
    return tuple(name for name, played in {**default, **request.modules}.items() if played)


def _placed(setup: SetUp, sheet: roster.Sheet, ruled: Rulings, scenario: Scenario) -> LeadersSetUp:
    active = bool(sheet) and not ruled.days_of_decision
    free: dict[str, Conquest] = dict.fromkeys(roster.POWERS, "free")
    points = dict.fromkeys(roster.POWERS, 0)
    if active:
        points = {power: ruled.starting_points[power] for power in roster.POWERS}
        points |= position.by_id(setup.veto_points)
    year = calendar.year(scenario.first_turn or "")
    leaders = {who: _status(leader, setup, ruled, year, active) for who, leader in sheet.items()}
    return LeadersSetUp(
        active=active,
        leaders={**leaders, **setup.leaders} if sheet else {},
        veto_points=points,
        at_war=tuple(sorted({pair(*sides) for sides in setup.wars})),
        conquest=free | position.by_id(setup.conquest),
        vichy=setup.vichy,
        minors=setup.minors,
        reserves_called=position.by_id(setup.reserves),
    )


def _status(
    leader: LeaderCounter, setup: SetUp, ruled: Rulings, year: int, active: bool
) -> LeaderStatus:
    """LiF 4: leaders due by the year in the cup, marked ones in reserve, the rest set aside."""
    if ruled.conquered_leaders == "removed" and _lost(leader, setup, ruled):
        return "removed"
    if leader.mark == FREE_FRANCE:
        joins = setup.vichy != "none" or setup.conquest.get("france") == "complete"
    elif leader.mark:
        joins = leader.mark in _of(setup.reserves, leader.power, ())
    else:
        joins = leader.year is not None and leader.year <= year
    if joins and active:
        return "cup"
    return "reserve" if leader.mark not in ("", FREE_FRANCE) else "aside"


def _lost(leader: LeaderCounter, setup: SetUp, ruled: Rulings) -> bool:
    """Ruling 9: whether a leader's country is lost before the campaign begins."""
    minor = setup.minors.get(leader.power)
    if minor is not None:
        return minor.status == "conquered"
    if _of(setup.conquest, leader.power, "free") != "complete":
        return False
    vichy_stands = setup.vichy == "installed" and ruled.vichy_leaders != "france"
    marks = {"free-france", "vichy-france"} if vichy_stands else {"free-france"}
    return leader.allegiance not in marks


def _of(fields: Mapping[Any, V], power: str, otherwise: V) -> V:
    """A power's entry; minors have none."""
    return fields.get(power, otherwise)


def _members(setup: SetUp) -> tuple[Event, ...]:
    host = MemberEnrolled(member=HOST, name="Host", roles=("host",))
    enrolled = tuple(
        MemberEnrolled(member=member.member, name=member.name, roles=member.roles)
        for member in setup.members
    )
    assigned = tuple(
        PowerAssigned(power=power, member=member.member)
        for member in setup.members
        for power in member.powers
    )
    return (host, *enrolled, *assigned)
