"""What makes the service an app on a phone: its worker, its manifest and its icons.

The worker keeps no pages. It shows what is pushed, and hands in what opens this device's seals.
"""

import msgspec

from campaign.web.own_scripts import worker_text
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.rendering import STATIC
from campaign.web.replies import Reply
from campaign.web.visits import Visit

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


def worker(visit: Visit) -> Reply:
    """The worker, in one file: not every browser lets one import."""
    text = worker_text()
    return Reply(text.encode(), media="text/javascript; charset=utf-8")


def manifest(visit: Visit) -> Reply:
    """What the app is called, and what it looks like on a start screen."""
    return Reply(msgspec.json.encode(MANIFEST), media="application/manifest+json")


def icon(visit: Visit) -> Reply:
    """An icon."""
    file = visit.path["file"]
    if file not in ICONS:
        return missing(visit.house)
    return Reply((STATIC / "app" / file).read_bytes(), media=ICONS[file])


PLACES = (
    Place("/worker.js", worker, "anybody", about="the app's worker"),
    Place("/app.webmanifest", manifest, "anybody", about="the app's name and looks"),
    Place("/app/{file}", icon, "anybody", about="an icon of the app"),
)
