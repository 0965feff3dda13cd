"""Verbs about scenarios: the kit's, the template of a club's own, and judging one."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from campaign.cli import output
from campaign.cli.params import ParamType, Word, argument, as_json, verb
from campaign.cli.reading import parsed, text_of
from campaign.cli.session import Refusal, Session, WrongUsage
from campaign.cli.sheets import fault_count, write_template
from campaign.cli.verbs import ClickVerb, VerbGroup

if TYPE_CHECKING:
    from campaign.leaders_in_flames.scenarios.catalogue import Scenario, SetUp
    from campaign.leaders_in_flames.scenarios.sheet import Judgement

Lines = list[tuple[str, str]]
"""Labels with their texts."""


def scenario_ids() -> list[str]:
    """The kit's scenarios."""
    from campaign.leaders_in_flames.scenarios.catalogue import scenarios

    return list(scenarios())


SCENARIO = Word("scenario", scenario_ids)


def is_file(told: str) -> bool:
    """Whether a scenario is named by a file of the club's own."""
    return told.lower().endswith((".toml", ".json")) or "/" in told or Path(told).is_file()


class ScenarioOrFile(ParamType):
    """One of the kit's scenarios, or a file of the club's own."""

    name = "scenario"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The scenario's id, or the file."""
        if value not in scenario_ids() and is_file(value):
            return value
        return SCENARIO.convert(value, param, ctx)

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """The kit's scenarios that begin so, or else files."""
        found = SCENARIO.shell_complete(ctx, param, incomplete)
        return found or [CompletionItem(incomplete, type="file")]


@verb("list", "campaign scenario list", short_help="List the kit's scenarios.")
@as_json
def list_(session: Session, as_json: bool) -> None:
    """Lists the kit's scenarios."""
    import msgspec

    from campaign.leaders_in_flames.scenarios.catalogue import scenarios

    known = scenarios()
    if as_json:
        output.json_page({who: msgspec.to_builtins(one) for who, one in known.items()})
        return
    rows = [
        (who, one.title, f"{one.first_turn} to {one.last_turn}" if one.first_turn else "any",
         one.turns or "", one.rule)
        for who, one in known.items()
    ]  # fmt: skip
    output.table(("scenario", "title", "turns", "number", "rule"), rows, "number")


@verb(
    "show",
    "campaign scenario show end-of-the-beginning",
    short_help="Show what a scenario begins with.",
)
@argument("scenario", "ID", SCENARIO)
@as_json
def show(session: Session, scenario: str, as_json: bool) -> None:
    """Shows a scenario of the kit: its turns, what is on the table at its start, what else it
    states, and what it leaves open.
    """
    import msgspec

    from campaign.leaders_in_flames.scenarios.catalogue import scenarios

    told = scenarios()[scenario]
    if as_json:
        output.json_page(msgspec.to_builtins(told))
        return
    _print(told, None)


@verb(
    "check",
    """
    campaign scenario check barbarossa.toml
    campaign open east --scenario barbarossa.toml
    """,
    short_help="Judge a scenario file of your own.",
)
@argument("file", "FILE", click.Path())
@click.option("--leaders", metavar="FILE", help="The club's own leader sheet (CSV).")
@as_json
def check(session: Session, file: str, leaders: str | None, as_json: bool) -> None:
    """Judges a scenario file of your own: every fault with where it stands and what would be
    right, or what the file would set up. `campaign open NAME --scenario FILE` opens from it.
    """
    import msgspec

    content, judged = _judged(file, leaders)
    if as_json:
        told = {"accepted": judged.scenario is not None, **msgspec.to_builtins(judged)}
        output.json_page(told)
    else:
        for fault in judged.faults:
            output.entry(f"{Path(file).name}, ", str(fault))
        for note in judged.notes:
            output.entry("note: ", str(note))
        if judged.scenario is not None:
            _print(judged.scenario, content, leaders)
            output.echo(f"\nno faults; campaign open NAME --scenario {file} opens it")
    if judged.faults:
        raise Refusal(f"{fault_count(len(judged.faults))} in {Path(file).name}")


def _judged(file: str, leaders: str | None) -> tuple[dict[str, Any], "Judgement"]:
    from campaign.kernel.decisions import Refused
    from campaign.leaders_in_flames import leader_sheet
    from campaign.leaders_in_flames.scenarios.sheet import Judgement, judge
    from campaign.text.shapes import Fault

    sheet = leader_sheet.read_sheet(text_of(leaders)) if leaders else leader_sheet.kit()
    if isinstance(sheet, Refused):
        raise WrongUsage(sheet.reason)
    text = text_of(file)
    try:
        content = parsed(file, text)
    except ValueError as error:
        return {}, Judgement(None, (Fault("", str(error)),))
    return content, judge(content, sheet)


@verb(
    "template",
    "campaign scenario template barbarossa.toml",
    short_help="Write a scenario file to begin with.",
)
@argument("file", "[FILE]", click.Path(path_type=Path), required=False)
@click.option("--force", is_flag=True, help="Write over a file that is there.")
def template(session: Session, file: Path | None, force: bool) -> None:
    """Writes a scenario file that explains itself, for a scenario of your own."""
    from campaign.leaders_in_flames.scenarios import catalogue

    try:
        write_template(file, catalogue.text("template"), force=force)
    except OSError as error:
        raise WrongUsage(f"cannot write {file}: {error.strerror}") from error


