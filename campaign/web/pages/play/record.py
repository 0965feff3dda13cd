"""The record: the journal and its lines, a receipt, and what vouches for it all."""

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import msgspec

import campaign
from campaign.disputes.interviews import WRONG, claim_of
from campaign.disputes.restating import is_position
from campaign.handler.tasks import form_of
from campaign.history.effective import own
from campaign.kernel.projections import JournalLine
from campaign.reports.book import Book
from campaign.store import ledger, protocol, vault
from campaign.store.reader import LogEntry, Reader
from campaign.text.json_values import JsonFields
from campaign.verify.receipts import Receipt
from campaign.verify.witness import digests_in
from campaign.web.context import RequestContext, get, post
from campaign.web.errors import missing
from campaign.web.parts.visited import names, sentences, unsigned
from campaign.web.receipts import read_receipt, shown
from campaign.web.rendering import SCRIPTS, script_text, worker_text
from campaign.web.replies import Reply, number, see_other
from campaign.web.screens import campaign_screen, not_recorded
from campaign.web.stages import AT_ONCE, OfferedAct, next_acts
from events import chain
from events.disputes import (
    ActUndone,
    EventAmended,
    EventsInserted,
    EventsStruck,
    FigureAdjusted,
    Rewound,
)

# --- The journal: every event in a sentence, who it came from and when; each has an address -----

WORD_LETTERS = 80
"""How much of what somebody looks for counts."""


def journal(visit: RequestContext) -> Reply:
    """A turn's journal; of all turns, the lines with a word."""
    here = visit.here
    made = visit.house.books.book(here.name)
    word = visit.query.get("word", "").strip()[:WORD_LETTERS]
    wanted = visit.query.get("turn", "") or (made.logs[-1].turn if not word else "")
    places = [place for place, log in enumerate(made.logs) if wanted in ("", log.turn)]
    if not places:
        return missing(visit.house)
    return campaign_screen(
        visit,
        "journal.html",
        "record",
        turns=[*_turns(made, places, word)],
        rail=[log.turn for log in made.logs],
        wanted=wanted,
        word=word,
        marks={one.version: one.note for one in here.campaign.record.bookmarks},
        unsigned=unsigned(visit.house, here),
    )


def _with(lines: Sequence[JournalLine], word: str) -> tuple[JournalLine, ...]:
    """The lines that have a word in them, whoever sent them."""
    folded = word.casefold()
    return tuple(
        line
        for line in reversed(lines)
        if folded in f"{line.sentence} {line.by} {line.version}".casefold()
    )


# --- A line of the journal by itself: to dispute it, or to mark it for others to find -----------


def _turns(
    book: Book, places: Sequence[int], word: str
) -> Iterator[tuple[str, Sequence[JournalLine]]]:
    """Turns with their lines, the newest first; of a word, those where it stands."""
    for place in reversed(places):
        lines = _with(book.whole(place).logs[place].lines, word)
        if lines or not word:
            yield book.logs[place].turn, lines


