"""A line of the journal by itself: to dispute it, or to mark it for others to find."""

from campaign.text.english import capital
from campaign.text.moments import in_words
from campaign.web.journal_lines import unsigned
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen, names
from campaign.web.sentences import sentences
from campaign.web.visits import ID_LETTERS, Visit

DIGITS = 15
"""The longest number of an event that is read."""


def line(visit: Visit, why: str = "", wrong: str = "", status: int = 200) -> Reply:
    """The event, those that the same command brought, and what can be done about it."""
    here, version = visit.here, _version(visit)
    if not version:
        return missing(visit.house)
    ledger, called = visit.house.ledger, names(here)
    whole = ledger.whole_act(here.name, version)
    told = sentences(visit, list(range(whole[0], whole[-1] + 1)))
    entry = next(iter(ledger.history(here.name, version - 1, version)))
    by = called.member(entry.event.by) if entry.event.by else ""
    record = here.campaign.record
    return campaign_screen(
        visit,
        "line.html",
        "journal",
        status,
        version=version,
        lines=[pair for pair in told if pair[0] == version],
        others=[pair for pair in told if pair[0] != version],
        by=by,
        at=entry.event.at,
        when=in_words(entry.event.at),
        marks=[
            (one.note, called.member(one.by)) for one in record.bookmarks if one.version == version
        ],
        unsigned=unsigned(visit.house, here).get(version, []),
        disputes=[one for one in record.disputes.values() if version in one.versions],
        seats={seat: called.seat(seat) for seat in here.campaign.seats},
        typed=visit.form,
        wrong=wrong,
        why=why,
    )


def _version(visit: Visit) -> int:
    """The event that the address names; 0 if there is none."""
    text = visit.path["event"]
    if not (text.isascii() and text.isdecimal() and len(text) <= DIGITS):
        return 0
    return int(text) if 1 <= int(text) <= visit.here.live.version else 0


def say(visit: Visit) -> Reply:
    """Raises the dispute, or sets the mark; what was typed stays when it is refused."""
    here, version = visit.here, _version(visit)
    if not version:
        return missing(visit.house)
    key = visit.form.get("id", "")[:ID_LETTERS]
    marks, back = "note" in visit.form, f"/c/{here.name}/journal#event-{version}"
    if key and visit.house.ledger.store.versions_of(here.name, key) is not None:
        return see_other(back if marks else f"/c/{here.name}/disputes")
    field = "note" if marks else "claim"
    text = visit.form.get(field, "").strip().replace("\r\n", "\n")
    if not text:
        what = "a few words, so that others know why" if marks else "what was wrong"
        return line(visit, f"Write {what}. Nothing was recorded.", field, 422)
    if marks:
        command: dict[str, object] = {"command": "SetBookmark", "version": version, "note": text}
    else:
        seats = [seat for seat in here.campaign.seats if f"powers:{seat}" in visit.form]
        whole = visit.house.ledger.whole_act(here.name, version)
        versions = whole if "whole" in visit.form else (version,)
        command = {"command": "RaiseDispute", "versions": versions, "claim": text}
        command |= {"powers": seats} if seats else {}
    outcome = visit.send({**command, **({"id": key} if key else {})})
    if (refused := outcome.refused) is not None:
        return line(visit, f"{capital(refused.in_place)}. Nothing was recorded.", field, 409)
    if marks:
        return see_other(back)
    raised = list(visit.afterwards().here.campaign.record.disputes)[-1]
    return see_other(f"/c/{here.name}/disputes/{raised}")


PLACES = (
    Place("/c/{name}/journal/{event}", line, "member", about="a line of the journal"),
    Place(
        "/c/{name}/journal/{event}",
        say,
        "member",
        ("POST",),
        about="dispute or mark a line",
        sends=True,
    ),
)
