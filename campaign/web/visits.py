"""One request, as views see it: who came, to which campaign, and what was typed. IO at the door."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from campaign.clubs.allowance import UNLIMITED, Allowance
from campaign.desk.actor import Actor
from campaign.desk.desk import Desk
from campaign.kernel.act_signatures import ActSignature
from campaign.kernel.members import Campaign
from campaign.notices.outgoing import Outside
from campaign.people.doors import Device, Doors
from campaign.people.people import People
from campaign.reports.kept import KeptBooks
from campaign.store.ledger import Ledger, Live
from campaign.web.addresses import PublicAddress
from campaign.web.checks import RecordChecks
from campaign.web.door.entrance import Entrance
from campaign.web.given import KeptGiven
from campaign.web.running.upkeep import ServiceUpkeep
from campaign.web.slow import SlowReads
from campaign.web.together.knowing import Together

if TYPE_CHECKING:
    from campaign.store.submission import KeptAnswer
    from campaign.text.json_values import JsonFields

ID_LETTERS = 200
"""The longest idempotency key."""


class ServiceHouse(NamedTuple):
    """What the service stands on."""

    ledger: Ledger
    desk: Desk
    books: KeptBooks
    people: People
    doors: Doors
    address: PublicAddress
    clock: Callable[[], str]
    ids: Callable[[], str]
    """Ids for forms, so that each counts once."""
    given: KeptGiven
    upkeep: ServiceUpkeep
    slow: SlowReads
    entrance: Entrance
    checks: RecordChecks
    reserved: frozenset[str] = frozenset()
    """What no campaign may be called because the keyboard reads it otherwise."""
    is_plain: bool = False
    """Whether it runs without encryption, which every page then says."""
    outside: Outside = Outside()
    """The world beyond, which webhooks and push services are called in."""
    allowance: Allowance = UNLIMITED
    """What the club may still use."""
    together: Together | None = None
    """What it knows together with other processes; None where it is the only one."""


House = ServiceHouse


class Entered(msgspec.Struct, frozen=True):
    """A campaign that the visitor is a member of, as it is now."""

    name: str
    live: Live
    member: str
    zone: str = "UTC"
    """The time zone in which the visitor reads their own deadlines."""

    @property
    def campaign(self) -> Campaign:
        """The shared part of its state."""
        shared: Campaign = self.live.state.campaign
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
        return self.live.system.calendar.in_words(self.campaign.turn)

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


class Visit(msgspec.Struct, frozen=True):
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
    etag: str = ""
    """The mark of the answer that whoever asks has already."""
    network: str = ""
    """The address that it came from."""
    awaits: str = ""
    """The secret of a browser that asked for a code."""

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

    def send(self, command: "JsonFields") -> "KeptAnswer":
        """Hands in a command in the member's own name, as everybody's programs do.

        With it goes the signature that came with the form. Raises `TextAskedError` where the form
        only asks for the text.
        """
        text, here = msgspec.json.encode(command), self.here
        if self.form.get("sign") == "ask":
            raise TextAskedError(text, here)
        key, value = self.form.get("act-key", ""), self.form.get("act-signature", "")
        signature = ActSignature(key, value) if key and value else None
        return self.house.desk.submit(here.name, text, Actor(here.member), signature=signature)

    def afterwards(self) -> "Visit":
        """The same visit to the campaign as it is after something was sent."""
        here = self.here
        live = self.house.ledger.live(here.name)
        return msgspec.structs.replace(self, entered=msgspec.structs.replace(here, live=live))
