"""The scripts of the service: small modules of our own. Every page works without them."""

from campaign.web.own_scripts import SCRIPTS
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.rendering import script_name, script_text
from campaign.web.replies import Reply
from campaign.web.visits import Visit


def script(visit: Visit) -> Reply:
    """A script under its present name; browsers keep it for good."""
    wanted = visit.path["file"]
    name = next((name for name in SCRIPTS if script_name(name) == wanted), None)
    if name is None:
        return missing(visit.house)
    return Reply(script_text(name).encode(), media="text/javascript; charset=utf-8", is_kept=True)


PLACES = (Place("/script/{file}", script, "anybody", about="a script"),)
