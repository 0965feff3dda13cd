"""The verbs that play by a club's own rules, and those about files with such rules. Pure."""

from campaign.kernel.interview.derived import derived
from campaign.kernel.terminal import steps, verbs
from campaign.kernel.terminal.screens import Grid
from campaign.kernel.terminal.views import Lines, View
from campaign.kit import commands
from campaign.kit.language.kinds import Bool, Kind, OneWord
from campaign.kit.opening import EXAMPLES, example, plain
from campaign.kit.play import acts
from campaign.kit.reading.rules import CheckedRules, checked
from campaign.kit.state import State
from campaign.text.english import counted, several

# --- files with rules -----------------------------------------------------------------------------


def _new(call: verbs.Call, file: str | None, like: str, force: bool) -> verbs.Course[None]:
    """Writes a rules file to make your own of: one of the worked examples, whole."""
    yield from verbs.write_file(file, example(like), force=force)


NEW = verbs.Verb(
    words="new-rules",
    example="campaign new-rules league.toml --like league",
    on_campaign=False,
    json=False,
    parameters=(
        *verbs.TO_FILE,
        verbs.VerbOption(
            "--like",
            f"The example: {', '.join(EXAMPLES)}.",
            verbs.OneOf("example", lambda: EXAMPLES),
            metavar="EXAMPLE",
            default=EXAMPLES[0],
        ),
    ),
    course=_new,
)


def summary(read: CheckedRules) -> tuple[str, ...]:
    """What a sound file holds, and how long its longest act takes."""
    rules = read.rules
    if rules is None:
        return ()
    longest = max(rules.acts.values(), key=lambda act: act.steps, default=None)
    lines = [
        f"{rules.title}: {counted(rules.last, rules.turn, several(rules.turn))}"
        f" of {len(rules.phases)}"
        f" phase{'s' if len(rules.phases) > 1 else ''}, {counted(len(rules.seats.rows), 'seat')},"
        f" {counted(len(rules.acts), 'act')}"
    ]
    if longest is not None:
        lines.append(f"the longest act is {longest.key}: {longest.steps:,} steps of 200,000")
    return tuple(lines)


def _check(call: verbs.Call, file: str) -> verbs.Course[None]:
    """Judges a rules file of your own: every fault with its line and what would be right, or what
    the file holds. `campaign start NAME --rules FILE` starts from it.
    """
    read = checked(plain((yield from verbs.read_file(file))))
    name = verbs.sheet_name(file)
    faults = tuple(fault.told(name) for fault in read.faults)
    notes = tuple(f"note: {note.told(name)}" for note in read.warnings)
    starts = () if faults else (f"no faults; campaign start NAME --rules {file} starts it",)
    data = {
        "accepted": not faults,
        "faults": [fault._asdict() for fault in read.faults],
        "notes": [note._asdict() for note in read.warnings],
    }
    told = Lines((*faults, *notes, *summary(read), *starts))
    yield from verbs.shows(call, View(data, (told,)))
    if faults:
        yield from verbs.refuse(f"{verbs.fault_count(len(faults))} in {name}")


CHECK = verbs.Verb(
    words="check-rules",
    example="campaign check-rules league.toml",
    on_campaign=False,
    parameters=(verbs.Argument("file", "FILE", verbs.FilePath()),),
    course=_check,
)


def _try(call: verbs.Call, file: str, cases: str) -> verbs.Course[None]:
    """Plays worked cases by a rules file, with the dice and cards that they say, and prints each
    step that comes out otherwise. Nothing is recorded.
    """
    from campaign.kit.trial import are_cases, differing

    text = plain((yield from verbs.read_file(file)))
    read, values = checked(text), (yield from verbs.read_values(cases))
    if read.faults:
        yield from verbs.refuse(f"{verbs.fault_count(len(read.faults))} in {file}; check it first")
    elif isinstance(values, steps.Unfit):
        yield from verbs.fail(f"{cases}: {values.text}")
    elif not are_cases(listed := values.get("cases")):
        yield from verbs.fail(f"{cases} has no list of cases")
    else:
        found = tuple(differing(text, listed))
        played = sum(len(case.get("steps", ())) for case in listed)
        otherwise = f"{len(found)} otherwise" if found else "all as expected"
        told = (*found, f"{counted(played, 'step')}, {otherwise}")
        yield from verbs.shows(call, View({"steps": played, "differ": list(found)}, (Lines(told),)))
        if found:
            yield from verbs.refuse("the cases do not all come out as worked")


