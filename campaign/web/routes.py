"""The routes of the service: the one list that the application and its tests walk through, and what
no page shows: for probes whether the service lives, for browsers its styles, scripts and app.
"""

from typing import TYPE_CHECKING

import msgspec

from campaign import extend, systems
from campaign.store import protocol, vault
from campaign.web import rendering
from campaign.web.context import House, Permission, RequestContext, get
from campaign.web.errors import missing
from campaign.web.pages import (
    club,
    corrections,
    disputes,
    enrolling,
    me,
    new_campaign,
    notifications,
    replay,
    reports,
    sign_in,
    taking_over,
)
from campaign.web.pages.play import (
    acts,
    board,
    diary,
    host,
    now,
    record,
    requests,
    talk,
    tiles,
)
from campaign.web.replies import Reply, text
from campaign.web.server.health import BEHIND, UNUSABLE
from campaign.world.files import whose

if TYPE_CHECKING:
    from campaign.kernel.system import AnySystem

# --- For probes and for browsers: that the service lives and is ready, and its style sheets -----


def alive(visit: RequestContext) -> Reply:
    """The process answers."""
    return text("alive")


def ready(visit: RequestContext) -> Reply:
    """Whether something can be recorded: key, store and people are tried, not only looked for."""
    house = visit.house
    if why := house.upkeep.why_not_ready():
        return text(why, 503)
    try:
        return _files(house)
    except (protocol.StoreError, OSError):
        return text(UNUSABLE, 503)


def _files(house: House) -> Reply:
    if not house.is_begun:
        return text("ready; no club yet")
    if not house.ledger.store.exists():
        return text("there is no campaign store", 503)
    house.ledger.names()
    if not house.ledger.vault.exists():
        return text("the vault's key is not there", 503)
    try:
        house.ledger.vault.keys()
    except vault.VaultError:
        return text(f"the vault's key can't be read: {whose(house.ledger.vault.path)}", 503)

    def recorded() -> None:
        with house.people.file.beside_others() as rows:
            rows.execute("DELETE FROM part WHERE 1=0")  # only that it may
        house.ledger.store.must_record()

    if why := house.upkeep.why_not_recorded(recorded):
        return text(why, 503)
    if (late := house.desk.behind()) > BEHIND:
        return text(f"the read tables are {round(late)} seconds behind the record", 503)
    return text("; ".join(filter(None, ("ready", house.upkeep.about_backups()))))


def _styles(system: "AnySystem") -> tuple[str, str]:
    """What the style sheets of a game are called."""
    return rendering.style_name(system.name), rendering.parts_name(system.name)


def style_called(wanted: str) -> Reply | None:
    """The style sheet of a name; None where there is no such."""
    if rendering.style_name("") == wanted:
        return _kept(rendering.style_of(""), "text/css")
    for name, (style, parts) in systems.answers(_styles):
        if style == wanted:
            return _kept(rendering.style_of(name), "text/css")
        if parts == wanted:
            return _kept(rendering.parts_of(name), "text/css")
    for name in rendering.SHEETS:
        if rendering.sheet_name(name) == wanted:
            return _kept(rendering.sheet_text(name), "text/css")
    return None


def _kept(text: str, media: str) -> Reply:
    return Reply(text.encode(), media=f"{media}; charset=utf-8", is_kept=True)


def style(visit: RequestContext) -> Reply:
    """A style sheet under its present name; browsers keep it for good."""
    return style_called(visit.path["file"]) or missing(visit.house)


# --- The scripts of the service: small modules of our own ---------------------------------------
# Every page works without them.


def script_called(wanted: str) -> Reply | None:
    """The script of a name; None where there is no such."""
    for name in rendering.SCRIPTS:
        if rendering.script_name(name) == wanted:
            return _kept(rendering.script_text(name), "text/javascript")
    return None


def script(visit: RequestContext) -> Reply:
    """A script under its present name; browsers keep it for good."""
    return script_called(visit.path["file"]) or missing(visit.house)


# --- What makes the service an app on a phone: its worker, its manifest and its icons -----------
#
# The worker keeps no pages. It shows what is pushed, and hands in what opens this device's seals.

ICONS = {
    "icon.svg": "image/svg+xml",
    "icon-180.png": "image/png",
    "icon-192.png": "image/png",
    "icon-512.png": "image/png",
}
MANIFEST = {
    "id": "/",
    "name": "Campaign tracker",
    "short_name": "Campaign",
    "start_url": "/",
    "scope": "/",
    "display": "standalone",
    "background_color": "#fbf8ef",
    "theme_color": "#292824",
    "icons": [
        {"src": "/app/icon-192.png", "sizes": "192x192", "type": "image/png"},
        {"src": "/app/icon-512.png", "sizes": "512x512", "type": "image/png"},
        {
            "src": "/app/icon-512.png",
            "sizes": "512x512",
            "type": "image/png",
            "purpose": "maskable",
        },
        {"src": "/app/icon.svg", "sizes": "any", "type": "image/svg+xml"},
    ],
}


def worker(visit: RequestContext) -> Reply:
    """The worker, in one file: not every browser lets one import."""
    text = rendering.worker_text()
    return Reply(text.encode(), media="text/javascript; charset=utf-8")


def manifest(visit: RequestContext) -> Reply:
    """What the app is called, and what it looks like on a start screen."""
    return Reply(msgspec.json.encode(MANIFEST), media="application/manifest+json")


def icon(visit: RequestContext) -> Reply:
    """An icon."""
    file = visit.path["file"]
    if file not in ICONS:
        return missing(visit.house)
    return Reply((rendering.STATIC / "app" / file).read_bytes(), media=ICONS[file])


FOR_BROWSERS = (
    get("/healthz", alive, "anybody", is_early=True, at_once=True),
    get("/readyz", ready, "anybody", is_early=True),
    get("/style/{file}", style, "anybody", is_early=True, is_packed=True),
    get("/script/{file}", script, "anybody", is_early=True, is_packed=True),
    get("/worker.js", worker, "anybody", is_early=True, is_packed=True),
    get("/app.webmanifest", manifest, "anybody", is_early=True, is_packed=True),
    get("/app/{file}", icon, "anybody", is_early=True),
)


# --- Every route, in the order in which they are looked through ---------------------------------

_PLACES: tuple[tuple[Permission, ...], ...] = (
    sign_in.PLACES,
    FOR_BROWSERS,
    notifications.PLACES,
    now.PLACES,
    me.PLACES,
    enrolling.PLACES,
    *extend.found("pages", "push"),
    tiles.PLACES,
    acts.PLACES,
    board.PLACES,
    requests.PLACES,
    talk.PLACES,
    diary.PLACES,
    record.PLACES,
    reports.PLACES,
    *extend.found("pages", "book"),
    *extend.found("pages", "shelf"),
    disputes.PLACES,
    corrections.PLACES,
    host.PLACES,
    *extend.found("pages", "values"),
    *extend.found("pages", "webhooks"),
    club.PLACES,
    new_campaign.PLACES,
    taking_over.PLACES,
    *extend.found("pages", "door"),
    replay.PLACES,
)


def places() -> tuple[Permission, ...]:
    """Every route. Last come the game's pages of figures, whose names may be any."""
    return (*(place for places in _PLACES for place in places), reports.FIGURE_SHEETS)
