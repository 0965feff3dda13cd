"""LiF 6: the verb `scenario`: the kit's scenarios, and a club's own. Pure."""

from collections.abc import Mapping

import msgspec

from campaign.kernel.courses import (
    Call,
    Course,
    entry,
    fail,
    json_page,
    read_file,
    read_values,
    refuse,
    say,
    table,
    write_file,
)
from campaign.kernel.decisions import Refused
from campaign.kernel.sheets import TO_FILE, fault_count, sheet_name
from campaign.kernel.steps import Unfit
from campaign.kernel.verbs import Argument, FilePath, OneOf, Verb, VerbFamily, VerbOption
from campaign.leaders_in_flames import leader_sheet
from campaign.leaders_in_flames.scenarios import catalogue
from campaign.leaders_in_flames.scenarios.catalogue import scenarios
from campaign.leaders_in_flames.scenarios.in_words import print_scenario
from campaign.leaders_in_flames.scenarios.sheet import ScenarioJudgement, judge
from campaign.text.shapes import Fault

SCENARIO = OneOf("scenario", lambda: tuple(scenarios()))


def list_(call: Call) -> Course[None]:
    """Lists the kit's scenarios."""
    known = scenarios()
    if call.as_json:
        yield from json_page(known)
        return
    rows = [
        (
            who,
            scenario.title,
            f"{scenario.first_turn} to {scenario.last_turn}" if scenario.first_turn else "any",
            scenario.turns or "",
            scenario.rule,
        )
        for who, scenario in known.items()
    ]
    yield from table(("scenario", "title", "turns", "number", "rule"), rows, "number")


LIST = Verb(
    words="scenario list",
    line="List the kit's scenarios.",
    example="campaign scenario list",
    on_campaign=False,
    course=list_,
)


def show(call: Call, scenario: str) -> Course[None]:
    """Shows a scenario of the kit: its turns, what is on the table at its start, what else it
    states, and what it leaves open.
    """
    found = scenarios()[scenario]
    if call.as_json:
        yield from json_page(found)
        return
    yield from print_scenario(found)


SHOW = Verb(
    words="scenario show",
    line="Show what a scenario begins with.",
    example="campaign scenario show end-of-the-beginning",
    on_campaign=False,
    parameters=(Argument("scenario", "ID", SCENARIO),),
    course=show,
)


def check(call: Call, file: str, leaders: str | None) -> Course[None]:
    """Judges a scenario file of your own: every fault with where it stands and what would be
    right, or what the file would set up. `campaign start NAME --scenario FILE` starts from it.
    """
    sheet = (yield from read_file(leaders)) if leaders else None
    content, judged = yield from _judged(file, sheet)
    name = sheet_name(file)
    if call.as_json:
        fields = {"accepted": judged.scenario is not None, **msgspec.structs.asdict(judged)}
        yield from json_page(fields)
    else:
        for fault in judged.faults:
            yield from entry(f"{name}, ", str(fault))
        for note in judged.notes:
            yield from entry("note: ", str(note))
        if judged.scenario is not None:
            yield from print_scenario(judged.scenario, content, sheet)
            yield from say(f"\nno faults; campaign start NAME --scenario {file} starts it")
    if judged.faults:
        yield from refuse(f"{fault_count(len(judged.faults))} in {name}")


def _judged(
    file: str, leaders: str | None
) -> Course[tuple[Mapping[str, object], ScenarioJudgement]]:
    """What a scenario file holds, and what is wrong with it; given the club's own leader sheet."""
    sheet = leader_sheet.read_sheet(leaders) if leaders is not None else leader_sheet.kit()
    if isinstance(sheet, Refused):
        return (yield from fail(sheet.reason))
    content = yield from read_values(file)
    if isinstance(content, Unfit):
        return {}, ScenarioJudgement(None, (Fault("", content.text),))
    return content, judge(content, sheet)


CHECK = Verb(
    words="scenario check",
    line="Judge a scenario file of your own.",
    example="""
    campaign scenario check barbarossa.toml
    campaign start east --scenario barbarossa.toml
    """,
    on_campaign=False,
    parameters=(
        Argument("file", "FILE", FilePath()),
        VerbOption("--leaders", "The club's own leader sheet (CSV).", metavar="FILE"),
    ),
    course=check,
)


def template(call: Call, file: str | None, force: bool) -> Course[None]:
    """Writes a scenario file that explains itself, for a scenario of your own."""
    yield from write_file(file, catalogue.text("template"), force=force)


TEMPLATE = Verb(
    words="scenario template",
    line="Write a scenario file to begin with.",
    example="campaign scenario template barbarossa.toml",
    on_campaign=False,
    json=False,
    parameters=TO_FILE,
    course=template,
)

FAMILY = VerbFamily(
    words="scenario",
    help="Tells the scenarios and what each begins with; helps with one of your own.",
    sections={VerbFamily.HEADLESS: (LIST, SHOW, TEMPLATE, CHECK)},
)

VERBS = {FAMILY.words: FAMILY}
