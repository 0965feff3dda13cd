"""Links for guests: whoever has one reads the reports of a campaign, and nothing else.

The host makes and ends them. A guest sees the sheets as they are published, without the bar of the
service, and no search engine is to keep them.
"""

from campaign.kernel.page_links import INDEX, page_name
from campaign.reports.pages import index_html, more, more_html, turn_html
from campaign.text.moments import in_words
from campaign.web.belonging import name_with
from campaign.web.lasting_addresses import handed_out
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen
from campaign.web.sheets import styled
from campaign.web.visits import Visit

LABEL_LETTERS = 60
MOST = 50
"""How many links may be good at the same time."""
UNSEEN = (("X-Robots-Tag", "noindex, nofollow"), ("Referrer-Policy", "no-referrer"))
"""The address is the key: no search engine keeps it, and no other site is told of it."""


def read(visit: Visit) -> Reply:
    """A page of the reports, for whoever has a good link."""
    house, token = visit.house, visit.path["token"]
    found = handed_out(house).found(token, "guest")
    name = name_with(house, found.campaign) if found else ""
    if not name:
        return missing(house)
    wanted = visit.path.get("page", "")
    if not wanted:
        return see_other(f"/s/{token}/{INDEX}", *UNSEEN)
    made, html = house.books.book(name), ""
    if wanted == INDEX:
        html = index_html(made)
    for place, log in enumerate(made.logs):
        if wanted == page_name(log.turn):
            html = turn_html(made, place)
    for page in more(made):
        if page.file == wanted:
            html = more_html(made, page)
    if not html:
        return missing(house)
    reply = styled(html)
    for header in UNSEEN:
        reply = reply.with_header(*header)
    return reply


def guests(
    visit: Visit, url: str = "", refused: str = "", typed: str = "", status: int = 200
) -> Reply:
    """The links that are good, each with what it is for; a new one is shown here once."""
    found = handed_out(visit.house).good("guest", visit.here.campaign.id)
    return campaign_screen(
        visit,
        "guests.html",
        "host",
        status,
        links=[(one.digest, one.scope, in_words(one.made)) for one in found],
        url=url,
        refused=refused,
        typed=typed,
    )


def change(visit: Visit) -> Reply:
    """Makes a link, or ends one."""
    house, campaign = visit.house, visit.here.campaign
    links = handed_out(house)
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
    Place("/c/{name}/guests", guests, "host", about="links for guests"),
    Place("/c/{name}/guests", change, "host", ("POST",), about="make or end a guest’s link"),
    Place("/s/{token}", read, "anybody", about="the reports, for a guest"),
    Place("/s/{token}/{page}", read, "anybody", about="a page of the reports, for a guest"),
)
