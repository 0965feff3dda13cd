"""The call that runs an interview for a program: what an act asks next, given the answers."""

from typing import Any

import msgspec

from campaign.kernel.decisions import Refused, bad_field
from campaign.kernel.interview import answers, pages, runner
from campaign.kernel.interview.answers import Choice, Either, Kind, Number, Several
from campaign.web import replies, screens
from campaign.web.api.endpoint import ONE, ApiCall, Request, Success, json, refused


class InterviewSoFar(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An act, and what was answered so far."""

    command: str
    """The command that it becomes."""
    answers: dict[str, Any] = {}
    """By field, as the command has it, or by the questions' keys, as texts; all that is known."""


class OfferedOption(msgspec.Struct, frozen=True, omit_defaults=True):
    """A value that can be chosen."""

    value: str
    title: str = ""
    about: str = ""
    refused: str = ""
    """Why it cannot be chosen now."""


class AskedQuestion(msgspec.Struct, frozen=True, omit_defaults=True):
    """A question of a page."""

    key: str
    label: str
    kind: str
    """Number, Choice, YesNo, Several, Text …"""
    hint: str = ""
    is_optional: bool = False
    is_secret: bool = False
    options: list[OfferedOption] = []
    is_open: bool = False
    """Whether other words than the options' will do."""
    lowest: int | None = None
    highest: int | None = None


class AskedPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """Questions that are asked together, or a last question before what cannot be taken back."""

    questions: list[AskedQuestion] = []
    notes: list[str] = []
    rows: str = ""
    """The field whose rows have the questions as cells; answer with a list of tables."""
    label: str = ""
    errors: dict[str, str] = {}
    """What is wrong with an answer, by its key."""
    confirm: str = ""
    """A question that `confirmed` answers with yes."""


class NextQuestions(msgspec.Struct, frozen=True, omit_defaults=True):
    """The page that comes next; or, once all is answered, the command's fields."""

    page: AskedPage | None = None
    fields: dict[str, Any] | None = None


def ask(asked: Request) -> replies.Reply:
    """What an act asks next, given the answers so far: a page of questions, or the command's fields
    once all is answered. Nothing is recorded, and nothing secret is looked at.
    """
    try:
        sent = msgspec.json.decode(asked.body, type=InterviewSoFar)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return refused(bad_field("answers", "send `command` and `answers`, as JSON"), 422)
    system, state = asked.here.live.system, asked.here.live.state
    if sent.command not in system.rules.commands:
        return refused(bad_field("command", f"there is no {sent.command[:63]!r}"), 422)
    try:
        outcome = runner.interviewed(
            system,
            state,
            system.rules.commands[sent.command],
            pages.as_answers(sent.answers),
            screens.setting_of(asked.house, asked.here, sent.command),
            asks="people",
        )
    except pages.TooLongError as error:
        return refused(Refused(None, f"{error}; nothing was recorded"), 413)
    if isinstance(outcome, pages.Forbidden):
        return refused(outcome.refused, 409 if outcome.refused.rule else 422)
    if isinstance(outcome, pages.Complete):
        return json(msgspec.to_builtins(NextQuestions(fields=outcome.fields)))
    page = described(outcome.page)
    page = msgspec.structs.replace(page, errors=dict(outcome.errors))
    return json(msgspec.to_builtins(NextQuestions(page=page)))


def described(page: pages.Page | pages.Confirm) -> AskedPage:
    """A page as a program reads it."""
    if isinstance(page, pages.Confirm):
        return AskedPage(notes=list(page.lines), confirm=page.question)
    questions = [_question(one) for one in page.questions]
    return AskedPage(questions, list(page.notes), page.rows, page.label)


def _question(one: pages.Question) -> AskedQuestion:
    kind: Kind = one.kind
    inner = kind.kind if isinstance(kind, Several) else kind
    options = inner.options if isinstance(inner, Choice) else ()
    number = inner if isinstance(inner, Number) else Number()
    return AskedQuestion(
        one.key,
        one.label,
        "Text" if isinstance(kind, Either) else _name(kind),
        one.hint,
        one.is_optional,
        one.is_secret,
        [OfferedOption(each.value, each.title, each.about, each.refused) for each in options],
        isinstance(inner, Choice) and inner.is_open,
        number.lowest,
        number.highest,
    )


def _name(kind: Kind) -> str:
    """What a kind is called to programs, which need not know how a screen draws it."""
    classes = type(kind).__mro__
    return next(one.__name__ for one in classes if one.__module__ == answers.__name__)


CALLS = (
    ApiCall(
        f"{ONE}/ask",
        "askNext",
        ask,
        Success("The next page, or the fields.", NextQuestions),
        "POST",
        "act",
        takes_kind=InterviewSoFar,
        failures=(409, 413, 422),
    ),
)
