"""A receipt: that something is in, when, and what proves it. Its salt is for the sender alone."""

import base64

import msgspec

from campaign.people.doors import moment
from campaign.proof.receipts import Receipt
from campaign.store import kept_receipts
from campaign.store.protocol import StoreError
from campaign.store.vault import VaultError
from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.moments import in_words
from campaign.web.given import GivenAnswer
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.replies import Reply
from campaign.web.screens import campaign_screen, names
from campaign.web.signed_receipts import shown
from campaign.web.visits import Visit
from events import chain

LONGEST = 18
"""How many digits the number of a receipt may have."""


def given(visit: Visit, answer: JsonObject, key: str, command: JsonFields) -> Reply:
    """The page that answers what was sent, for the sender alone; kept for who reloads it."""
    sent = msgspec.json.encode(command).decode()
    house, here = visit.house, visit.here
    now = moment(house.clock())
    device = visit.device.digest if visit.device else ""
    kept = GivenAnswer(sent, answer, device, now)
    if "receipt" not in answer:  # the same was sent before, and came twice at the same moment
        return given_before(visit, key) or _page(visit, answer, None)
    if key:
        house.given.keep(here.campaign.id, here.member, key, kept)
    return _page(visit, answer, kept)


def given_before(visit: Visit, key: str) -> Reply | None:
    """The answer to a form that was sent before; None if it was not.

    The salt is on it for ten minutes, on the device that sent it; nothing is recorded.
    """
    house, here = visit.house, visit.here
    found = house.ledger.store.versions_of(here.name, key) if key else None
    if found is None:
        return None
    first, last = found
    recorded = list(house.ledger.history(here.name, first - 1, last))
    if recorded[0].event.by != here.member:
        return None  # the ledger refuses it, and says nothing of the first
    device = visit.device.digest if visit.device else ""
    now = moment(house.clock())
    kept = house.given.again(here.campaign.id, here.member, key, device, now)
    if kept is not None:
        return _page(visit, kept.answer, kept)
    number = number_of(visit, first, last)
    receipt = {"receipt": {"id": f"{here.name}/{number}"}} if number else {}
    answer = {"events": [{"version": one.version} for one in recorded], **receipt}
    return _page(visit, answer, None)


def number_of(visit: Visit, first: int, last: int) -> int:
    """The number of the receipt for some events; 0 if there is none."""
    for number, stored in visit.house.ledger.store.receipts(visit.here.name):
        if (receipt := _read(stored)) is not None and receipt.versions == (first, last):
            return number
    return 0


def _page(visit: Visit, answer: JsonObject, kept: GivenAnswer | None) -> Reply:
    """The page that answers a form; without what was kept it has no salt."""
    after = visit.afterwards()
    receipt = answer.get("receipt", {})
    number = str(receipt.get("id", "")).rpartition("/")[2]
    versions = [event["version"] for event in answer["events"]]
    return campaign_screen(
        after,
        "given.html",
        "board",
        number=number,
        id=receipt.get("id", ""),
        at=receipt.get("at", ""),
        when=in_words(receipt.get("at", "")),
        digest=receipt.get("digest", ""),
        salt=receipt.get("salt", "") if kept else "",
        sent=kept.sent if kept else "",
        files=_files(kept) if kept else (),
        sentences=sentences(after, versions),
    )


def _files(kept: GivenAnswer) -> tuple[tuple[str, str, str], ...]:
    """What was sent and what was answered, as files to keep: their names, meaning and address."""
    name = str(kept.answer["receipt"]["id"]).replace("/", "-")
    answer = msgspec.json.encode(kept.answer)
    return (
        (f"{name}-sent.json", "What you sent", _address(kept.sent.encode())),
        (f"{name}-answer.json", "The answer with its salt", _address(answer)),
    )


def _address(content: bytes) -> str:
    return f"data:application/json;base64,{base64.b64encode(content).decode()}"


def sentences(visit: Visit, versions: list[int]) -> list[tuple[int, str]]:
    """Events by number, each in a sentence."""
    if not versions:
        return []
    here, ledger = visit.here, visit.house.ledger
    view, called = here.live.system.view, names(here)
    found = []
    for entry in ledger.effective(here.name, versions[0] - 1, versions[-1]):
        then = isinstance(entry.event, view.then)
        known = view.names(ledger.live(here.name, entry.version).state) if then else called
        found.append((entry.version, view.sentence(entry.event, known)))
    return found


def receipt(visit: Visit) -> Reply:
    """A receipt as every member may see it."""
    here, house = visit.here, visit.house
    number = visit.path["number"]
    if not number.isascii() or not number.isdecimal() or len(number) > LONGEST:
        return missing(house)
    stored = house.ledger.store.receipt(here.name, int(number))
    found = _read(stored) if stored else None
    if stored is None or found is None:
        return missing(house)
    first, last = found.versions or (1, 0)
    return campaign_screen(
        visit,
        "receipt.html",
        "journal",
        number=number,
        receipt=found,
        digest=chain.head(stored),
        when=in_words(found.at),
        who=names(here).member(found.by) if found.by else "",
        refusal=_refusal(visit, found),
        sentences=sentences(visit, list(range(first, last + 1))),
        is_new="new" in visit.query,
        signature=shown(visit, int(number), found),
    )


def _refusal(visit: Visit, found: Receipt) -> str:
    """Why something was refused, for who sent it; empty for others."""
    if found.versions is not None:
        return ""
    try:
        told = kept_receipts.refusal(visit.house.ledger, visit.here.name, found, visit.here.member)
    except (StoreError, VaultError):
        return ""
    return told.reason if told is not None else ""


def _read(stored: bytes) -> Receipt | None:
    from campaign.proof import receipts

    try:
        return receipts.read(stored)
    except receipts.UNREADABLE:
        return None


PLACES = (Place("/c/{name}/receipts/{number}", receipt, "member", about="a receipt"),)
