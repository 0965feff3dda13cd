"""Interviews: what is asked next, given the answers so far; the same for every front end."""

from typing import Annotated, Any, Literal

import msgspec
import pytest

from campaign.kernel.decisions import SECRET, About, Command, Refused
from campaign.kernel.interview.answers import (
    Choice,
    Either,
    Kind,
    MapPlace,
    Moment,
    Number,
    Option,
    Rolled,
    Several,
    Text,
    YesNo,
)
from campaign.kernel.interview.asking import interview
from campaign.kernel.interview.by_type import Offers, pages, unasked
from campaign.kernel.interview.pages import (
    LONGEST,
    Complete,
    Confirm,
    Forbidden,
    Interview,
    NextPage,
    Page,
    Question,
    TooLongError,
    as_answers,
    run,
)
from campaign.kernel.members import about
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.systems import SYSTEMS

LEADERS = Choice(
    (
        Option("rommel", "Erwin Rommel"),
        Option("petain", "Philippe Pétain"),
        Option("von-bock", "Fedor von Bock", also=("fvb",)),
        Option("von-rundstedt", "Gerd von Rundstedt"),
        Option("zhukov", "Georgi Zhukov", refused="Zhukov is dead"),
    )
)
UK = Choice((Option("commonwealth", "Commonwealth", also=("uk", "cw")), Option("china", "China")))


@pytest.mark.parametrize(
    ("kind", "typed", "value"),
    [
        (Number(1, 10), " 7 ", 7),
        (Number(), "−3", -3),
        (Number(1, 10), "11", Invalid("write a whole number from 1 to 10")),
        (Number(1), "0", Invalid("write a whole number of at least 1")),
        (Number(), "seven", Invalid("write a whole number")),
        (Number(), "9" * 400, Invalid("write a whole number")),
        (Number(), "٧", Invalid("write a whole number")),
        (Rolled(), "6", 6),
        (Rolled(highest=10), "0", Invalid("write a whole number from 1 to 10")),
        (YesNo(), "Y", True),
        (YesNo(), "no", False),
        (YesNo(), "perhaps", Invalid("answer yes or no")),
        (LEADERS, "Rommel", "rommel"),
        (LEADERS, "“Rommel”", "rommel"),
        (LEADERS, "erwin rommel", "rommel"),
        (LEADERS, "Pétain", "petain"),
        (LEADERS, "FVB", "von-bock"),
        (LEADERS, "von", Invalid("'von' may be Fedor von Bock or Gerd von Rundstedt")),
        (LEADERS, "romel", Invalid("'romel' is not one of the choices; did you mean rommel?")),
        (LEADERS, "Zhukov", "zhukov"),
        (UK, "uk", "commonwealth"),
        (UK, "the Commonwealth", "commonwealth"),
        (UK, "x", Invalid("'x' is not one of the choices; it is one of commonwealth, china")),
        (Choice(UK.options, is_open=True), "Tibet", "Tibet"),
        (Choice(UK.options, is_open=True), "CW", "commonwealth"),
        (MapPlace(), "w2214", "W2214"),
        (MapPlace(), "Sea:North-Sea/3", "sea:north-sea/3"),
        (Several(Text()), "c3, c7,c9", ("c3", "c7", "c9")),
        (Several(UK), "uk china", ("commonwealth", "china")),
        (Several(UK), "the Commonwealth, China", ("commonwealth", "china")),
        (Several(Number(0, 9)), "1 10", Invalid("write a whole number from 0 to 9")),
        (Either((Number(), Several(Text()))), "p1 p2", ("p1", "p2")),
        (Either((Number(), Several(Text()))), "4", 4),
        (Moment(), "2100-01-31T21:00", "2100-01-31T21:00:00Z"),
        (Text(is_own=True), " It’s “so”\r\nhere ", "It’s “so”\nhere"),
        (Text(), "Rommel’s", "Rommel's"),
    ],
)
def test_an_answer_is_understood_as_people_type_it(kind: Kind, typed: str, value: object) -> None:
    """Or says what would be right."""
    assert kind.read(typed) == value


