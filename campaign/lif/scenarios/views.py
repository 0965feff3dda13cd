"""LiF 6: a scenario in words, and what of it a turn's report shows. Pure."""

from collections import Counter
from collections.abc import Iterator, Mapping

import msgspec

from campaign.kernel.opening import OpenCampaign, SeedChain
from campaign.kernel.terminal.views import Block, Facts, Heading, Lines
from campaign.lif import calendar
from campaign.lif.names import STATUSES, country, the_country
from campaign.lif.roster import POWERS
from campaign.lif.scenarios.catalogue import Scenario, SetUp, entry_in_words
from campaign.lif.state import State
from campaign.lif.story.turn_notes import Context, GameSection
from campaign.text.english import listed
from events.lif.cup import LeadersSetUp

# --- LiF 6: facts of the scenario that no rule reads, and its questions to the club -------------


class ScenarioTable(msgspec.Struct, frozen=True):
    """LiF 6: the scenario's facts, and its questions with the club's answers."""

    title: str
    facts: tuple[tuple[str, str], ...]
    """Heading and text, in the scenario's order."""
    asks: tuple[tuple[str, str], ...]
    """Question and answer; the answer is empty until there is one."""


def scenario_table(state: State) -> ScenarioTable | None:
    """LiF 6: what the scenario states; None if it states and asks nothing."""
    entry = state.entry
    if not (entry.facts or entry.asks):
        return None
    asks = tuple((question, entry.answers.get(key, "")) for key, question in entry.asks)
    return ScenarioTable(entry.title, entry.facts, asks)


def scenario_view(context: Context) -> ScenarioTable | None:
    """LiF 6: for the first turn's page, if the scenario states anything."""
    return None if context.place else scenario_table(context.log.end)


SCENARIO = GameSection(
    "scenario", "The scenario", "scenarios/templates/scenario.html", scenario_view, part="record"
)


# --- LiF 6: a scenario in words: what is on the table at its start, and what it leaves open -----

Labels = Iterator[tuple[str, str]]
"""Labels with their texts."""


def in_blocks(
    scenario: Scenario, own: Mapping[str, object] | None = None, leaders: str | None = None
) -> tuple[Block, ...]:
    """A scenario to be shown: the kit's, or a club's own with its file and leader sheet."""
    sections = {
        "Begins with": [
            ("turns", _turns(scenario)),
            *_war(scenario.setup),
            *_minors(scenario.setup),
            *_leaders(scenario, own, leaders),
            *_members(scenario.setup),
        ],
        "US entry": [
            (about.removeprefix("US entry "), text)
            for about, text in entry_in_words(scenario.setup.us_entry)
        ],
        "States": [(fact.about, fact.in_words) for fact in scenario.facts],
        "Leaves open": [(ask.key, ask.question) for ask in scenario.asks],
    }
    widest = max(len(label) for lines in sections.values() for label, _ in lines)
    rule = f", {scenario.rule}" if scenario.rule else ""
    blocks: list[Block] = [Heading(f"{scenario.title} ({scenario.id}){rule}")]
    for title, lines in sections.items():
        if lines:
            blocks += [Lines(("",)), Heading(title), Facts(lines, widest + 2, indent=2)]
    return tuple(blocks)


def _turns(scenario: Scenario) -> str:
    first, last = scenario.first_turn, scenario.last_turn
    if not (first and last):
        return "as the club says: --first-turn and --last-turn"
    count = calendar.count(first, last)
    turns = "1 turn" if count == 1 else f"{count} turns"
    return f"{calendar.in_words(first)} ({first}) to {calendar.in_words(last)} ({last}): {turns}"


def _war(setup: SetUp) -> Labels:
    wars = (f"{country(side)} and {country(other)}" for side, other in setup.wars)
    yield "at war", "; ".join(wars) or "nobody"
    if setup.conquest:
        conquests = (f"{country(power)} {status}" for power, status in setup.conquest.items())
        yield "conquest", "; ".join(conquests)
    if setup.vichy != "none":
        yield "Vichy", setup.vichy
    if setup.reserves:
        called = (f"{country(power)} {', '.join(marks)}" for power, marks in setup.reserves.items())
        yield "reserves", "; ".join(called)


def _minors(setup: SetUp) -> Labels:
    for status, by in (("aligned", "with"), ("conquered", "by")):
        sides = []
        for power in POWERS:
            minors = [
                country(name)
                for name, minor in setup.minors.items()
                if (minor.status, minor.power) == (status, power)
            ]
            if minors:
                sides.append(f"{by} {the_country(power)}: {listed(minors)}")
        if sides:
            yield status, "; ".join(sides)


def _leaders(scenario: Scenario, own: Mapping[str, object] | None, sheet: str | None) -> Labels:
    """How many leaders begin where, by the default rulings."""
    if scenario.first_turn is not None:
        counts = _counted(scenario, own, sheet)
        starts = ((counts[status], where) for status, where in STATUSES.items())
        yield "leaders", ", ".join(f"{count} {where}" for count, where in starts if count)
    if points := scenario.setup.veto_points:
        stated = ", ".join(f"{country(power)} {number}" for power, number in points.items())
        yield "veto points", f"{stated}; the others by the chart"


def _counted(
    scenario: Scenario, own: Mapping[str, object] | None, sheet: str | None
) -> Counter[str]:
    """How many leaders have each status in a campaign that is opened for a trial."""
    from campaign.lif.scenarios.new_campaign import open_campaign  # no report opens one

    request = OpenCampaign(name="trial", scenario=scenario.id, own=own, extras={"leaders": sheet})
    trial = open_campaign(request, SeedChain("0" * 32, "0" * 64, 1, ""))
    assert isinstance(trial, tuple) and isinstance(trial[1], LeadersSetUp)
    return Counter(trial[1].leaders.values())


def _members(setup: SetUp) -> Labels:
    members = []
    for member in setup.members:
        plays = [country(power) for power in member.powers] or list(member.roles)
        members.append(f"{member.name} ({', '.join(plays)})")
    if members:
        yield "members", ", ".join(members)