TRY = verbs.Verb(
    words="try-rules",
    example="""
    echo '{"cases": [{"name": "new", "steps": [{"owed": ["moles: match",' > cases.json
    echo '"herons: match", "toads: match"]}]}]}' >> cases.json
    campaign try-rules league.toml cases.json
    """,
    on_campaign=False,
    parameters=(
        verbs.Argument("file", "FILE", verbs.FilePath()),
        verbs.Argument("cases", "CASES", verbs.FilePath()),
    ),
    course=_try,
)


def _show(state: State) -> View:
    """Prints the rules in force in a campaign: the whole file."""
    return View({"text": state.text}, (Lines((state.text.rstrip(),)),))


SHOW = verbs.Verb(
    words="show-rules",
    example="""
    campaign start bridges --scenario evening
    campaign show-rules bridges
    """,
    title="The rules in force",
    shows=verbs.looking(State, _show),
)

# --- play -----------------------------------------------------------------------------------------

_HOW = """Does what the rules let you do, or proposes it where somebody has to confirm it.

Fields are typed as FIELD=VALUE; `campaign act list` has them. What is left out is asked for at a
terminal.
"""


def _to_write(kind: Kind) -> str:
    """What is typed for a field, where it is one of a few words."""
    match kind:
        case Bool():
            return "yes|no"
        case OneWord(words=words):
            return "|".join(words)
    return "…"


def _listed(state: State) -> View:
    """Every act with its fields."""
    rows = tuple(
        (
            act.key,
            act.does,
            " ".join(f"{field.name}={_to_write(field.column.kind)}" for field in act.asked),
            "" if acts.untimely(state, act, "") else "now",
        )
        for act in state.rules.acts.values()
    )
    data = {act.key: [field.name for field in act.asked] for act in state.rules.acts.values()}
    return View(data, (Grid(("act", "does", "fields", ""), rows),))


ACTS = verbs.Verb(
    words="list-acts",
    example="campaign list-acts bridges",
    help="Lists what the rules let you do, with the fields of each act.",
    title="The acts",
    shows=verbs.looking(State, _listed),
)


def _house(rule: str, value: str, reason: str) -> steps.Send:
    """Sets a switch of the club's; it holds from here on. The reason stays in the record."""
    fields = {"name": rule, "value": value, "reason": reason}
    return steps.Send(commands.SetHouseRule, fields)


HOUSE = verbs.Verb(
    words="house",
    example=commands.SetHouseRule.example,
    parameters=tuple(verbs.Argument(one, one.upper()) for one in ("rule", "value", "reason")),
    sends=_house,
)


def _change(call: verbs.Call, text: str, reason: str) -> verbs.Course[None]:
    """Changes the rules in mid-campaign: the file's text holds from here on, and what was done
    keeps the old one. The reason stays in the record.
    """
    written = yield from verbs.read_file(text)
    yield from verbs.act(commands.ChangeRules, text=written, reason=reason)


CHANGE = verbs.Verb(
    words="change-rules",
    example=commands.ChangeRules.example,
    parameters=(
        verbs.Argument("text", "FILE", verbs.FilePath()),
        verbs.Argument("reason", "REASON"),
    ),
    course=_change,
)
VERBS = {
    verb.words: verb
    for verb in (
        NEW,
        CHECK,
        TRY,
        SHOW,
        derived(commands.PlayAct, help=_HOW),
        ACTS,
        derived(commands.ConfirmAct),
        derived(commands.DeclineAct),
        derived(commands.SealChoice),
        derived(commands.HandInChoice),
        derived(commands.OpenChoices, confirms=True),
        derived(commands.EndPhase, confirms=True),
        derived(commands.PassTurn),
        derived(commands.AddSeat),
        HOUSE,
        CHANGE,
    )
}
