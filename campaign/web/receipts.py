"""Receipts on pages: what answers a form that was sent, when a choice came in, and whether its
signature is right. IO.
"""

import base64

import msgspec

from campaign.accounts.devices import moment
from campaign.kernel.keys import ACT_HEADER, act_digest
from campaign.text.json_values import JsonFields, JsonObject
from campaign.verify import receipts, signatures
from campaign.verify.receipts import Receipt
from campaign.web.context import RequestContext
from campaign.web.parts.visited import sentences
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen
from campaign.web.server.shared_state import SentAnswer
from campaign.web.stages import next_acts

# --- Receipts as they are kept, found by the events that they are for ---------------------------


def receipt_number(visit: RequestContext, first: int, last: int) -> int:
    """The number of the receipt for some events; 0 if there is none."""
    for number, stored in visit.house.ledger.store.receipts_of(visit.here.name, first, last):
        if (receipt := read_receipt(stored)) is not None and receipt.versions == (first, last):
            return number
    return 0


def read_receipt(stored: bytes) -> Receipt | None:
    """A receipt as it is kept; None if it cannot be read."""
    try:
        return receipts.read(stored)
    except receipts.UNREADABLE:
        return None


# --- When an answer that may still be changed came in, and its receipt: what its envelope says --

LOOKED_AT = 64
"""How many of the last events are looked through: what may still be changed is not old."""


class EnvelopeNote(msgspec.Struct, frozen=True):
    """What stands on an envelope."""

    at: str
    number: int = 0
    """Of its receipt; 0 where there is none."""


def envelope(visit: RequestContext, commitment: str) -> EnvelopeNote | None:
    """When the answer with a commitment came in; None if that was long ago."""
    here, ledger = visit.here, visit.house.ledger
    last = here.live.version
    recent = list(ledger.history(here.name, max(last - LOOKED_AT, 0), last))
    for entry in reversed(recent):
        if commitment and getattr(entry.event, "commitment", "") == commitment:
            at = entry.event.at
            return EnvelopeNote(at, receipt_number(visit, entry.version, entry.version))
    return None


# --- The signature in a receipt, checked anew for whoever looks at it ---------------------------
# IO: reads the record.


class ShownSignature(msgspec.Struct, frozen=True):
    """A receipt's signature, and what somebody needs to check it themselves."""

    text: str
    """What was signed, as it was handed in."""
    key: str
    public: str
    """The public key; empty where none of this id is known."""
    is_passkey: bool
    value: str
    digest: str
    """What the key signed, in hexadecimal digits."""
    lines: tuple[str, ...]
    """The lines before the text, whose digest that is together with it."""
    wrong: tuple[str, ...]
    """Why it does not hold; empty if it does."""


def shown(visit: RequestContext, number: int, receipt: Receipt) -> ShownSignature | None:
    """The signature of a receipt; None where nothing was signed."""
    first = receipt.versions[0] if receipt.versions else 0
    if not receipt.signature or first < 2:  # before the first event there is no key
        return None
    name, ledger = visit.here.name, visit.house.ledger
    campaign = ledger.live(name, first - 1).state.campaign
    event = next(iter(ledger.history(name, first - 1, first))).event
    wrong = tuple(signatures.SignedAct(number, receipt, first).wrong(campaign, event))
    key = campaign.record.keys.enrolled.get(receipt.key)
    text = receipt.text.encode("utf-8", "surrogatepass")
    return ShownSignature(
        receipt.text,
        receipt.key,
        key.public if key else "",
        key is not None and key.algorithm == "webauthn",
        receipt.signature,
        act_digest(campaign.id, event.by, text).hex(),
        (ACT_HEADER, campaign.id, event.by),
        wrong,
    )


# --- What answers a form that was sent: its receipt and its salt, for the sender alone ----------


def recorded(visit: RequestContext, answer: JsonObject) -> Reply:
    """Leads to the page that says what was recorded, and what can be done next."""
    number = answer["receipt"]["id"].rpartition("/")[2]
    return see_other(f"/c/{visit.here.name}/receipts/{number}?new")


def receipt_page(visit: RequestContext, answer: JsonObject, command: JsonFields) -> Reply:
    """The page that answers what was sent, for the sender alone; kept for who reloads it."""
    sent = msgspec.json.encode(visit.keyed(command)).decode()
    house, here = visit.house, visit.here
    now = moment(house.clock())
    device = visit.device.digest if visit.device else ""
    stored = SentAnswer(sent, answer, device, now)
    if "receipt" not in answer:  # the same was sent before, and came twice at the same moment
        return receipt_page_before(visit) or _page(visit, answer, None)
    if visit.key:
        house.together.answers.keep(here.campaign.id, here.member, visit.key, stored)
    return _page(visit, answer, stored)


def receipt_page_before(visit: RequestContext) -> Reply | None:
    """The answer to a form that was sent before; None if it was not.

    The salt is on it for ten minutes, on the device that sent it; nothing is recorded.
    """
    house, here, key = visit.house, visit.here, visit.key
    versions = house.ledger.store.versions_of(here.name, key) if key else None
    if versions is None:
        return None
    first, last = versions
    recorded = list(house.ledger.history(here.name, first - 1, last))
    if recorded[0].event.by != here.member:
        return None  # the ledger refuses it, and says nothing of the first
    device = visit.device.digest if visit.device else ""
    now = moment(house.clock())
    stored = house.together.answers.again(here.campaign.id, here.member, key, device, now)
    if stored is not None:
        return _page(visit, stored.answer, stored)
    number = receipt_number(visit, first, last)
    receipt = {"receipt": {"id": f"{here.name}/{number}"}} if number else {}
    answer = {"events": [{"version": one.version} for one in recorded], **receipt}
    return _page(visit, answer, None)


def _page(visit: RequestContext, answer: JsonObject, stored: SentAnswer | None) -> Reply:
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
        digest=receipt.get("digest", ""),
        salt=receipt.get("salt", "") if stored else "",
        sent=stored.sent if stored else "",
        files=_files(stored) if stored else (),
        sentences=sentences(after, versions),
        next_acts=next_acts(after.here, after.house.clock()),
    )


def _files(stored: SentAnswer) -> tuple[tuple[str, str, str], ...]:
    """What was sent and what was answered, as files to keep: their names, meaning and address."""
    name = str(stored.answer["receipt"]["id"]).replace("/", "-")
    answer = msgspec.json.encode(stored.answer)
    return (
        (f"{name}-sent.json", "What you sent", _address(stored.sent.encode())),
        (f"{name}-answer.json", "The answer with its salt", _address(answer)),
    )


def _address(content: bytes) -> str:
    return f"data:application/json;base64,{base64.b64encode(content).decode()}"
