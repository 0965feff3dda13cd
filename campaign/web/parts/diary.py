"""Dispatches of the war diary on pages of the service. IO."""

import re
from urllib.parse import urlencode

import msgspec
from markupsafe import Markup

from campaign.diary.reading import is_loose, is_sealed
from campaign.diary.words import REMOVED, Dispatch
from campaign.handler.dispatches import DiaryShelf
from campaign.notifications.local_time import in_short
from campaign.reports.dispatches import subject_file
from campaign.text.prose import in_html
from campaign.web.context import House, RequestContext
from campaign.web.parts.visited import seats_called
from campaign.web.rendering import shown
from campaign.web.replies import Reply


class DispatchLine(msgspec.Struct, frozen=True):
    """A dispatch as a page shows it to its reader."""

    said: Dispatch
    words: Markup
    when: str
    on: str
    """What it is about, in words."""
    seat: str
    """What its author played; empty without."""
    is_mine: bool
    sealed: str
    """Up to when others cannot read it, in words; empty if they can."""


def shelf_of(house: House) -> DiaryShelf:
    """The diaries of the service's campaigns."""
    return house.desk.filing.shelf


def lines_for(visit: RequestContext, turn: str = "", subject: str = "") -> tuple[DispatchLine, ...]:
    """The dispatches that the visitor may read: all of them, or those about a turn or a subject."""
    here = visit.here
    if (turn or subject) and not here.campaign.record.dispatches:
        return ()
    said = shelf_of(visit.house).dispatches(here.name, here.member)
    return tuple(
        _line(visit, one) for one in said if turn in ("", one.turn) and subject in ("", one.subject)
    )


def owed(visit: RequestContext) -> int:
    """How many dispatches wait for a host, or were reported to the hosts; nothing for others."""
    here = visit.here
    if not here.is_host or here.is_what_if:
        return 0
    return shelf_of(visit.house).rows.owed(here.campaign.id)


_UNTIL = {"turn": "the turn ends", "end": "the campaign ends"}


def _line(visit: RequestContext, one: Dispatch) -> DispatchLine:
    here, live = visit.here, visit.here.live
    calendar = live.calendar
    filed = here.campaign.record.dispatches[one.id]
    subjects = live.system.view.subjects(live.state)
    turn = calendar.in_words(one.turn)
    if is_loose(here.campaign, calendar, one.turn):
        turn = f"{turn}, which was undone"
    about = subjects.get(one.subject, one.subject)
    sealed = is_sealed(here.campaign, calendar, filed)
    return DispatchLine(
        one,
        Markup(in_html(one.words)),
        in_short(one.at, here.zone),
        f"{about}, {turn}" if about else turn,
        filed.seat,
        filed.by == here.member,
        calendar.in_own_word(_UNTIL[filed.until]) if sealed else "",
    )


_END = b"</main>"
_ARTICLES = re.compile(rb'<article [^>]*id="([a-z]+-[^"]+)"')


def subject_of(visit: RequestContext, file: str) -> str:
    """Whom or what a page of the reports is about that dispatches can be about too; else empty."""
    subjects = visit.here.live.system.view.subjects(visit.here.live.state)
    return next((one for one in subjects if subject_file(one) == file), "")


def with_dispatches(
    visit: RequestContext, reply: Reply, turn: str = "", subject: str = ""
) -> Reply:
    """The page of a turn or a subject with the dispatches about it that the visitor may read, and
    the way to write one; also about what has an article of its own there, such as a battle.
    """
    if visit.here.is_what_if:
        return reply
    articles = {f"{one.decode()}.html" for one in _ARTICLES.findall(reply.body)}
    subjects = visit.here.live.system.view.subjects(visit.here.live.state) if articles else {}
    html = shown(
        "diary_sheet.html",
        200,
        visit.here.live.system,
        here=visit.here,
        lines=lines_for(visit, turn, subject),
        begun=urlencode({"subject": subject} if subject else {"turn": turn}),
        articles={
            urlencode({"turn": turn, "subject": one}): subjects[one]
            for one in subjects
            if subject_file(one) in articles
        },
        removed=REMOVED,
        **seats_called(visit.here),
    )
    return msgspec.structs.replace(reply, body=reply.body.replace(_END, html.body + _END, 1))
