"""LiF 6: the verb `scenario`: the kit's scenarios, and a club's own. Pure."""

from collections.abc import Mapping

from campaign.kernel.decisions import Refused
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.screens import Grid
from campaign.kernel.terminal.steps import Unfit
from campaign.kernel.terminal.views import View
from campaign.lif import roster
from campaign.lif.scenarios import catalogue
from campaign.lif.scenarios.sheet import ScenarioJudgement, judge
from campaign.lif.scenarios.views import in_blocks
from campaign.text.shapes import Fault

SCENARIO = verbs.OneOf("scenario", lambda: tuple(catalogue.scenarios()))


def list_() -> View:
    """Lists the kit's scenarios."""
    known = catalogue.scenarios()
    rows = tuple(
        (
            who,
            scenario.title,
            f"{scenario.first_turn} to {scenario.last_turn}" if scenario.first_turn else "any",
            scenario.turns or "",
            scenario.rule,
        )
        for who, scenario in known.items()
    )
    return View(known, (Grid(("scenario", "title", "turns", "number", "rule"), rows, "number"),))


LIST = verbs.Verb(
    words="scenario list",
    line="List the kit's scenarios.",
    example="campaign scenario list",
    on_campaign=False,
    title="The scenarios",
    shows=verbs.looking_up(list_),
)


def show(scenario: str) -> View:
    """Shows a scenario of the kit: its turns, what is on the table at its start, what else it
    states, and what it leaves open.
    """
    chosen = catalogue.scenarios()[scenario]
    return View(chosen, in_blocks(chosen))


SHOW = verbs.Verb(
    words="scenario show",
    line="Show what a scenario begins with.",
    example="campaign scenario show end-of-the-beginning",
    on_campaign=False,
    parameters=(verbs.Argument("scenario", "ID", SCENARIO),),
    title="A scenario",
    shows=verbs.looking_up(show),
)


def check(call: verbs.Call, file: str, leaders: str | None) -> verbs.Course[None]:
    """Judges a scenario file of your own: every fault with where it stands and what would be
    right, or what the file would set up. `campaign start NAME --scenario FILE` starts from it.
    """
    sheet = (yield from verbs.read_file(leaders)) if leaders else None
    content, judged = yield from _judged(file, sheet)
    scenario = judged.scenario
    holds = None if scenario is None else in_blocks(scenario, content, sheet)
    yield from verbs.shows_judgement(call, file, judged, holds)


def _judged(
    file: str, leaders: str | None
) -> verbs.Course[tuple[Mapping[str, object], ScenarioJudgement]]:
    """What a scenario file holds, and what is wrong with it; given the club's own leader sheet."""
    sheet = roster.read_sheet(leaders) if leaders is not None else roster.kit()
    if isinstance(sheet, Refused):
        return (yield from verbs.fail(sheet.reason))
    content = yield from verbs.read_values(file)
    if isinstance(content, Unfit):
        return {}, ScenarioJudgement(None, (Fault("", content.text),))
    return content, judge(content, sheet)


CHECK = verbs.Verb(
    words="scenario check",
    line="Judge a scenario file of your own.",
    example="""
    campaign scenario check barbarossa.toml
    campaign start east --scenario barbarossa.toml
    """,
    on_campaign=False,
    parameters=(
        verbs.Argument("file", "FILE", verbs.FilePath()),
        verbs.VerbOption("--leaders", "The club's own leader sheet (CSV).", metavar="FILE"),
    ),
    course=check,
)


def template(call: verbs.Call, file: str | None, force: bool) -> verbs.Course[None]:
    """Writes a scenario file that explains itself, for a scenario of your own."""
    yield from verbs.write_file(file, catalogue.text("template"), force=force)


TEMPLATE = verbs.Verb(
    words="scenario template",
    line="Write a scenario file to begin with.",
    example="campaign scenario template barbarossa.toml",
    on_campaign=False,
    json=False,
    parameters=verbs.TO_FILE,
    course=template,
)

FAMILY = verbs.VerbFamily(
    words="scenario",
    help="Tells the scenarios and what each begins with; helps with one of your own.",
    sections={verbs.VerbFamily.HEADLESS: (LIST, SHOW, TEMPLATE, CHECK)},
)

VERBS = {FAMILY.words: FAMILY}
