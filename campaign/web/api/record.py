"""Calls that look: events, receipts, reports, the whole record; and campaigns as they are."""

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from campaign.handler import tasks, wording
from campaign.handler.explanations import NoFigureError, explained
from campaign.history.diff import differences
from campaign.kernel.decisions import bad_field
from campaign.store import export, reader, vault
from campaign.store import ledger as store_ledger
from campaign.text.json_values import JsonObject
from campaign.web import context
from campaign.web.api.endpoint import (
    CAMPAIGNS,
    ONE,
    ApiCall,
    LongAnswer,
    Parameter,
    Request,
    Success,
    json,
    memberships,
    not_found,
    refused,
)
from campaign.web.replies import HTML, Reply, known, number
from events import chain

FEW, MOST = 200, 1000
"""How many events an answer has unless somebody asks for another number, and at most."""
PART = 64 * 1024
"""About how many bytes are sent at a time."""
LINES = "application/x-ndjson"


class EventsRead(msgspec.Struct, frozen=True):
    """A part of the log."""

    events: list[JsonObject]
    """Each with its number, type, time, member and digest, and the fields of its type."""
    next: int
    """What to give as `after` for what follows."""


class ReceiptTold(msgspec.Struct, frozen=True):
    """A receipt as every member may see it; of a refused one, only its sender sees the reason."""

    id: str
    at: str
    accepted: bool
    by: str | None
    command: str | None
    versions: list[int] | None
    """The first and the last event that it recorded."""
    head: str
    """The campaign's digest when it arrived."""
    sent: str
    """A salted digest of what was sent."""
    prev: str
    """The digest of the receipt before it."""
    digest: str
    rule: str | None = None
    reason: str = ""
    text: str = ""
    """Of a signed command what its sender signed."""
    key: str = ""
    """The id of the sender's key that signed it."""
    signature: str = ""
    """The signature in base64url; of a passkey the assertion."""


def events(asked: Request) -> Reply:
    """The events after a number, oldest first, as they were recorded."""
    after, limit = number(asked.asked("after", "0")), number(asked.asked("limit", str(FEW)))
    if after < 0:
        return refused(bad_field("after", "a version, 0 for all events"), 422)
    if not 1 <= limit <= MOST:
        return refused(bad_field("limit", f"a number from 1 to {MOST}"), 422)
    name, last = asked.here.name, asked.here.live.version
    until = min(last, after + limit)
    if until <= after:
        return json({"events": [], "next": after})
    entries = asked.house.ledger.effective(name, after, until)
    shown = [reader.entry_in_json(entry) for entry in entries if not entry.inserted]
    return json({"events": shown, "next": until})


def receipt(asked: Request) -> Reply:
    """A receipt; of one that was refused, only its sender sees the reason."""
    name, ledger = asked.here.name, asked.house.ledger
    which = number(asked.path["number"])
    stored = ledger.store.receipt(name, which)
    if stored is None:
        return not_found()
    parsed = store_ledger.receipt(ledger, name, which)
    try:
        refusal = store_ledger.refusal(ledger, name, parsed, asked.here.member)
    except vault.VaultError:
        refusal = None
    shown = store_ledger.receipt_in_json(f"{name}/{which}", parsed, refusal)
    return json(shown | {"digest": chain.head(stored)})


def whole(asked: Request) -> Reply | LongAnswer:
    """The whole record as one file, which `campaign verify --file` checks."""
    here, ledger = asked.here, asked.house.ledger
    header = export.header_of(ledger, here.name)
    parts = in_parts(export.lines(ledger, header))
    name = ("Content-Disposition", f'attachment; filename="{here.name}.jsonl"')
    headers = ("ETag", f'"{header.head}"'), ("Cache-Control", "private, no-cache")
    return LongAnswer(parts, LINES, (name, *headers))