# --- pages --------------------------------------------------------------------------------------

CITY = Question("city", "Which city?", Choice((Option("nanking"), Option("zagreb"))))
STEP = Question("stated/step", "Is it an Axis step?", YesNo())
WHY = Question("why", "Why?", Text(is_own=True), is_optional=True)
LOSS = (
    Question("power", "Whose", UK),
    Question("unit", "Unit", Choice((Option("inf"), Option("arm")))),
    Question("fate", "Fate", Choice((Option("killed"), Option("damaged"))), is_optional=True),
    Question("points", "Points", Number(1, 15)),
)


def retake() -> Interview:
    """A city, a question about Zagreb alone, and why."""
    found = yield Page((CITY, WHY))
    if found["city"] == "zagreb":
        found = found | (yield Page((STEP,)))
        if found["stated/step"] is False:
            return Refused("LiF 5.3.3", "it is no Axis step", About("stated", "step"))
    yield Confirm((f"{found['city']} is lost for good.",), "Go on?")
    return dict(found)


def losses() -> Interview:
    """Rows."""
    rows = yield Page(LOSS, rows="losses", label="A loss")
    return {"losses": rows}


@pytest.mark.parametrize(
    ("answers", "asked", "errors"),
    [
        ({}, "city", {}),
        ({"why": ""}, "city", {}),
        ({"city": ""}, "city", {"city": "choose one"}),
        ({"city": "zagreb", "why": ""}, "stated/step", {}),
        ({"city": "zagreb", "stated/step": "may be"}, "stated/step",
         {"stated/step": "answer yes or no"}),
        ({"city": "zagreb", "stated/step": "no"}, "stated/step",
         {"stated/step": "it is no Axis step"}),
        ({"city": "nanking"}, "confirmed", {}),
        ({"city": "nanking", "confirmed": "no"}, "confirmed", {}),
    ],
)  # fmt: skip
def test_the_next_page_is_asked(
    answers: dict[str, str], asked: str, errors: dict[str, str]
) -> None:
    """It is the first one without a good answer; a wrong answer has its error beside it."""
    found = run(retake(), answers)
    assert isinstance(found, NextPage) and found.errors == errors
    page = found.page
    assert (page.key if isinstance(page, Confirm) else page.questions[0].key) == asked


def test_the_fields_are_complete_once_all_is_answered() -> None:
    """With the pages that were passed; what was left out is None."""
    found = run(retake(), {"city": "nan", "confirmed": "yes", "unknown": "dropped"})
    assert isinstance(found, Complete)
    assert found.fields == {"city": "nanking", "why": None}
    assert len(found.passed) == 2


def test_a_page_that_was_sent_says_what_is_needed() -> None:
    """A browser does not send what was not ticked."""
    found = run(retake(), {"why": "so"}, sent="city")
    assert isinstance(found, NextPage) and found.errors == {"city": "choose one"}


ROW = {"power": "commonwealth", "unit": "inf", "fate": "killed", "points": 5}


@pytest.mark.parametrize(
    ("answers", "rows"),
    [
        ({"losses.0": "uk inf killed 5"}, [ROW]),
        ({"losses.0": "5 killed inf=uk"}, [ROW]),
        ({"losses.3": "uk inf 5", "losses.7.power": "china", "losses.7.unit": "arm",
          "losses.7.points": "2", "losses": "done"},
         [ROW | {"fate": None}, {"power": "china", "unit": "arm", "fate": None, "points": 2}]),
        ({"losses.0.power": "", "losses": "done"}, []),
    ],
)  # fmt: skip
def test_rows_are_lines_or_cells(answers: dict[str, str], rows: list[Any]) -> None:
    """Each word of a line goes to the first question that takes it; blank rows are dropped."""
    found = run(losses(), answers)
    assert isinstance(found, Complete) and found.fields == {"losses": rows}


