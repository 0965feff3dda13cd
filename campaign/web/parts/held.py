"""What is held in a campaign, and the requests of its members, as its pages say them. IO."""

from collections.abc import Iterator
from typing import NamedTuple

from campaign.accounts.table.requests import StoredRequest, StoredRequests
from campaign.disputes.taking_back import whom
from campaign.handler import requests, tasks
from campaign.handler.holding import Holding, called
from campaign.web.context import Entered, RequestContext
from campaign.web.parts.visited import by_clock, sentences


class HeldNote(NamedTuple):
    """What is held in a campaign, as its pages say it."""

    text: str = ""
    """Who does what: `Anna opens the orders`; empty where nothing is held."""
    left: int = 0
    """In how many seconds."""
    is_mine: bool = False
    dropped: str = ""
    """Why the visitor's own last act was dropped."""


def held_note(visit: RequestContext) -> HeldNote:
    """The act that is held in the visitor's campaign, and what became of their own last one."""
    house, here = visit.house, visit.here
    holding = Holding(house.desk, house.clock)
    dropped = holding.acts.dropped(here.campaign.id, here.member)
    act = holding.acts.of(here.campaign.id)
    if act is None:
        return HeldNote(dropped=dropped)
    text = " ".join(called(here.campaign, act, here.live.system.rules.commands.values()))
    return HeldNote(text, holding.left(act), act.member == here.member, dropped)


class RequestLine(NamedTuple):
    """A request as the visitor reads it, with what they can do about it."""

    id: str
    text: str
    words: str
    """The sender's own."""
    yes: str = ""
    """What the button says that grants it; empty where that is not the visitor's."""
    no: str = ""
    is_mine: bool = False
    way: str = ""
    """Where the visitor goes on, below the campaign's address; empty where nothing is to do."""
    is_over: bool = False
    """Whether it is answered, so that its sender has only to see it."""


def request_lines(visit: RequestContext) -> list[RequestLine]:
    """The requests that wait for the visitor, and their own."""
    here, house = visit.here, visit.house
    known = StoredRequests(house.people.file).of(here.campaign.id)
    if not known:
        return []
    lines = list(_about_time(visit, known))
    lines += (RequestLine(one.id, NOT_AGREED, "", is_mine=True, is_over=True) for one in known
              if (one.kind, one.state, one.member) == ("back", "refused", here.member))  # fmt: skip
    waits = requests.waiting_undo(house.ledger, here.name, here.campaign, known)
    if waits is not None and (waits.request.member == here.member or waits.waits_for(here.member)):
        lines.append(_of_undo(visit, waits))
    return lines


def _about_time(visit: RequestContext, known: list[StoredRequest]) -> Iterator[RequestLine]:
    """The requests of time about what is still asked."""
    here, now = visit.here, visit.house.clock()
    parts = tasks.asked(here.live.system, here.live.state, now)
    for one in known:
        part = requests.still_asked(one, parts) if one.kind == "time" else None
        line = _of_time(here, one, part, now) if part is not None else None
        if line is not None:
            yield line


NOT_AGREED = "Not everybody agrees that you take it back. It stays."


def _of_time(here: Entered, one: StoredRequest, part: tasks.Asked, now: str) -> RequestLine | None:
    """A request of time, for the host who answers it and for its sender."""
    is_mine, until = one.member == here.member, by_clock(here, one.words[1], now)
    if one.state != "open":
        text = f"You have time until {until}." if one.state == "granted" else "No more time."
        return RequestLine(one.id, text, "", is_mine=True, is_over=True) if is_mine else None
    if not (is_mine or here.is_host):
        return None
    keep = f"Keep {by_clock(here, part.until, now)}" if part.until else "Not now"
    who = "You ask" if is_mine else f"{here.campaign.called(one.member)} asks"
    text = f"{who} for time until {until}: {part.owed.title}."
    yes, no = (f"Until {until}", keep) if here.is_host else ("", "")
    return RequestLine(one.id, text, one.text, yes, no, is_mine)


def _of_undo(visit: RequestContext, waits: requests.WaitingUndo) -> RequestLine:
    """A request to take an act back, for its sender and for those who have to agree."""
    here, one = visit.here, waits.request
    about = " ".join(text for _, text in sentences(visit, list(waits.asked.versions)))
    if one.member != here.member:
        text = f"{here.campaign.called(one.member)} asks to take back: {about}"
        return RequestLine(one.id, text, one.text, "I agree", "No")
    if not waits.awaited:
        text = f"All agree that you take back: {about}"
        way = f"/undo?event={waits.asked.versions[0]}"
        return RequestLine(one.id, text, one.text, is_mine=True, way=way)
    text = f"You ask to take back: {about} It waits for {whom(here.campaign, waits.awaited)}."
    return RequestLine(one.id, text, one.text, is_mine=True)
