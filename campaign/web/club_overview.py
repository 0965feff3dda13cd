"""What whoever runs the machine sees of a club: names, sizes and how it fares, no play. IO.

What is in a campaign is for those who sit in it; so nothing here says a turn, an answer or what a
notice was about.
"""

from collections.abc import Iterator, Mapping

import msgspec

from campaign import __version__
from campaign.clubs.allowance import Used
from campaign.clubs.sizes import bytes_of
from campaign.clubs.sizes import in_words as size_in_words
from campaign.notices.channels import hook_trouble
from campaign.notices.deliveries import StoredDeliveries
from campaign.notices.tally import by_state
from campaign.people.webhooks import Webhooks
from campaign.store.protocol import StoreError
from campaign.text.english import capital
from campaign.text.moments import in_words
from campaign.web.visits import House

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
    hooks, mail = (
        Webhooks(house.people.file, clock=house.clock),
        StoredDeliveries(house.people.file),
    )
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
        for hook in hooks.of(campaign.id):
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
