"""Finds addresses in what is sent, and takes them out: no log gets one. Pure."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from campaign.kernel.decisions import Refused, bad_field
from campaign.kernel.enrolment import AN_ADDRESS, LONGEST, address_fault
from campaign.kernel.members import EnrolMember
from campaign.text.json_values import JsonObject

FIELD = "email"
"""The field of commands, events and set-ups that may hold an address."""
_ENROLS = EnrolMember.__name__


class Enrolment(msgspec.Struct, frozen=True):
    """A command that enrols a member, without their address."""

    member: str
    address: str | None
    """The address that it came with; None if it says nothing of one, empty if it is to go."""
    key: str
    """Its own idempotency key; empty if it came without one."""
    read: bytes
    """The command without the address."""
    public: bytes
    """What a repeat under the same key must have too: the command without address and key."""


class _Sent(msgspec.Struct, frozen=True):
    """What is looked at of a command, before anything of it is believed."""

    command: Any = None
    fields: Any = None
    forgotten: Any = None
    id: Any = ""


def enrolment(sent: bytes) -> Enrolment | Refused | None:
    """What a command says of an address. None for one that cannot say anything of any.

    Refuses an address that no mail can go to, and a correction that would put one into the log.
    """
    try:
        looked = msgspec.json.decode(sent, type=_Sent)
        if looked.command != _ENROLS:
            return _brought_in(looked)
        fields: JsonObject = msgspec.json.decode(sent)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None  # the ledger says what is wrong with it
    address, member, key = (fields.get(name) for name in (FIELD, "member", "id"))
    if not isinstance(member, str) or (FIELD in fields and not _is_address(address)):
        return None
    if address and (fault := address_fault(address)):
        return bad_field(FIELD, fault)
    read = {name: value for name, value in fields.items() if name != FIELD}
    public = {name: value for name, value in read.items() if name not in ("id", "by")}
    return Enrolment(
        member,
        address,
        key if isinstance(key, str) else "",
        msgspec.json.encode(read),
        msgspec.json.encode(public, order="deterministic"),
    )


def key_of(sent: bytes) -> str:
    """A command's own idempotency key; empty if it has none, or cannot be read."""
    try:
        key = msgspec.json.decode(sent, type=_Sent).id
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
    return key if isinstance(key, str) else ""


def _brought_in(looked: _Sent) -> Refused | None:
    """The refusal of a correction that would put an address into the log."""
    if not any(map(_holds_address, (looked.fields, looked.forgotten))):
        return None
    why = "the log holds no addresses, and a correction puts none in; leave it out"
    change = "`campaign mail-choices NAME MEMBER --address ADDRESS`"
    return bad_field("email", f"{why}. To change where a member's mail goes: {change}")


def out_of_set_up(request: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """A request to open a campaign without its members' addresses, and those by member."""
    found: dict[str, str] = {}
    bare = {name: _taken(value, found) for name, value in request.items()}
    return bare, found


def _taken(value: Any, found: dict[str, str]) -> Any:
    if isinstance(value, Mapping):
        kept = {name: _taken(inner, found) for name, inner in value.items()}
        address, member = kept.get(FIELD), kept.get("member")
        if address and isinstance(member, str) and _looks_like_one(address):
            found[member] = kept.pop(FIELD)
        return kept
    return [_taken(inner, found) for inner in value] if isinstance(value, list | tuple) else value


def _is_address(value: object) -> bool:
    """Whether a value is an address by the schema of commands, or says that there is none."""
    return _looks_like_one(value) and len(str(value)) <= LONGEST


def _looks_like_one(value: object) -> bool:
    return isinstance(value, str) and re.search(AN_ADDRESS, value) is not None


def _holds_address(value: object) -> bool:
    return next(_with_address(value), None) is not None


def _with_address(value: object) -> Iterator[Mapping[str, Any]]:
    """Every object inside a value that has an address, which is no empty text."""
    if isinstance(value, Mapping):
        if value.get(FIELD):
            yield value
        for inner in value.values():
            yield from _with_address(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _with_address(inner)
