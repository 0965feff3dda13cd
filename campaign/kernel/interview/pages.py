"""An interview: what an act asks, as a generator of pages that any front end can run. Pure.

    def asked(state: State, given: Given) -> Interview:
        fields = yield Page((Question("city", "Which city?", Choice(cities(state))),))
        if fields["city"] == "port":
            fields |= yield Page((Question("stated/step", "Is it the first step?", YesNo()),))
        return fields

A front end runs it from its start with all the answers so far, each time anew. It gets the next
page, with an error beside each wrong answer; or the complete fields; or the rule that forbids the
act. Answers are texts by their keys: `city`, `stated/step`, and for a row of a table `losses.0`
(a line) or `losses.0.unit` (one of its cells).
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from itertools import chain
from typing import Any, ClassVar, Literal

import msgspec

from campaign.kernel.decisions import Refused
from campaign.kernel.interview.answers import Choice, Kind, Number, folded, words_of
from campaign.kernel.terminal.steps import Unfit as Invalid
from campaign.text import english, json_values

LONGEST = 65_536
"""How many bytes all answers together may have."""
NEEDED = "this is needed"
TIMES = "times"
"""Said of a row that stands for several alike: how many."""
ALIKE = Number(1, 30, tuple(range(1, 7)))
"""How many rows may be alike."""

Answers = Mapping[str, str]
"""What was typed, by the questions' keys. An empty text leaves an optional question out."""


def same(value: Any) -> Any:
    """Takes every value as it is."""
    return value


class Question(msgspec.Struct, frozen=True):
    """A question of a page."""

    key: str
    """Where its answer goes: a field, or a part of one: `city`, `stated/step`."""
    label: str
    kind: Kind
    is_optional: bool = False
    default: object = None
    """The value where it is left out; None leaves the field out as well."""
    hint: str = ""
    """What a program reads of it."""
    tip: str = ""
    """What a screen says beside it: an example or a fact, in at most 60 letters."""
    stands: str = ""
    """The answer that a screen has filled in, since it is the likely one."""
    is_secret: bool = False
    """Whether nobody but the sender may know the answer: it is asked last, and never passed on."""
    is_rare: bool = False
    """Whether it is seldom answered, so that a page folds it away and nobody is asked for it."""
    check: Callable[[Any], object | Invalid] = same
    """A value as it is sent, or why it is unusable."""


class ReadyRow(msgspec.Struct, frozen=True):
    """A row that is known but for one answer, such as a counter on record: one tap says it.

    It is answered under `losses/KEY`, and the key with that answer is the row's line.
    """

    key: str
    title: str
    ways: tuple[tuple[str, str], ...]
    """The answers, each with its text."""
    about: str = ""
    piece: str = ""
    """The counter to draw beside it."""
    stands: str = ""
    """The answer that a screen has filled in."""


class BlankRow(msgspec.Struct, frozen=True):
    """A row that a screen offers blank but for what is filled in: another unit of a power."""

    title: str
    cells: Mapping[str, str] = {}


class Page(msgspec.Struct, frozen=True):
    """Questions that are asked together. With `rows` they are the cells of a table's row."""

    questions: tuple[Question, ...]
    notes: tuple[str, ...] = ()
    """Lines above the questions."""
    rows: str = ""
    """The field that holds the rows; empty for a page without."""
    label: str = ""
    """What a row is: `a loss`."""
    least: int = 0
    """How many rows there must be."""
    is_asked: bool = False
    """Whether people are asked it even where it can be left out whole."""
    row: Callable[[Any], Any | Invalid] = same
    """The values of a row as they are sent, or why they do not go together."""
    check: Callable[[Any], Any | Invalid] = same
    """The values of the whole page, or why they do not go together."""
    ready: tuple[ReadyRow, ...] = ()
    """Rows that are at hand."""
    blanks: tuple[BlankRow, ...] = ()
    """The rows that a screen offers blank; by default one without anything in it."""
    quiet: frozenset[str] = frozenset()
    """Cells that make no row by themselves."""
    repeats: bool = False
    """Whether a row may stand for several alike."""
    so_far: Callable[[Any], tuple[str, ...]] | None = None
    """What the rows so far come to, for the foot of a screen."""
    title: str = ""
    """What a screen is headed by: `What was lost?`; by default the act."""
    tip: str | None = None
    """What a screen says in place of the notes."""
    button: str = ""
    """What the button of a screen says; by default `Next`, or `Record` on the last."""
    is_last: bool = False
    """Whether a screen's button records, since nothing is asked after it but a yes to what it says
    already; its answers are posted.
    """

    @property
    def is_private(self) -> bool:
        """Whether an answer is secret or people's own words, so that it stands in no address."""
        return any(question.is_secret or question.kind.is_free for question in self.questions)

    @property
    def keys(self) -> list[str]:
        """The keys that it asks for: its table, or those of its questions."""
        return [self.rows] if self.rows else [question.key for question in self.questions]


