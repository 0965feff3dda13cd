"""LiF 4: what peace and Vichy ask beyond their fields, and the verb of Vichy. Pure."""

from msgspec.structs import replace

from campaign.kernel.interview.answers import Choice, Option, Several
from campaign.kernel.interview.asking import Given, Interviews
from campaign.kernel.interview.by_type import assembled
from campaign.kernel.interview.derived import derived, interviewing
from campaign.kernel.interview.pages import Interview, Page, Question
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.kernel.terminal.verbs import Argument, Call, Course, OneOf, fail
from campaign.lif.board import cup
from campaign.lif.choices import leaders_of
from campaign.lif.names import leader, the_country
from campaign.lif.parameters import completed
from campaign.lif.politics import fold, sides, wars
from campaign.lif.state import State, at_war
from campaign.text.english import capital


def asks_peace(state: State, form: Given) -> Interview:
    """Ruling 11: the two powers, and whom of those on the map the end of a call-out sends back."""
    powers = yield _which_war(state, form)
    fields = assembled(powers)
    if len(powers["powers"]) != 2 or not at_war(state, *powers["powers"]):
        return fields
    ended = fold.ended(state, *powers["powers"])
    on_map = [
        who for power, mark in ended for who in cup.marked(state, power, mark, "map", "circle")
    ]
    if on_map:
        (question,) = form.page("returned").questions
        options = Choice(tuple(leaders_of(state, on_map)), is_open=True)
        label = "Who goes back to reserve with it?"
        page = Page((replace(question, label=label, kind=Several(options)),), is_asked=True)
        fields |= assembled((yield page))
    return fields


def _which_war(state: State, form: Given) -> Page:
    """Ruling 11: the two powers; a screen offers the wars of the record."""
    page = form.page("powers")
    wars = tuple(
        Option(f"{one} {other}", f"{capital(the_country(one))} and {the_country(other)}")
        for one, other in sorted(state.at_war)
    )
    if not (form.is_screen and wars):
        return page
    (question,) = page.questions

    def pair_of(text: str) -> object | Invalid:
        named = question.kind.read(text)
        return named if isinstance(named, Invalid) else question.check(named)

    label = "Which war ends?"
    return Page((replace(question, label=label, tip="", kind=Choice(wars), check=pair_of),))


def asks_vichy(state: State, form: Given) -> Interview:
    """LiF 4.1: where the leaders go whom it moves; those that nobody names still have to move."""
    rows = form.page("moves")
    cell = rows.questions[1]
    questions = tuple(
        Question(
            f"moves/{who}",
            f"Where does {leader(who, state.sheet)} go?",
            cell.kind,
            is_optional=True,
            hint="the nearest hex of their own France",
            check=cell.check,
        )
        for who in sides.concerned(state)
    )
    return assembled((yield Page(questions))) if questions else {}


INTERVIEWS = Interviews[State](asked={wars.MakePeace: asks_peace, wars.InstallVichy: asks_vichy})


# --- LiF 4.1: the verb of Vichy's installation and collapse --------------------------------------

WHAT = Argument(
    "what", "install|collapse", OneOf("change of Vichy", lambda: ("install", "collapse"))
)


def _vichy(call: Call, what: str, **typed: object) -> Course[None]:
    """Records that Vichy France is installed, or collapses."""
    if what == "install":
        yield from interviewing(wars.InstallVichy, call, **typed)
        return
    if typed.pop("moves"):
        yield from fail("--move goes with install; nobody has to move when Vichy collapses")
    yield from interviewing(wars.CollapseVichy, call, **typed)


VICHY = derived(wars.InstallVichy, _vichy, help=f"{_vichy.__doc__}", more=(WHAT,))
VERBS = {VICHY.words: completed(VICHY)}
