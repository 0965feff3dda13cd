"""What the host runs: the stages of the turn, who plays what, invitations, and links for guests."""

from http import HTTPStatus
from urllib.parse import urlencode

from campaign.handler.tasks import is_away
from campaign.kernel.pages import INDEX, page_name
from campaign.kernel.terminal.screens import StageButton
from campaign.notifications import deliveries, delivery_status
from campaign.reports.book import Book
from campaign.reports.pages import index_html, more, more_html, turn_html
from campaign.web import context, errors, screens
from campaign.web.auth.admission import locked_out
from campaign.web.auth.invitations import invite, invite_all, picture
from campaign.web.parts.visited import names
from campaign.web.replies import Reply, see_other
from campaign.web.stages import (
    HostReminders,
    desk_or_board,
    looked_at,
    passed_over,
    stage_card,
    stages,
)

# --- The host's desk: the stages of the turn, the current one with its buttons ------------------


def desk(visit: context.RequestContext, notice: str = "", status: int = 200) -> Reply:
    """The strip of stages."""
    here = visit.here
    return screens.campaign_screen(
        visit,
        "host.html",
        "host",
        status,
        **stage_card(visit),
        notice=notice,
        troubles=(
            *visit.house.upkeep.troubles(),
            *delivery_status.troubles(visit.house.people.file, here.campaign),
        ),
        has_failed=delivery_status.has_failed(visit.house.people.file, here.campaign),
        frozen=here.campaign.record.frozen_for,
    )


def _back(visit: context.RequestContext) -> Reply:
    """The page on which the host has pressed."""
    return see_other(desk_or_board(visit, {"step": "", **visit.form}))


def _button(visit: context.RequestContext, wanted: str) -> StageButton | None:
    """The button of a key that does something at once, while it is there."""
    buttons = (one for stage in stages(visit.here) for one in stage.buttons)
    return next((one for one in buttons if one.key == wanted and one.command), None)


def passing(visit: context.RequestContext) -> Reply:
    """Whom a button passes over; where nobody is passed over any more, the page of the button."""
    button = _button(visit, visit.query.get("step", ""))
    page = passed_over(visit, button.command, button.text) if button else None
    return page or see_other(desk_or_board(visit, {"step": "", **visit.query}))


def press(visit: context.RequestContext) -> Reply:
    """Does what a button says, if it is still there."""
    here, wanted = visit.here, visit.form.get("step", "")
    if visit.was_sent:
        return _back(visit)
    if (button := _button(visit, wanted)) is None:
        gone = "Somebody did this meanwhile, or it is not due now. Nothing was recorded."
        return desk(visit, gone, 409)
    command = looked_at(visit, button.command, button.text)
    if isinstance(command, Reply):
        is_first = (
            command.status == HTTPStatus.OK
        )  # of two taps: what it passes over has an address
        known = {"step": wanted, "back": visit.form.get("back", "")}
        return see_other(f"/c/{here.name}/passing?{urlencode(known)}") if is_first else command
    if (refused := visit.send(command).refused) is not None:
        return desk(visit, screens.not_recorded(refused.reason), 409)
    return _back(visit)


def remind(visit: context.RequestContext) -> Reply:
    """Reminds somebody of what is asked of them, by every way that they take."""
    here, who = visit.here, visit.form.get("member", "")
    if who not in here.campaign.members:
        return errors.missing(visit.house)
    if why := HostReminders(visit.house, here).send(who):
        return desk(visit, screens.not_recorded(why), 409)
    return _back(visit)


def see(visit: context.RequestContext) -> Reply:
    """The host has seen what mail failed, and tells its members otherwise."""
    house = visit.house
    deliveries.StoredDeliveries(house.people.file).see(visit.here.campaign.id, house.clock())
    return see_other(f"/c/{visit.here.name}/host")


# --- Who plays what; the host invites from here -------------------------------------------------


def members(visit: context.RequestContext, refused: str = "") -> Reply:
    """Everybody, with the seats that they play; whether somebody is signed in, hosts alone see."""
    here, house = visit.here, visit.house
    day = house.clock()[:10]

    return screens.campaign_screen(
        visit,
        "members.html",
        "members",
        409 if refused else 200,
        refused=refused,
        is_away=lambda who: is_away(here.campaign, who, day),
        called=here.campaign.names,
        signed_in=house.doors.signed_in(here.campaign.id) if here.is_host else frozenset(),
        keys=here.campaign.record.keys,
    )


def invited(visit: context.RequestContext) -> Reply:
    """Makes an invitation; this page alone has its address."""
    here, who = visit.here, visit.form.get("member", "")
    if who not in here.campaign.members:
        return errors.missing(visit.house)
    made = invite(
        visit.house.desk, visit.house.doors, visit.house.people, here.name, who, here.member
    )
    if made.refused:
        return members(visit, screens.not_recorded(made.refused))
    url = visit.house.address.to(f"/in/{made.token}")
    return screens.campaign_screen(
        visit,
        "invited.html",
        "members",
        who=names(here).member(who),
        url=url,
        picture=picture(url),
        is_taken=made.is_offered,
    )


