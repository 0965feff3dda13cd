"""The club, for whoever runs the machine: how it begins, sizes, people, deliveries, backups,
sign-ins; no play.
"""

import re
from collections.abc import Iterator
from urllib.parse import urlencode

from campaign import __version__
from campaign.accounts.allowance import Used, bytes_of
from campaign.accounts.allowance import in_words as size_in_words
from campaign.accounts.devices import Device
from campaign.kernel.members import LONGEST_NAME, is_name
from campaign.notifications.deliveries import StoredDeliveries, by_state
from campaign.notifications.delivery_status import hook_trouble, hooks_of
from campaign.store.protocol import StoreError
from campaign.text.english import capital
from campaign.web.auth.admission import admitted, cookie, label_of, locked_out
from campaign.web.context import House, RequestContext, get, post, readable
from campaign.web.errors import too_late, too_late_at_the_door, too_often
from campaign.web.replies import Reply, see_other
from campaign.web.screens import campaign_screen, own_screen

# --- What whoever runs the machine sees of a club: names, sizes and how it fares, no play -------
#
# What is in a campaign is for those who sit in it; so nothing here says a turn, an answer or what
# a notice was about.

MIB = 1024 * 1024
BY_THE_SERVER = "whoever runs the database makes them"
"""About backups of a store in a database."""
NOT_OUT = ("later", "refused", "unknown")
"""The states of a message that has not arrived, as far as anybody knows."""
SHOWN = 20
"""How many messages and sign-ins are listed."""


Seat = tuple[str, str, bool, list[Device]]
"""A member as the operator sees them: id, name, whether they have an address, and their devices."""


def quota_lines(used: Used | None) -> tuple[tuple[str, str, str, bool], ...]:
    """What a club uses beside its quotas, and whether no more may be used; no quota is empty. What
    is counted under a quota only is left out without one.
    """
    if used is None:
        return ()
    quotas = used.quotas
    lines = [_line("Campaigns, with what-ifs", used.campaigns, quotas.campaigns)]
    if quotas.commands:
        lines.append(_line("Commands in this minute", used.commands, quotas.commands))
    if quotas.mails:
        lines.append(_line("Mails today (UTC)", used.mails, quotas.mails))
    size, most = size_in_words(used.bytes), size_in_words(quotas.bytes) if quotas.bytes else ""
    is_full = bool(quotas.bytes) and used.bytes > quotas.bytes
    return (*lines, ("Record and people", size, most, is_full))


def _line(what: str, used: int, quota: int) -> tuple[str, str, str, bool]:
    return what, str(used), str(quota) if quota else "", 0 < quota <= used


def _campaign(house: House, name: str) -> tuple[str, int, list[Seat], str]:
    """A campaign by its name, its size and its members; or why it cannot be read."""
    try:
        live = house.ledger.live(name)
    except StoreError as error:
        return name, 0, [], str(error)
    campaign = live.state.campaign
    seats = []
    for member in campaign.members:
        person = house.people.person_in(campaign.id, member)
        devices = house.doors.devices(person) if person else []
        has_address = bool(house.people.address(campaign.id, member))
        seats.append((member, campaign.called(member), has_address, devices))
    return name, live.version, seats, ""


def _troubles(house: House) -> tuple[str, ...]:
    """What is to be seen to: who reads it knows the machine, so a failure comes with its reason."""
    backups = house.upkeep.backups
    trouble = backups.trouble() if backups is not None else ""
    return (capital(trouble),) if trouble else ()


def _held_up(house: House) -> Iterator[tuple[str, str, str, str]]:
    """What has not arrived: of which campaign, for whom, what the other side said, and when."""
    mail = StoredDeliveries(house.people.file)
    for name, live in readable(house):
        campaign = live.state.campaign
        if still := mail.standstill(campaign.id):
            yield name, "", still.why, still.since
        for row in mail.known(campaign.id).values():
            if row.state in NOT_OUT:
                yield name, campaign.called(row.member), row.server, row.first_at
        for hook in hooks_of(house.people.file.place, campaign.id):
            if text := hook_trouble(hook):
                yield name, hook.host, text, hook.said_at


def people_of(house: House) -> dict[str, str]:
    """What somebody is called whose sign-in is listed: each by the first campaign they sit in."""
    names: dict[str, str] = {}
    for _, live in readable(house):
        campaign = live.state.campaign
        for member in campaign.members:
            person = house.people.person_in(campaign.id, member)
            names.setdefault(person, campaign.called(member))
    names.pop("", None)
    return names


def operators_call(house: House) -> str:
    """What the club is called; by its address where nobody has said."""
    return house.entrance.operators.club_name() or house.address.host


# --- The club, for whoever runs the machine: sizes, people, deliveries, backups, sign-ins -------

_MADE_BY_US = re.compile(r"[A-Za-z0-9_-]{20,100}")


def club(visit: RequestContext) -> Reply:
    """How the club fares."""
    house, upkeep, place = visit.house, visit.house.upkeep, visit.house.ledger.store.place
    assert visit.device is not None
    called = people_of(house)
    operators = house.entrance.operators.devices()
    names = house.ledger.names()
    size = bytes_of(place) if house.ledger.store.exists() else 0
    return own_screen(
        house,
        "club.html",
        club=operators_call(house),
        version=__version__,
        upkeep=upkeep,
        about_backups=BY_THE_SERVER if place.is_database else upkeep.about_backups(),
        free=None if place.is_database else upkeep.free() // MIB,
        size=round(size / MIB, 1),
        behind=round(house.desk.behind()),
        has_key=house.ledger.vault.exists(),
        campaigns=[_campaign(house, name) for name in names],
        troubles=_troubles(house),
        deliveries=by_state(house.people.file),
        held_up=sorted(_held_up(house), key=lambda one: one[-1], reverse=True)[:SHOWN],
        waiting=house.allowance.waiting(),
        quotas=quota_lines(house.allowance.used(len(names))),
        signins=[
            (one, called.get(one.person, "somebody without a seat"))
            for one in house.entrance.signins.last()
        ],
        operators=operators,
        this=visit.device.digest,
    )


