"""When and how somebody signed in as me, for half a year."""

from campaign.text.moments import in_words
from campaign.web.place import Place
from campaign.web.replies import Reply
from campaign.web.screens import own_screen
from campaign.web.visits import Visit


def sign_ins(visit: Visit) -> Reply:
    """My own sign-ins, those that failed among them."""
    found = visit.house.entrance.signins.of(visit.person)
    return own_screen(
        visit.house, "sign_ins.html", signins=[(one, in_words(one.time)) for one in found]
    )


PLACES = (Place("/me/devices", sign_ins, "signed-in", about="when I signed in"),)
