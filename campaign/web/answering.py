"""What answers a form that was sent: its receipt and its salt, for the sender alone."""

import base64

import msgspec

from campaign.people.doors import moment
from campaign.text.json_values import JsonFields, JsonObject
from campaign.text.moments import in_words
from campaign.web.given import GivenAnswer
from campaign.web.receipt_numbers import number_of
from campaign.web.replies import Reply
from campaign.web.screens import campaign_screen
from campaign.web.sentences import sentences
from campaign.web.visits import Visit


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
