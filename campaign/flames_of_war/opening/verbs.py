"""FoW Axis of Attack: the verb `scenario`: what may be played, and a club's own axis. Pure."""

import msgspec

from campaign.flames_of_war.lines import template as axis_template
from campaign.flames_of_war.lines.kit import KIT, kit_axis
from campaign.flames_of_war.lines.reading import judge_text
from campaign.flames_of_war.opening.new_campaign import SCENARIOS
from campaign.kernel.courses import (
    Call,
    Course,
    entry,
    json_page,
    read_file,
    refuse,
    say,
    table,
    write_file,
)
from campaign.kernel.sheets import TO_FILE, fault_count, sheet_name
from campaign.kernel.verbs import Argument, FilePath, OneOf, Verb, VerbFamily

_ABOUT = {
    "linked": "two sides, one battle after another; games = 1 is a single game",
    "team": "two to nine lines at once, which the set-up names",
}


def list_(call: Call) -> Course[None]:
    """Lists what a campaign may be: linked missions, a built-in axis, several lines."""
    if call.as_json:
        yield from json_page(SCENARIOS)
        return
    rows = [(who, title, _ABOUT.get(who) or _sectors(who)) for who, title in SCENARIOS.items()]
    yield from table(("scenario", "title", "is"), rows)
    yield from say("\ncampaign fow scenario template FILE writes an axis to make your own of")


def _sectors(axis: str) -> str:
    return f"an Axis of Attack of {len(kit_axis(axis).sector)} sectors"


LIST = Verb(
    words="scenario list",
    line="List what a campaign may be.",
    example="campaign scenario list --system fow",
    on_campaign=False,
    course=list_,
)


def show(call: Call, scenario: str) -> Course[None]:
    """Shows a built-in axis: its sectors, objectives, rules and beginning."""
    found = kit_axis(scenario)
    if call.as_json:
        yield from json_page(msgspec.to_builtins(found))
        return
    for line in axis_template.summary(found):
        yield from say(line)


SHOW = Verb(
    words="scenario show",
    line="Show the sectors of a built-in axis.",
    example="campaign scenario show anzio --system fow",
    on_campaign=False,
    parameters=(Argument("scenario", "ID", OneOf("axis", lambda: KIT)),),
    course=show,
)


def check(call: Call, file: str) -> Course[None]:
    """Judges an axis file of your own: every fault with its line and what would be right, or what
    the file holds. `campaign start NAME --scenario FILE` starts from it.
    """
    text = yield from read_file(file)
    judged = judge_text(text, as_json=file.lower().endswith(".json"))
    name = sheet_name(file)
    if call.as_json:
        yield from json_page(
            {"accepted": judged.axis is not None, **msgspec.structs.asdict(judged)}
        )
    else:
        for fault in judged.faults:
            yield from entry(f"{name}, ", str(fault))
        for note in judged.notes:
            yield from entry("note: ", str(note))
        if judged.axis is not None:
            for line in axis_template.summary(judged.axis):
                yield from say(line)
            yield from say(f"\nno faults; campaign start NAME --scenario {file} starts it")
    if judged.faults:
        yield from refuse(f"{fault_count(len(judged.faults))} in {name}")


CHECK = Verb(
    words="scenario check",
    line="Judge an axis file of your own.",
    example="campaign scenario check road.toml --system fow",
    on_campaign=False,
    parameters=(Argument("file", "FILE", FilePath()),),
    course=check,
)


def template(call: Call, file: str | None, force: bool) -> Course[None]:
    """Writes an axis file that explains itself, for a line of your own."""
    yield from write_file(file, axis_template.template(), force=force)


TEMPLATE = Verb(
    words="scenario template",
    line="Write an axis file to begin with.",
    example="campaign scenario template road.toml --system fow",
    on_campaign=False,
    json=False,
    parameters=TO_FILE,
    course=template,
)

FAMILY = VerbFamily(
    words="scenario",
    help="Tells what a campaign may be; helps with an axis of your own.",
    sections={VerbFamily.HEADLESS: (LIST, SHOW, TEMPLATE, CHECK)},
)

VERBS = {FAMILY.words: FAMILY}
