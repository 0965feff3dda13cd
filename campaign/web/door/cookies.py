"""The cookie that a device keeps: its secret, which no script and no other site can use."""

from campaign.people.doors import REMEMBERED
from campaign.web.addresses import PublicAddress
from campaign.web.replies import Reply
from campaign.web.visits import House, Visit

NAME = "Set-Cookie"


def cookie(
    address: PublicAddress, secret: str, lasts: int = int(REMEMBERED.total_seconds())
) -> str:
    """The line that gives a device its secret."""
    secure = "; Secure" if address.is_encrypted else ""
    return f"{address.cookie}={secret}; Path=/; HttpOnly; SameSite=Lax; Max-Age={lasts}{secure}"


def given_again(house: House, visit: Visit, reply: Reply, secret: str) -> Reply:
    """An answer that gives a device its cookie again, so that its ninety days begin anew.

    Not one that anybody may keep, nor one that takes the cookie away.
    """
    device = visit.device
    if device is None or reply.is_kept or not device.is_seen_again(house.clock()):
        return reply
    if any(name == NAME for name, _ in reply.headers):
        return reply
    return reply.with_header(NAME, cookie(house.address, secret))
