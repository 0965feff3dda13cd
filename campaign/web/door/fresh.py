"""Fresh proof: for what matters most, a device must have shown lately whose it is. IO."""

import re
from datetime import timedelta

from campaign.people.doors import moment
from campaign.web.replies import Reply, see_other
from campaign.web.visits import Visit

KNOWN = timedelta(days=1)
"""How long a device must have been signed in to be enough by itself."""
LONGEST = 200
"""The longest address of our own to come back to."""
_OWN = re.compile(r"/(?:[A-Za-z0-9._~-]+(?:/[A-Za-z0-9._~-]+)*/?)?(?:\?[A-Za-z0-9._~=&%+-]*)?")


def is_fresh(visit: Visit) -> bool:
    """Whether the device proved within ten minutes whose it is, by passkey, code or invitation.

    Somebody who has neither passkey nor an address that is proved can't; a day's age suffices.
    """
    assert visit.device is not None, "a page for anybody asks for proof"
    door = visit.house.entrance
    if door.signins.has_proof(visit.device.digest):
        return True
    if has_means(visit):
        return False
    age = moment(visit.house.clock()) - moment(visit.device.first_seen)
    return age >= KNOWN


def has_means(visit: Visit) -> bool:
    """Whether the visitor has a passkey, or gets codes at an address that is proved."""
    door = visit.house.entrance
    has_passkey = bool(door.party and door.passkeys.of(visit.person))
    return has_passkey or (door.codes.has_confirmed(visit.person) and door.post.is_set_up())


def proof_first(visit: Visit, to: str) -> Reply | None:
    """Where the visitor proves who they are, coming back to `to`; None if they have done so."""
    return None if is_fresh(visit) else see_other(f"/in/again?to={to}")


def own_path(to: str) -> str:
    """An address of the service's own to go to; its first page where it is none."""
    return to if len(to) <= LONGEST and _OWN.fullmatch(to) else "/"
