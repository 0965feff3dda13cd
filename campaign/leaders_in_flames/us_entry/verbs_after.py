"""LiF 5.3.3: the verbs about what follows from actions, and what the scenario leaves open. Pure."""

from collections.abc import Mapping

from campaign.kernel.courses import (
    Call,
    Course,
    act,
    ask,
    entry,
    fail,
    interactive,
    json_page,
    say,
    state_of,
)
from campaign.kernel.verbs import Argument, Number, OneOf, Verb, VerbOption
from campaign.leaders_in_flames.parameters import the_leader
from campaign.leaders_in_flames.state import State
from campaign.leaders_in_flames.us_entry.actions_kit import CITIES
from campaign.leaders_in_flames.us_entry.commands import (
    AlignSpain,
    AnswerScenario,
    EnterNeutralMinor,
    RetakeCity,
)
from campaign.leaders_in_flames.us_entry.verb_parameters import CHIT, TARGET, by_pool
from campaign.leaders_in_flames.us_entry.verbs_asking import SIDES, Lacking, submit
from campaign.leaders_in_flames.us_entry.verbs_choosing import Groups, slug
from campaign.text.suggest import near

# --- what follows -------------------------------------------------------------------------------

RETAKE = Verb(
    words="us-entry retake",
    line="Retake a puppet's city.",
    help="Records that the city of a puppet government is retaken: the government is dissolved, "
    "its militia leaves the game, and the city supplies its maker no more.",
    example="campaign us-entry retake club nanking",
    parameters=(
        Argument("city", "CITY", OneOf("city of a puppet government", lambda: tuple(CITIES))),
    ),
    sends=RetakeCity,
)

SPAIN = Verb(
    words="us-entry spain",
    line="Align Spain under action 17.",
    help="Records that Germany aligns Spain for two offensive chits, after action 17. Italy then "
    "co-operates with Germany no more.",
    example="""
    campaign us-entry act club 17
    campaign us-entry spain club
    """,
    sends=AlignSpain,
)


def enter_minor(
    call: Call, leader: str, minor: str, roll: int | None, chit: Groups
) -> Course[None]:
    """Records that a leader with ability 25 leads his stack into a neutral minor country. It is
    rolled for, and may cost a chit of the Germany/Italy entry pool.
    """
    state = yield from state_of(State)
    chits = yield from by_pool(state, chit)
    fields = {"leader": leader, "minor": minor, "roll": roll, "chits": chits}
    yield from submit(call, EnterNeutralMinor, Lacking(), fields)


ENTER_MINOR = Verb(
    words="us-entry enter-minor",
    line="Lead a stack into a neutral minor country.",
    example="""
    echo 'leaders = {pretelat="map"}' > west.toml
    campaign start west --scenario global-war --setup west.toml
    campaign us-entry stock west chits.csv
    campaign us-entry enter-minor west pretelat belgium
    """,
    parameters=(
        the_leader,
        Argument("minor", "MINOR", TARGET),
        VerbOption("--roll", "Where you roll your own dice: the die.", Number(1, SIDES)),
        CHIT,
    ),
    course=enter_minor,
)

# --- what the scenario leaves open --------------------------------------------------------------


def answer(call: Call, question: str | None, answer: str | None) -> Course[None]:
    """Answers a question that the scenario leaves open. Without QUESTION it lists them all."""
    state = yield from state_of(State)
    asks = dict(state.entry.asks)
    if question is None:
        yield from _list(call, asks, state.entry.answers)
        return
    key = slug(question)
    if key not in asks:
        known = f"; there is {', '.join(asks)}" if asks else "; the scenario asks nothing"
        yield from fail(f"there is no question {question!r}{near(key, asks) or known}")
    if answer is None:
        if not (yield from interactive()):
            yield from fail(f"{asks[key]} Give the answer behind {key}")
        answer = yield from ask(asks[key])
    yield from act(AnswerScenario, question=key, answer=answer)


def _list(call: Call, asks: Mapping[str, str], answers: Mapping[str, str]) -> Course[None]:
    if call.as_json:
        rows = [
            {"question": key, "text": text, "answer": answers.get(key)}
            for key, text in asks.items()
        ]
        yield from json_page(rows)
        return
    if not asks:
        yield from say("the scenario leaves no question open")
    for key, text in asks.items():
        yield from entry(f"{key}: ", f"{text} {answers.get(key, 'Not answered.')}")


ANSWER = Verb(
    words="us-entry answer",
    line="Answer what the scenario leaves open.",
    example="""
    campaign us-entry answer cup-club
    campaign us-entry answer cup-club option-18 commonwealth
    """,
    parameters=(
        Argument("question", "[QUESTION]", required=False),
        Argument("answer", "[ANSWER]", required=False),
    ),
    course=answer,
)

VERBS = (RETAKE, SPAIN, ENTER_MINOR, ANSWER)