@pytest.mark.parametrize(
    ("answers", "errors"),
    [
        ({"losses.0": "uk inf killed 5 6"},
         {"losses.0": "'6' does not fit; nothing more is asked"}),
        ({"losses.0": "uk inf 99"}, {"losses.0": "'99' does not fit; expected fate or points"}),
        ({"losses.0": "uk inf"}, {"losses.0": "points is missing"}),
        ({"losses.0.power": "uk", "losses.0.points": "x"},
         {"losses.0.unit": "this is needed",
          "losses.0.points": "write a whole number from 1 to 15"}),
    ],
)  # fmt: skip
def test_a_wrong_row_says_what_is_wrong(answers: dict[str, str], errors: dict[str, str]) -> None:
    """Beside the line or the cell."""
    found = run(losses(), answers)
    assert isinstance(found, NextPage) and found.errors == errors


@pytest.mark.parametrize("answers", [{"losses.0": "inf 3"},
                                     {"losses.0.unit": "inf", "losses.0.points": "3"}])  # fmt: skip
def test_a_row_may_be_completed_or_refused_as_a_whole(answers: dict[str, str]) -> None:
    """What the record knows is filled in; what does not go together stands beside the row."""

    def known(row: Any) -> Any:
        return Invalid("too much") if row["points"] > 3 else {"power": "china", **row}

    def asked() -> Interview:
        rows = yield Page((LOSS[1], LOSS[3]), rows="losses", label="A loss", row=known)
        return {"losses": rows}

    found = run(asked(), answers)
    assert isinstance(found, Complete)
    assert found.fields == {"losses": [{"power": "china", "unit": "inf", "points": 3}]}
    wrong = run(asked(), {name: text.replace("3", "4") for name, text in answers.items()})
    assert isinstance(wrong, NextPage) and wrong.errors == {"losses.0": "too much"}


def test_who_is_not_asked_for_what_may_be_left_out_leaves_it_out() -> None:
    """As at a terminal; a page is asked until somebody says that this is all."""
    assert isinstance(run(losses(), {}), NextPage)
    found = run(losses(), {}, asks="script")
    assert isinstance(found, Complete) and found.fields == {"losses": []}


def test_answers_have_an_end() -> None:
    """64 KiB of them are taken."""
    with pytest.raises(TooLongError):
        run(retake(), {"why": "x" * LONGEST})


def test_a_program_gives_values() -> None:
    """They are the same answers as texts."""
    values = {"option": 7, "is_new": True, "rolls": {"japan": 7}, "show": ["c1", "c4"],
              "losses": [{"power": "china", "points": 2}], "why": None}  # fmt: skip
    assert as_answers(values) == {
        "option": "7", "is_new": "yes", "rolls/japan": "7", "show": "c1, c4",
        "losses.0.power": "china", "losses.0.points": "2", "why": "",
    }  # fmt: skip


# --- by type, and by the rules ------------------------------------------------------------------


class Loss(msgspec.Struct, frozen=True):
    """A row."""

    unit: str
    points: int = 1


def everything() -> type[Command]:
    """An act that asks what its fields say."""
    fields: list[Any] = [
        ("leader", Annotated[str, about("the leader", choices="arriving")]),
        ("number", int),
        ("losses", tuple[Loss, ...], ()),
        ("rolls", dict[Literal["japan", "italy"], int], msgspec.field(default_factory=dict)),
        ("code", Annotated[str, SECRET], ""),
    ]
    made = msgspec.defstruct(
        "Act", fields, bases=(Command,), frozen=True, kw_only=True,
        namespace={"__doc__": "Tests: an act.", "verb": "act"},
    )  # fmt: skip
    assert issubclass(made, Command)
    return made


ARRIVING = Choice((Option("rommel", "Erwin Rommel"),))
KNOWN = Offers(choosing=lambda name: ARRIVING if name == "arriving" else None)


def test_types_say_what_is_asked() -> None:
    """What is needed first with what may be left out, then tables, then secrets."""
    found = pages(everything(), KNOWN)
    assert [[question.key for question in page.questions] for page in found] == [
        ["leader", "number", "rolls/japan", "rolls/italy"], ["unit", "points"], ["code"],
    ]  # fmt: skip
    assert [page.rows for page in found] == ["", "losses", ""]
    assert found[0].questions[0].hint == "the leader"
    assert found[2].is_private and not found[0].is_private