class ForeseenFigure(msgspec.Struct, frozen=True):
    """A number of a side or seat, to be seen before it is recorded."""

    seat: str
    name: str
    number: int


class StripPlace(msgspec.Struct, frozen=True):
    """A place of a row that a front moves along."""

    number: int
    name: str
    seat: str = ""
    """Whose goal it is; empty for a place between the goals."""
    mark: Literal["", "was", "now"] = ""
    """Whether the front was here, or is from now on."""


class Confirm(msgspec.Struct, frozen=True):
    """A question before something that cannot be taken back, with what follows from it."""

    lines: tuple[str, ...]
    question: str
    key: str = "confirmed"
    is_advice: bool = False
    """Whether a script goes on without it."""
    title: str = ""
    """What a screen is headed by; by default the act."""
    figures: tuple[ForeseenFigure, ...] = ()
    """What each side gets, which a page has in large figures. The lines say it too."""
    unit: str = ""
    """What the figures count."""
    strip: tuple[StripPlace, ...] = ()
    """The row that the front moves along; the lines say where to."""
    questions: ClassVar[tuple[Question, ...]] = ()
    rows: ClassVar[str] = ""
    is_private: ClassVar[bool] = False
    is_last: ClassVar[bool] = True

    @property
    def keys(self) -> list[str]:
        """The key that it asks for."""
        return [self.key]


AnyPage = Page | Confirm

Fields = json_values.JsonObject
Interview = Generator[AnyPage, Any, "Fields | Refused | Barred"]
"""Yields pages, is sent their values by key (a list of rows for a table), returns the fields."""


class NextPage(msgspec.Struct, frozen=True):
    """What is to be asked next."""

    page: AnyPage
    errors: Mapping[str, str] = {}
    """What is wrong with an answer, by its key; under an empty key with the page."""
    passed: tuple[AnyPage, ...] = ()
    """The pages before it that were answered."""
    refused: Refused | None = None
    """Why the rules refuse an answer, where they do."""
    fields: Fields | None = None
    """The fields that they refuse, where they are complete."""


class Complete(msgspec.Struct, frozen=True):
    """All is answered."""

    fields: Fields
    passed: tuple[AnyPage, ...] = ()


class Forbidden(msgspec.Struct, frozen=True):
    """What no answer would help."""

    refused: Refused
    passed: tuple[AnyPage, ...] = ()
    fields: Fields | None = None
    """The fields that are refused, where they are complete."""


class Barred(msgspec.Struct, frozen=True):
    """A result of an interview: complete fields, and why the rules refuse them."""

    refused: Refused
    fields: Fields


Outcome = NextPage | Complete | Forbidden


class TooLongError(ValueError):
    """The answers have too many bytes."""


Thorough = Literal["all", "people", "script"]
"""How much is asked: all that can be answered, as on a page; what people at a terminal are asked,
who leave out what may be left out; or, of a script, only what is needed."""


def run(
    interview: Interview,
    answers: Answers,
    *,
    asks: Thorough = "all",
    sent: str = "",
    again: str = "",
) -> Outcome:
    """Runs an interview from its start with the answers so far.

    `sent` is the first key of a page that was just sent, where an empty answer is an error; `again`
    that of a page that is asked though it was answered. Raises `TooLongError`.
    """
    if sum(len(key.encode()) + len(text.encode()) for key, text in answers.items()) > LONGEST:
        raise TooLongError("the answers are too long")
    passed: list[AnyPage] = []
    values: object = None
    while True:
        try:
            page = interview.send(values)
        except StopIteration as end:
            return _ended(end.value, answers, tuple(passed))
        if isinstance(page, Confirm):
            values = _agreed(page, answers, asks)
        else:
            assert not any(map(is_secret, passed)), "a secret is not passed on"
            is_again = again == first_key(page)
            values = None if is_again else _values(page, answers, asks, sent == first_key(page))
        if values is None:
            return NextPage(page, {}, tuple(passed))
        if isinstance(values, _Errors):
            return NextPage(page, values.by_key, tuple(passed))
        passed.append(page)


def _agreed(page: Confirm, answers: Answers, asks: Thorough) -> Literal[True] | None:
    """Whether the answer is yes, or is not needed; None where it is to be asked."""
    is_skipped = page.is_advice and asks == "script"
    return True if is_skipped or answers.get(page.key) == "yes" else None


def _values(page: Page, answers: Answers, asks: Thorough, was_sent: bool) -> "Any | _Errors | None":
    """What was answered to a page, or what is wrong with it; None where it is to be asked."""
    values = _rows(page, answers) if page.rows else _single(page, answers, was_sent)
    return _left_out(page) if values is None and _is_skipped(page, asks) else values


