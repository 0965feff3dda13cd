"""For probes and for browsers: that the service lives and is ready, and its style sheets."""

from campaign.store.protocol import StoreError
from campaign.store.vault import VaultError
from campaign.store.writable import whose
from campaign.systems import SYSTEMS
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.rendering import bar_name, bar_style, style_name, style_of
from campaign.web.replies import Reply, text
from campaign.web.running.upkeep import BEHIND, UNUSABLE
from campaign.web.visits import House, Visit


def alive(visit: Visit) -> Reply:
    """The process answers."""
    return text("alive")


def ready(visit: Visit) -> Reply:
    """Whether something can be recorded: key, store and people are tried, not only looked for."""
    house = visit.house
    if why := house.upkeep.why_not_ready():
        return text(why, 503)
    try:
        return _files(house)
    except (StoreError, OSError):
        return text(UNUSABLE, 503)


def _files(house: House) -> Reply:
    if not house.ledger.store.exists():
        return text("there is no campaign store", 503)
    house.ledger.names()
    if not house.ledger.vault.exists():
        return text("the vault's key is not there", 503)
    try:
        house.ledger.vault.keys()
    except VaultError:
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
    Place("/readyz", ready, "anybody", about="something can be recorded"),
    Place("/style/{file}", style, "anybody", about="a style sheet"),
)
