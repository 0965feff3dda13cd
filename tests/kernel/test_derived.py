"""A verb made from its command: its parameters, and the course that asks the rest."""

from typing import Any

import pytest

from campaign.kernel.decisions import About, Command, Refused
from campaign.kernel.interview.answers import Choice as Among
from campaign.kernel.interview.answers import Number, Option, Text
from campaign.kernel.interview.derived import (
    derived,
    explained,
    flag_of,
    given,
    how_to_say,
    interviewing,
)
from campaign.kernel.interview.pages import Complete, Confirm, Forbidden, NextPage, Page, Question
from campaign.kernel.terminal.steps import (
    AskNext,
    AskYes,
    Fail,
    IsInteractive,
    IsTerminal,
    Prompt,
    ReadLine,
    Reply,
    Say,
    Send,
    Step,
    Tell,
)
from campaign.kernel.terminal.verbs import Argument, Call, Flag, VerbOption
from campaign.lif.us_entry.commands import EnterEntryChits, PickEntryOption, ShowEntryChits
from support.courses import driven

CALL = Call("club", "host", as_json=False)
YES = Reply(accepted=True, body={"accepted": True})
STEP = Question("stated/step", "Is it an Axis step?", Among((Option("yes"), Option("no"))))
DIE = Question("rolls/japan", "Die for Japan", Number(1, 10))
OFTEN = Question("removed", "Points?", Number(1, 15), is_optional=True)
VALUES = Question("values", "Values", Number(0, 99), is_secret=True)


def course(answers: dict[type[Step], list[Any]], **typed: Any) -> list[Step]:
    """The steps of picking an option."""
    return driven(interviewing(PickEntryOption, CALL, option="7", **typed), answers)


def asked(steps: list[Step]) -> list[dict[str, str]]:
    """The answers with which it was asked what comes next."""
    return [dict(step.answers) for step in steps if isinstance(step, AskNext)]


def test_a_verb_has_an_argument_or_option_for_each_field() -> None:
    """In the words that people type; what a field is for is said beside it."""
    verb = derived(PickEntryOption)
    found = {one.name: one for one in verb.parameters}
    option = found["option"]
    assert isinstance(option, Argument) and option.metavar == "OPTION"
    assert option.required and option.is_asked  # of a script it is needed, a person is asked
    target = found["target"]
    assert isinstance(target, Argument) and not target.required
    stated = found["stated"]
    assert isinstance(stated, VerbOption) and (stated.flag, stated.many) == ("--say", True)
    assert {"from_file", "schema"} <= set(found)
    assert flag_of(ShowEntryChits, "chits") == "CHIT"
    aside = next(one for one in derived(EnterEntryChits).parameters if one.name == "aside")
    assert isinstance(aside, Flag)
    values = next(one for one in derived(EnterEntryChits).parameters if one.name == "values")
    assert isinstance(values, VerbOption) and not values.many  # a secret is one word
    assert derived(EnterEntryChits, confirms=True).parameters[-3].name == "confirmed"
    assert explained(PickEntryOption).startswith("The USA picks an entry option")


class Said(Command, frozen=True, kw_only=True):
    """Test: says something."""

    verb = "say WHO WORDS…"
    who: str
    words: str


def test_a_field_may_be_called_words() -> None:
    """What is typed for it is not taken for the words of all fields together."""
    with pytest.raises(StopIteration) as end:
        next(given(Said, {"who": "anna", "words": ("good", "evening")}))
    assert end.value.value == {"who": "anna", "words": "good evening"}


def test_a_question_is_asked_and_the_command_sent() -> None:
    """A wrong answer is asked for again; the answers go on together."""
    answers = {
        IsInteractive: [True] * 4,
        AskNext: [NextPage(Page((STEP, OFTEN))), Complete({"option": 7})],
        Prompt: ["maybe", "y"],
        Send: [YES],
    }
    steps = course(answers, stated=("oil=no",))
    label = "Is it an Axis step? [yes/no]"
    assert [step for step in steps if isinstance(step, Prompt | Say)] == [
        Prompt(label, ""),
        Say("'maybe' is not one of the choices; it is one of yes, no.", aside=True),
        Prompt(label, ""),
    ]
    assert asked(steps)[-1] == {"option": "7", "stated/oil": "no", "stated/step": "y"}
    assert steps[-1] == Tell(YES, PickEntryOption)