def in_parts(lines: Iterable[bytes]) -> Iterator[bytes]:
    """The same bytes in fewer, larger parts."""
    part = bytearray()
    for line in lines:
        part += line
        if len(part) >= PART:
            yield bytes(part)
            part.clear()
    yield bytes(part)


def report(asked: Request) -> Reply:
    """A turn's page of the reports."""
    from campaign.reports.pages import turn_html
    from campaign.web.screens import sheet

    made = asked.house.books.book(asked.here.name)
    for place, log in enumerate(made.logs):
        if log.turn == asked.path["turn"]:
            return sheet(turn_html(made, place), asked.here.name)
    return not_found()


# --- Campaigns as they are: the list, the state, what is awaited, and comparisons -----------------

_NUMBER = {"type": "integer", "minimum": 1}
_POINT = {"type": "string", "pattern": "^[0-9A-Za-z-]+$"}


class Listed(msgspec.Struct, frozen=True):
    """One of the caller's campaigns."""

    name: str
    title: str
    """Its title, or where it has none its name."""
    turn: str
    version: int
    """The number of its last event."""
    head: str
    """The digest of its last event."""


class AwaitedOf(msgspec.Struct, frozen=True):
    """Something that a campaign awaits of a member."""

    member: str
    power: str | None
    """The seat that it is asked of; null where it is none's."""
    what: str
    """What it is, as deadlines name it."""
    until: str | None
    """By when, RFC 3339 in UTC; null without a deadline."""


class AwaitedNow(msgspec.Struct, frozen=True):
    """Everything that a campaign awaits."""

    waiting: list[AwaitedOf]


class PointOf(msgspec.Struct, frozen=True):
    """A point of a campaign."""

    campaign: str
    version: int


class FigureDiffers(msgspec.Struct, frozen=True):
    """A figure that is not the same."""

    path: tuple[str, ...]
    """Its path in the state shown."""
    before: Any
    after: Any


class PointsCompared(msgspec.Struct, frozen=True, rename={"before": "from", "after": "to"}):
    """Every figure in which two points differ."""

    before: PointOf
    after: PointOf
    differences: list[FigureDiffers]


class FigureChanged(msgspec.Struct, frozen=True):
    """An event that changed a figure."""

    version: int
    turn: str
    rule: str
    type: str
    before: int | str | None
    change: int | None
    """By how much, where it is a number."""
    after: int | str | None
    told: str
    """The reason, as a sentence."""
    amended_by: int | None
    inserted: bool


class FigureTold(msgspec.Struct, frozen=True):
    """A figure, and each event that made it what it is."""

    figure: str
    of: list[str]
    value: int | str
    events: list[FigureChanged]


def campaigns(asked: Request) -> Reply:
    """The campaigns that the caller belongs to."""
    rows = []
    for here in context.seats(asked.house, memberships(asked.house, asked.caller)):
        shared, live = here.campaign, here.live
        title = shared.title or here.name
        rows.append(Listed(here.name, title, shared.turn, live.version, live.head))
    return json(rows)


def state(asked: Request) -> Reply:
    """The state as every member may see it, now or after an earlier event."""
    ledger, name, at = asked.house.ledger, asked.here.name, asked.asked("at")
    version = None
    if at:
        last, version = ledger.store.version(name), number(at)
        if not 1 <= version <= last:
            return refused(bad_field("at", f"{name} has the versions 1 to {last}"), 422)
    shown = ledger.show(name, version)
    tag = f'"{shown["head"]}"'
    headers = ("ETag", tag), ("Cache-Control", "private, no-cache")
    if known(asked.headers.get("if-none-match", ""), tag):
        return Reply(status=304, media="", headers=headers)
    return json(shown, 200, *headers)


def awaited(asked: Request) -> Reply:
    """Whom the campaign waits for, for what, and by when."""
    live = asked.here.live
    return json(tasks.waiting_in_json(live.system, live.state, asked.house.clock()))


