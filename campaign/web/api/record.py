"""Calls about the record: events, receipts, reports, and the whole of it as one file."""

from collections.abc import Iterable, Iterator

import msgspec

from campaign.kernel.decisions import bad_field
from campaign.store import export, reader, vault
from campaign.store import ledger as store_ledger
from campaign.text.json_values import JsonObject
from campaign.web.api.endpoint import (
    ONE,
    ApiCall,
    LongAnswer,
    Parameter,
    Request,
    Success,
    json,
    not_found,
    refused,
)
from campaign.web.replies import HTML, Reply, number
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


CALLS = (
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
