"""The verbs that play by a club's own rules. Pure."""

from campaign.kernel.interview.derived import derived, interviewing
from campaign.kernel.terminal import verbs
from campaign.kernel.terminal.screens import Grid
from campaign.kernel.terminal.views import View
from campaign.kit import commands
from campaign.kit.play import acts
from campaign.kit.state import State

LIST = verbs.Flag("--list", "List the acts of the rules, with their fields.", called="wants_list")


def _act(
    call: verbs.Call, act_name: str | None = None, wants_list: bool = False, **typed: object
) -> verbs.Course[None]:
    """Does what the rules let you do, or proposes it where somebody has to confirm it.

    Fields are typed as FIELD=VALUE. What is left out is asked for at a terminal.
    """
    if wants_list:
        yield from verbs.shows(call, _listed((yield from verbs.state_of(State))))
        return
    yield from interviewing(commands.PlayAct, call, act_name=act_name, **typed)


def _listed(state: State) -> View:
    """Every act with its fields."""
    rows = tuple(
        (
            act.key,
            act.does,
            " ".join(f"{field.name}=…" for field in act.asked),
            "" if acts.untimely(state, act, "") else "now",
        )
        for act in state.rules.acts.values()
    )
    data = {act.key: [field.name for field in act.asked] for act in state.rules.acts.values()}
    return View(data, (Grid(("act", "does", "fields", ""), rows),))


def _change(call: verbs.Call, text: str, reason: str) -> verbs.Course[None]:
    """Changes the rules in mid-campaign: the file's text holds from here on, and what was done
    keeps the old one. The reason stays in the record.
    """
    written = yield from verbs.read_file(text)
    yield from verbs.act(commands.ChangeRules, text=written, reason=reason)


CHANGE = verbs.Verb(
    words="change-rules",
    line="Change the rules in mid-campaign.",
    example=commands.ChangeRules.example,
    parameters=(
        verbs.Argument("text", "FILE", verbs.FilePath()),
        verbs.Argument("reason", "REASON"),
    ),
    course=_change,
    sends=commands.ChangeRules,
)
VERBS = {
    verb.words: verb
    for verb in (
        derived(commands.PlayAct, _act, help=_act.__doc__ or "", more=(LIST,)),
        derived(commands.ConfirmAct),
        derived(commands.DeclineAct),
        derived(commands.SealChoice),
        derived(commands.OpenChoices, confirms=True),
        derived(commands.EndPhase, confirms=True),
        derived(commands.PassTurn),
        derived(commands.AddSeat),
        derived(commands.SetHouseRule),
        CHANGE,
    )
}