def end(visit: RequestContext) -> Reply:
    """Ends the devices of a member, or takes the operator's right from a device."""
    house, name = visit.house, visit.form.get("campaign", "")
    if device := visit.form.get("device", ""):
        house.entrance.operators.end(device)
        return see_other("/" if visit.device and device == visit.device.digest else "/club")
    if name in house.ledger.names():
        campaign = house.ledger.live(name).state.campaign
        locked_out(house, campaign.id, visit.form.get("member", ""))
    return see_other("/club")


# --- The address of the command line ------------------------------------------------------------


def offered(visit: RequestContext) -> Reply:
    """What the address of the command line is for, and one button. Looking changes nothing."""
    if not _is_offered(visit):
        return _late(visit)
    return own_screen(visit.house, "operator.html", club=operators_call(visit.house))


def accept(visit: RequestContext) -> Reply:
    """Uses the address up: from now on this device is the operator's."""
    return _late(visit) if not _is_offered(visit) else _let_in(visit, "/club")


def _let_in(visit: RequestContext, to: str) -> Reply:
    """Makes this device the operator's, and leads on; the address is used up."""
    house, token = visit.house, visit.path["token"]
    operators = house.entrance.operators
    if visit.device is not None:
        taken = operators.take(token, visit.device.digest)
        return see_other(to) if taken else _late(visit)
    secret = house.doors.admit(operators.newcomer(), label_of(visit.agent))
    device = house.doors.device(secret)
    assert device is not None, "it was let in a moment ago"
    if not operators.take(token, device.digest):
        house.doors.end(device.person)
        return _late(visit)
    return see_other(to, ("Set-Cookie", cookie(house.address, secret)))


def _is_offered(visit: RequestContext) -> bool:
    token = visit.path["token"]
    is_ours = _MADE_BY_US.fullmatch(token) is not None
    return is_ours and visit.house.entrance.operators.is_offered(token)


def _late(visit: RequestContext) -> Reply:
    """Guessing is slowed down."""
    house = visit.house
    wait = house.entrance.limits.wait_for_token(visit.network)
    return too_often(house, wait) if wait else _too_late(house)


def _too_late(house: House) -> Reply:
    return too_late_at_the_door(house) if house.allowance.stay() else too_late(house)


# --- The beginning of a club, and what comes behind its first campaign --------------------------

WHO, CLUB = "your name", "a name for the club"


def begin(visit: RequestContext, status: int = 200, wrong: str = "") -> Reply:
    """Asks what the club is called, and who runs it; looking changes nothing."""
    operators = visit.house.entrance.operators
    if visit.house.ledger.store.exists() and not operators.expected():
        return _too_late(visit.house)
    if not _is_offered(visit):
        return _late(visit)
    if operators.expected():
        code = operators.recovery(visit.path["token"])
        return own_screen(visit.house, "found.html", club=operators.club_name(), code=code)
    return own_screen(
        visit.house,
        "begin.html",
        status,
        typed=visit.form,
        wrong=wrong,
        why=f"Write {WHO if wrong == 'who' else CLUB}, in at most {LONGEST_NAME} letters. "
        "Nothing was made.",
    )


def began(visit: RequestContext) -> Reply:
    """Makes the club, and leads to its first campaign."""
    house = visit.house
    if house.entrance.operators.expected():
        return _founded(visit) if _is_offered(visit) else _late(visit)
    typed = {field: " ".join(visit.form.get(field, "").split()) for field in ("club", "who")}
    wrong = next((field for field, text in typed.items() if not is_name(text)), "")
    if wrong or not _is_offered(visit) or house.ledger.store.exists():
        return begin(visit, 422 if wrong else 200, wrong)
    house.desk.begin()
    house.entrance.operators.call_club(typed["club"])
    return _let_in(visit, f"/new?{urlencode({'host': typed['who']})}")


def _founded(visit: RequestContext) -> Reply:
    """Lets in the founder of a club that was begun at the open door: they start its campaigns."""
    operators = visit.house.entrance.operators
    who, person = operators.expected(), operators.newcomer()
    if not operators.found(visit.path["token"], person):
        return _late(visit)
    return admitted(visit, person, "invitation", f"/new?{urlencode({'host': who})}")


def begun(visit: RequestContext) -> Reply:
    """What a host does behind the start of a first campaign."""
    return campaign_screen(
        visit,
        "begun.html",
        "members",
        club=visit.house.entrance.operators.club_name(),
        has_passkeys=bool(visit.house.entrance.party),
    )


PLACES = (
    get("/begin/{token}", begin, "anybody", is_early=True),
    post("/begin/{token}", began, "anybody", is_early=True),
    get("/c/{name}/begun", begun, "host"),
    get("/club", club, "operator"),
    post("/club/end", end, "operator"),
    get("/club/in/{token}", offered, "anybody"),
    post("/club/in/{token}", accept, "anybody"),
)