def _ended(
    result: Fields | Refused | Barred, answers: Answers, passed: tuple[AnyPage, ...]
) -> Outcome:
    """The fields; or a refusal, beside the answer that it is about if there is one."""
    if isinstance(result, Barred):
        outcome = refused_at(result.refused, answers, passed)
        return msgspec.structs.replace(outcome, fields=result.fields)
    if isinstance(result, Refused):
        return refused_at(result, answers, passed)
    return Complete(result, passed)


def refused_at(
    refused: Refused, answers: Answers, passed: tuple[AnyPage, ...]
) -> NextPage | Forbidden:
    """A refusal beside the question that it is about; by itself where it is about none of them."""
    about = refused.about
    wanted = (f"{about.field}/{about.key}", about.field) if about.key else (about.field,)
    for nth, page in enumerate(passed):
        for key in page.keys if page.questions and about.field else ():
            if key in wanted or (not about.key and key.partition("/")[0] == about.field):
                return NextPage(page, {key: refused.in_place}, passed[:nth], refused)
    return Forbidden(refused, passed)


class _Errors(msgspec.Struct, frozen=True):
    """Wrong answers of a page."""

    by_key: Mapping[str, str]


def first_key(page: AnyPage) -> str:
    """The key that a page is known by; empty where it has no questions."""
    return page.rows or next((one.key for one in page.questions), "")


def is_secret(page: AnyPage) -> bool:
    """Whether a page asks for what nobody but the sender may know."""
    return any(one.is_secret for one in page.questions)


def _is_skipped(page: Page, asks: Thorough) -> bool:
    """Whether a page is left out whole where nobody has answered it."""
    if asks == "all" or (asks == "people" and page.is_asked):
        return False
    return not page.least if page.rows else all(one.is_optional for one in page.questions)


def _left_out(page: Page) -> Any:
    return [] if page.rows else {one.key: one.default for one in page.questions}


def _single(page: Page, answers: Answers, was_sent: bool) -> Any | _Errors | None:
    """The values of a page by key; None where it has not been answered."""
    values: dict[str, object] = {}
    errors: dict[str, str] = {}
    is_open = not (was_sent or any(question.key in answers for question in page.questions))
    for question in page.questions:
        needed = "choose one" if isinstance(question.kind, Choice) else NEEDED
        value = _value_or_default(question, answers.get(question.key, ""), needed)
        if isinstance(value, Invalid):
            is_open = True
            if was_sent or question.key in answers:
                errors[question.key] = value.text
        values[question.key] = value
    if errors:
        return _Errors(errors)
    return None if is_open else _checked(page, values)


def _value_or_default(question: Question, text: str, needed: str) -> object | Invalid:
    """The value of an answer, also of an empty one; `needed` where it may not be empty."""
    if text.strip():
        return value_of(question, text)
    return question.default if question.is_optional else Invalid(needed)


def value_of(question: Question, text: str) -> object | Invalid:
    """The value of an answer, or what would be right; a wrong secret is not repeated."""
    kind = question.kind
    value = kind.read(text)
    if not isinstance(value, Invalid):
        return question.check(value)
    if question.is_secret and isinstance(kind, Choice):
        return Invalid(f"write {english.listed(kind.names, 'or')}")
    return value


def _checked(page: Page, values: Any) -> Any | _Errors:
    checked = page.check(values)
    return _Errors({"": checked.text}) if isinstance(checked, Invalid) else checked


# --- rows ---------------------------------------------------------------------------------------


def _rows(page: Page, answers: Answers) -> Any | _Errors | None:
    """The rows of a page; None where there is none and nobody said that this is all."""
    rows, errors = _rows_read(page, answers)
    if errors:
        return _Errors(errors)
    if not rows and page.rows not in answers:
        return None
    if len(rows) < page.least:
        return _Errors({page.rows: NEEDED})
    return _checked(page, rows)


def rows_so_far(page: Page, answers: Answers) -> list[Any]:
    """The rows of a page that are answered and right."""
    return _rows_read(page, answers)[0]


def _rows_read(page: Page, answers: Answers) -> tuple[list[Any], dict[str, str]]:
    """The rows that can be read, and what is wrong with others, by their keys."""
    rows: list[Any] = []
    errors: dict[str, str] = {}
    for number in row_numbers(page.rows, answers):
        name = f"{page.rows}.{number}"
        row = _row(page, answers, name, errors)
        if row is not None:
            rows += [row] * _times(page, answers, name, errors)
    rows += _keyed_rows(page, answers, errors)
    return rows, errors