@pytest.mark.parametrize(
    ("answers", "fields"),
    [
        ({"leader": "Rommel", "number": "3"}, {"leader": "rommel", "number": 3, "code": ""}),
        ({"leader": "Rommel", "number": "3", "rolls/italy": "6", "losses.0": "inf 4", "code": "x"},
         {"leader": "rommel", "number": 3, "rolls": {"italy": 6},
          "losses": [{"unit": "inf", "points": 4}], "code": "x"}),
    ],
)  # fmt: skip
def test_answers_become_the_fields(answers: dict[str, str], fields: dict[str, Any]) -> None:
    """Maps and rows as the command has them; what was left out stays out."""
    found = run(interview(everything(), KNOWN, None), answers, asks="script")
    assert isinstance(found, Complete)
    assert {"code": "", **found.fields} == fields


def lacks_a_roll(fields: Any) -> Refused | None:
    """A rule that misses Japan's die, then refuses anything below 3."""
    rolled = fields.get("rolls", {}).get("japan")
    if rolled is None:
        why = "name the number rolled for Japan"
        lacking = About("rolls", "japan", "What did Japan roll?", missing=True)
        return Refused(None, f"rolls: {why}", lacking, why)
    return None if rolled > 2 else Refused("LiF 5.3", "too low", About("rolls", "japan"), "too low")


@pytest.mark.parametrize(
    ("rolled", "found"),
    [
        (None, {}),
        ("", {"rolls/japan": "this is needed"}),
        ("x", {"rolls/japan": "write a whole number"}),
        ("2", {"rolls/japan": "too low"}),
        ("7", None),
    ],
)
def test_what_the_rules_miss_is_asked_next(
    rolled: str | None, found: dict[str, str] | None
) -> None:
    """A trial decision says so; what it refuses stands beside the answer."""
    answers = {"leader": "rommel", "number": "3"} | (
        {"rolls/japan": rolled} if rolled is not None else {}
    )
    outcome = run(interview(everything(), KNOWN, None, lacks_a_roll), answers, asks="script")
    if found is None:
        assert isinstance(outcome, Complete) and outcome.fields["rolls"] == {"japan": 7}
        return
    assert isinstance(outcome, NextPage) and isinstance(outcome.page, Page)
    assert outcome.errors == found
    (question,) = (one for one in outcome.page.questions if one.key == "rolls/japan")
    assert rolled in ("2", "x") or question.label == "What did Japan roll?"


def test_what_no_answer_helps_is_said() -> None:
    """By the rule."""
    never = Refused("LiF 5.3", "the USA is at war")
    answers = {"leader": "rommel", "number": "3"}
    found = run(interview(everything(), KNOWN, None, lambda fields: never), answers, asks="script")
    assert isinstance(found, Forbidden) and found.refused == never


# --- the games' commands ------------------------------------------------------------------------

NOT_YET = {
    "lif": {},
    "fow": {},
    "kit": {},
}  # fmt: skip
"""Fields that no type can ask for, of acts without questions of their own. It only gets shorter."""


@pytest.mark.parametrize("name", list(SYSTEMS))
def test_every_command_can_be_asked_in_full(name: str) -> None:
    """From its types, or by its own questions."""
    system = SYSTEMS[name]
    known = Offers(reads=system.rules.commands.reads)
    found = {
        command: unasked(kind, known)
        for command, kind in system.rules.commands.items()
        if not system.asking.of(kind).asked.get(kind)
    }
    assert {command: fields for command, fields in found.items() if fields} == NOT_YET[name]


@pytest.mark.parametrize("name", list(SYSTEMS))
def test_a_secret_is_asked_last(name: str) -> None:
    """On a page of its own, so that it is never passed on."""
    system = SYSTEMS[name]
    for kind in system.rules.commands.values():
        found = pages(kind, Offers(reads=system.rules.commands.reads))
        secret = [any(one.is_secret for one in page.questions) for page in found]
        assert not any(secret[:-1]), kind
