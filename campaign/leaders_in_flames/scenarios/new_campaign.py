"""LiF 4: opening a campaign: the cup, the reserve pool and the starting points. Pure."""

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from campaign.kernel.decisions import Decision, Refused, bad_field
from campaign.kernel.members import HOST
from campaign.kernel.new_campaign import OpenCampaign, OpeningChoices, SeedChain
from campaign.kernel.opening import opening
from campaign.leaders_in_flames import calendar, leader_sheet, rulings
from campaign.leaders_in_flames.board.cup import FREE_FRANCE
from campaign.leaders_in_flames.force_pools import kit
from campaign.leaders_in_flames.leader_sheet import Sheet
from campaign.leaders_in_flames.powers import POWERS
from campaign.leaders_in_flames.rulings import LIF_1998, RULEBOOKS, Rulings
from campaign.leaders_in_flames.scenarios import catalogue, set_up_again
from campaign.leaders_in_flames.scenarios import sheet as scenario_sheet
from campaign.leaders_in_flames.scenarios.catalogue import Scenario, SetUp
from campaign.leaders_in_flames.scenarios.questions import questions
from campaign.leaders_in_flames.scenarios.set_up_again import GUARDS_ALONE, MODULES, SHEET
from campaign.leaders_in_flames.state import pair
from campaign.leaders_in_flames.us_entry import scenario_questions
from campaign.text.json_values import JsonFields
from campaign.text.suggest import near
from events.base import Event
from events.campaign import MemberEnrolled, PowerAssigned, TurnBegan
from events.lif.cup import LeaderCounter, LeadersSetUp, LeaderStatus
from events.lif.force_pools import CountersAdded
from events.lif.politics import Conquest

V = TypeVar("V")
CHOICES = OpeningChoices(
    scenarios=lambda: tuple(catalogue.scenarios()),
    titles=lambda: {who: one.title for who, one in catalogue.scenarios().items()},
    modules=tuple(MODULES),
    module_texts=MODULES,
    questions=questions,
    files=(SHEET,),
    reserved=lambda: {"leader": leader_sheet.kit()},
)
"""What may be chosen when a campaign is opened."""


def open_campaign(request: OpenCampaign, chain: SeedChain) -> Decision:
    """LiF 4: a campaign's first facts: rulebook, rulings and modules, the cup and the points."""
    rulebook = request.rulebook or LIF_1998
    if rulebook not in RULEBOOKS:
        return bad_field("rulebook", f"{rulebook!r} is not one of {', '.join(RULEBOOKS)}")
    own = request.extras.get(SHEET)
    sheet = leader_sheet.read_sheet(own) if own else leader_sheet.kit()
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
    faults = (*scenario_sheet.reserve_faults(setup), *scenario_sheet.member_faults(setup))
    if faults:
        return Refused(None, f"set-up: {faults[0]}")
    if strangers := sorted(set(setup.leaders) - set(sheet)):
        return Refused(
            None, f"set-up: there is no leader {strangers[0]!r}{near(strangers[0], sheet)}"
        )
    assert scenario.first_turn and scenario.last_turn
    opened = opening(
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
        sheet=leader_sheet.as_rows(sheet),
        scenario=set_up_again.table_of(scenario),
        overrides=set_up_again.overrides_of(club),
    )
    events = scenario_questions.opened(
        scenario,
        setup,
        ruled.entry_chits,
        played="us-entry" in modules,
        own=scenario.id not in catalogue.KIT,
    )
    laid = _armies(modules)
    return (opened, placed, *events, *laid, *_members(setup), TurnBegan(turn=scenario.first_turn))


def _armies(modules: tuple[str, ...]) -> tuple[Event, ...]:
    """LiF 5.1: with Guards Banners alone the eight armies are there from the start, in reserve.

    With other parts of the kit they come with its sheet, among the other counters.
    """
    if modules != GUARDS_ALONE:
        return ()
    return (CountersAdded(counters=kit.guards(), source="kit"),)


def _own(scenario: str, own: JsonFields, sheet: Sheet | Refused) -> Scenario | Refused:
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


