"""The club, for whoever runs the machine: sizes, people, deliveries, backups, sign-ins; no play."""

import re
from collections.abc import Iterator, Mapping

import msgspec

from campaign import __version__
from campaign.accounts.allowance import Used, bytes_of
from campaign.accounts.allowance import in_words as size_in_words
from campaign.notifications.deliveries import StoredDeliveries, by_state
from campaign.notifications.delivery_status import hook_trouble, hooks_of
from campaign.store.protocol import StoreError
from campaign.text.english import capital
from campaign.text.moments import in_words
from campaign.web.auth.admission import cookie, label_of, locked_out
from campaign.web.context import House, Permission, RequestContext
from campaign.web.errors import too_late, too_often
from campaign.web.replies import Reply, see_other
from campaign.web.screens import own_screen

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


class ClubSeat(msgspec.Struct, frozen=True):
    """A member as the operator sees them."""

    campaign: str
    member: str
    name: str
    has_address: bool
    devices: int
    last_seen: str
    """In words; empty if no device of theirs is signed in."""


class ClubCampaign(msgspec.Struct, frozen=True):
    """A campaign by its name and its size."""

    name: str
    events: int
    members: tuple[ClubSeat, ...]
    fault: str = ""
    """Why it cannot be read; empty if it can."""


class HeldUp(msgspec.Struct, frozen=True):
    """A message or a call that has not arrived, with what the other side said."""

    campaign: str
    to: str
    """A member, or a webhook's host; empty: everybody."""
    said: str
    """What the other side said; empty if it never answered."""
    at: str


class QuotaLine(msgspec.Struct, frozen=True):
    """Something that a club uses, beside its quota."""

    what: str
    used: str
    quota: str
    """Empty: as much as it likes."""
    is_full: bool
    """Whether no more may be used."""


class ClubHealth(msgspec.Struct, frozen=True):
    """How the service and its machine are."""

    why_not_ready: str
    """Empty while it can be used."""
    version: str
    about_backups: str
    """Empty where the service makes none."""
    free: int | None
    """MiB on the store's disk; None where it is in a database, whose server knows."""
    size: float
    """MiB of the record and its people."""
    behind: int
    """How many seconds the read tables lag."""
    has_key: bool
    """Whether the vault's key is there."""


class ClubOverview(msgspec.Struct, frozen=True):
    """A club and how it fares."""

    campaigns: tuple[ClubCampaign, ...]
    health: ClubHealth
    troubles: tuple[str, ...]
    deliveries: Mapping[str, int]
    """How many there are in each state."""
    held_up: tuple[HeldUp, ...]
    quotas: tuple[QuotaLine, ...] = ()
    """Nothing where no directory of clubs knows the club."""


def overview(house: House) -> ClubOverview:
    """The club as it is now."""
    campaigns = tuple(_campaign(house, name) for name in house.ledger.names())
    held_up = sorted(_held_up(house), key=lambda one: one.at, reverse=True)
    return ClubOverview(
        campaigns,
        _health(house),
        _troubles(house),
        by_state(house.people.file),
        tuple(held_up[:SHOWN]),
        quota_lines(house.allowance.used(len(campaigns))),
    )


def quota_lines(used: Used | None) -> tuple[QuotaLine, ...]:
    """What a club uses beside its quotas. What is counted under a quota only is left out without
    one.
    """
    if used is None:
        return ()
    quotas = used.quotas
    found = [_line("Campaigns, with what-ifs", used.campaigns, quotas.campaigns)]
    if quotas.commands:
        found.append(_line("Commands in this minute", used.commands, quotas.commands))
    if quotas.mails:
        found.append(_line("Mails today (UTC)", used.mails, quotas.mails))
    size, most = size_in_words(used.bytes), size_in_words(quotas.bytes) if quotas.bytes else ""
    is_full = bool(quotas.bytes) and used.bytes > quotas.bytes
    return (*found, QuotaLine("Record and people", size, most, is_full))


def _line(what: str, used: int, quota: int) -> QuotaLine:
    return QuotaLine(what, str(used), str(quota) if quota else "", 0 < quota <= used)


def _campaign(house: House, name: str) -> ClubCampaign:
    try:
        live = house.ledger.live(name)
    except StoreError as error:
        return ClubCampaign(name, 0, (), str(error))
    campaign = live.state.campaign
    seats = []
    for member, known in campaign.members.items():
        person = house.people.person_in(campaign.id, member)
        devices = house.doors.devices(person) if person else []
        seen = max((one.last_seen for one in devices), default="")
        has_address = bool(house.people.address(campaign.id, member))
        seats.append(ClubSeat(name, member, known.name, has_address, len(devices), in_words(seen)))
    return ClubCampaign(name, live.version, tuple(seats))


