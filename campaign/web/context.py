"""One request, as views see it: who came, to which campaign, what was typed, and who may use a
route. IO.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from campaign.accounts.allowance import UNLIMITED, Allowance
from campaign.accounts.devices import Credentials, Device, HandedOut
from campaign.accounts.people import People
from campaign.extend import BROKEN
from campaign.handler import tasks
from campaign.handler.command_handler import Actor, CommandHandler
from campaign.kernel import keys, members
from campaign.notifications.outgoing_requests import Outside
from campaign.reports.book import CachedBooks
from campaign.store import protocol, reader
from campaign.store.ledger import Ledger
from campaign.systems import package_of
from campaign.web.auth.sign_in import Entrance
from campaign.web.replies import PublicAddress, Reply
from campaign.web.server import health, shared_state, threads

if TYPE_CHECKING:
    from campaign.diary.words import PictureShown
    from campaign.kernel.terminal.screens import LivePage, Status
    from campaign.store.submission import StoredAnswer
    from campaign.text.json_values import JsonFields


# --- One request, as views see it: who came, to which campaign, and what was typed --------------
# IO at the door.

LOG = logging.getLogger("campaign.web")
ID_LETTERS = 200
"""The longest idempotency key."""


class ServiceHouse(NamedTuple):
    """What the service stands on."""

    ledger: Ledger
    desk: CommandHandler
    books: CachedBooks
    people: People
    doors: Credentials
    address: PublicAddress
    clock: Callable[[], str]
    ids: Callable[[], str]
    """Ids for forms, so that each counts once."""
    upkeep: health.ServiceUpkeep
    slow: threads.SlowReads
    entrance: Entrance
    checks: health.RecordChecks
    together: shared_state.Together
    """What it knows together with other processes, if there are any."""
    reserved: frozenset[str] = frozenset()
    """What no campaign may be called because the keyboard reads it otherwise."""
    is_plain: bool = False
    """Whether it runs without encryption, which every page then says."""
    outside: Outside = Outside()
    """The world beyond, which webhooks and push services are called in."""
    allowance: Allowance = UNLIMITED
    """What the club may still use."""

    @property
    def is_begun(self) -> bool:
        """Whether there is a club; until then nothing but its beginning is answered."""
        try:
            return self.upkeep.is_begun(self.ledger.store.exists)
        except protocol.StoreError:
            return True  # something is there, though it cannot be read


House = ServiceHouse


class Entered(msgspec.Struct, frozen=True):
    """A campaign that the visitor is a member of, as it is now."""

    name: str
    live: reader.Live
    member: str
    zone: str = "UTC"
    """The time zone in which the visitor reads their own deadlines."""

    def asked(self, now: str) -> tuple[tasks.Asked, ...]:
        """Everything that is asked of somebody in it now, which the day alone changes."""
        live = self.live
        return live.once("asked", now[:10], lambda: tasks.asked(live.system, live.state, now))

    @property
    def status(self) -> "Status":
        """What its game says of where play stands."""
        live = self.live
        return live.once("status", "", lambda: live.system.front.screens.status(live.state))

    @property
    def room(self) -> "LivePage | None":
        """What its game shows of play at its page for that."""
        return self.live.once("room", "", lambda: self.live.system.rooms.table(self.live.state))

    @property
    def campaign(self) -> members.Campaign:
        """The shared part of its state."""
        shared: members.Campaign = self.live.state.campaign
        return shared

    @property
    def title(self) -> str:
        """What it is called; a what-if by its name, as its title is the origin's."""
        if self.is_what_if:
            return self.name
        return self.campaign.title or self.name

    @property
    def is_what_if(self) -> bool:
        """Whether it is a what-if of another campaign."""
        return self.campaign.record.branch_of is not None

    @property
    def turn(self) -> str:
        """The running turn in words."""
        return self.live.calendar.in_words(self.campaign.turn)

    @property
    def progress(self) -> str:
        """The running turn in few letters, and how far the campaign has come."""
        campaign = self.campaign
        first, last = campaign.first_turn, campaign.last_turn
        return self.live.calendar.progress(campaign.turn, first, last)

    @property
    def is_host(self) -> bool:
        """Whether the visitor runs it."""
        return self.campaign.is_host(self.member)

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that the visitor plays or plays for, in the game's order."""
        return self.campaign.seats_of(self.member)