# --- a scenario on the screen -------------------------------------------------------------------


def _print(scenario: "Scenario", own: dict[str, Any] | None, leaders: str | None = None) -> None:
    from campaign.leaders_in_flames.scenarios.catalogue import entry_in_words

    setup = scenario.setup
    begins = [("turns", _turns(scenario)), *_war(setup), *_minors(setup)]
    begins += [*_leaders(scenario, own, leaders), *_members(setup)]
    entry = [
        (about.removeprefix("US entry "), text) for about, text in entry_in_words(setup.us_entry)
    ]
    sections = [
        ("Begins with", begins),
        ("US entry", entry),
        ("States", [(fact.about, fact.told) for fact in scenario.facts]),
        ("Leaves open", [(ask.key, ask.question) for ask in scenario.asks]),
    ]
    widest = max(len(label) for _, lines in sections for label, _ in lines)
    rule = f", {scenario.rule}" if scenario.rule else ""
    output.heading(f"{scenario.title} ({scenario.id}){rule}")
    for title, lines in sections:
        if lines:
            output.echo()
            output.heading(title)
            _section(lines, widest)


def _section(lines: Lines, widest: int) -> None:
    for label, text in lines:
        output.entry(f"  {label:<{widest}}  ", text)


def _turns(scenario: "Scenario") -> str:
    from campaign.leaders_in_flames import calendar as turns

    first, last = scenario.first_turn, scenario.last_turn
    if not (first and last):
        return "as the club says: --first-turn and --last-turn"
    count = turns.count(first, last)
    told = "1 turn" if count == 1 else f"{count} turns"
    return f"{turns.in_words(first)} ({first}) to {turns.in_words(last)} ({last}): {told}"


def _war(setup: "SetUp") -> Iterator[tuple[str, str]]:
    from campaign.leaders_in_flames.names import country

    wars = (f"{country(one)} and {country(other)}" for one, other in setup.wars)
    yield "at war", "; ".join(wars) or "nobody"
    if setup.conquest:
        told = (f"{country(power)} {status}" for power, status in setup.conquest.items())
        yield "conquest", "; ".join(told)
    if setup.vichy != "none":
        yield "Vichy", setup.vichy
    if setup.reserves:
        told = (f"{country(power)} {', '.join(marks)}" for power, marks in setup.reserves.items())
        yield "reserves", "; ".join(told)


def _minors(setup: "SetUp") -> Iterator[tuple[str, str]]:
    from campaign.leaders_in_flames.names import country, listed, the_country
    from campaign.leaders_in_flames.powers import POWERS

    for status, by in (("aligned", "with"), ("conquered", "by")):
        told = []
        for power in POWERS:
            minors = [country(minor) for minor, one in setup.minors.items()
                      if (one.status, one.power) == (status, power)]  # fmt: skip
            if minors:
                told.append(f"{by} {the_country(power)}: {listed(minors)}")
        if told:
            yield status, "; ".join(told)


def _leaders(scenario: "Scenario", own: dict[str, Any] | None, leaders: str | None) -> Lines:
    """How many leaders begin where, by the rulings that stand unless the club says otherwise."""
    from collections import Counter

    from campaign.kernel.new_campaign import OpenCampaign, SeedChain
    from campaign.leaders_in_flames.names import STATUSES, country
    from campaign.leaders_in_flames.scenarios.new_campaign import open_campaign
    from events.lif.cup import LeadersSetUp

    setup = scenario.setup
    lines: Lines = []
    if setup.veto_points:
        points = (f"{country(power)} {number}" for power, number in setup.veto_points.items())
        lines.append(("veto points", f"{', '.join(points)}; the others by the chart"))
    if scenario.first_turn is None:
        return lines
    sheet = text_of(leaders) if leaders else None
    request = OpenCampaign(name="trial", scenario=scenario.id, own=own, extras={"leaders": sheet})
    trial = open_campaign(request, SeedChain("0" * 32, "0" * 64, 1, ""))
    assert isinstance(trial, tuple) and isinstance(trial[1], LeadersSetUp)
    counts = Counter(trial[1].leaders.values())
    told = (f"{counts[status]} {where}" for status, where in STATUSES.items() if counts[status])
    return [("leaders", ", ".join(told)), *lines]


def _members(setup: "SetUp") -> Lines:
    from campaign.leaders_in_flames.names import country

    told = []
    for one in setup.members:
        plays: Sequence[str] = [country(power) for power in one.powers]
        told.append(f"{one.name} ({', '.join(plays or one.roles)})")
    return [("members", ", ".join(told))] if told else []


scenario_ = VerbGroup(
    "scenario",
    no_args_is_help=False,
    commands={"list": list_, "show": show, "template": template, "check": check},
    help="Tells the scenarios and what each begins with; helps with one of your own.",
    example="\n".join(
        line.strip()
        for one in (list_, show, template, check)
        for line in one.example.strip().splitlines()
    ),
)

VERBS: dict[str, ClickVerb] = {"scenario": scenario_}
