"""A call for programs: an address, what it takes and what it answers."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import msgspec

from campaign.desk.repeats import Repeats
from campaign.web.api.callers import Belonging, Caller, Scope
from campaign.web.replies import Reply
from campaign.web.visits import Entered, House

PREFIX = "/api/v1"
CAMPAIGNS = f"{PREFIX}/campaigns"
ONE = f"{CAMPAIGNS}/{{name}}"


class Request(msgspec.Struct, frozen=True):
    """One request of a caller, after the door."""

    house: House
    belonging: Belonging
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
    about: str
    view: Callable[[Request], "Reply | LongAnswer"]
    answer: Success
    method: Literal["GET", "POST"] = "GET"
    scope: Scope = "read"
    takes: tuple[Parameter, ...] = ()
    takes_kind: Any = None
    """The type of what is sent; None for a command."""
    failures: tuple[int, ...] = ()
    """What it can answer besides what every call can."""

    @property
    def about_one(self) -> bool:
        """Whether it is about a single campaign."""
        return "{name}" in self.path


class LongAnswer(msgspec.Struct, frozen=True):
    """An answer of unknown length, read while it is sent."""

    parts: Any
    """Its bytes, in parts."""
    media: str
    headers: tuple[tuple[str, str], ...] = ()


NAME = Parameter("name", "path", "the campaign's name", required=True)
