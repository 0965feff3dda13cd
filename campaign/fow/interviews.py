"""What acts ask that depends on the line: dice of the table, losses, company types. Pure."""

from collections.abc import Generator
from typing import Any

from msgspec.structs import replace

from campaign.fow.state import LineState, State
from campaign.fow.terminal import at, whose
from campaign.kernel.interview.answers import Kind, Rolled, Several
from campaign.kernel.interview.asking import Given
from campaign.kernel.interview.pages import Confirm, Fields, Page, Question
from campaign.kernel.steps import Unfit as Invalid
from campaign.text.english import counted

LABELS = {"line": "Which line?", "ended_by": "How did it end?", "square": "Which square?"}
Asking = Generator[Page | Confirm, Any, Fields]


def on_line(state: State, given: Given, *fields: str) -> Asking:
    """The line, asked for where there are several, and other fields with it."""
    page = given.page("line", *fields)
    is_one = len(state.lines) == 1 and "line" not in given.answers
    asked = tuple(
        replace(
            one,
            label=LABELS.get(one.key, one.label),
            is_optional=is_one if one.key == "line" else one.is_optional,
        )
        for one in page.questions
        if not (is_one and one.key == "line")
    )
    values: Fields = (yield replace(page, questions=asked)) if asked else {}
    return values


def line_of(state: State, found: Fields) -> LineState | None:
    """The line that was answered."""
    return at(state, found.get("line"))


def for_sides(
    state: State, given: Given, field: str, label: str, kind: Kind | None = None
) -> list[Question]:
    """A question for each side of a field with a value by side, `label` behind its name."""
    return [
        replace(one, label=f"{whose(state.sides[side])} {label}", kind=kind or one.kind)
        for one in given.page(field).questions
        if (side := one.key.partition("/")[2]) in state.sides
    ]


def dice_of_table(state: State, given: Given, count: int = 0) -> Asking:
    """FoW ruling 63: what each side threw, `count` dice each; unless the ledger alone rolls."""
    if state.rulings.dice == "ledger" and not _has(given, "dice"):
        return {}
    noun = "die" if count == 1 else "dice"
    questions = for_sides(state, given, "dice", noun, Several(Rolled()))
    if count:
        questions = [replace(one, check=_so_many(count)) for one in questions]
    values: Fields = yield thrown(state, given, *questions)
    return values


def thrown(state: State, given: Given, *dice: Question) -> Page:
    """FoW ruling 63: a page for dice of the table, with who saw them."""
    is_optional = state.rulings.dice != "table"
    asked = tuple(replace(one, is_optional=is_optional) for one in dice)
    notes = ("Leave the dice out where the ledger rolls.",) if is_optional else ()
    return Page((*asked, *given.page("witness").questions), notes, is_asked=True)


def _so_many(count: int) -> Any:
    def check(fell: tuple[int, ...]) -> tuple[int, ...] | Invalid:
        if len(fell) == count:
            return fell
        return Invalid(f"that is {counted(len(fell), 'die', 'dice')}, not {count}")

    return check


def _has(given: Given, field: str) -> bool:
    return any(key.partition("/")[0] == field for key in given.answers)


def aside(given: Given, *fields: str) -> tuple[Question, ...]:
    """Questions that are seldom answered: a page folds them away, and a terminal leaves them."""
    return tuple(replace(one, is_rare=True) for one in given.page(*fields).questions)