def test_an_answer_that_never_fits_ends_the_call() -> None:
    """After three tries, with the question."""
    answers = {
        IsInteractive: [True] * 2,
        AskNext: [NextPage(Page((DIE,)))],
        Prompt: ["", "x", "11"],
    }
    assert course(answers)[-1] == Fail("no answer to: Die for Japan")


def test_a_question_mark_lists_what_may_be_chosen() -> None:
    """As people read it, but for what cannot be chosen now; where it is a lot, its beginning."""
    names = ("Hugo", "Ivan", "Joan", "Karl", "Lena", "Mona", "Nils", "Olga", "Paul")
    options = (*(Option(name.lower(), name) for name in names), Option("quin", refused="is ill"))
    who = Question("stated/who", "Who?", Among(options))
    answers = {
        IsInteractive: [True] * 4,
        AskNext: [NextPage(Page((who,))), Complete({"option": 7})],
        Prompt: ["?", "olga"],
        Send: [YES],
    }
    steps = course(answers)
    assert [step for step in steps if isinstance(step, Prompt | Say)] == [
        Prompt("Who? [? lists them]", ""),
        Say("One of: Hugo, Ivan, Joan, Karl, Lena, Mona, Nils, Olga, Paul.", aside=True),
        Prompt("Who? [? lists them]", ""),
    ]
    assert asked(steps)[-1] == {"option": "7", "stated/who": "olga"}
    many = Among(tuple(Option(f"unit-{n}") for n in range(63)), is_open=True)
    answers |= {AskNext: [NextPage(Page((Question("a", "A", many),))), Complete({"option": 7})]}
    answers |= {Prompt: ["?", "unit-3"], IsInteractive: [True] * 4, Send: [YES]}
    said = [step.text for step in course(answers) if isinstance(step, Say)]
    assert said[0].endswith("unit-59; and 3 more, by the beginning of the name.")


def test_a_question_that_may_stay_open_says_so() -> None:
    """In one pair of brackets with what stands now."""
    for label, prompt in (
        ("Value (now tails)", "Value (now tails; or nothing)"),
        ("Value", "Value (or nothing)"),
    ):
        question = Question("value", label, Text(), is_optional=True)
        answers = {
            IsInteractive: [True] * 4,
            AskNext: [NextPage(Page((question,), is_asked=True)), Complete({"option": 7})],
            Prompt: [""],
            Send: [YES],
        }
        assert Prompt(prompt, "") in course(answers)


def test_rows_are_typed_a_line_each() -> None:
    """Until nothing is typed; a line that does not fit is typed again."""
    power = Question("power", "Power", Among((Option("france"),)))
    points = Question("points", "Points", Number(1, 15))
    page = Page((power, points), rows="gives", label="Gift")
    answers = {
        IsInteractive: [True] * 4,
        AskNext: [NextPage(page), Complete({})],
        Prompt: ["france", "franse 4", "france 4", ""],
        Send: [YES],
    }
    steps = course(answers)
    said = [step.text for step in steps if isinstance(step, Say)]
    assert said == [
        "Points is missing.", "'franse' does not fit; did you mean france?",
    ]  # fmt: skip
    assert asked(steps)[-1] == {"option": "7", "gives": "done", "gives.0": "france 4"}


def test_what_it_misses_when_it_is_sent_is_asked_too() -> None:
    """A refusal has changed nothing; a second one with the same want is told."""
    lacking = About("rolls", "japan", "Die for Japan", missing=True)
    no = Reply(False, "LiF 5.3", "name the number rolled", lacking, {"accepted": False})
    answers = {
        IsInteractive: [True] * 6,
        AskNext: [Complete({"option": 7}), NextPage(Page((DIE,))), Complete({"option": 7})],
        Prompt: ["4"],
        Send: [no, YES],
    }
    steps = course(answers)
    assert steps[-1] == Tell(YES, PickEntryOption)
    assert [step.refused for step in steps if isinstance(step, AskNext)] == [None, no, None]


def test_what_cannot_be_taken_back_is_confirmed() -> None:
    """With no, nothing is sent."""
    page = Confirm(("Everybody will see c1.",), "Go on?")
    answers: dict[type[Step], list[Any]] = {
        IsInteractive: [True] * 2, AskNext: [NextPage(page)], AskYes: [False],
    }  # fmt: skip
    steps = course(answers)
    assert Say("Everybody will see c1.", aside=True) in steps
    assert steps[-1] == Fail("nothing was recorded")
    script: dict[type[Step], list[Any]] = {
        IsInteractive: [False] * 2, AskNext: [NextPage(page)],
    }  # fmt: skip
    assert course(script)[-1] == Fail(
        "Everybody will see c1. Go on? Say so with --yes. Nothing was recorded"
    )