def _health(house: House) -> ClubHealth:
    upkeep, place = house.upkeep, house.ledger.store.place
    size = bytes_of(place) if house.ledger.store.exists() else 0
    return ClubHealth(
        upkeep.why_not_ready(),
        __version__,
        BY_THE_SERVER if place.is_database else upkeep.about_backups(),
        None if place.is_database else upkeep.free() // MIB,
        round(size / MIB, 1),
        round(house.desk.behind()),
        house.ledger.vault.exists(),
    )


def _troubles(house: House) -> tuple[str, ...]:
    """What is to be seen to: who reads it knows the machine, so a failure comes with its reason."""
    backups = house.upkeep.backups
    trouble = backups.trouble() if backups is not None else ""
    return (capital(trouble),) if trouble else ()


def _held_up(house: House) -> Iterator[HeldUp]:
    mail = StoredDeliveries(house.people.file)
    for name in house.ledger.names():
        try:
            campaign = house.ledger.live(name).state.campaign
        except StoreError:
            continue
        if still := mail.standstill(campaign.id):
            yield HeldUp(name, "", still.why, still.since)
        for row in mail.known(campaign.id).values():
            if row.state in NOT_OUT:
                to = campaign.called(row.member)
                yield HeldUp(name, to, row.server, row.first_at)
        for hook in hooks_of(house.people.file.place, campaign.id):
            if text := hook_trouble(hook):
                yield HeldUp(name, hook.host, text, hook.said_at)


def people_of(house: House) -> dict[str, str]:
    """What somebody is called whose sign-in is listed: each by the first campaign they sit in."""
    found: dict[str, str] = {}
    for name in house.ledger.names():
        try:
            campaign = house.ledger.live(name).state.campaign
        except StoreError:
            continue
        for member, known in campaign.members.items():
            found.setdefault(house.people.person_in(campaign.id, member), known.name)
    found.pop("", None)
    return found


# --- The club, for whoever runs the machine: sizes, people, deliveries, backups, sign-ins -------

_MADE_BY_US = re.compile(r"[A-Za-z0-9_-]{20,100}")


def club(visit: RequestContext) -> Reply:
    """How the club fares."""
    house = visit.house
    assert visit.device is not None
    called = people_of(house)
    operators = house.entrance.operators.devices()
    mine = [one.digest for one in operators]
    signins = [
        (one, called.get(one.person, "somebody without a seat"), in_words(one.time))
        for one in house.entrance.signins.last()
    ]
    return own_screen(
        house,
        "club.html",
        club=house.address.host,
        found=overview(house),
        signins=signins,
        operators=[(one, in_words(one.last_seen)) for one in operators],
        this=visit.device.digest if visit.device.digest in mine else "",
        in_words=in_words,
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


def offered(visit: RequestContext) -> Reply:
    """What the address of the command line is for, and one button. Looking changes nothing."""
    if not _is_offered(visit):
        return _late(visit)
    return own_screen(visit.house, "operator.html", club=visit.house.address.host)


def accept(visit: RequestContext) -> Reply:
    """Uses the address up: from now on this device is the operator's."""
    house, token = visit.house, visit.path["token"]
    if not _is_offered(visit):
        return _late(visit)
    operators = house.entrance.operators
    if visit.device is not None:
        taken = operators.take(token, visit.device.digest)
        return see_other("/club") if taken else _late(visit)
    secret = house.doors.admit(operators.newcomer(), label_of(visit.agent))
    device = house.doors.device(secret)
    assert device is not None, "it was let in a moment ago"
    if not operators.take(token, device.digest):
        house.doors.end(device.person)
        return _late(visit)
    return see_other("/club", ("Set-Cookie", cookie(house.address, secret)))


def _is_offered(visit: RequestContext) -> bool:
    token = visit.path["token"]
    found = _MADE_BY_US.fullmatch(token) is not None
    return found and visit.house.entrance.operators.is_offered(token)


def _late(visit: RequestContext) -> Reply:
    """Guessing is slowed down."""
    house = visit.house
    wait = house.entrance.limits.wait_for_token(visit.network)
    return too_often(house, wait) if wait else too_late(house)


PLACES = (
    Permission("/club", club, "operator", about="how the club fares"),
    Permission("/club/end", end, "operator", ("POST",), about="end devices"),
    Permission("/club/in/{token}", offered, "anybody", about="the operator’s address"),
    Permission("/club/in/{token}", accept, "anybody", ("POST",), about="let in the operator"),
)
