"""Calls that send a command, try what it would do, or ask what it still needs."""

import re
from typing import Any

import msgspec

from campaign.handler.command_handler import Actor, named_by
from campaign.kernel import decisions, keys
from campaign.kernel.decisions import Refused, bad_field, missing_field
from campaign.kernel.interview import answers, pages, runner
from campaign.kernel.interview.answers import Choice, Either, Kind, Number, Several
from campaign.store import ledger
from campaign.store.ledger import KEY_TAKEN
from campaign.web import replies, screens
from campaign.web.api.endpoint import ONE, ApiCall, Parameter, Request, Success, json, refused
from campaign.web.replies import Reply

SECRETS = Refused(
    None,
    "what it would do needs something secret, and cannot be tried; nothing was recorded",
)
KEY = "idempotency-key"
SIGNATURE = "campaign-signature"
_SIGNED = re.compile(r"([0-9a-f]{16}) +([A-Za-z0-9_-]{1,4096}={0,2})")


class Recorded(msgspec.Struct, frozen=True):
    """An event as everybody may see it; its further fields are those of its type."""

    version: int
    type: str


class ReceiptGiven(msgspec.Struct, frozen=True, omit_defaults=True):
    """What proves that something was sent, and when."""

    id: str
    at: str
    digest: str
    salt: str = ""
    """For the sender alone, and as secret as what was sent; a repeat may come without it."""


class Accepted(msgspec.Struct, frozen=True, omit_defaults=True):
    """A command that was accepted."""

    accepted: bool
    """Always true."""
    version: int
    """The number of the campaign's last event."""
    head: str
    """The digest of that event."""
    events: list[Recorded]
    receipt: ReceiptGiven | None = None
    clock: str = ""
    """A line where the service's clock is far from the last event."""


class WouldRecord(msgspec.Struct, frozen=True):
    """What a command would record."""

    accepted: bool
    """Always true."""
    events: list[Recorded]


def send(asked: Request) -> Reply:
    """Sends one command in the caller's own name. The same command under the same id gets the first
    answer again.
    """
    key = _key(asked)
    if isinstance(key, Refused):
        return refused(key, 422)
    if (wrong := _another(asked)) is not None:
        return wrong
    signature = _signature(asked)
    if isinstance(signature, Refused):
        return refused(signature, 422)
    here = asked.here
    outcome = asked.counter.submit(
        here.name, asked.body, Actor(here.member), key, asked.caller.door, signature
    )
    return json(outcome.answer, _status(outcome.refused))


def attempt(asked: Request) -> Reply:
    """What a command would record now; nothing is recorded. Only for commands that need nothing
    secret.
    """
    if (wrong := _another(asked)) is not None:
        return wrong
    here = asked.here
    preview = asked.house.desk.preview(here.name, asked.body, Actor(here.member))
    if isinstance(preview, Refused):
        if preview.reason == ledger.NO_PREVIEW:
            return refused(SECRETS, 409)
        return refused(preview, _status(preview))
    events = [
        decisions.public(here.live.version + nth, event) for nth, event in enumerate(preview, 1)
    ]
    return json({"accepted": True, "events": events})


def _status(why: Refused | None) -> int:
    if why is None:
        return 200
    return 409 if why.rule is not None or why == KEY_TAKEN else 422


def _another(asked: Request) -> Reply | None:
    """Forbidden: a text that names another member than its sender."""
    named, member = named_by(asked.body), asked.here.member
    if named is None or named == member:
        return None
    return refused(decisions.another_sender(named, member), 403)


def _key(asked: Request) -> str | Refused:
    """The command's id, from the text or from the header."""
    header = _unquoted(asked.headers.get(KEY, "").strip())
    raw = _raw(asked.body)
    if raw is None:
        live, member = asked.here.live, asked.here.member
        read = decisions.read(asked.body, live.system.rules.commands, member)
        assert isinstance(read, Refused), "what is no object is no command"
        return read
    key = raw.get("id")
    if key in (None, ""):
        if not header:
            text = "missing; give the command an id of its own, here or as Idempotency-Key"
            return missing_field("id", text)
        return header
    if header and key != header:
        return bad_field("id", "it differs from Idempotency-Key; give one of the two")
    return key if isinstance(key, str) else header or "-"


def _unquoted(text: str) -> str:
    is_quoted = len(text) > 1 and text[0] == text[-1] == '"'
    return text[1:-1] if is_quoted else text


def _signature(asked: Request) -> keys.ActSignature | Refused | None:
    """The sender's own signature over the text, from the header."""
    header = asked.headers.get(SIGNATURE)
    if header is None:
        return None
    match = _SIGNED.fullmatch(header.strip())
    if match is None:
        return bad_field("signature", "Campaign-Signature is a key's id, a space, and base64url")
    return keys.ActSignature(*match.groups())


def _raw(body: bytes) -> dict[str, Any] | None:
    """The text's values; None if it is no JSON object."""
    try:
        raw = msgspec.json.decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return raw if isinstance(raw, dict) else None


# --- What an act asks next, given the answers so far ----------------------------------------------


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


_ID = Parameter(
    "Idempotency-Key",
    "header",
    "the command's id, unless it has one in its field `id`: a repeat records nothing",
    {"type": "string", "maxLength": 200},
)
_BY_KEY = Parameter(
    "Campaign-Signature",
    "header",
    "a key's id, a space, and the caller's own signature over the text, in base64url",
    {"type": "string", "maxLength": 4200},
)
CALLS = (
    ApiCall(
        f"{ONE}/commands",
        "sendCommand",
        send,
        Success("What was recorded, as `campaign submit` answers.", Accepted),
        "POST",
        "act",
        (_ID, _BY_KEY),
        failures=(409, 413, 422),
    ),
    ApiCall(
        f"{ONE}/commands/try",
        "tryCommand",
        attempt,
        Success("What would be recorded.", WouldRecord),
        "POST",
        "act",
        failures=(409, 413, 422),
    ),
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