@pytest.mark.parametrize(
    ("outcome", "last"),
    [
        (NextPage(Page((STEP,)), {"stated/step": "answer yes or no"}),
         "--say: step: answer yes or no"),
        (NextPage(Page((STEP,))), "Is it an Axis step? Give it as --say step=WORD. "
         "Nothing was recorded"),
        (NextPage(Page((DIE,))), "Die for Japan is missing; give it as --roll japan=N. "
         "Nothing was recorded"),
    ],
)  # fmt: skip
def test_a_script_is_told_what_is_missing(outcome: NextPage, last: str) -> None:
    """Nobody is asked."""
    answers = {IsInteractive: [False] * 2, AskNext: [outcome]}
    assert course(answers)[-1] == Fail(last)


def test_a_refusal_of_the_rules_is_told_with_how_to_help_it() -> None:
    """To a person; a program gets the reason alone."""
    about = About("stated", "step", "", ("yes", "no"), missing=True)
    outcome = Forbidden(Refused("LiF 5.3", "State step", about))
    for as_json, reason in ((False, "State step (--say step=yes)"), (True, "State step")):
        call = Call("club", "host", as_json=as_json)
        answers = {IsInteractive: [False] * 2, AskNext: [outcome]}
        steps = driven(interviewing(PickEntryOption, call, option="7"), answers)
        told = next(step for step in steps if isinstance(step, Tell))
        assert told.answer.reason == reason and not told.answer.accepted


def test_a_secret_is_typed_unseen_or_piped() -> None:
    """What was typed is never repeated."""
    for terminal, kind, text in ((True, Prompt, "7"), (False, ReadLine, "7")):
        answers: dict[type[Step], list[Any]] = {
            IsInteractive: [terminal] * 4, IsTerminal: [terminal],
            AskNext: [NextPage(Page((VALUES,))), Complete({"option": 7})],
            kind: [text], Send: [YES],
        }  # fmt: skip
        steps = course(answers)
        assert steps[-1] == Tell(YES, PickEntryOption)
    answers = {
        IsInteractive: [False] * 2, IsTerminal: [False], ReadLine: ["secret"],
        AskNext: [NextPage(Page((VALUES,)))],
    }  # fmt: skip
    assert course(answers)[-1] == Fail(
        "Values: what was typed can't be used; write a whole number from 0 to 99."
        " Nothing was recorded"
    )
    wrong = NextPage(Page((VALUES,)), {"values": "write 2 numbers"})
    answers = {IsInteractive: [False] * 2, AskNext: [wrong]}
    assert course(answers, values="1")[-1] == Fail("Values: write 2 numbers. Nothing was recorded")


def test_nobody_is_asked_for_ever() -> None:
    """The call ends where each answer brings the same question."""
    answers = {
        IsInteractive: [True] * 2, AskNext: [NextPage(Page((OFTEN,)))] * 101,
    }  # fmt: skip
    assert course(answers)[-1] == Fail("too much was asked; nothing was recorded")


def test_what_is_typed_twice_must_be_the_same() -> None:
    """Pairs of a key and a value; single words go together."""
    typed = {"stated": ("oil=no", "step=yes"), "show": ("c1,c4", "c7"), "removed": 3, "gives": ()}
    course_ = given(PickEntryOption, typed)
    with pytest.raises(StopIteration) as end:
        next(course_)
    assert end.value.value == {
        "stated/oil": "no", "stated/step": "yes", "show": "c1,c4, c7", "removed": "3",
    }  # fmt: skip
    (last,) = driven(given(PickEntryOption, {"stated": ("oil=no", "oil=yes")}), {})
    assert last == Fail("--say oil: given twice. Nothing was recorded")


@pytest.mark.parametrize(
    ("about", "how"),
    [
        (About("stated", "step", "", ("yes", "no"), missing=True), "--say step=yes"),
        (About("stated", "step", "", ("yes", "no")), ""),
        (About("rolls", missing=True), "--roll KEY=N"),
        (About("rolls", "japan", missing=True), "--roll japan=N"),
        (About("chits", "entry-japan", missing=True), "--chit entry-japan=WORD,…"),
        (About("removed", missing=True), "--removed N"),
        (About("target", missing=True), "TARGET"),
        (About("target"), ""),
        (About(), ""),
    ],
)
def test_a_script_hears_how_to_say_it(about: About, how: str) -> None:
    """As the command line writes it."""
    assert how_to_say(PickEntryOption, about) == how
