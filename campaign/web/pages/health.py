"""For probes and for browsers: that the service lives and is ready, and its style sheets."""

from campaign.store.protocol import StoreError
from campaign.systems import SYSTEMS
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.rendering import bar_name, bar_style, style_name, style_of
from campaign.web.replies import Reply, text
from campaign.web.running.upkeep import BEHIND
from campaign.web.visits import House, Visit


def alive(visit: Visit) -> Reply:
    """The process answers."""
    return text("alive")


def ready(visit: Visit) -> Reply:
    """Whether the store, the vault's key and the people can be used."""
    house = visit.house
    if why := house.upkeep.why_not_ready():
        return text(why, 503)
    try:
        return _files(house)
    except (StoreError, OSError):
        return text("the store or the people's file cannot be used", 503)


def _files(house: House) -> Reply:
    if not house.ledger.store.exists():
        return text("there is no campaign store", 503)
    house.ledger.names()
    if not house.ledger.vault.exists():
        return text("the vault's key is not there", 503)
    with house.people.file.reading():
        pass
    if (late := house.desk.behind()) > BEHIND:
        return text(f"the read tables are {round(late)} seconds behind the record", 503)
    return text("; ".join(filter(None, ("ready", house.upkeep.about_backups()))))


def style(visit: Visit) -> Reply:
    """A style sheet under its present name; browsers keep it for good."""
    wanted = visit.path["file"]
    name = next((name for name in ("", *SYSTEMS) if style_name(name) == wanted), None)
    if name is not None:
        sheet = style_of(name)
    elif wanted == bar_name():
        sheet = bar_style()
    else:
        return missing(visit.house)
    return Reply(sheet.encode(), media="text/css; charset=utf-8", is_kept=True)


PLACES = (
    Place("/healthz", alive, "anybody", about="the process answers", at_once=True),
    Place("/readyz", ready, "anybody", about="store, key and people can be used"),
    Place("/style/{file}", style, "anybody", about="a style sheet"),
)