def _scenario(request: OpenCampaign, sheet: Sheet | Refused) -> Scenario | Refused:
    if request.own is not None:
        if request.first_turn or request.last_turn:
            return bad_field("first_turn", "a scenario file has its own turns")
        return _own(request.scenario, request.own, sheet)
    scenario = catalogue.scenarios().get(request.scenario)
    if scenario is None:
        known = ", ".join(catalogue.scenarios())
        return bad_field("scenario", f"{request.scenario!r} is not one of {known}")
    if scenario.first_turn is not None:
        if request.first_turn or request.last_turn:
            return bad_field("first_turn", f"{request.scenario} has its own turns; use custom")
        return scenario
    for field, turn in (("first_turn", request.first_turn), ("last_turn", request.last_turn)):
        if turn is None:
            return bad_field(field, "the scenario custom needs one, such as 1941-MJ")
        if not calendar.is_turn(turn):
            return bad_field(field, f"{turn!r} is no turn; write it as 1941-MJ")
    assert request.first_turn and request.last_turn
    if calendar.ordinal(request.last_turn) < calendar.ordinal(request.first_turn):
        return bad_field("last_turn", "it comes before the first turn")
    return replace(scenario, first_turn=request.first_turn, last_turn=request.last_turn)


def _modules(request: OpenCampaign, rulebook: str) -> tuple[str, ...] | Refused:
    for name, played in request.modules.items():
        if name not in MODULES:
            return bad_field("module", f"{name!r} is not one of {', '.join(MODULES)}")
        if name == "us-entry" and played and rulebook != LIF_1998:
            return bad_field("module", f"{rulebook} has no us-entry")
    default = {name: name != "us-entry" or rulebook == LIF_1998 for name in MODULES}
    return tuple(name for name, played in {**default, **request.modules}.items() if played)


def _placed(setup: SetUp, sheet: Sheet, ruled: Rulings, scenario: Scenario) -> LeadersSetUp:
    active = bool(sheet) and not ruled.days_of_decision
    conquest: dict[str, Conquest] = dict.fromkeys(POWERS, "free")
    conquest |= {str(power): status for power, status in setup.conquest.items()}
    points = {power: ruled.starting_points[power] if active else 0 for power in POWERS}
    year = calendar.year(scenario.first_turn or "")
    leaders = {who: _status(leader, setup, ruled, year, active) for who, leader in sheet.items()}
    return LeadersSetUp(
        active=active,
        leaders={**leaders, **setup.leaders} if sheet else {},
        veto_points={**points, **{str(p): n for p, n in setup.veto_points.items()}}
        if active
        else points,
        at_war=tuple(sorted({pair(*sides) for sides in setup.wars})),
        conquest=conquest,
        vichy=setup.vichy,
        minors=setup.minors,
        reserves_called={str(power): marks for power, marks in setup.reserves.items()},
    )


def _status(
    leader: LeaderCounter, setup: SetUp, ruled: Rulings, year: int, active: bool
) -> LeaderStatus:
    """LiF 4: leaders due by the year in the cup, marked ones in reserve, the rest set aside."""
    if ruled.conquered_leaders == "removed" and _lost(leader, setup, ruled):
        return "removed"
    if leader.mark == FREE_FRANCE:
        free = setup.vichy != "none" or setup.conquest.get("france") == "complete"
        return "cup" if free and active else "aside"
    if leader.mark:
        marks = _of(setup.reserves, leader.power, ())
        return "cup" if leader.mark in marks and active else "reserve"
    return "cup" if active and leader.year is not None and leader.year <= year else "aside"


def _lost(leader: LeaderCounter, setup: SetUp, ruled: Rulings) -> bool:
    """Ruling 9: whether a leader's country is lost before the campaign begins."""
    minor = setup.minors.get(leader.power)
    if minor is not None:
        return minor.status == "conquered"
    if _of(setup.conquest, leader.power, "free") != "complete":
        return False
    vichy_stands = setup.vichy == "installed" and ruled.vichy_leaders != "france"
    kept = {"free-france", "vichy-france"} if vichy_stands else {"free-france"}
    return leader.allegiance not in kept


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
