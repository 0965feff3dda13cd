"""LiF 5.3: what a command of US entry lacks is asked for by what its refusal is about."""

import pytest

from campaign.kernel.courses import Call
from campaign.kernel.decisions import About
from campaign.kernel.steps import (
    Fail,
    IsInteractive,
    Prompt,
    PromptNumber,
    Reply,
    Say,
    Send,
    Step,
    Tell,
)
from campaign.leaders_in_flames.us_entry.commands import (
    PickEntryOption,
    ReturnEntryChits,
)
from campaign.leaders_in_flames.us_entry.verbs_asking import ASKS, Lacking, submit
from support.courses import driven

CALL = Call("club", "host", as_json=False)
YES = Reply(accepted=True, body={"accepted": True})
STEP = About("stated", "step", "Does the USA step?", ("yes", "no"), missing=True)


def refused(about: About, reason: str = "no") -> Reply:
    """A refusal that is about something."""
    return Reply(False, "LiF 5.3", reason, about, {"accepted": False, "reason": reason})


def sent(steps: list[Step]) -> list[dict[str, object]]:
    """The fields of every command that was sent, in their order."""
    return [dict(step.fields) for step in steps if isinstance(step, Send)]


def test_a_question_is_asked_and_the_command_tried_again() -> None:
    """The answer may be shortened; a wrong one is asked for again."""
    course = submit(CALL, PickEntryOption, Lacking(), {"option": 7, "stated": {}})
    answers = {IsInteractive: [True], Send: [refused(STEP), YES], Prompt: ["maybe", "y"]}
    steps = driven(course, answers)
    assert sent(steps) == [{"option": 7}, {"option": 7, "stated": {"step": "yes"}}]
    label = "Does the USA step? [yes/no]"
    assert [step for step in steps if isinstance(step, Prompt | Say)] == [
        Prompt(label, ""),
        Say("That is not one of yes, no.", aside=True),
        Prompt(label, ""),
    ]
    assert steps[-1] == Tell(YES, PickEntryOption)


def test_an_answer_that_never_fits_ends_the_call() -> None:
    """After three tries, with the question."""
    course = submit(CALL, PickEntryOption, Lacking(), {"option": 7})
    answers = {IsInteractive: [True], Send: [refused(STEP)], Prompt: ["", "maybe", "?"]}
    assert driven(course, answers)[-1] == Fail("no answer to: Does the USA step?")


def test_dice_are_asked_for_by_their_theatres() -> None:
    """LiF 5.3: those alone that the option leaves something to roll for."""
    lacking = Lacking(dice=lambda: ("japan",))
    course = submit(CALL, PickEntryOption, lacking, {"option": 7})
    about = About("rolls", missing=True)
    answers = {IsInteractive: [True], Send: [refused(about), YES], PromptNumber: [4]}
    steps = driven(course, answers)
    assert PromptNumber("Die for Japan [1-10]", 1, 10) in steps
    assert sent(steps)[-1] == {"option": 7, "rolls": {"japan": 4}}


def test_chits_that_leave_are_asked_for_in_the_words_of_the_refusal() -> None:
    """What is no chit ends the call."""
    about = About("chits", prompt="name the 2 chits", missing=True)
    fields = {"pool": "entry-japan", "count": 2, "chits": []}
    for typed, last in (("c1, c4", Tell(YES, ReturnEntryChits)), ("seven", None)):
        course = submit(CALL, ReturnEntryChits, Lacking(one_pool=True), fields)
        answers = {IsInteractive: [True], Send: [refused(about), YES], Prompt: [typed]}
        steps = driven(course, answers)
        assert Prompt("Name the 2 chits") in steps
        if last is None:
            assert steps[-1] == Fail("'seven' is no chit; they are called c1, c2 and so on")
        else:
            assert steps[-1] == last
            assert sent(steps)[-1]["chits"] == ("c1", "c4")


@pytest.mark.parametrize(
    ("about", "how"),
    [
        (STEP, " (--say step=yes)"),
        (About("stated", "step", "Does the USA step?", ("yes", "no")), ""),
        (About("stated"), " (--say KEY=ANSWER)"),
        (About("stated", "who", missing=True), " (--say who=ANSWER)"),
        (About("rolls", missing=True), " (--roll japan=7)"),
        (About("rolls"), ""),
        (About("roll", missing=True), " (--roll 7)"),
        (About("chits", missing=True), " (--chit c3,c7)"),
        (About("chits"), ""),
        (About("removed", missing=True), " (--removed 10)"),
        (About("gives"), " (--gives commonwealth=6)"),
        (About("counters"), " (--counter p-36=commonwealth)"),
        (About("units"), " (--unit COUNTER)"),
        (About("target"), ""),
        (About(), ""),
    ],
)
def test_where_nobody_can_be_asked_the_refusal_says_how(about: About, how: str) -> None:
    """Behind its reason, as the command line writes it; a program gets the reason alone."""
    answers = {IsInteractive: [False], Send: [refused(about, "It cannot be")]}
    last = driven(submit(CALL, PickEntryOption, Lacking(), {"option": 7}), answers)[-1]
    assert isinstance(last, Tell) and last.answer.reason == f"It cannot be{how}"
    program = Call("club", "host", as_json=True)
    last = driven(submit(program, PickEntryOption, Lacking(), {"option": 7}), answers)[-1]
    assert isinstance(last, Tell) and last.answer.reason == "It cannot be"


def test_asking_comes_to_an_end() -> None:
    """A refusal that no answer helps is told in the end."""
    answers = {
        IsInteractive: [True],
        Send: [refused(About("chits", prompt="name them", missing=True))] * (ASKS + 1),
        Prompt: ["c1"] * ASKS,
    }
    course = submit(CALL, ReturnEntryChits, Lacking(one_pool=True), {"pool": "entry-japan"})
    steps = driven(course, answers)
    assert len(sent(steps)) == ASKS + 1 and isinstance(steps[-1], Tell)
