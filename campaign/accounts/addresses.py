"""Addresses: taken out of what is sent so that no log gets one, kept once their command is decided,
and whose they are. IO.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from campaign.accounts.people import Pending, People, parts_in
from campaign.accounts.protocol import PeopleDatabase, PeopleRows
from campaign.kernel.decisions import Refused, bad_field
from campaign.kernel.members import AN_ADDRESS, LONGEST, EnrolMember, LeaveCampaign, address_fault
from campaign.store.ledger import Ledger
from campaign.store.protocol import StoreError, Where
from campaign.text.json_values import JsonObject
from events.base import Event
from events.campaign import MemberEnrolled, MemberLeft

FIELD = "email"
"""The field of commands, events and set-ups that may hold an address."""
_ENROLS = EnrolMember.__name__
LEAVES = LeaveCampaign.__name__


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
    name: str = ""
    """What the member is called, where that is kept apart from the record."""


class _Sent(msgspec.Struct, frozen=True):
    """What is looked at of a command, before anything of it is believed."""

    command: Any = None
    member: Any = None
    version: Any = None
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
    read = _without(fields, FIELD)
    public = _without(read, "id", "by")
    return Enrolment(
        member,
        address,
        key if isinstance(key, str) else "",
        msgspec.json.encode(read),
        msgspec.json.encode(public, order="deterministic"),
    )


def corrected_enrolment(sent: bytes) -> int | None:
    """The event of which a correction brings another name; 0 where it inserts an enrolment, None
    where it is nothing of the kind.
    """
    try:
        looked = msgspec.json.decode(sent, type=_Sent)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    if looked.command == "InsertCommand":
        inserted = looked.forgotten if isinstance(looked.forgotten, Mapping) else {}
        return 0 if inserted.get("command") == _ENROLS else None
    fields = looked.fields if isinstance(looked.fields, Mapping) else {}
    is_one = looked.command == "AmendEvent" and "name" in fields
    return looked.version if is_one and isinstance(looked.version, int) else None


def leaving(sent: bytes) -> str:
    """The member of whom a command says that they leave; empty where it is another command."""
    if LEAVES.encode() not in sent:
        return ""
    try:
        looked = msgspec.json.decode(sent, type=_Sent)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return ""
    is_one = looked.command == LEAVES and isinstance(looked.member, str)
    return looked.member if is_one else ""


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


def _without(fields: JsonObject, *names: str) -> JsonObject:
    return {name: value for name, value in fields.items() if name not in names}


def out_of_set_up(request: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, str]]:
    """A request to open a campaign without its members' addresses, and those by member."""
    addresses: dict[str, str] = {}
    bare = {name: _taken(value, addresses) for name, value in request.items()}
    return bare, addresses


def _taken(value: Any, addresses: dict[str, str]) -> Any:
    if isinstance(value, Mapping):
        bare = {name: _taken(inner, addresses) for name, inner in value.items()}
        address, member = bare.get(FIELD), bare.get("member")
        if address and isinstance(member, str) and _looks_like_one(address):
            addresses[member] = bare.pop(FIELD)
        return bare
    return [_taken(item, addresses) for item in value] if isinstance(value, list | tuple) else value


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


# --- Whose an address is: the door, and whoever answers by mail, ask the same -------------------
#
# Whoever runs a campaign may write down a member's address. While the member has never come in to
# the service, that word is all there is; afterwards an address counts as theirs once it has proved
# to be.


def is_taken_as_theirs(file: PeopleDatabase, person: str, address: str) -> bool:
    """Whether an address proved to be somebody's, or they never came in to the service."""
    if not person or not file.exists():
        return True
    from campaign.accounts.devices import DOORS
    from campaign.accounts.sign_ins import mark_of

    with file.reading() as db:
        if DOORS.name not in parts_in(db):
            return True
        query = "SELECT 1 FROM device WHERE person=? LIMIT 1"
        if db.execute(query, (person,)).fetchone() is None:
            return True
        return bool(address) and mark_of(person, address) == _proved(db, person)


def has_proved_another(file: PeopleDatabase, person: str, address: str) -> bool:
    """Whether the address that somebody's mail goes to proved to be theirs, and is another."""
    if not person or not file.exists():
        return False
    from campaign.accounts.sign_ins import mark_of

    with file.reading() as db:
        row = db.execute("SELECT address FROM person WHERE id=?", (person,)).fetchone()
        own = str(row[0] or "") if row is not None else ""
        is_other = own.lower() != address.lower()
        return bool(own) and is_other and mark_of(person, own) == _proved(db, person)


def _proved(db: PeopleRows, person: str) -> str:
    """What is kept of the address that somebody has proved; empty if of none."""
    from campaign.accounts.sign_ins import CODES

    if CODES.name not in parts_in(db):
        return ""
    row = db.execute("SELECT mark FROM confirmed WHERE person=?", (person,)).fetchone()
    return "" if row is None else str(row[0])


# --- settling -----------------------------------------------------------------------------------
# Settles addresses whose command was decided by a program that ended before it could say so.
#
# An address is pending before its command is decided. Whether the log has the command's key, or
# the campaign that was to start, says what became of it.


def opened(store: Where, ledger: Ledger, warn: Callable[[str], None]) -> People:
    """The people of a store, once what is pending is settled.

    Where their file cannot be used, that is said, and stops only what needs it.
    """
    people = People(store)
    if ledger.store.place.is_database:
        ledger.store.exists()  # a server that does not answer is told of once, by the record
    try:
        settle(people, ledger)
    except StoreError as error:
        warn(f"{error}. Campaigns go on without addresses")
    return people


def settle(people: People, ledger: Ledger) -> None:
    """Finishes or drops every address that is pending, of any campaign of the store.

    Whoever is just deciding such a command is waited for.
    """
    if not people.pending() or not ledger.store.exists():
        return
    for name in dict.fromkeys(waiting.name for waiting in people.pending()):
        with ledger.store.alone(name):
            for waiting in people.pending():
                if waiting.name == name:
                    settle_one(people, ledger, waiting)


def settle_one(people: People, ledger: Ledger, waiting: Pending) -> None:
    """Finishes or drops one; the caller is alone with the campaign."""
    recorded = _recorded(ledger, waiting)
    if recorded is MemberLeft:
        forget_left(people, ledger, waiting.name, waiting.member)
    if recorded is MemberEnrolled:
        people.finish(waiting)
    else:
        people.drop(waiting)


def forget_left(people: People, ledger: Ledger, name: str, member: str) -> None:
    """Forgets what is kept of a member who has left, unless they have come back."""
    from campaign.accounts.table import own_rows  # it loads every table that there is

    campaign = ledger.live(name).state.campaign
    if member in campaign.left:
        own_rows.forget(people.file, campaign.id, member)


def _recorded(ledger: Ledger, waiting: Pending) -> type[Event] | None:
    """What a command recorded of the member that it was about; None if nothing."""
    if ledger.store.version(waiting.name) == 0:
        return None
    campaign = ledger.live(waiting.name).state.campaign
    if campaign.id != waiting.campaign:
        return None
    if not waiting.key:
        return MemberEnrolled if waiting.member in campaign.members else None
    versions = ledger.store.versions_of(waiting.name, waiting.key)
    if versions is None:
        return None
    entries = ledger.history(waiting.name, versions[0] - 1, versions[1])
    kinds = (
        type(entry.event)
        for entry in entries
        if isinstance(entry.event, MemberEnrolled | MemberLeft)
        and entry.event.member == waiting.member
    )
    return next(kinds, None)