def diff(asked: Request) -> Reply:
    """Every figure in which two points of the campaign differ."""
    shown: list[JsonObject] = []
    for field, default in (("from", ""), ("to", wording.NOW)):
        point = asked.asked(field, default)
        if not point:
            return refused(bad_field(field, "missing; a version, a turn or now"), 422)
        try:
            version = wording.version_of(asked.house.ledger, asked.here.name, point)
        except wording.NoVersionError as error:
            return refused(bad_field(field, str(error)), 422)
        shown.append(asked.house.ledger.show(asked.here.name, version))
    before, after = (PointOf(one["campaign"], one["version"]) for one in shown)
    changes = differences(*shown)
    figures = [FigureDiffers(one.path, one.before, one.after) for one in changes]
    return json(PointsCompared(before, after, figures))


def explain(asked: Request) -> Reply:
    """Each event that made a figure what it is, with the running total and the rule."""
    words = asked.query.get("of", ())
    try:
        account = explained(asked.house.ledger, asked.here.name, asked.path["figure"], words)
    except NoFigureError as error:
        return refused(bad_field("figure", str(error)), 422)
    return json(account.in_json())


CALLS = (
    ApiCall(
        CAMPAIGNS,
        "listCampaigns",
        campaigns,
        Success("The list, in order of the names.", list[Listed]),
    ),
    ApiCall(
        ONE,
        "showCampaign",
        state,
        Success(
            "The state, as `campaign show --json` prints it.",
            JsonObject,
            headers={"ETag": "the digest of its last event"},
        ),
        takes=(
            Parameter("at", "query", "the version after which it is shown", _NUMBER),
            Parameter("If-None-Match", "header", "an ETag: the answer is 304 if it is the same"),
        ),
        failures=(304, 422),
    ),
    ApiCall(
        f"{ONE}/waiting",
        "showWaiting",
        awaited,
        Success("A line for each member and thing.", AwaitedNow),
    ),
    ApiCall(
        f"{ONE}/diff",
        "compare",
        diff,
        Success("The figures, as `campaign diff --json` prints them.", PointsCompared),
        takes=(
            Parameter("from", "query", "a version, a turn (its end) or now", _POINT, required=True),
            Parameter("to", "query", "a version, a turn (its end) or now, as without it", _POINT),
        ),
        failures=(422,),
    ),
    ApiCall(
        f"{ONE}/explain/{{figure}}",
        "explain",
        explain,
        Success("The events, as `campaign explain --json` prints them.", FigureTold),
        takes=(
            Parameter("figure", "path", "the figure's name", required=True),
            Parameter(
                "of",
                "query",
                "whose figure it is, once for each word",
                {"type": "array", "items": {"type": "string"}},
            ),
        ),
        failures=(422,),
    ),
    ApiCall(
        f"{ONE}/events",
        "listEvents",
        events,
        Success("The events, as `campaign log --json` prints them.", EventsRead),
        takes=(
            Parameter(
                "after",
                "query",
                "the version of the last event that is known",
                {"type": "integer", "minimum": 0, "default": 0},
            ),
            Parameter(
                "limit",
                "query",
                "how many events at most",
                {"type": "integer", "minimum": 1, "maximum": MOST, "default": FEW},
            ),
        ),
        failures=(422,),
    ),
    ApiCall(
        f"{ONE}/receipts/{{number}}",
        "showReceipt",
        receipt,
        Success("The receipt, as `campaign receipt --json` prints it.", ReceiptTold),
        takes=(
            Parameter(
                "number", "path", "its number", {"type": "integer", "minimum": 1}, required=True
            ),
        ),
    ),
    ApiCall(
        f"{ONE}/reports/{{turn}}",
        "showReport",
        report,
        Success("The page.", media=HTML),
        takes=(Parameter("turn", "path", "the turn, such as 1939-SO", required=True),),
    ),
    ApiCall(
        f"{ONE}/export",
        "exportCampaign",
        whole,
        Success(
            "A line of JSON for each event and receipt.",
            media=LINES,
            headers={"ETag": "the digest of its last event"},
        ),
    ),
)
