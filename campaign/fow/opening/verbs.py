"""FoW Axis of Attack: the verb `scenario`: what may be played, and a club's own axis. Pure."""

import msgspec

from campaign.fow.opening import axes
from campaign.fow.opening.axes import KIT, judge_text, kit_axis
from campaign.fow.rulings import SCENARIOS
from campaign.kernel.terminal import screens, verbs
from campaign.kernel.terminal.views import Lines, View

_ABOUT = {
    "linked": "two sides, one battle after another; games = 1 is a single game",
    "team": "two to nine lines at once, which the set-up names",
}


def list_() -> View:
    """Lists what a campaign may be: linked missions, a built-in axis, several lines."""
    rows = tuple((who, title, _ABOUT.get(who) or _sectors(who)) for who, title in SCENARIOS.items())
    advice = "\ncampaign fow scenario template FILE writes an axis to make your own of"
    return View(SCENARIOS, (screens.Grid(("scenario", "title", "is"), rows), Lines((advice,))))


def _sectors(axis: str) -> str:
    return f"an Axis of Attack of {len(kit_axis(axis).sector)} sectors"


LIST = verbs.Verb(
    words="scenario list",
    line="List what a campaign may be.",
    example="campaign scenario list --system fow",
    on_campaign=False,
    title="The scenarios",
    shows=verbs.looking_up(list_),
)


def show(scenario: str) -> View:
    """Shows a built-in axis: its sectors, objectives, rules and beginning."""
    axis = kit_axis(scenario)
    return View(msgspec.to_builtins(axis), (Lines(tuple(axes.summary(axis))),))


SHOW = verbs.Verb(
    words="scenario show",
    line="Show the sectors of a built-in axis.",
    example="campaign scenario show anzio --system fow",
    on_campaign=False,
    parameters=(verbs.Argument("scenario", "ID", verbs.OneOf("axis", lambda: KIT)),),
    title="A built-in axis",
    shows=verbs.looking_up(show),
)


def check(call: verbs.Call, file: str) -> verbs.Course[None]:
    """Judges an axis file of your own: every fault with its line and what would be right, or what
    the file holds. `campaign start NAME --scenario FILE` starts from it.
    """
    text = yield from verbs.read_file(file)
    judged = judge_text(text, as_json=file.lower().endswith(".json"))
    holds = None if judged.axis is None else (Lines(tuple(axes.summary(judged.axis))),)
    yield from verbs.shows_judgement(call, file, judged, holds)


CHECK = verbs.Verb(
    words="scenario check",
    line="Judge an axis file of your own.",
    example="campaign scenario check road.toml --system fow",
    on_campaign=False,
    parameters=(verbs.Argument("file", "FILE", verbs.FilePath()),),
    course=check,
)


def template(call: verbs.Call, file: str | None, force: bool) -> verbs.Course[None]:
    """Writes an axis file that explains itself, for a line of your own."""
    yield from verbs.write_file(file, axes.axis_text("template"), force=force)


TEMPLATE = verbs.Verb(
    words="scenario template",
    line="Write an axis file to begin with.",
    example="campaign scenario template road.toml --system fow",
    on_campaign=False,
    json=False,
    parameters=verbs.TO_FILE,
    course=template,
)

FAMILY = verbs.VerbFamily(
    words="scenario",
    help="Tells what a campaign may be; helps with an axis of your own.",
    sections={verbs.VerbFamily.HEADLESS: (LIST, SHOW, TEMPLATE, CHECK)},
)

VERBS = {FAMILY.words: FAMILY}
