"""The verbs that play by a club's own rules. Pure."""

from campaign.kernel.interview.derived import derived
from campaign.kernel.terminal import steps, verbs
from campaign.kernel.terminal.screens import Grid
from campaign.kernel.terminal.views import View
from campaign.kit import commands
from campaign.kit.play import acts
from campaign.kit.state import State

_HOW = """Does what the rules let you do, or proposes it where somebody has to confirm it.

Fields are typed as FIELD=VALUE; `campaign act list` has them. What is left out is asked for at a
terminal.
"""


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
    line="Change the rules in mid-campaign.",
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
        derived(commands.PlayAct, help=_HOW),
        ACTS,
        derived(commands.ConfirmAct),
        derived(commands.DeclineAct),
        derived(commands.SealChoice),
        derived(commands.OpenChoices, confirms=True),
        derived(commands.EndPhase, confirms=True),
        derived(commands.PassTurn),
        derived(commands.AddSeat),
        HOUSE,
        CHANGE,
    )
}