class TextAskedError(Exception):
    """Somebody asked only for the text that their form would send, to sign it. Nothing was sent."""

    def __init__(self, text: bytes, here: Entered) -> None:
        super().__init__()
        self.text, self.here = text, here


class RequestContext(msgspec.Struct, frozen=True):
    """One request."""

    house: House
    method: str
    path: Mapping[str, str]
    """The parts of the address that its route names."""
    query: Mapping[str, str]
    form: Mapping[str, str]
    agent: str
    """What the browser calls itself."""
    device: Device | None = None
    """The device that it came from, if that was let in."""
    entered: Entered | None = None
    every: Mapping[str, tuple[str, ...]] = {}
    """What the address asks for, with each value of a field that it has several times."""
    file: bytes = b""
    """The file that came with the form; empty without one."""
    pictures: tuple[bytes, ...] = ()
    """The pictures that came with it, where it may have some."""
    etag: str = ""
    """The mark of the answer that whoever asks has already."""
    network: str = ""
    """The address that it came from."""
    awaits: str = ""
    """The secret of a browser that asked for a code."""
    seen: str = ""
    """The key of the opening that this page of the device has played last."""

    @property
    def person(self) -> str:
        """Who came; only where a route lets nobody else in."""
        assert self.device is not None, "a route for anybody asks for a person"
        return self.device.person

    @property
    def is_operator(self) -> bool:
        """Whether it came from a device of whoever runs the machine."""
        operators = self.house.entrance.operators
        return self.device is not None and operators.has(self.device.digest)

    @property
    def here(self) -> Entered:
        """The campaign; only where a route lets in its members alone."""
        assert self.entered is not None, "a route without a campaign asks for one"
        return self.entered

    @property
    def key(self) -> str:
        """The idempotency key of the form, by which it counts once; empty without one."""
        return self.form.get("id", "")[:ID_LETTERS]

    def words(self, field: str) -> str:
        """What was typed into a field of several lines."""
        return self.form.get(field, "").strip().replace("\r\n", "\n")

    @property
    def was_sent(self) -> bool:
        """Whether the form was sent before, and something was recorded of it."""
        return (
            bool(self.key)
            and self.house.ledger.store.versions_of(self.here.name, self.key) is not None
        )

    def keyed(self, command: "JsonFields") -> "JsonFields":
        """A command as it is sent: with the form's key."""
        return {**command, "id": self.key} if self.key else command

    def send(
        self, command: "JsonFields", pictures: "Sequence[PictureShown]" = ()
    ) -> "StoredAnswer":
        """Hands in a command in the member's own name, as everybody's programs do.

        With it go the form's key, the signature that came with it, and the `pictures` of a
        dispatch. Raises `TextAskedError` where the form only asks for the text.
        """
        (text, signature), here = self.text_of(command), self.here
        actor = Actor(here.member)
        return self.house.desk.submit(
            here.name, text, actor, signature=signature, pictures=pictures
        )

    def text_of(self, command: "JsonFields") -> tuple[bytes, keys.ActSignature | None]:
        """A command as it is sent, and the signature that came with the form.

        Raises `TextAskedError` where the form only asks for the text.
        """
        text = msgspec.json.encode(self.keyed(command))
        if self.form.get("sign") == "ask":
            raise TextAskedError(text, self.here)
        key, value = self.form.get("act-key", ""), self.form.get("act-signature", "")
        return text, keys.ActSignature(key, value) if key and value else None

    def afterwards(self) -> "RequestContext":
        """The same visit to the campaign as it is after something was sent."""
        here = self.here
        live = self.house.ledger.live(here.name)
        return msgspec.structs.replace(self, entered=msgspec.structs.replace(here, live=live))


# --- A route of the service: an address, what answers there, and who may use it -----------------

May = Literal["anybody", "signed-in", "member", "host", "operator"]
"""Who may use a route: anybody at all; whoever signed in; members of the campaign in its address;
those of them who run it; whoever runs the machine."""


