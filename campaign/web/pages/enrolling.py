"""A sheet of members in the browser: pasted, shown as it was read, and enrolled all or nobody."""

from campaign.accounts.people import is_apart
from campaign.kernel.interview import positions, shared_tables
from campaign.kernel.interview.positions import ReadPosition
from campaign.text import english, shapes
from campaign.web import context, replies, screens
from campaign.web.parts.sheets import NOTHING_READ, as_read, mark, mended


def form(visit: context.RequestContext) -> replies.Reply:
    """An empty form."""
    return _shown(visit, "")


def check(visit: context.RequestContext) -> replies.Reply:
    """Shows how every cell was read, or enrols what was shown."""
    here, text = visit.here, mended(visit.form)
    sheet = shared_tables.members_sheet(here.live.system, here.live.state)
    read = positions.read_position(text, sheet, "form")
    if isinstance(read, shapes.Fault):
        return _shown(visit, text, read.text)
    if read.open or not read.rows:
        cells = english.counted(len(read.open), "cell is", "cells are")
        why = f"{cells} not plain yet; settle them below" if read.open else "there is no row in it"
        return _shown(visit, text, why, read)
    if visit.form.get("do") != "enrol" or visit.form.get("seen") != mark(text):
        return _shown(visit, text, read=read)
    numbered = is_apart(visit.house.people.file, here.campaign.id)
    for command in shared_tables.enrolments(read, here.campaign, is_apart=numbered):
        if (refused := visit.send(command).refused) is not None:
            return _shown(visit, text, screens.not_recorded(refused.reason), read)
    return replies.see_other(f"/c/{here.name}/members")


def _shown(
    visit: context.RequestContext, text: str, why: str = "", read: ReadPosition = NOTHING_READ
) -> replies.Reply:
    sheet = shared_tables.members_sheet(visit.here.live.system, visit.here.live.state)
    is_plain = bool(read.rows) and not why
    return screens.campaign_screen(
        visit,
        "enrol_sheet.html",
        "members",
        422 if why else 200,
        text=text,
        why=english.capital(why),
        is_plain_sheet=is_plain,
        seen=mark(text) if is_plain else "",
        **as_read(read, sheet.tables()),
    )


PLACES = (
    context.get("/c/{name}/members/sheet", form, "host"),
    context.post("/c/{name}/members/sheet", check, "host", sends=True),
)