def ended(visit: context.RequestContext) -> Reply:
    """Ends all that lets somebody in as a member: devices, passkeys, tokens of programs here."""
    here, who = visit.here, visit.form.get("member", "")
    if who not in here.campaign.members:
        return errors.missing(visit.house)
    locked_out(visit.house, here.campaign.id, who)
    return members(visit)


def all_invited(visit: context.RequestContext) -> Reply:
    """Makes an invitation for everybody who has not come in yet; this page alone has them."""
    here, house = visit.here, visit.house
    made = invite_all(house.desk, house.doors, house.people, here.name, here.member, unused=True)
    slips = [(name, house.address.to(f"/in/{one.token}")) for name, one in made if not one.refused]
    return screens.campaign_screen(
        visit,
        "invited.html",
        "members",
        who="" if slips else "nobody: everybody has come in",
        slips=[(name, url, picture(url)) for name, url in slips],
    )


# --- Links for guests: whoever has one reads the reports of a campaign, and nothing else --------
#
# The host makes and ends them. A guest sees the sheets as they are published, without the bar of
# the service, and no search engine is to keep them.

LABEL_LETTERS = 60
MOST = 50
"""How many links may be good at the same time."""
UNSEEN = (("X-Robots-Tag", "noindex, nofollow"), ("Referrer-Policy", "no-referrer"))
"""The address is the key: no search engine keeps it, and no other site is told of it."""


def read(visit: context.RequestContext) -> Reply:
    """A page of the reports, for whoever has a good link."""
    house, token = visit.house, visit.path["token"]
    link = context.handed_out(house).found(token, "guest")
    name = house.ledger.name_of(link.campaign) if link else ""
    if not name:
        return errors.missing(house)
    wanted = visit.path.get("page", "")
    if not wanted:
        return see_other(f"/s/{token}/{INDEX}", *UNSEEN)
    html = _html(house.books.book(name), wanted)
    if not html:
        return errors.missing(house)
    reply = screens.styled(html)
    for header in UNSEEN:
        reply = reply.with_header(*header)
    return reply


def _html(book: Book, file: str) -> str:
    """A page of the reports by its name; empty if there is none."""
    if file == INDEX:
        return index_html(book)
    for place, log in enumerate(book.logs):
        if file == page_name(log.turn):
            return turn_html(book, place)
    return next((more_html(book, page) for page in more(book) if page.file == file), "")


def guests(
    visit: context.RequestContext,
    url: str = "",
    refused: str = "",
    typed: str = "",
    status: int = 200,
) -> Reply:
    """The links that are good, each with what it is for; a new one is shown here once."""
    links = context.handed_out(visit.house).good("guest", visit.here.campaign.id)
    return screens.campaign_screen(
        visit,
        "guests.html",
        "host",
        status,
        links=links,
        url=url,
        refused=refused,
        typed=typed,
    )


def change(visit: context.RequestContext) -> Reply:
    """Makes a link, or ends one."""
    house, campaign = visit.house, visit.here.campaign
    links = context.handed_out(house)
    if digest := visit.form.get("end", ""):
        links.end("guest", campaign.id, digest=digest)
        return see_other(f"/c/{visit.here.name}/guests")
    typed = visit.form.get("label", "").strip()
    label = " ".join(typed.split())
    if not label or len(label) > LABEL_LETTERS:
        why = f"Say who it is for, in at most {LABEL_LETTERS} letters. Nothing was recorded."
        return guests(visit, refused=why, typed=typed, status=422)
    if len(links.good("guest", campaign.id)) >= MOST:
        why = f"There are {MOST} links already; end one first. Nothing was recorded."
        return guests(visit, refused=why, typed=typed, status=409)
    token = links.make("guest", campaign.id, visit.here.member, label)
    return guests(visit, url=house.address.to(f"/s/{token}"))


PLACES = (
    context.get("/c/{name}/host", desk, "host"),
    context.post("/c/{name}/host", press, "host", sends=True),
    context.get("/c/{name}/passing", passing, "host"),
    context.post("/c/{name}/host/remind", remind, "host"),
    context.post("/c/{name}/host/seen", see, "host"),
    context.get("/c/{name}/members", members, "member"),
    context.post("/c/{name}/members/invite", invited, "host"),
    context.post("/c/{name}/members/invite-all", all_invited, "host"),
    context.post("/c/{name}/members/end", ended, "host"),
    context.get("/c/{name}/guests", guests, "host"),
    context.post("/c/{name}/guests", change, "host"),
    context.get("/s/{token}", read, "anybody"),
    context.get("/s/{token}/{page}", read, "anybody"),
)