def _of(version: int, pairs: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    return [pair for pair in pairs if pair[0] == version]


def line(visit: RequestContext, why: str = "", wrong: str = "", status: int = 200) -> Reply:
    """The event, those that the same command brought, and what can be done about it."""
    here, version = visit.here, _version(visit)
    if not version:
        return missing(visit.house)
    ledger, called = visit.house.ledger, names(here)
    whole = ledger.whole_act(here.name, version)
    together = sentences(visit, list(range(whole[0], whole[-1] + 1)))
    entry = next(iter(ledger.history(here.name, version - 1, version)))
    by = called.member(entry.event.by) if entry.event.by else ""
    record = here.campaign.record
    return campaign_screen(
        visit,
        "line.html",
        "record",
        status,
        version=version,
        lines=_of(version, together),
        others=[pair for pair in together if pair[0] != version],
        by=by,
        at=entry.event.at,
        marks=[one for one in record.bookmarks if one.version == version],
        who=called.member,
        unsigned=unsigned(visit.house, here).get(version, []),
        disputes=[one for one in record.disputes.values() if version in one.versions],
        seat=called.seat,
        what_is_wrong=tuple(WRONG.items()),
        typed=visit.form,
        wrong=wrong,
        why=why,
        stands=_as_it_counts(visit, version),
        may_restate=is_position(entry.event) and here.is_host,
    )


def _as_it_counts(visit: RequestContext, version: int) -> LogEntry:
    """The event after all corrections."""
    counted = visit.house.ledger.effective(visit.here.name, version - 1, version)
    return next(one for one in counted if one.version == version and not one.inserted)


def _version(visit: RequestContext) -> int:
    """The event that the address names; 0 if there is none."""
    version = number(visit.path["event"])
    return version if 1 <= version <= visit.here.live.version else 0


def say(visit: RequestContext) -> Reply:
    """Raises the dispute, or sets the mark; what was typed stays when it is refused."""
    here, version = visit.here, _version(visit)
    if not version:
        return missing(visit.house)
    marks, back = "note" in visit.form, f"/c/{here.name}/journal#event-{version}"
    if visit.was_sent:
        return see_other(back if marks else f"/c/{here.name}/disputes")
    field = "note" if marks else "claim"
    text = claim_of(visit.form.get("what", ""), visit.words(field))
    if not text:
        what = "a few words, so that others know why" if marks else "what was wrong"
        return line(visit, f"Write {what}. Nothing was recorded.", field, 422)
    command: JsonFields = {"command": "SetBookmark", "version": version, "note": text}
    if not marks:
        command = _dispute(visit, version, text)
    if (refused := visit.send(command).refused) is not None:
        return line(visit, not_recorded(refused.in_place), field, 409)
    if marks:
        return see_other(back)
    raised = list(visit.afterwards().here.campaign.record.disputes)[-1]
    return see_other(f"/c/{here.name}/disputes/{raised}")


def _dispute(visit: RequestContext, version: int, claim: str) -> JsonFields:
    """The dispute of an event, or of all that its command brought, with those whom it concerns."""
    seats = [seat for seat in visit.here.campaign.seats if f"powers:{seat}" in visit.form]
    whole = visit.house.ledger.whole_act(visit.here.name, version)
    versions = whole if "whole" in visit.form else (version,)
    command: JsonFields = {"command": "RaiseDispute", "versions": versions, "claim": claim}
    return {**command, "powers": seats} if seats else command


# --- A receipt: that something is in, when, and what proves it ----------------------------------


def receipt(visit: RequestContext) -> Reply:
    """A receipt as every member may see it."""
    here, house, which = visit.here, visit.house, number(visit.path["number"])
    stored = house.ledger.store.receipt(here.name, which)
    parsed = read_receipt(stored) if stored else None
    if stored is None or parsed is None:
        return missing(house)
    first, last = parsed.versions or (1, 0)
    return campaign_screen(
        visit,
        "receipt.html",
        "record",
        number=visit.path["number"],
        receipt=parsed,
        digest=chain.head(stored),
        who=names(here).member(parsed.by) if parsed.by else "",
        refusal=_refusal(visit, parsed),
        sentences=sentences(visit, list(range(first, last + 1))),
        corrected=_corrected(visit, first) if parsed.versions else None,
        is_new="new" in visit.query,
        may_go=parsed.by == here.member and _may_go(visit, first, last),
        next_acts=_following(visit, first) if "new" in visit.query and parsed.versions else (),
        signature=shown(visit, which, parsed),
    )


def _may_go(visit: RequestContext, first: int, last: int) -> bool:
    """Whether an act may be taken back at all: not what was opened, drawn, rolled or corrected."""
    settles = visit.here.live.system.secrets.settles
    events = (one.event for one in visit.house.ledger.history(visit.here.name, first - 1, last))
    return not any(settles(event) or own(event) for event in events)


class ShownCorrection(msgspec.Struct, frozen=True):
    """What an event corrected, for the page that answers who made the correction."""

    dispute: str = ""
    """The dispute whose ruling it rests on; empty for an act taken back."""
    now: str = ""
    """What the amended line says now."""
    gone: tuple[str, ...] = ()
    """What counts no more."""


def _corrected(visit: RequestContext, first: int) -> ShownCorrection | None:
    """What a correction came to; None for any other act."""
    here = visit.here
    event = next(iter(visit.house.ledger.history(here.name, first - 1, first))).event
    if isinstance(event, EventAmended):
        now = sentences(visit, [event.about])
        return ShownCorrection(event.dispute, now[0][1] if now else "")
    if isinstance(event, EventsInserted | FigureAdjusted | Rewound):
        return ShownCorrection(event.dispute)
    if not isinstance(event, EventsStruck | ActUndone):
        return None
    struck = sorted(event.versions)
    gone = tuple(text for at, text in sentences(visit, struck) if at in struck)
    return ShownCorrection(event.dispute if isinstance(event, EventsStruck) else "", gone=gone)


def _following(visit: RequestContext, first: int) -> tuple[OfferedAct, ...]:
    """What can be done next: the same act, where it is often done once more, then all else."""
    once_more = _once_more(visit, first)
    following = next_acts(visit.here, visit.house.clock())
    return (once_more, *following)[:AT_ONCE] if once_more else following


def _once_more(visit: RequestContext, first: int) -> OfferedAct | None:
    """The act again, on the line that it was done on; None where it is seldom repeated."""
    here, store = visit.here, visit.house.ledger
    act = next(iter(store.history(here.name, first - 1, first))).event.act
    fields = act if isinstance(act, dict) else {}
    kind = here.live.system.rules.commands.get(str(fields.get("command", "")))
    if kind is None or not kind.repeats:
        return None
    known = {"line": str(fields["line"])} if fields.get("line") else {}
    return OfferedAct(kind.repeats, f"/c/{here.name}{form_of(kind.__name__, known)}")


def _refusal(visit: RequestContext, receipt: Receipt) -> str:
    """Why something was refused, for who sent it; empty for others."""
    if receipt.versions is not None:
        return ""
    try:
        refusal = ledger.refusal(visit.house.ledger, visit.here.name, receipt, visit.here.member)
    except (protocol.StoreError, vault.VaultError):
        return ""
    return refusal.reason if refusal is not None else ""


# --- Proof: what vouches for the record, its last check, draws, and old mails held against it ---

MOST = 20
"""How many digests of a text are looked for."""
LETTERS = 60_000


Held = tuple[str, int, int]
"""A digest from an old mail or report, with the event and the receipt that have it; 0 for none."""


def proof(visit: RequestContext, held: tuple[Held, ...] = (), why: str = "") -> Reply:
    """The page; `held` is what came of a text that was held against the record."""
    here, house = visit.here, visit.house
    called = names(here)
    checked = house.checks.last(here.campaign.id)
    made = house.books.book(here.name)
    return campaign_screen(
        visit,
        "proof.html",
        "record",
        422 if why else 200,
        why=why,
        held=held,
        typed=visit.form.get("text", "") if why else "",
        head=groups(here.live.head),
        checked=checked,
        is_older=checked is not None and checked.head != here.live.head,
        is_under_way=house.checks.is_under_way(here.campaign.id),
        draws=list(reversed(here.live.system.rooms.drawn(made.logs))),
        keys=[
            (called.member(key.member), key.algorithm, id, key.retired)
            for id, key in here.campaign.record.keys.enrolled.items()
        ],
        scripts=[(name, groups(digest)) for name, digest in script_digests()],
        program=groups(program_digest()),
    )


def groups(digest: str) -> str:
    """A digest in groups of eight, as people compare it."""
    return " ".join(digest[place : place + 8] for place in range(0, len(digest), 8))


@cache
def script_digests() -> tuple[tuple[str, str], ...]:
    """Each script as the service sends it, with the digest of those bytes; the app's worker too."""
    sent = [*((name, script_text(name)) for name in SCRIPTS), ("worker", worker_text())]
    return tuple((name, hashlib.sha256(text.encode()).hexdigest()) for name, text in sent)


@cache
def program_digest() -> str:
    """One digest of all programs and templates that make the pages."""
    root = Path(campaign.__file__).parent
    files = [*root.rglob("*.py"), *root.rglob("*.html"), *(root.parent / "templates").rglob("*")]
    digest = hashlib.sha256()
    for file in sorted(one for one in files if one.is_file()):
        digest.update(f"{file.relative_to(root.parent).as_posix()}\n".encode())
        digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def check(visit: RequestContext) -> Reply:
    """Has the record checked, and goes back to the page."""
    here = visit.here
    visit.house.checks.ask(here.name, here.campaign.id)
    return see_other(f"/c/{here.name}/proof")


def hold(visit: RequestContext) -> Reply:
    """Looks for the digests of an old mail or report in the record. Nothing is recorded."""
    digests = digests_in(visit.form.get("text", "")[:LETTERS])[:MOST]
    if not digests:
        return proof(
            visit, why="There is no digest in it: 64 hex digits, or eight groups of eight."
        )
    with visit.house.slow.reading() as slow:
        return proof(visit, held=held_against(slow.reader, visit.here.name, digests))


def held_against(reader: Reader, name: str, digests: list[str]) -> tuple[Held, ...]:
    """Where the record has each digest: as that of an event, or of a receipt."""
    events = {chain.head(stored): version for version, _, stored in reader.store.rows(name)}
    receipts = {chain.head(stored): number for number, stored in reader.store.receipts(name)}
    return tuple((one, events.get(one, 0), receipts.get(one, 0)) for one in digests)


PLACES = (
    get("/c/{name}/journal", journal, "member", is_packed=True),
    get("/c/{name}/journal/{event}", line, "member"),
    post("/c/{name}/journal/{event}", say, "member", sends=True),
    get("/c/{name}/receipts/{number}", receipt, "member"),
    get("/c/{name}/proof", proof, "member"),
    post("/c/{name}/proof", hold, "member"),
    post("/c/{name}/proof/check", check, "member"),
)