class Permission(msgspec.Struct, frozen=True):
    """A route: an address, and what answers there."""

    path: str
    view: Callable[[RequestContext], Reply]
    may: May
    methods: tuple[str, ...] = ("GET",)
    sends: bool = False
    """Whether its form sends a command, which its sender may sign. Elsewhere a form that asks for
    its text is told that there is none."""
    at_once: bool = False
    """Whether it needs neither the store nor the people, and so is answered whatever befalls them,
    and before whoever waits for them."""
    takes_file: bool = False
    """Whether its form may have a file with it; its address then ends in `guard.FILES`."""
    takes_pictures: int = 0
    """How many pictures may come with its form; its address then ends in `PICTURES`, and only who
    is signed in may send any."""
    is_early: bool = False
    """Whether it is answered also where there is no club yet."""
    is_packed: bool = False
    """Whether its pages travel packed: only where every member may read all of them, since the
    length of a packed page tells of what it holds."""


get = Permission
"""A page to look at."""
post = partial(Permission, methods=("POST",))
"""What a form does."""


# --- Who belongs where: a person's campaigns, one of them by name, one by its random id ---------
#
# Whoever looks through several campaigns passes over one that cannot be read: that stops its own
# pages and nobody's others.


def readable(house: House) -> Iterator[tuple[str, reader.Live]]:
    """Every campaign that can be read, in order of their names."""
    for name in house.ledger.names():
        try:
            yield name, house.ledger.live(name)
        except protocol.StoreError:
            continue


def memberships(house: House, person: str) -> dict[str, str]:
    """The member that a person is in each of their campaigns, by its random id."""
    return house.people.seats_of(person)


def seats_of(house: House, person: str) -> Iterator[Entered]:
    """A person's campaigns, in order of their names; others are not looked at."""
    return seats(house, memberships(house, person))


def seats(house: House, whose: Mapping[str, str]) -> Iterator[Entered]:
    """The campaigns of some members, each by its random id, in order of their names."""
    for name, campaign in sorted((house.ledger.name_of(one), one) for one in whose):
        here = seat_with(house, campaign, whose[campaign]) if name else None
        if here is not None and _answers(here, house.clock()):
            yield here


def _answers(here: Entered, now: str) -> bool:
    """Whether the game of a campaign has words for pages about several; a built-in one has. What
    one of a package raises is in the log.
    """
    live = here.live
    if not package_of(live.system.name):
        return True
    try:
        live.system.view.names(live.state)
        live.system.rooms.stages(live.state)
        _ = here.progress, here.asked(now), here.status, here.room
    except BROKEN as error:
        LOG.error("%s: its game fails: %s", here.name, type(error).__name__, exc_info=error)
        return False
    return True


def seat_in(house: House, person: str, name: str) -> Entered | None:
    """A person's seat in the campaign of a name; None if it is not theirs, or there is none.

    Raises `StoreError` if the campaign cannot be read.
    """
    if not house.ledger.has(name):
        return None
    live = house.ledger.live(name)
    shared: members.Campaign = live.state.campaign
    member, zone = house.people.seat_in(person, shared.id) or ("", "")
    return Entered(name, live, member, zone) if member in shared.members else None


def visited(house: House, secret: str, name: str | None) -> tuple[Device | None, Entered | None]:
    """Who came in with a device's secret, and the campaign if they are a member of it.

    A campaign that is not theirs is none to them.
    """
    device = house.doors.device(secret) if secret else None
    if device is None or name is None:
        return device, None
    return device, seat_in(house, device.person, name)


def has_seat(house: House, person: str, name: str) -> bool:
    """Whether a person is a member of the campaign of a name; of one that can be read."""
    try:
        return seat_in(house, person, name) is not None
    except protocol.StoreError:
        return False


def seat_with(house: House, campaign_id: str, member: str) -> Entered | None:
    """A member's seat in the campaign with a random id; None if either is gone, or it cannot be
    read.
    """
    if not (name := house.ledger.name_of(campaign_id)):
        return None
    try:
        live = house.ledger.live(name)
    except protocol.StoreError:
        return None
    return seat(house, name, live, member) if live.state.campaign.id == campaign_id else None


def seat(house: House, name: str, live: reader.Live, member: str) -> Entered | None:
    """A member's seat in a campaign as it is now; None if they are none of it."""
    shared: members.Campaign = live.state.campaign
    if member not in shared.members:
        return None
    return Entered(name, live, member, house.people.zone(shared.id, member))


# --- Addresses that last until they are ended: feeds, calendars and guests' links ---------------

FEED, DEADLINES = ".xml", ".ics"


def handed_out(house: House) -> HandedOut:
    """The lasting addresses of the service."""
    return HandedOut(house.people.file, house.doors, house.clock)
