"""A person's seal secret: a page that makes, keeps and restores it on the device alone."""

from campaign.web.place import Place
from campaign.web.replies import Reply
from campaign.web.screens import own_screen
from campaign.web.visits import Visit


def seal(visit: Visit) -> Reply:
    """The page; whether this device keeps a secret, the service does not learn."""
    return own_screen(visit.house, "seal.html", who=visit.person)


PLACES = (Place("/me/seal", seal, "signed-in", about="the seal secret of this device"),)
