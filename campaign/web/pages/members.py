"""Who plays what; the host invites from here."""

import msgspec

from campaign.desk.waiting import is_away
from campaign.text.english import capital
from campaign.web.door.admitting import locked_out
from campaign.web.door.inviting import invite
from campaign.web.pages.errors import missing
from campaign.web.place import Place
from campaign.web.replies import Reply
from campaign.web.screens import campaign_screen, names
from campaign.web.visits import Visit


class MemberLine(msgspec.Struct, frozen=True):
    """A member in the list."""

    id: str
    name: str
    roles: tuple[str, ...]
    plays: tuple[str, ...]
    """Seats, by their ids."""
    is_away: bool
    is_me: bool
    has_device: bool
    """Whether a device of theirs is signed in; only a host's page says so."""
    keys: tuple[str, ...]
    """The ids of the keys that they sign with."""
    signs_all: bool
    """Whether nothing of theirs counts without a signature."""


def members(visit: Visit, refused: str = "") -> Reply:
    """Everybody, with the seats that they play."""
    here, house = visit.here, visit.house
    day = house.clock()[:10]
    lines = []
    for who, member in here.campaign.members.items():
        person = house.people.person_in(here.campaign.id, who) if here.is_host else ""
        lines.append(
            MemberLine(
                who,
                member.name,
                member.roles,
                tuple(
                    seat for seat in here.campaign.seats if here.campaign.powers.get(seat) == who
                ),
                is_away(here.campaign, who, day),
                who == here.member,
                bool(person and house.doors.devices(person)),
                tuple(here.campaign.record.keys.of(who)),
                here.campaign.record.keys.only(who),
            )
        )
    free = [seat for seat in here.campaign.seats if seat not in here.campaign.powers]
    return campaign_screen(
        visit,
        "members.html",
        "members",
        409 if refused else 200,
        members=lines,
        free=free,
        refused=refused,
        called=names(here),
    )


def invited(visit: Visit) -> Reply:
    """Makes an invitation; this page alone has its address."""
    here, who = visit.here, visit.form.get("member", "")
    if who not in here.campaign.members:
        return missing(visit.house)
    made = invite(
        visit.house.desk, visit.house.doors, visit.house.people, here.name, who, here.member
    )
    if made.refused:
        return members(visit, f"{capital(made.refused)}. Nothing was recorded.")
    url = visit.house.address.to(f"/in/{made.token}")
    return campaign_screen(
        visit,
        "invited.html",
        "members",
        who=names(here).member(who),
        url=url,
        picture=picture(url),
        is_taken=made.is_offered,
    )


def ended(visit: Visit) -> Reply:
    """Ends all that lets somebody in as a member: devices, passkeys, tokens of programs here."""
    here, who = visit.here, visit.form.get("member", "")
    if who not in here.campaign.members:
        return missing(visit.house)
    locked_out(visit.house, here.campaign.id, who)
    return members(visit)


def picture(url: str) -> str:
    """A code that a phone's camera reads, as the address of a picture."""
    import segno

    return segno.make(url, error="m").svg_data_uri(scale=6, border=3, light="#ffffff")


PLACES = (
    Place("/c/{name}/members", members, "member", about="who plays what"),
    Place("/c/{name}/members/invite", invited, "host", ("POST",), about="invite a member"),
    Place("/c/{name}/members/end", ended, "host", ("POST",), about="end a member’s devices"),
)