def _row(page: Page, answers: Answers, name: str, errors: dict[str, str]) -> Any | None:
    """A row by its line or its cells; None where it is blank or wrong."""
    if line := answers.get(name, "").strip():
        return _line(page, name, line, errors)
    cells = {one.key: answers.get(f"{name}.{one.key}", "").strip() for one in page.questions}
    if not any(text for key, text in cells.items() if key not in page.quiet):
        return None
    return _cells(page, name, cells, errors)


def _line(page: Page, name: str, line: str, errors: dict[str, str]) -> Any | None:
    """A row that was typed as a line."""
    row = by_words(page, line)
    if isinstance(row, Invalid):
        errors[name] = row.text
        return None
    return row


def _times(page: Page, answers: Answers, name: str, errors: dict[str, str]) -> int:
    """How many rows a row stands for."""
    text = answers.get(f"{name}.{TIMES}", "").strip()
    if not (page.repeats and text):
        return 1
    value = ALIKE.read(text)
    if isinstance(value, Invalid):
        errors[f"{name}.{TIMES}"] = value.text
        return 1
    return value


def _keyed_rows(page: Page, answers: Answers, errors: dict[str, str]) -> Iterator[Any]:
    """The rows of a map that were answered by their keys: `losses/anna`; and those at hand."""
    head = f"{page.rows}/"
    for name, text in answers.items():
        if not (name.startswith(head) and text.strip()):
            continue
        key = name.removeprefix(head)
        if page.ready:
            row = _line(page, name, f"{key} {text}", errors)
        else:
            cells = dict(zip((one.key for one in page.questions), (key, text), strict=False))
            row = _cells(page, name, cells, errors)
        if row is not None:
            yield row


def _cells(page: Page, name: str, cells: Mapping[str, str], errors: dict[str, str]) -> Any | None:
    """The values of a row's cells; None where one is wrong, which goes to the errors."""
    values: dict[str, object] = {}
    for question in page.questions:
        value = _value_or_default(question, cells.get(question.key, ""), NEEDED)
        if isinstance(value, Invalid):
            key = name if name.startswith(f"{page.rows}/") else f"{name}.{question.key}"
            errors[key] = value.text
        values[question.key] = value
    if any(key == name or key.startswith(f"{name}.") for key in errors):
        return None
    row = page.row(values)
    if isinstance(row, Invalid):
        errors[name] = row.text
        return None
    return row


def row_numbers(rows: str, answers: Answers) -> list[int]:
    """The numbers of the rows that were typed, in their order."""
    heads = (key.removeprefix(f"{rows}.") for key in answers if key.startswith(f"{rows}."))
    return sorted({int(head) for head in (one.partition(".")[0] for one in heads) if is_nth(head)})


def is_nth(text: str) -> bool:
    """Whether a text is the number of a row."""
    return text.isascii() and text.isdecimal() and len(text) <= len("9999")


def by_words(page: Page, line: str) -> Any | Invalid:
    """A row typed as a line: each word goes to the first question that takes it."""
    values: dict[str, object] = {}
    for word in words_of(line):
        for question in page.questions:
            if question.key in values:
                continue
            value = value_of(question, word)
            if not isinstance(value, Invalid):
                values[question.key] = value
                break
        else:
            return Invalid(f"{word!r} does not fit{_expected(page, values, word)}")
    for question in page.questions:
        if question.key not in values:
            if not question.is_optional:
                return Invalid(f"{question.label.lower()} is missing")
            values[question.key] = question.default
    return page.row(values)


def _expected(page: Page, values: Mapping[str, object], word: str) -> str:
    """What may be typed instead of a word: the like of it, or what is still asked."""
    left = [one for one in page.questions if one.key not in values and not one.is_rare]
    choices = (one.kind.options for one in left if isinstance(one.kind, Choice))
    words = [folded(option.value) for option in chain.from_iterable(choices)]
    if hint := english.near(folded(word), words):
        return hint
    labels = " or ".join(one.label.lower() for one in left)
    return f"; expected {labels}" if left else "; nothing more is asked"


# --- given as values ----------------------------------------------------------------------------


def as_answers(values: json_values.JsonFields, within: str = "") -> dict[str, str]:
    """Answers that a program gives as JSON values, as texts by their keys.

    `{"rolls": {"red": 7}}` becomes `rolls/red`, and a list of tables becomes rows.
    """
    answers: dict[str, str] = {}
    for name, value in values.items():
        key = f"{within}{name}"
        if isinstance(value, Mapping):
            answers |= as_answers(value, f"{key}/")
        elif isinstance(value, list | tuple):
            rows = [(nth, one) for nth, one in enumerate(value) if isinstance(one, Mapping)]
            for nth, row in rows:
                answers |= as_answers(row, f"{key}.{nth}.")
            if not rows:
                answers[key] = ", ".join(map(_as_text, value))
        else:
            answers[key] = _as_text(value)
    return answers


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)
