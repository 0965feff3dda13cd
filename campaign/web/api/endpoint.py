"""A call for programs: who calls, what it takes and what it answers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from campaign.handler.command_handler import Repeats
from campaign.kernel import decisions
from campaign.kernel.decisions import Refused
from campaign.web import context
from campaign.web.context import Entered, House
from campaign.web.replies import JSON, Reply

# --- What programs are answered: JSON, with one form for everything that fails ------------------


class Failed(msgspec.Struct, frozen=True):
    """Something that was not done, and why, in the form of a refused command."""

    accepted: bool
    """Always false."""
    rule: str | None
    """The rule that refuses; null where the request itself is wrong, and then the reason names
    the field."""
    reason: str
    """One sentence."""
    no_receipt: str | msgspec.UnsetType = msgspec.UNSET
    """Why no receipt of it was kept, where none was."""


def json(value: object, status: int = 200, *headers: tuple[str, str]) -> Reply:
    """An answer."""
    return Reply(msgspec.json.encode(value), status, JSON, headers)


def failed(reason: str, status: int, *headers: tuple[str, str]) -> Reply:
    """Something that was not done, though no rule of a game is against it."""
    return json(decisions.refused(Refused(None, reason)), status, *headers)


def refused(why: Refused, status: int) -> Reply:
    """What the rules refuse, or what is malformed."""
    return json(decisions.refused(why), status)


def not_found() -> Reply:
    """The same bytes whether there is no such thing or it is somebody else's."""
    return failed("there is no such thing here, or it is not yours", 404)


def unknown_caller() -> Reply:
    """Nobody is signed in."""
    text = "sign in, or send a token made with `campaign token` as Authorization: Bearer"
    return failed(text, 401, ("WWW-Authenticate", 'Bearer realm="campaign"'))


def too_often(seconds: int) -> Reply:
    """More requests than are answered."""
    return failed(
        f"too many requests; try again in {seconds} s", 429, ("Retry-After", str(seconds))
    )


def unavailable(reason: str, seconds: int) -> Reply:
    """Nothing wrong with the request, but it cannot be answered now."""
    return failed(reason, 503, ("Retry-After", str(seconds)))


# --- Who calls: a program by its token, or a browser by its device ------------------------------
# IO at the door.

Scope = Literal["read", "act"]
"""What a caller may do: look, or send commands too."""
_BEARER = "bearer "


class Caller(msgspec.Struct, frozen=True):
    """Somebody who was let in."""

    door: str
    """The digest of their token, or of their device's secret."""
    who: str
    """Whose streams and requests are counted together."""
    scope: Scope
    person: str = ""
    """The person whose device it is; empty for a program."""
    campaign: str = ""
    """A program's one campaign, by its random id."""
    member: str = ""
    """The member in whose name a program acts."""


class Unknown(msgspec.Struct, frozen=True):
    """Somebody who was not let in."""

    tried: bool
    """Whether they came with a token or a device that lets nobody in."""


def caller(house: House, authorization: str, secret: str) -> Caller | Unknown:
    """Who calls. Where a token is sent, the device that it came from does not matter."""
    if authorization:
        if not authorization.lower().startswith(_BEARER):
            return Unknown(tried=True)
        return _program(house, authorization[len(_BEARER) :].strip())
    device = house.doors.device(secret) if secret else None
    if device is None:
        return Unknown(tried=bool(secret))
    return Caller(device.digest, f"person {device.person}", "act", person=device.person)


def _program(house: House, token: str) -> Caller | Unknown:
    stored = house.doors.token(token, "program")
    if stored is None or not stored.counts(house.clock()):
        return Unknown(tried=True)
    who = f"member {stored.campaign} {stored.member}"
    scope: Scope = "act" if stored.scope == "act" else "read"
    return Caller(stored.digest, who, scope, campaign=stored.campaign, member=stored.member)


def memberships(house: House, who: Caller) -> Mapping[str, str]:
    """The members that a caller is, by the random ids of their campaigns.

    They are looked up for each request, whichever campaign was asked for, and nobody else's: one
    that is somebody else's takes as long as one that is none.
    """
    if not who.person:
        return {who.campaign: who.member}
    return context.memberships(house, who.person)


def seat_in(house: House, who: Caller, name: str) -> Entered | None:
    """The campaign of this name, if the caller is a member of it. Raises `StoreError`."""
    whose = memberships(house, who)
    campaign = {house.ledger.name_of(one): one for one in whose}.get(name)
    if not name or campaign is None:
        return None
    live = house.ledger.live(name)
    shared, member = live.state.campaign, whose[campaign]
    is_theirs = shared.id == campaign and member in shared.members
    return Entered(name, live, member) if is_theirs else None  # programs read times in UTC


# --- A call for programs: an address, what it takes and what it answers -------------------------

PREFIX = "/api/v1"
CAMPAIGNS = f"{PREFIX}/campaigns"
ONE = f"{CAMPAIGNS}/{{name}}"


class Request(msgspec.Struct, frozen=True):
    """One request of a caller, after the door."""

    house: House
    counter: Repeats
    caller: Caller
    path: Mapping[str, str]
    query: Mapping[str, Sequence[str]]
    """Every value of each name, in order."""
    headers: Mapping[str, str]
    """By their names in lower case."""
    body: bytes = b""
    entered: Entered | None = None

    @property
    def here(self) -> Entered:
        """The campaign; only where a call is about one."""
        assert self.entered is not None, "a call without a campaign asks for one"
        return self.entered

    def asked(self, name: str, default: str = "") -> str:
        """The last value of a name in the address; the default where it is not there."""
        values = self.query.get(name, ())
        return values[-1] if values else default


class Parameter(msgspec.Struct, frozen=True):
    """A value that a call takes beside its body."""

    name: str
    where: Literal["path", "query", "header"]
    about: str
    schema: Mapping[str, Any] = msgspec.field(default_factory=lambda: {"type": "string"})
    required: bool = False


NAME = Parameter("name", "path", "the campaign's name", required=True)


class Success(msgspec.Struct, frozen=True):
    """What a call answers when all is well."""

    about: str
    kind: Any = None
    """The type of its JSON; none where it is something else."""
    media: str = "application/json"
    headers: Mapping[str, str] = {}
    """Headers that only this answer has, with what they say."""


class ApiCall(msgspec.Struct, frozen=True):
    """An address, and what is answered there."""

    path: str
    id: str
    """Its name in the description."""
    view: Callable[[Request], "Reply | LongAnswer"]
    """What answers; its docstring says what the call does."""
    answer: Success
    method: Literal["GET", "POST"] = "GET"
    scope: Scope = "read"
    takes: tuple[Parameter, ...] = ()
    """Besides the campaign's name."""
    takes_kind: Any = None
    """The type of what is sent; None for a command."""
    failures: tuple[int, ...] = ()
    """What it can answer besides what every call can."""

    @property
    def about(self) -> str:
        """What it does, in words."""
        return " ".join((self.view.__doc__ or "").split())

    @property
    def about_one(self) -> bool:
        """Whether it is about a single campaign."""
        return "{name}" in self.path

    @property
    def parameters(self) -> tuple[Parameter, ...]:
        """All that it takes, the campaign's name first."""
        return (NAME, *self.takes) if self.about_one else self.takes


class LongAnswer(msgspec.Struct, frozen=True):
    """An answer of unknown length, read while it is sent."""

    parts: Any
    """Its bytes, in parts."""
    media: str
    headers: tuple[tuple[str, str], ...] = ()
